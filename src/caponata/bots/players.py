"""The bots: random, greedy, and Monte Carlo with a budget."""

from __future__ import annotations

import re
from typing import Protocol

from caponata.bots.search import favourite, search
from caponata.engine.chance import Luck
from caponata.engine.game import Game, View
from caponata.engine.playout import any_choice, best_choice

DEFAULT_SIMULATIONS = 1000
LONGEST_THOUGHT = 600_000  # milliseconds


class BotError(ValueError):
    """A name that no bot answers to."""


class Bot(Protocol):
    """Anything that answers a seat's view with a legal move."""

    def choose(self, view: View) -> int:
        """The move this bot makes; the view's seat is to act."""


class RandomBot:
    """Plays any legal move, each equally likely."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.luck = Luck(seed)

    def choose(self, view: View) -> int:
        """Any legal move."""
        world = self.game.worlds(view).sample(self.luck)
        return any_choice(world, view["seat"], self.luck)


class GreedyBot:
    """Plays what looks best now, by the game's own hints."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.luck = Luck(seed)

    def choose(self, view: View) -> int:
        """The move with the greatest appeal."""
        world = self.game.worlds(view).sample(self.luck)
        return best_choice(world, view["seat"], self.game.hints, self.luck)


class MonteCarloBot:
    """Tries its moves in worlds that fit its view, for so many simulations or milliseconds."""

    def __init__(self, game: Game, seed: int, *, simulations: int = 0, milliseconds: int = 0) -> None:
        if simulations <= 0 and milliseconds <= 0:
            raise BotError("a Monte Carlo bot needs a budget: simulations or milliseconds")
        self.game = game
        self.luck = Luck(seed)
        self.simulations = simulations
        self.milliseconds = milliseconds

    def choose(self, view: View) -> int:
        """The move that won most in the worlds it tried."""
        worlds = self.game.worlds(view)
        arms = search(
            worlds, view["seat"], self.game.hints, self.luck, self.simulations, self.milliseconds / 1000
        )
        return favourite(arms).move


def bot_names() -> list[str]:
    """The names that `make_bot` understands."""
    return ["random", "greedy", "mc", "mc:500", "mc:200ms"]


def make_bot(game: Game, name: str, seed: int) -> Bot:
    """The bot of this name: `random`, `greedy`, `mc`, `mc:500` (simulations) or `mc:200ms`."""
    if name == "random":
        return RandomBot(game, seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    found = re.fullmatch(r"mc(?::([0-9]{1,9})(ms)?)?", name)
    if found is None:
        raise BotError(f"there is no bot '{name}'; known are {', '.join(bot_names())}")
    budget = int(found[1] or DEFAULT_SIMULATIONS)
    if not 0 < budget <= LONGEST_THOUGHT:
        raise BotError(f"the budget of '{name}' must be between 1 and {LONGEST_THOUGHT}")
    if found[2]:
        return MonteCarloBot(game, seed, milliseconds=budget)
    return MonteCarloBot(game, seed, simulations=budget)
