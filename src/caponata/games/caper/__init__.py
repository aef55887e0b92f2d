"""Caper, the teaching game: copy this folder to start a game of your own."""

from collections.abc import Mapping

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import SmallStart
from caponata.games.caper.events import effect_event, move_event, reveals
from caponata.games.caper.hints import CaperHints
from caponata.games.caper.moves import SPACE
from caponata.games.caper.rules import RULES_VERSION, CaperOptions, start
from caponata.games.caper.view import census, view
from caponata.games.caper.view_types import CaperView
from caponata.games.caper.worlds import CaperWorlds


def load_features() -> Fields:
    """Return the numbers that learners observe instead of a view."""
    from caponata.games.caper.features import FEATURES

    return FEATURES


def load_small_starts() -> Mapping[str, SmallStart]:
    """Return the starts from which the game can be solved."""
    from caponata.games.caper.small_starts import SMALL_STARTS

    return SMALL_STARTS


GAME = Game(
    name="caper",
    title="Caper",
    package=__name__,
    seats=(2, 3, 4),
    rules_version=RULES_VERSION,
    options=CaperOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=CaperWorlds,
    hints=CaperHints(),
    census=census,
    view_type=CaperView,
    features=load_features,
    small_starts=load_small_starts,
)
