"""Capio: everybody grabs dice at once."""

from caponata.engine.game import Game
from caponata.games.capio.hints import CapioHints
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.moves import SPACE
from caponata.games.capio.rules import RULES_VERSION, start
from caponata.games.capio.view import census, view, views
from caponata.games.capio.witness import seen, shows, told
from caponata.games.capio.worlds import CapioWorlds

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
    seen=seen,
    told=told,
    shows=shows,
    worlds=CapioWorlds,
    hints=CapioHints(),
    census=census,
    views=views,
)
