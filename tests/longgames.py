"""What a build computes of games that are too long to be looked at whole: a sample of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from caponata.bots.search import search
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import digest, next_move
from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR, Position
from caponata.engine.playout import chance_moves, first_seat, legal_moves
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.stop_check import StopCheck
from caponata.games.capo.layout import CapoOptions
from caponata.games.capone.layout import CaponeOptions


def nothing_more(position: Position, seat: int) -> str:
    """Most games have nothing of their own to compare."""
    return ""


def overlooked(position: Position, seat: int) -> str:
    """What the STOP check of Capio finds."""
    assert isinstance(position, CapioPosition)
    return repr(list(StopCheck(position, seat).best_places))


@dataclass(frozen=True)
class Sample:
    """How much of a game is compared."""

    tables: tuple[tuple[int, Any], ...]
    looked_at: int  # one position in so many is looked at from all sides
    searched: int  # ... and searched
    simulations: int
    more: Callable[[Position, int], str] = nothing_more


SAMPLES: Final = {
    "capio": Sample(
        (
            (2, CapioOptions()),
            (3, CapioOptions(block_mistakes=True, course=True, idle_after=0, quiet_after=0)),
            (4, CapioOptions(confusion_pips=False)),
        ),
        looked_at=5,
        searched=120,
        simulations=2,
        more=overlooked,
    ),
    "capo": Sample(
        (
            (2, CapoOptions()),
            (4, CapoOptions(mamma="swap")),
            (3, CapoOptions(variant="capoker", yellow_wild=True)),
            (5, CapoOptions(variant="cadrie", pass_locks=True, mamma="swap")),
        ),
        looked_at=12,
        searched=200,
        simulations=6,
    ),
    "capone": Sample(
        (
            (3, CaponeOptions()),
            (4, CaponeOptions("colour_piece", right_hand=40, years=5)),
            (5, CaponeOptions("colour_site", years=5)),
            (6, CaponeOptions("colour_bonus", years=5)),
        ),
        looked_at=5,
        searched=150,
        simulations=8,
    ),
}


def sampled(name: str, games: int, seed: int) -> Iterator[str]:
    """The logs of so many games a table; of one more: views, worlds, refusals, appeals and searches."""
    game, sample = find_game(name), SAMPLES[name]
    rng = Rng(seed)
    for seats, options in sample.tables:
        yield digest(game, seats, options, games, seed)
        position = game.start(seats, options)
        number = 0
        while position.to_act != NOBODY:
            number += 1
            is_choice = position.to_act != CHANCE_ACTS
            if number % sample.looked_at == 0:
                for viewer in (SPECTATOR, *range(seats)):
                    view = game.view(position, viewer)
                    yield json.dumps(view)
                    yield repr(game.worlds(view).sample(rng).fingerprint())
                    if viewer != SPECTATOR:
                        yield repr(position.refusal(viewer, game.space.at(rng.below(len(game.space)))))
                if is_choice:
                    seat = first_seat(position.to_act)
                    moves = legal_moves(position, seat)
                    yield repr([(move, game.hints.appeal(position, seat, move)) for move in moves])
                    yield sample.more(position, seat)
                else:
                    yield repr(chance_moves(position))
            if is_choice and number % sample.searched == 0:
                seat = first_seat(position.to_act)
                worlds = game.worlds(game.view(position, seat))
                arms = search(worlds, seat, game.hints, rng, sample.simulations, 0.0)
                yield repr([(arm.move, arm.tries, arm.success) for arm in arms])
            position.play(*next_move(position, rng))
