"""Bots. They receive views, never positions, and every bot plays every game."""

from caponata.bots.levels import bot_levels, describe_level
from caponata.bots.names import bot_names, make_bot
from caponata.bots.players import (
    Bot,
    BotError,
    CarelessBot,
    GreedyBot,
    MonteCarloBot,
    NoviceBot,
    RandomBot,
    TreeBot,
)

__all__ = [
    "Bot",
    "BotError",
    "CarelessBot",
    "GreedyBot",
    "MonteCarloBot",
    "NoviceBot",
    "RandomBot",
    "TreeBot",
    "bot_levels",
    "bot_names",
    "describe_level",
    "make_bot",
]
