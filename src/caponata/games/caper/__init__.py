"""Caper, the teaching game: copy this folder to begin a game of your own."""

from caponata.engine.features import Fields
from caponata.engine.game import Game
from caponata.games.caper.hints import CaperHints
from caponata.games.caper.rules import RULES_VERSION, SPACE, CaperOptions, start
from caponata.games.caper.view import CaperWorlds, census, effect_event, move_event, reveals, view


def load_features() -> Fields:
    """What a learner observes instead of a view."""
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
