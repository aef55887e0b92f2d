"""Bots as policies of the engine's play loop, `caponata.engine.playout.play_game`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from caponata.bots.players import Bot
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Position
from caponata.engine.playout import GreedyPolicy, Policy, RandomPolicy

RANDOM: Final = "random"
GREEDY: Final = "greedy"


class ViewPolicy(Policy):
    """A policy that plays the move a bot chooses from its seat's view."""

    def __init__(self, game: Game, bot: Bot) -> None:
        self.game = game
        self.bot = bot

    def choose(self, position: Position, seat: int, rng: Rng) -> int:
        """The bot's move. `rng` is not used: the bot has its own generator."""
        return self.bot.choose(self.game.view(position, seat))


def view_policies(game: Game, bots: Iterable[Bot]) -> list[Policy]:
    """A policy for each bot."""
    return [ViewPolicy(game, bot) for bot in bots]


def is_compiled(players: Iterable[str]) -> bool:
    """Return whether all players are `random` or `greedy`, whose games run entirely in compiled code."""
    return all(player in (RANDOM, GREEDY) for player in players)


def compiled_policies(game: Game, players: Sequence[str]) -> list[Policy]:
    """Compiled policies for players that are all `random` or `greedy`."""
    return [GreedyPolicy(game.hints) if player == GREEDY else RandomPolicy() for player in players]
