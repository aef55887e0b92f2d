"""Levels: how strong a bot plays, in the words that people choose by. `caponata ladder` measures them."""

from __future__ import annotations

from typing import Final

from caponata.bots.names import make_bot
from caponata.bots.players import Bot, BotError
from caponata.bots.reactions import reaction_of
from caponata.engine.game import Game

LEVELS: Final = ("beginner", "casual", "club", "expert")
DEFAULT_BOTS: Final = {"beginner": "novice:40", "casual": "greedy", "club": "tree:100", "expert": "tree:1000"}


def levels_of(game: Game) -> tuple[str, ...]:
    """The levels that bots of a game play on, the weakest first: a game without turns has its own."""
    model = reaction_of(game)
    return LEVELS if model is None else tuple(model.LEVELS)


def bot_of(game: Game, level: str) -> str:
    """The name of the bot that plays a game on a level; a bot's own name stands for itself."""
    if level not in LEVELS:
        return level
    return (game.bot_levels or DEFAULT_BOTS)[level]


def told(game: Game, level: str) -> str:
    """Who plays a level, in a word: its bot, or somebody in time where a game has no turns."""
    return bot_of(game, level) if reaction_of(game) is None else f"{level}, in time"


def make_player(game: Game, level: str, seed: int) -> Bot:
    """The bot of a level, or of a bot's own name."""
    try:
        return make_bot(game, bot_of(game, level), seed)
    except BotError:
        raise BotError(f"there is no level '{level}'; there are {', '.join(LEVELS)}") from None
