"""What a game may bring besides the contract: modules of its package that a room looks for by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from caponata.engine.game import Game


def extra_of(game: Game, name: str) -> ModuleType | None:
    """A game's module of this name, if it has one: `terminal`, `reaction`, `timing`."""
    return _found(f"{game.package}.{name}")


@cache
def _found(module: str) -> ModuleType | None:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:  # the game has it, and it lacks something
            raise
        return None
