"""The bots: random, greedy, and two that search with a budget: flat Monte Carlo, and a tree."""

from __future__ import annotations

from typing import Protocol

from caponata.bots.nodes import Answer, Style
from caponata.bots.search import favourite, search
from caponata.bots.tree import Search
from caponata.engine.chance import Rng
from caponata.engine.game import Game, View
from caponata.engine.playout import best_choice, legal_moves, random_choice

DEFAULT_OVERLOOKS = 50  # percent of the moves that a novice does not see
GLANCES = 2  # at moves that a novice makes when it has noticed none, twice at the same one perhaps
DEFAULT_MISJUDGES = 50  # hundredths, as hints count
PERCENT = 100
STYLE = Style(curiosity=1.2, caution=0.1, sense=100, biased=True, horizon=0)


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
        self.rng = Rng(seed)

    def choose(self, view: View) -> int:
        """Any legal move."""
        world = self.game.worlds(view).sample(self.rng)
        return random_choice(world, view["seat"], self.rng)


class GreedyBot:
    """Plays what looks best now, by the game's own hints."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)

    def choose(self, view: View) -> int:
        """The move with the greatest appeal."""
        world = self.game.worlds(view).sample(self.rng)
        return best_choice(world, view["seat"], self.game.hints, self.rng)


class NoviceBot:
    """Overlooks some of what it could do, and plays what looks best of the rest.

    Where it noticed nothing its eye still falls on two moves: it may miss the best, but never plays blindly.
    """

    def __init__(self, game: Game, seed: int, *, overlooks: int = DEFAULT_OVERLOOKS) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.overlooks = overlooks

    def choose(self, view: View) -> int:
        """The move with the greatest appeal among those it noticed."""
        world = self.game.worlds(view).sample(self.rng)
        moves = legal_moves(world, view["seat"])
        noticed = [move for move in moves if self.rng.below(PERCENT) >= self.overlooks]
        noticed = noticed or [moves[self.rng.below(len(moves))] for _ in range(GLANCES)]
        return max(noticed, key=lambda move: self.game.hints.appeal(world, view["seat"], move))


class CarelessBot:
    """Misjudges what each kind of move is worth, up to a measure, and plays what looks best then.

    A kind of move has its own mood at every decision: this bot stops too early or rolls once too often, and
    pays for what it need not. What is better by more than it misjudges it sees as anybody does.
    """

    def __init__(self, game: Game, seed: int, *, misjudges: int = DEFAULT_MISJUDGES) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.misjudges = misjudges

    def choose(self, view: View) -> int:
        """The move with the greatest appeal, as it is misjudged now."""
        world = self.game.worlds(view).sample(self.rng)
        moves = legal_moves(world, view["seat"])
        moods: dict[str, int] = {}
        best, highest = moves[0], None
        for move in moves:
            verb = self.game.space.verb(move).name
            if verb not in moods:
                moods[verb] = self.rng.below(2 * self.misjudges + 1) - self.misjudges
            appeal = self.game.hints.appeal(world, view["seat"], move) + moods[verb]
            if highest is None or appeal > highest:
                best, highest = move, appeal
        return best


class MonteCarloBot:
    """Tries its moves in worlds that fit its view, for so many simulations or milliseconds."""

    def __init__(self, game: Game, seed: int, *, simulations: int = 0, milliseconds: int = 0) -> None:
        if simulations <= 0 and milliseconds <= 0:
            raise BotError("a Monte Carlo bot needs a budget: simulations or milliseconds")
        self.game = game
        self.rng = Rng(seed)
        self.simulations = simulations
        self.milliseconds = milliseconds

    def choose(self, view: View) -> int:
        """The move that won most in the worlds it tried."""
        worlds = self.game.worlds(view)
        arms = search(
            worlds, view["seat"], self.game.hints, self.rng, self.simulations, self.milliseconds / 1000
        )
        return favourite(arms).move


class TreeBot:
    """Searches a tree of what its seat can tell apart, for so many simulations or milliseconds."""

    def __init__(
        self, game: Game, seed: int, *, simulations: int = 0, milliseconds: int = 0, style: Style = STYLE
    ) -> None:
        if simulations <= 0 and milliseconds <= 0:
            raise BotError("a tree search needs a budget: simulations or milliseconds")
        self.game = game
        self.rng = Rng(seed)
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.style = style
        self.search: Search | None = None

    def choose(self, view: View) -> int:
        """The move that the search trusts most."""
        return self.think(view)[0].move

    def think(self, view: View) -> list[Answer]:
        """What the search found of each move, the most trusted first."""
        worlds = self.game.worlds(view)
        if self.search is None or self.search.seat != view["seat"]:
            self.search = Search(self.game, worlds, view["seat"], self.rng, self.style)
        else:
            self.search.go_on(worlds, view)
        self.search.run(self.simulations, self.milliseconds / 1000)
        return self.search.answers()
