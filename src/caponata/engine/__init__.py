"""The engine: the contract of a game and everything that works for any game.

The names in `__all__` are public; a game in another package needs nothing else from caponata.
"""

from caponata.engine.chance import Rng
from caponata.engine.conformance import Report, conformance
from caponata.engine.features import (
    ByName,
    BySeat,
    Counts,
    Feature,
    Fields,
    Length,
    Names,
    Number,
    OneOf,
    Rows,
    Seats,
    Which,
)
from caponata.engine.game import (
    CHANCE,
    CHANCE_ACTS,
    NOBODY,
    SPECTATOR,
    Effect,
    Event,
    Game,
    Hints,
    Outcome,
    Position,
    Refusal,
    ScoreLine,
    View,
    Worlds,
)
from caponata.engine.log import IllegalMove, TableError
from caponata.engine.moves import Domain, MoveError, MoveSpace, Verb
from caponata.engine.options import OptionError
from caponata.engine.parts import Race, ReactionModel, TerminalBoard, Terms, Timing
from caponata.engine.record import Record, RecordError, Seat
from caponata.engine.replay import Replay, ReplayStep
from caponata.engine.table import Table
from caponata.engine.verify import Verification

__all__ = [
    "CHANCE",
    "CHANCE_ACTS",
    "NOBODY",
    "SPECTATOR",
    "ByName",
    "BySeat",
    "Counts",
    "Domain",
    "Effect",
    "Event",
    "Feature",
    "Fields",
    "Game",
    "Hints",
    "IllegalMove",
    "Length",
    "MoveError",
    "MoveSpace",
    "Names",
    "Number",
    "OneOf",
    "OptionError",
    "Outcome",
    "Position",
    "Race",
    "ReactionModel",
    "Record",
    "RecordError",
    "Refusal",
    "Replay",
    "ReplayStep",
    "Report",
    "Rng",
    "Rows",
    "ScoreLine",
    "Seat",
    "Seats",
    "Table",
    "TableError",
    "TerminalBoard",
    "Terms",
    "Timing",
    "Verb",
    "Verification",
    "View",
    "Which",
    "Worlds",
    "conformance",
]
