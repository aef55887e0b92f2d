"""Capio: a dice game without turns, in which everybody grabs dice at the same time."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import ReactionModel, TerminalBoard
from caponata.games.capio import timing
from caponata.games.capio.events import effect_event, move_event, reveals
from caponata.games.capio.hints import CapioHints
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.moves import SPACE
from caponata.games.capio.rules import RULES_VERSION, start
from caponata.games.capio.view import census, view, views
from caponata.games.capio.view_types import CapioView
from caponata.games.capio.worlds import CapioWorlds


def load_features() -> Fields:
    """Load the numbers that learners observe instead of a view."""
    from caponata.games.capio.features import FEATURES

    return FEATURES


def load_terminal() -> TerminalBoard:
    """Load the board that is drawn in a terminal."""
    from caponata.games.capio import terminal

    return terminal


def load_reactions() -> ReactionModel:
    """Load the model of people who grab dice in real time."""
    from caponata.games.capio import reaction

    return reaction


GAME = Game(
    name="capio",
    title="Capio",
    package=__name__,
    seats=(2, 3, 4),
    rules_version=RULES_VERSION,
    options=CapioOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=CapioWorlds,
    hints=CapioHints(),
    census=census,
    view_type=CapioView,
    views=views,
    features=load_features,
    terminal=load_terminal,
    timing=timing,
    reactions=load_reactions,
)
