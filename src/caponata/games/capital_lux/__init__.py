"""Capital Lux: draft and brinkmanship in three rounds."""

from caponata.engine.game import Game
from caponata.games.capital_lux.hints import LuxHints
from caponata.games.capital_lux.layout import (
    LuxOptions,
)
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import (
    RULES_VERSION,
    start,
)
from caponata.games.capital_lux.view import census, seen, shows, told, view, views
from caponata.games.capital_lux.worlds import LuxWorlds

GAME = Game(
    name="capital-lux",
    title="Capital Lux",
    package=__name__,
    seats=(2, 3, 4),
    rules_version=RULES_VERSION,
    options=LuxOptions,
    space=SPACE,
    start=start,
    view=view,
    seen=seen,
    told=told,
    shows=shows,
    worlds=LuxWorlds,
    hints=LuxHints(),
    census=census,
    views=views,
)
