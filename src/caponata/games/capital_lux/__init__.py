"""Capital Lux: a card game of drafting and risk in three rounds."""

from collections.abc import Mapping

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import SmallStart, TerminalBoard
from caponata.games.capital_lux.events import effect_event, move_event, reveals
from caponata.games.capital_lux.hints import LuxHints
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import RULES_VERSION, start
from caponata.games.capital_lux.view import census, view, views
from caponata.games.capital_lux.view_types import LuxView
from caponata.games.capital_lux.worlds import LuxWorlds


def load_features() -> Fields:
    """Return the numbers that learners observe instead of a view."""
    from caponata.games.capital_lux.features import FEATURES

    return FEATURES


def load_terminal() -> TerminalBoard:
    """Return the board drawn in a terminal."""
    from caponata.games.capital_lux import terminal

    return terminal


def load_small_starts() -> Mapping[str, SmallStart]:
    """Return the starts from which the game can be solved."""
    from caponata.games.capital_lux.small_starts import SMALL_STARTS

    return SMALL_STARTS


GAME = Game(
    name="capital-lux",
    title="Capital Lux",
    package=__name__,
    seats=(2, 3, 4),
    rules_version=RULES_VERSION,
    options=LuxOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=LuxWorlds,
    hints=LuxHints(),
    census=census,
    view_type=LuxView,
    views=views,
    features=load_features,
    terminal=load_terminal,
    bot_levels={"beginner": "novice:40", "casual": "greedy", "club": "tree:100", "expert": "tree:1500"},
    small_starts=load_small_starts,
)
