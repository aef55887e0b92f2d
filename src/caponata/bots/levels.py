"""Levels: how strong a bot plays, in the words that people choose by."""

from __future__ import annotations

from typing import Final

from caponata.bots.players import Bot, BotError, make_bot
from caponata.engine.game import Game

LEVELS: Final = {
    "beginner": "random",
    "casual": "greedy",
    "club": "mc:200",
    "expert": "mc:2000",
}


def make_player(game: Game, level: str, seed: int) -> Bot:
    """The bot of a level, or of a bot's own name."""
    try:
        return make_bot(game, LEVELS.get(level, level), seed)
    except BotError:
        raise BotError(f"there is no level '{level}'; there are {', '.join(LEVELS)}") from None
