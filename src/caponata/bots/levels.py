"""Levels: how strong a bot plays, in the words that people choose by. `caponata ladder` measures them."""

from __future__ import annotations

from typing import Final

from caponata.bots.names import make_bot
from caponata.bots.players import Bot, BotError
from caponata.bots.reactions import reaction_of
from caponata.engine.game import Game

LEVELS: Final = ("beginner", "casual", "club", "expert")
USUAL: Final = ("novice:40", "greedy", "tree:100", "tree:1000")
OWN: Final = {  # games in which other bots keep the levels apart
    "capital-lux": ("novice:40", "greedy", "tree:100", "tree:1500"),
    "capo": ("novice:90", "novice:35", "tree:30", "tree:600"),
    # Much of it is luck, and hints that weigh all 36 rolls are hard to beat: below the top, people misjudge.
    "capo-dei-capi": ("careless:300", "careless:160", "careless:90", "tree:600"),
    "capone": ("novice:50", "novice:30", "novice:12", "tree:400"),
}


def levels_of(game: Game) -> tuple[str, ...]:
    """The levels that bots of a game play on, the weakest first: a game without turns has its own."""
    model = reaction_of(game)
    return LEVELS if model is None else tuple(model.LEVELS)


def bot_of(game: Game, level: str) -> str:
    """The name of the bot that plays a game on a level; a bot's own name stands for itself."""
    if level not in LEVELS:
        return level
    return OWN.get(game.name, USUAL)[LEVELS.index(level)]


def told(game: Game, level: str) -> str:
    """Who plays a level, in a word: its bot, or somebody in time where a game has no turns."""
    return bot_of(game, level) if reaction_of(game) is None else f"{level}, in time"


def make_player(game: Game, level: str, seed: int) -> Bot:
    """The bot of a level, or of a bot's own name."""
    try:
        return make_bot(game, bot_of(game, level), seed)
    except BotError:
        raise BotError(f"there is no level '{level}'; there are {', '.join(LEVELS)}") from None
