"""Determinised Monte Carlo: sample worlds that fit the view, play them out, trust what wins."""

from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import NO_LIMIT, Hints, Worlds
from caponata.engine.playout import guided_playout, move_buffer, reward

CURIOSITY: Final = 0.7  # how much the search prefers moves it has seldom tried
CLOCK_EVERY: Final[i64] = 16  # simulations between two looks at the clock


@final
class Tally:
    """How often a move was tried, and with what success."""

    def __init__(self, move: i64) -> None:
        self.move: i64 = move
        self.tries: i64 = 0
        self.success: float = 0.0

    def mean(self) -> float:
        """The average success of the move so far."""
        return self.success / float(self.tries)


def tallies(worlds: Worlds, seat: i64, hints: Hints, rng: Rng) -> list[Tally]:
    """An empty tally for every legal move that does not look foolish; every world offers the same."""
    buffer: vec[i64] = move_buffer()
    world = worlds.sample(rng)
    count = world.moves(seat, buffer)
    moves = [buffer[i] for i in range(count)]
    doubt = hints.search_margin()
    if doubt == NO_LIMIT:
        return [Tally(move) for move in moves]
    appeals = [hints.appeal(world, seat, move) for move in moves]
    least = max(appeals) - doubt
    return [Tally(move) for move, appeal in zip(moves, appeals) if appeal >= least]


def search(
    worlds: Worlds, seat: i64, hints: Hints, rng: Rng, simulations: i64, seconds: float
) -> list[Tally]:
    """Try the legal moves in sampled worlds until a budget is used up; 0 stands for no such budget."""
    arms = tallies(worlds, seat, hints, rng)
    if len(arms) == 1:
        return arms
    buffer: vec[i64] = move_buffer()
    deadline = time.perf_counter() + seconds
    point = hints.point_value()
    done: i64 = 0
    while simulations == 0 or done < simulations:
        if (
            seconds > 0.0
            and done % CLOCK_EVERY == 0
            and done >= len(arms)
            and time.perf_counter() >= deadline
        ):
            break
        arm = next_arm(arms, done)
        world = worlds.sample(rng)
        world.play(seat, arm.move)
        guided_playout(world, hints, rng, buffer)
        best: i64 = -1000000
        other: i64 = 0
        while other < world.seats:
            if other != seat and world.score(other) > best:
                best = world.score(other)
            other += 1
        arm.tries += 1
        arm.success += reward(world, seat) + point * float(world.score(seat) - best)
        done += 1
    return arms


def next_arm(arms: list[Tally], done: i64) -> Tally:
    """The move to try next: every move once, then the one with the highest hope."""
    if done < len(arms):
        return arms[done]
    log = math.log(float(done))
    chosen = arms[0]
    highest = -1000000.0
    for arm in arms:
        hope = arm.mean() + CURIOSITY * math.sqrt(log / float(arm.tries))
        if hope > highest:
            highest = hope
            chosen = arm
    return chosen


def favourite(arms: list[Tally]) -> Tally:
    """The move that was tried most: what a search plays."""
    chosen = arms[0]
    for arm in arms:
        if arm.tries > chosen.tries:
            chosen = arm
    return chosen
