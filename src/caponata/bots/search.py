"""Determinised Monte Carlo: sample positions that fit the view and play them out after each move."""

from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import NO_LIMIT, Hints, Worlds
from caponata.engine.playout import guided_playout, move_buffer, reward

EXPLORATION: Final = 0.7  # how strongly the search prefers moves it has rarely tried
CLOCK_EVERY: Final[i64] = 16  # simulations between two looks at the clock


@final
class Arm:
    """A move of the search with the number of its tries and the sum of their results."""

    def __init__(self, move: i64) -> None:
        self.move: i64 = move
        self.tries: i64 = 0
        self.success: float = 0.0

    def mean(self) -> float:
        """The average result of the move so far."""
        return self.success / float(self.tries)


def make_arms(worlds: Worlds, seat: i64, hints: Hints, rng: Rng) -> list[Arm]:
    """An arm for every legal move within the search margin. Legal moves are the same in every world."""
    buffer: vec[i64] = move_buffer()
    world = worlds.sample(rng)
    count = world.moves(seat, buffer)
    moves = [buffer[i] for i in range(count)]
    margin = hints.search_margin()
    if margin == NO_LIMIT:
        return [Arm(move) for move in moves]
    appeals = [hints.appeal(world, seat, move) for move in moves]
    least = max(appeals) - margin
    return [Arm(move) for move, appeal in zip(moves, appeals) if appeal >= least]


def search(worlds: Worlds, seat: i64, hints: Hints, rng: Rng, simulations: i64, seconds: float) -> list[Arm]:
    """Try the legal moves in sampled worlds until a budget is used up; 0 means no such budget."""
    arms = make_arms(worlds, seat, hints, rng)
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


def next_arm(arms: list[Arm], done: i64) -> Arm:
    """The move to try next: every move once, then the one with the highest upper confidence bound."""
    if done < len(arms):
        return arms[done]
    log = math.log(float(done))
    chosen = arms[0]
    highest = -1000000.0
    for arm in arms:
        bound = arm.mean() + EXPLORATION * math.sqrt(log / float(arm.tries))
        if bound > highest:
            highest = bound
            chosen = arm
    return chosen


def most_tried(arms: list[Arm]) -> Arm:
    """The move that was tried most: the one a search plays."""
    chosen = arms[0]
    for arm in arms:
        if arm.tries > chosen.tries:
            chosen = arm
    return chosen
