"""What a build of Capio computes, as one hash: logs, views, worlds, moves, appeals, checks and searches."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Final

from caponata.bots.search import search
from caponata.engine.chance import Luck
from caponata.engine.conformance import digest, next_move
from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR
from caponata.engine.playout import chance_moves, first_seat, legal_moves
from caponata.games.capio import GAME, rules
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.overlooked import Overlooked

TABLES: Final = (
    (2, CapioOptions()),
    (3, CapioOptions(block_mistakes=True, course=True, idle_after=0, quiet_after=0)),
    (4, CapioOptions(confusion_pips=False)),
)
LOGGED: Final = 3  # games whose moves are compared at each table
LOOKED_AT: Final = 5  # one position in so many is looked at from all sides
SEARCHED: Final = 120  # ... and searched
SIMULATIONS: Final = 2


def lines(seed: int) -> Iterator[str]:
    """All that is compared."""
    luck = Luck(seed)
    every = list(GAME.space)
    for seats, options in TABLES:
        yield digest(GAME, seats, options, LOGGED, seed)
        position = GAME.start(seats, options)
        number = 0
        while position.to_act != NOBODY:
            number += 1
            if number % LOOKED_AT == 0:
                for seat in (SPECTATOR, *range(seats)):
                    view = GAME.view(position, seat)
                    yield json.dumps(view)
                    yield repr(GAME.worlds(view).sample(luck).fingerprint())
                    if seat != SPECTATOR:
                        yield repr(position.refusal(seat, every[luck.below(len(every))]))
                if position.to_act == CHANCE_ACTS:
                    yield repr(chance_moves(position))
                else:
                    seat = first_seat(position.to_act)
                    moves = legal_moves(position, seat)
                    yield repr([(move, GAME.hints.appeal(position, seat, move)) for move in moves])
                    assert isinstance(position, rules.CapioPosition)
                    yield repr(list(Overlooked(position, seat).best_places))
            if number % SEARCHED == 0 and position.to_act != CHANCE_ACTS:
                seat = first_seat(position.to_act)
                worlds = GAME.worlds(GAME.view(position, seat))
                arms = search(worlds, seat, GAME.hints, luck, SIMULATIONS, 0.0)
                yield repr([(arm.move, arm.tries, arm.success) for arm in arms])
            position.play(*next_move(position, luck))


def computed(seed: int) -> tuple[str, int]:
    """A hash over all that this build computes, and of how many things."""
    told = hashlib.sha256()
    count = 0
    for line in lines(seed):
        told.update(line.encode() + b"\n")
        count += 1
    return told.hexdigest(), count


def main(seed: str) -> None:
    """Print what plain Python computes."""
    assert str(rules.__file__).endswith(".py")
    sys.stdout.write(json.dumps(computed(int(seed))))


if __name__ == "__main__":
    main(*sys.argv[1:])
