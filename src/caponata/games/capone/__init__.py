"""Capone: families, rackets and dirty money."""

from caponata.engine.game import Game
from caponata.games.capone.events import seen, shows, told
from caponata.games.capone.hints import CaponeHints
from caponata.games.capone.layout import CaponeOptions
from caponata.games.capone.moves import SPACE
from caponata.games.capone.rules import RULES_VERSION, start
from caponata.games.capone.view import census, view
from caponata.games.capone.worlds import CaponeWorlds

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
    seen=seen,
    told=told,
    shows=shows,
    worlds=CaponeWorlds,
    hints=CaponeHints(),
    census=census,
)
