"""CAPO: a climbing game of mafia families, where titles win city cards."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import TerminalBoard
from caponata.games.capo.events import effect_event, move_event, reveals
from caponata.games.capo.hints import CapoHints
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rules import RULES_VERSION, changed_rule, start
from caponata.games.capo.view import census, view
from caponata.games.capo.view_types import CapoView
from caponata.games.capo.worlds import CapoWorlds


def load_features() -> Fields:
    """The numbers that learners observe instead of a view."""
    from caponata.games.capo.features import FEATURES

    return FEATURES


def load_terminal() -> TerminalBoard:
    """The board for a terminal."""
    from caponata.games.capo import terminal

    return terminal


GAME = Game(
    name="capo",
    title="CAPO",
    package=__name__,
    seats=(2, 3, 4, 5, 6, 7, 8),
    rules_version=RULES_VERSION,
    options=CapoOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=CapoWorlds,
    hints=CapoHints(),
    census=census,
    changed_rule=changed_rule,
    view_type=CapoView,
    features=load_features,
    terminal=load_terminal,
    bot_levels={"beginner": "novice:90", "casual": "novice:35", "club": "tree:30", "expert": "tree:600"},
    approximate_worlds="worlds are not weighted by what other seats laid or passed",
)
