"""Capo dei Capi: a push-your-luck game with two dice and six areas."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.engine.parts import TerminalBoard
from caponata.games.capo_dei_capi.events import effect_event, move_event, reveals
from caponata.games.capo_dei_capi.hints import DeiCapiHints
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import RULES_VERSION, start
from caponata.games.capo_dei_capi.view import census, view
from caponata.games.capo_dei_capi.view_types import DeiCapiView
from caponata.games.capo_dei_capi.worlds import DeiCapiWorlds


def load_features() -> Fields:
    """Load the numbers that learners observe instead of a view."""
    from caponata.games.capo_dei_capi.features import FEATURES

    return FEATURES


def load_terminal() -> TerminalBoard:
    """Load the board drawn in a terminal."""
    from caponata.games.capo_dei_capi import terminal

    return terminal


GAME = Game(
    name="capo-dei-capi",
    title="Capo dei Capi",
    package=__name__,
    seats=(2,),
    rules_version=RULES_VERSION,
    options=DeiCapiOptions,
    space=SPACE,
    start=start,
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=reveals,
    worlds=DeiCapiWorlds,
    hints=DeiCapiHints(),
    census=census,
    view_type=DeiCapiView,
    features=load_features,
    terminal=load_terminal,
    # The hints alone play well, so the levels below expert are bots that misjudge moves.
    bot_levels={
        "beginner": "careless:300",
        "casual": "careless:160",
        "club": "careless:90",
        "expert": "tree:600",
    },
)
