"""Caper, the teaching game: copy this folder to start a game of your own."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.games.caper.events import effect_event, move_event, reveals
from caponata.games.caper.hints import CaperHints
from caponata.games.caper.moves import SPACE
from caponata.games.caper.rules import RULES_VERSION, CaperOptions, start
from caponata.games.caper.view import census, view
from caponata.games.caper.worlds import CaperWorlds


def load_features() -> Fields:
    """Return the numbers that learners observe instead of a view."""
    from caponata.games.caper.features import FEATURES

    return FEATURES


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
    features=load_features,
)
