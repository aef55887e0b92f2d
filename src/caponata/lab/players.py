"""The players of a study: bots by name, levels, and external programs."""

from __future__ import annotations

from typing import Any

from caponata.bots import Bot, BotError, make_bot
from caponata.engine.game import Game
from caponata.lab.program import PROGRAM, ProgramPlayer


def find_player(
    game: Game, name: str, seed: int, *, seats: int, options: dict[str, Any], timeout: float
) -> Bot:
    """Make a player from a level, a bot's name, or `program:COMMAND`."""
    if name.startswith(PROGRAM):
        return ProgramPlayer(game, name.removeprefix(PROGRAM), seed, seats, options, timeout)
    return make_bot(game, name, seed)


def check_player(game: Game, name: str) -> None:
    """Refuse an unknown player before a study starts."""
    if name.startswith(PROGRAM):
        ProgramPlayer.check(name.removeprefix(PROGRAM))
        return
    if name.partition(":")[0] == "you":
        raise BotError("a study is for bots: take 'you' out of the seats")
    make_bot(game, name, 0)
