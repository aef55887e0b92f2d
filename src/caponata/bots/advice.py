"""What would you do? The best moves with their chances, and the reason, from what a seat can see."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Final

from caponata.bots.players import STYLE
from caponata.bots.tree import Search
from caponata.bots.values import SURE, results, standard_error
from caponata.engine.chance import Rng
from caponata.engine.game import Game, View
from caponata.engine.playout import legal_moves

SHOWN: Final = 3  # moves that are named
FEWEST: Final = 20  # playouts of a move whose chance is told
CLOSE: Final = 0.02  # a difference of chances that hardly matters

ONLY: Final = "only"
TEMPTING: Final = "tempting"
CLOSE_CALL: Final = "close"
CLEAR: Final = "clear"


@dataclass(frozen=True)
class Advised:
    """A move that may be played, and how often it won in worlds that fit the view."""

    move: str
    chance: float


@dataclass(frozen=True)
class Advice:
    """The best moves, the best first, and why it is: `than` is the move it is compared with.

    `only`: there is no other. `tempting`: another looks better at once, and wins less in the end.
    `close`: another may be as good. `clear`: it wins more than any other.
    """

    moves: tuple[Advised, ...]
    reason: str
    than: Advised | None


def advise(game: Game, view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0) -> Advice:
    """What a search of the view would do, after so many simulations or seconds.

    Its favourite comes first, unless playouts in the same worlds are sure that another is better.
    """
    rng, seat, worlds = Rng(seed), view["seat"], game.worlds(view)
    world = worlds.sample(rng)
    moves = legal_moves(world, seat)
    if len(moves) == 1:
        won = results(worlds, seat, moves, game.hints, rng, FEWEST)
        return Advice((Advised(game.space.text(moves[0]), fmean(won[0])),), ONLY, None)
    search = Search(game, worlds, seat, rng, STYLE)
    search.run(simulations, seconds)
    answers = search.answers()
    playouts = max(FEWEST, sum(answer.tries for answer in answers) // (SHOWN + 1))
    appeals = {move: game.hints.appeal(world, seat, move) for move in moves}
    looks_best = max(moves, key=appeals.__getitem__)
    named = list(dict.fromkeys([*(answer.move for answer in answers[:SHOWN]), looks_best]))
    tried = [
        Tried(move, fmean(won), won)
        for move, won in zip(named, results(worlds, seat, named, game.hints, rng, playouts), strict=True)
    ]
    best = max((each for each in tried if each.surely_beats(tried[0])), key=chance_of, default=tried[0])
    others = sorted((each for each in tried if each is not best), key=chance_of, reverse=True)
    tempting = next((each for each in others if each.move == looks_best), None)
    reason, than = CLEAR, others[0]
    if tempting and appeals[looks_best] > appeals[best.move] and best.surely_beats(tempting, CLOSE):
        reason, than = TEMPTING, tempting
    elif not best.surely_beats(than, CLOSE):
        reason = CLOSE_CALL
    told = [Advised(game.space.text(each.move), each.chance) for each in (best, *others[: SHOWN - 1], than)]
    return Advice(tuple(told[:-1]), reason, told[-1])


@dataclass(frozen=True)
class Tried:
    """A move that was played out, with what it won in worlds that others were tried in too."""

    move: int
    chance: float
    won: list[float]

    def surely_beats(self, other: Tried, least: float = 0.0) -> bool:
        """Whether it wins so much more often, and more than playouts may differ by chance."""
        gaps = [mine - its for mine, its in zip(self.won, other.won, strict=True)]
        error = standard_error(sum(gaps), sum(gap * gap for gap in gaps), len(gaps))
        return fmean(gaps) > SURE * error and fmean(gaps) >= least


def chance_of(tried: Tried) -> float:
    """How often a move won."""
    return tried.chance
