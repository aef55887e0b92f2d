"""The games on the shelf: one entry a game."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Final

from caponata.engine.game import Game

BUILT_IN: Final = {
    "capital-lux": "caponata.games.capital_lux",
    "capo": "caponata.games.capo",
    "capo-dei-capi": "caponata.games.capo_dei_capi",
    "capone": "caponata.games.capone",
    "capio": "caponata.games.capio",
}
TUTORIAL: Final = {
    "caper": "caponata.games.caper",
}

REGISTERED: Final[dict[str, str]] = {}  # games of somebody else, for as long as this process runs


class UnknownGame(LookupError):
    """A name that stands on no shelf."""


def games() -> list[Game]:
    """All games that people play, in the order of the shelf."""
    return [find_game(name) for name in BUILT_IN]


def find_game(name: str) -> Game:
    """The game of this name, whether it stands on the shelf or not."""
    modules = BUILT_IN | TUTORIAL | REGISTERED
    if name not in modules:
        close = get_close_matches(name, BUILT_IN, n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"the shelf has {', '.join(BUILT_IN)}"
        raise UnknownGame(f"there is no game '{name}'; {hint}")
    game: Game = import_module(modules[name]).GAME
    return game


def register_game(module: str) -> Game:
    """The game that a module outside of the package holds as `GAME`; from now on it is found by its name."""
    try:
        game = getattr(import_module(module), "GAME", None)
    except ModuleNotFoundError as error:
        raise UnknownGame(f"there is no module '{error.name}' to find a game in") from None
    if not isinstance(game, Game):
        raise UnknownGame(f"the module '{module}' holds no game: it needs GAME = Game(...)")
    if game.name in BUILT_IN | TUTORIAL:
        raise UnknownGame(f"the name '{game.name}' is taken: give the game of '{module}' another one")
    REGISTERED[game.name] = module
    return game
