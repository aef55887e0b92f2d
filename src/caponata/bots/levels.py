"""Levels: how strong a bot plays, in the words that people choose by. `caponata ladder` measures them."""

from __future__ import annotations

from typing import Final

from caponata.bots.players import Bot, BotError, make_bot
from caponata.engine.game import Game

LEVELS: Final = ("beginner", "casual", "club", "expert")
USUAL: Final = ("novice:60", "greedy", "tree:100", "tree:1000")
OWN: Final = {  # games in which another choice of bots keeps the levels apart
    "capital-lux": ("novice:60", "greedy", "tree:200", "tree:3000"),
}


def bot_of(game: Game, level: str) -> str:
    """The name of the bot that plays a game on a level; a bot's own name stands for itself."""
    if level not in LEVELS:
        return level
    return OWN.get(game.name, USUAL)[LEVELS.index(level)]


def make_player(game: Game, level: str, seed: int) -> Bot:
    """The bot of a level, or of a bot's own name."""
    try:
        return make_bot(game, bot_of(game, level), seed)
    except BotError:
        raise BotError(f"there is no level '{level}'; there are {', '.join(LEVELS)}") from None
