"""What would you do? The best moves with their chances, and the reason, from what a seat can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caponata.bots.players import STYLE
from caponata.bots.tree import Search
from caponata.bots.values import chance_after
from caponata.engine.chance import Luck
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
    `close`: another is as good. `clear`: it wins more than any other.
    """

    moves: tuple[Advised, ...]
    reason: str
    than: Advised | None


def advise(game: Game, view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0) -> Advice:
    """What a search of the view would do, after so many simulations or seconds."""
    luck, seat, worlds = Luck(seed), view["seat"], game.worlds(view)
    world = worlds.sample(luck)
    moves = legal_moves(world, seat)
    if len(moves) == 1:
        chance = chance_after(worlds, seat, moves[0], game.hints, luck, FEWEST)
        return Advice((Advised(game.space.text(moves[0]), chance),), ONLY, None)
    search = Search(game, worlds, seat, luck, STYLE)
    search.run(simulations, seconds)
    answers = search.answers()
    playouts = max(FEWEST, sum(answer.tries for answer in answers) // (SHOWN + 1))
    named = [answer.move for answer in answers[:SHOWN]]
    looks_best = max(moves, key=lambda move: game.hints.appeal(world, seat, move))
    valued = {
        move: Advised(game.space.text(move), chance_after(worlds, seat, move, game.hints, luck, playouts))
        for move in dict.fromkeys([*named, looks_best])
    }
    ranked = sorted(valued.values(), key=lambda each: -each.chance)
    best, than, tempting = ranked[0], ranked[1], valued[looks_best]
    reason = CLEAR
    if tempting.chance < best.chance - CLOSE:
        reason, than = TEMPTING, tempting
    elif than.chance > best.chance - CLOSE:
        reason = CLOSE_CALL
    return Advice(tuple(ranked[:SHOWN]), reason, than)
