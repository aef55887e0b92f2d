"""Capone: families, rackets and dirty money."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import TerminalBoard
from caponata.games.capone.events import effect_event, move_event, reveals
from caponata.games.capone.hints import CaponeHints
from caponata.games.capone.layout import CaponeOptions
from caponata.games.capone.moves import SPACE
from caponata.games.capone.rules import RULES_VERSION, start
from caponata.games.capone.view import census, view
from caponata.games.capone.view_types import CaponeView
from caponata.games.capone.worlds import CaponeWorlds


def load_features() -> Fields:
    """Load the features that learners observe."""
    from caponata.games.capone.features import FEATURES

    return FEATURES


def load_terminal() -> TerminalBoard:
    """Load the terminal board."""
    from caponata.games.capone import terminal

    return terminal


GAME = Game(
    name="capone",
    title="Capone",
    package=__name__,
    seats=(3, 4, 5, 6),
    rules_version=RULES_VERSION,
    options=CaponeOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=CaponeWorlds,
    hints=CaponeHints(),
    census=census,
    view_type=CaponeView,
    features=load_features,
    terminal=load_terminal,
    bot_levels={"beginner": "novice:50", "casual": "novice:30", "club": "novice:12", "expert": "tree:400"},
    approximate_worlds="worlds leave out the steps of another seat's play that is not confirmed yet",
)
