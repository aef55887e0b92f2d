"""CAPO: a climbing game of mafia families, where titles win city cards."""

from caponata.engine.game import Game
from caponata.games.capo.hints import CapoHints
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rules import RULES_VERSION, start
from caponata.games.capo.seen import seen, shows, told
from caponata.games.capo.view import census, view
from caponata.games.capo.worlds import CapoWorlds

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
    seen=seen,
    told=told,
    shows=shows,
    worlds=CapoWorlds,
    hints=CapoHints(),
    census=census,
)
