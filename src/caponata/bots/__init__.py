"""Players without a person: they get views, never positions, and any of them plays any game."""

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
    "bot_names",
    "make_bot",
]
