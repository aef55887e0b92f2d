"""Advice for a seat, computed from its view: the best moves, their chances of winning, and a reason."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Final

from caponata.bots.players import STYLE
from caponata.bots.tree import TreeSearch
from caponata.bots.values import CERTAIN, move_results, standard_error
from caponata.engine.chance import Rng
from caponata.engine.game import Game, View
from caponata.engine.playout import legal_moves

SHOWN: Final = 3  # maximum of recommended moves
FEWEST: Final = 20  # playouts of each compared move, at least
CLOSE: Final = 0.02  # a difference of chances that hardly matters

ONLY: Final = "only"
TEMPTING: Final = "tempting"
CLOSE_CALL: Final = "close"
CLEAR: Final = "clear"


@dataclass(frozen=True)
class RatedMove:
    """A legal move with its share of wins in worlds that fit the view."""

    move: str
    chance: float


@dataclass(frozen=True)
class Advice:
    """The recommended moves, the best first, and a reason that compares the first with `than`.

    `only`: there is no other move. `tempting`: `than` looks better at first, but wins less often.
    `close`: `than` may be as good. `clear`: the first wins more often than any other.
    """

    moves: tuple[RatedMove, ...]
    reason: str
    than: RatedMove | None


def advise(game: Game, view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0) -> Advice:
    """Search a view with this budget and recommend moves.

    The search's favourite comes first, unless playouts in the same worlds clearly favour another move.
    """
    rng, seat, worlds = Rng(seed), view["seat"], game.worlds(view)
    world = worlds.sample(rng)
    moves = legal_moves(world, seat)
    if len(moves) == 1:
        won = move_results(worlds, seat, moves, game.hints, rng, FEWEST)
        return Advice((RatedMove(game.space.text(moves[0]), fmean(won[0])),), ONLY, None)
    search = TreeSearch(game, worlds, seat, rng, STYLE)
    search.run(simulations, seconds)
    stats = search.statistics()
    playouts = max(FEWEST, sum(move.tries for move in stats) // (SHOWN + 1))
    appeals = {move: game.hints.appeal(world, seat, move) for move in moves}
    looks_best = max(moves, key=appeals.__getitem__)
    compared = list(dict.fromkeys([*(move.move for move in stats[:SHOWN]), looks_best]))
    results = move_results(worlds, seat, compared, game.hints, rng, playouts)
    candidates = [Candidate(move, fmean(won), won) for move, won in zip(compared, results, strict=True)]
    first = candidates[0]
    best = max((each for each in candidates if each.clearly_beats(first)), key=chance_of, default=first)
    others = sorted((each for each in candidates if each is not best), key=chance_of, reverse=True)
    tempting = next((each for each in others if each.move == looks_best), None)
    reason, than = CLEAR, others[0]
    if tempting and appeals[looks_best] > appeals[best.move] and best.clearly_beats(tempting, CLOSE):
        reason, than = TEMPTING, tempting
    elif not best.clearly_beats(than, CLOSE):
        reason = CLOSE_CALL
    rated = [
        RatedMove(game.space.text(each.move), each.chance) for each in (best, *others[: SHOWN - 1], than)
    ]
    return Advice(tuple(rated[:-1]), reason, rated[-1])


@dataclass(frozen=True)
class Candidate:
    """A move that was played out, with its results in the same worlds as the other candidates."""

    move: int
    chance: float
    won: list[float]

    def clearly_beats(self, other: Candidate, least: float = 0.0) -> bool:
        """Return whether it wins more often, by at least `least` and by more than noise explains."""
        gaps = [mine - its for mine, its in zip(self.won, other.won, strict=True)]
        error = standard_error(sum(gaps), sum(gap * gap for gap in gaps), len(gaps))
        return fmean(gaps) > CERTAIN * error and fmean(gaps) >= least


def chance_of(candidate: Candidate) -> float:
    """A candidate's share of wins."""
    return candidate.chance
