"""Players without a person: they get views, never positions, and any of them plays any game."""

from caponata.bots.players import (
    Bot,
    BotError,
    GreedyBot,
    MonteCarloBot,
    NoviceBot,
    RandomBot,
    TreeBot,
    bot_names,
    make_bot,
)

__all__ = [
    "Bot",
    "BotError",
    "GreedyBot",
    "MonteCarloBot",
    "NoviceBot",
    "RandomBot",
    "TreeBot",
    "bot_names",
    "make_bot",
]
