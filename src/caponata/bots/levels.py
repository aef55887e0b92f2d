"""Levels of strength that people choose bots by, such as `club`. `caponata ladder` measures them."""

from __future__ import annotations

from typing import Final

from caponata.bots.reactions import reaction_model
from caponata.engine.game import Game

LEVELS: Final = ("beginner", "casual", "club", "expert")
DEFAULT_BOTS: Final = {"beginner": "novice:40", "casual": "greedy", "club": "tree:100", "expert": "tree:1000"}


def bot_levels(game: Game) -> tuple[str, ...]:
    """The levels of a game's bots, the weakest first. A game without turns has levels of its own."""
    model = reaction_model(game)
    return LEVELS if model is None else tuple(model.LEVELS)


def level_bot(game: Game, level: str) -> str:
    """Name of the bot that plays a level of a game. Any other name is returned unchanged."""
    if level not in LEVELS:
        return level
    return (game.bot_levels or DEFAULT_BOTS)[level]


def describe_level(game: Game, level: str) -> str:
    """The bot of a level. In a game without turns, the level itself. The notes of ladders store this name."""
    return level_bot(game, level) if reaction_model(game) is None else f"{level}, in time"
