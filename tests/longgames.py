"""What a build computes in a sample of positions of games that are too long to compare completely."""

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


def no_extra(position: Position, seat: int) -> str:
    """No extra result: the default of a sample."""
    return ""


def overlooked(position: Position, seat: int) -> str:
    """The result of Capio's STOP check."""
    assert isinstance(position, CapioPosition)
    return repr(list(StopCheck(position, seat).best_places))


@dataclass(frozen=True)
class Sample:
    """The part of a game that is compared. `extra` returns a result that only this game has."""

    tables: tuple[tuple[int, Any], ...]
    compare_every: int  # positions between two comparisons
    search_every: int  # positions between two searches
    simulations: int
    extra: Callable[[Position, int], str] = no_extra


SAMPLES: Final = {
    "capio": Sample(
        (
            (2, CapioOptions()),
            (3, CapioOptions(block_mistakes=True, course=True, idle_after=0, quiet_after=0)),
            (4, CapioOptions(confusion_pips=False)),
        ),
        compare_every=5,
        search_every=120,
        simulations=2,
        extra=overlooked,
    ),
    "capo": Sample(
        (
            (2, CapoOptions()),
            (4, CapoOptions(mamma="swap")),
            (3, CapoOptions(variant="capoker", yellow_wild=True)),
            (5, CapoOptions(variant="cadrie", pass_locks=True, mamma="swap")),
        ),
        compare_every=12,
        search_every=200,
        simulations=6,
    ),
    "capone": Sample(
        (
            (3, CaponeOptions()),
            (4, CaponeOptions("colour_piece", right_hand=40, years=5)),
            (5, CaponeOptions("colour_site", years=5)),
            (6, CaponeOptions("colour_bonus", years=5)),
        ),
        compare_every=5,
        search_every=150,
        simulations=8,
    ),
}


def sampled(name: str, games: int, seed: int) -> Iterator[str]:
    """Yield the logs of some games per table, and more results at a sample of positions of another game."""
    game, sample = find_game(name), SAMPLES[name]
    rng = Rng(seed)
    for seats, options in sample.tables:
        yield digest(game, seats, options, games, seed)
        position = game.start(seats, options)
        number = 0
        while position.to_act != NOBODY:
            number += 1
            is_choice = position.to_act != CHANCE_ACTS
            if number % sample.compare_every == 0:
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
                    yield sample.extra(position, seat)
                else:
                    yield repr(chance_moves(position))
            if is_choice and number % sample.search_every == 0:
                seat = first_seat(position.to_act)
                worlds = game.worlds(game.view(position, seat))
                arms = search(worlds, seat, game.hints, rng, sample.simulations, 0.0)
                yield repr([(arm.move, arm.tries, arm.success) for arm in arms])
            position.play(*next_move(position, rng))
