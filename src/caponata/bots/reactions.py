"""Players of games without turns: what they do next, and after how many milliseconds.

Such a game brings a module `reaction` with a model of its own; a bot is a peer there, not a machine gun.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from caponata.bots.players import BotError
from caponata.engine.chance import Luck
from caponata.engine.game import Game, View


def reaction_of(game: Game) -> ModuleType | None:
    """A game's own model of people in time, if it has one."""
    module = f"{game.package}.reaction"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


def react(game: Game, level: str, view: View, seed: int) -> tuple[int, int] | None:
    """The milliseconds until somebody of a level acts, and the move; nothing where a game has turns."""
    model = reaction_of(game)
    if model is None:
        return None
    if level not in model.LEVELS:
        raise BotError(f"there is no level '{level}'; there are {', '.join(model.LEVELS)}")
    luck = Luck(seed)
    found: tuple[int, int] = model.react(game.worlds(view).sample(luck), view["seat"], level, luck)
    return found
