"""The games on the shelf: one entry a game."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Final

from caponata.engine.game import Game

SHELF: Final = {
    "capital-lux": "caponata.games.capital_lux",
    "capo": "caponata.games.capo",
    "capo-dei-capi": "caponata.games.capo_dei_capi",
    "capone": "caponata.games.capone",
    "capio": "caponata.games.capio",
}
TEACHING: Final = {
    "caper": "caponata.games.caper",
}


class UnknownGame(LookupError):
    """A name that stands on no shelf."""


def shelf() -> list[Game]:
    """All games that people play, in the order of the shelf."""
    return [find_game(name) for name in SHELF]


def find_game(name: str) -> Game:
    """The game of this name, whether it stands on the shelf or not."""
    modules = SHELF | TEACHING
    if name not in modules:
        close = get_close_matches(name, SHELF, n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"the shelf has {', '.join(SHELF)}"
        raise UnknownGame(f"there is no game '{name}'; {hint}")
    game: Game = import_module(modules[name]).GAME
    return game
