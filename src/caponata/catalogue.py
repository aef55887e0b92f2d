"""The available games: ours, and those of installed packages.

Another package adds a game through the entry point group `caponata.games`; the entry's name is the game's
name and its value is the module that holds `GAME = Game(...)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from caponata.engine.game import Game

ENTRY_POINTS: Final = "caponata.games"
BUILT_IN: Final = {
    "capital-lux": "caponata.games.capital_lux",
    "capo": "caponata.games.capo",
    "capo-dei-capi": "caponata.games.capo_dei_capi",
    "capone": "caponata.games.capone",
    "capio": "caponata.games.capio",
}
TUTORIAL: Final = {  # found by name, but not offered to players
    "caper": "caponata.games.caper",
}

REGISTERED: Final[dict[str, str]] = {}  # games registered in this process by `register_game`


class UnknownGame(LookupError):
    """A name that no available game has."""


@cache
def installed() -> Mapping[str, str]:
    """The games of installed packages: names and modules. They cannot replace built-in games."""
    modules = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    return {name: module for name, module in modules.items() if name not in BUILT_IN | TUTORIAL}


def names() -> list[str]:
    """The names of all games that people can play."""
    return [*BUILT_IN, *installed()]


def games() -> list[Game]:
    """All games that people can play, ours first."""
    return [find_game(name) for name in names()]


def find_game(name: str) -> Game:
    """The game with this name."""
    modules = {**installed(), **REGISTERED, **TUTORIAL, **BUILT_IN}
    if name not in modules:
        close = get_close_matches(name, names(), n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(names())}"
        raise UnknownGame(f"there is no game '{name}'; {hint}")
    return _load(modules[name])


def register_game(module: str) -> Game:
    """Load the game that a module holds as `GAME` and make it available in this process."""
    game = _load(module)
    if game.name in BUILT_IN | TUTORIAL:
        raise UnknownGame(f"the name '{game.name}' is taken: give the game of '{module}' another one")
    REGISTERED[game.name] = module
    return game


def _load(module: str) -> Game:
    try:
        game = getattr(import_module(module), "GAME", None)
    except ModuleNotFoundError as error:
        raise UnknownGame(f"there is no module '{error.name}' to find a game in") from None
    if not isinstance(game, Game):
        raise UnknownGame(f"the module '{module}' holds no game: it needs GAME = Game(...)")
    return game
