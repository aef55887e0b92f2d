"""Caper, the teaching game: copy this folder to begin a game of your own."""

from caponata.engine.game import Game
from caponata.games.caper.hints import CaperHints
from caponata.games.caper.rules import RULES_VERSION, SPACE, CaperOptions, start
from caponata.games.caper.view import CaperWorlds, census, seen, shows, told, view

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
    seen=seen,
    told=told,
    shows=shows,
    worlds=CaperWorlds,
    hints=CaperHints(),
    census=census,
)
