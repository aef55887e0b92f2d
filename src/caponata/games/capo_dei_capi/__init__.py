"""Capo dei Capi: two dice, six areas, and the question whether to roll once more."""

from caponata.engine.game import Game
from caponata.games.capo_dei_capi.hints import CapoHints
from caponata.games.capo_dei_capi.layout import CapoOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import RULES_VERSION, start
from caponata.games.capo_dei_capi.view import census, view
from caponata.games.capo_dei_capi.witness import seen, shows, told
from caponata.games.capo_dei_capi.worlds import CapoWorlds

GAME = Game(
    name="capo-dei-capi",
    title="Capo dei Capi",
    package=__name__,
    seats=(2,),
    rules_version=RULES_VERSION,
    options=CapoOptions,
    space=SPACE,
    start=start,
    view=view,
    seen=seen,
    told=told,
    shows=shows,
    worlds=CapoWorlds,
    hints=CapoHints(),
    census=census,
)
