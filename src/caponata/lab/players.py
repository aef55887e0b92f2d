"""Who plays in a study: bots by their names, levels, and outside programs."""

from __future__ import annotations

from typing import Any, Final

from caponata.bots import Bot, BotError, make_bot
from caponata.bots.levels import LEVELS, make_player
from caponata.engine.game import Game
from caponata.lab.program import PROGRAM, ProgramPlayer

QUICK: Final = ("random", "greedy")  # bots whose games run wholly in compiled code

BLIND: Final = "random"


def is_quick(player: str) -> bool:
    """Whether this player's games run wholly in compiled code."""
    return player in QUICK


def is_greedy(player: str) -> bool:
    """Whether a quick player goes by the game's hints."""
    return player == "greedy"


def find_player(
    game: Game, name: str, seed: int, *, seats: int, options: dict[str, Any], patience: float
) -> Bot:
    """The player of this name: a level, a bot, or `program:COMMAND`."""
    if name.startswith(PROGRAM):
        return ProgramPlayer(game, name.removeprefix(PROGRAM), seed, seats, options, patience)
    return make_player(game, name, seed) if name in LEVELS else make_bot(game, name, seed)


def check_player(game: Game, name: str) -> None:
    """Refuse a name that nobody answers to, before anything is played."""
    if name.startswith(PROGRAM):
        ProgramPlayer.check(name.removeprefix(PROGRAM))
        return
    if name.partition(":")[0] == "you":
        raise BotError("a study is for bots: take 'you' out of the seats")
    find_player(game, name, 0, seats=game.seats[0], options={}, patience=0)
