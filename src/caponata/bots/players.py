"""The bots: random, greedy, two that make mistakes, and two that search with a budget."""

from __future__ import annotations

from typing import Protocol

from caponata.bots.nodes import MoveStats, SearchStyle
from caponata.bots.search import most_tried, search
from caponata.bots.tree import TreeSearch
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Position, View
from caponata.engine.playout import best_choice, legal_moves, random_choice

DEFAULT_OVERLOOKS = 50  # percent of the moves that a novice does not see
GLANCES = 2  # moves that a novice considers if it overlooked all; both may be the same one
DEFAULT_MISJUDGES = 50  # hundredths, as hints count
PERCENT = 100
STYLE = SearchStyle(exploration=1.2, untried_penalty=0.1, hint_percent=100, use_hints=True, horizon=0)


class BotError(ValueError):
    """A name or a budget that no bot can have."""


class Bot(Protocol):
    """Anything that answers a seat's view with a legal move."""

    def choose(self, view: View) -> int:
        """Return a legal move for the view's seat, which is to act."""


class SeededBot:
    """A bot with its own random generator: equal seeds and views give equal moves."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)

    def sample(self, view: View) -> Position:
        """A position that fits the view. The seat's legal moves and hints are the same in all of them."""
        return self.game.worlds(view).sample(self.rng)


class RandomBot(SeededBot):
    """Plays a random legal move."""

    def choose(self, view: View) -> int:
        """Return a random legal move."""
        return random_choice(self.sample(view), view["seat"], self.rng)


class GreedyBot(SeededBot):
    """Plays the move that looks best now, according to the game's hints."""

    def choose(self, view: View) -> int:
        """Return the move with the greatest appeal."""
        return best_choice(self.sample(view), view["seat"], self.game.hints, self.rng)


class NoviceBot(SeededBot):
    """Overlooks some of its moves and plays the best of the rest.

    If it overlooks all of them, it compares two random ones: it may miss the best move, but never plays
    blindly.
    """

    def __init__(self, game: Game, seed: int, *, overlooks: int = DEFAULT_OVERLOOKS) -> None:
        super().__init__(game, seed)
        self.overlooks = overlooks

    def choose(self, view: View) -> int:
        """Return the move with the greatest appeal among those it noticed."""
        world = self.sample(view)
        moves = legal_moves(world, view["seat"])
        noticed = [move for move in moves if self.rng.below(PERCENT) >= self.overlooks]
        noticed = noticed or [moves[self.rng.below(len(moves))] for _ in range(GLANCES)]
        return max(noticed, key=lambda move: self.game.hints.appeal(world, view["seat"], move))


class CarelessBot(SeededBot):
    """Misjudges the value of each verb by a random error and plays the move that looks best then.

    The errors are drawn anew at every decision: this bot stops too early or rolls once too often. A move
    that is better by more than the largest error is always found.
    """

    def __init__(self, game: Game, seed: int, *, misjudges: int = DEFAULT_MISJUDGES) -> None:
        super().__init__(game, seed)
        self.misjudges = misjudges

    def choose(self, view: View) -> int:
        """Return the move with the greatest misjudged appeal."""
        world = self.sample(view)
        moves = legal_moves(world, view["seat"])
        errors: dict[str, int] = {}
        best, highest = moves[0], None
        for move in moves:
            verb = self.game.space.verb(move).name
            if verb not in errors:
                errors[verb] = self.rng.below(2 * self.misjudges + 1) - self.misjudges
            appeal = self.game.hints.appeal(world, view["seat"], move) + errors[verb]
            if highest is None or appeal > highest:
                best, highest = move, appeal
        return best


class SearchBot(SeededBot):
    """A bot with a budget of simulations or milliseconds per move."""

    def __init__(self, game: Game, seed: int, *, simulations: int = 0, milliseconds: int = 0) -> None:
        if simulations <= 0 and milliseconds <= 0:
            raise BotError("a search needs a budget: simulations or milliseconds")
        super().__init__(game, seed)
        self.simulations = simulations
        self.milliseconds = milliseconds


class MonteCarloBot(SearchBot):
    """Tries its moves in positions that fit its view and plays them out."""

    def choose(self, view: View) -> int:
        """Return the most tried move."""
        worlds, seconds = self.game.worlds(view), self.milliseconds / 1000
        arms = search(worlds, view["seat"], self.game.hints, self.rng, self.simulations, seconds)
        return most_tried(arms).move


class TreeBot(SearchBot):
    """Searches a tree of what its seat can distinguish."""

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        simulations: int = 0,
        milliseconds: int = 0,
        style: SearchStyle = STYLE,
    ) -> None:
        super().__init__(game, seed, simulations=simulations, milliseconds=milliseconds)
        self.style = style
        self.search: TreeSearch | None = None

    def choose(self, view: View) -> int:
        """Return the most tried move."""
        return self.think(view)[0].move

    def think(self, view: View) -> list[MoveStats]:
        """The statistics of each move, the most tried first. Parts of the last tree are used again."""
        worlds = self.game.worlds(view)
        if self.search is None or self.search.seat != view["seat"]:
            self.search = TreeSearch(self.game, worlds, view["seat"], self.rng, self.style)
        else:
            self.search.move_to(worlds, view)
        self.search.run(self.simulations, self.milliseconds / 1000)
        return self.search.statistics()
