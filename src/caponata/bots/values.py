"""Values of positions and moves: mean results of playouts by one fixed policy, the game's hints."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, Hints, Position, Worlds
from caponata.engine.playout import guided_playout, move_buffer, next_seat, reward

CERTAIN: Final = 2.0  # standard errors that count as a certain difference
ORDINARY_PLAY: Final[i64] = -1  # in place of a move: the one that a playout makes


def standard_error(total: float, squares: float, count: i64) -> float:
    """The standard error of a mean, from the sum and the sum of squares."""
    if count < 2:
        return 0.0
    spread = max(0.0, squares - total * total / float(count))
    return math.sqrt(spread / float(count - 1) / float(count))


def win_chances(position: Position, hints: Hints, rng: Rng, playouts: i64) -> tuple[list[float], list[float]]:
    """Each seat's mean share of the win over this many playouts, with standard errors.

    If chance moves next, each of its moves has as many tickets as its weight. Playouts take the tickets in
    turn, so that every move comes up in proportion to its odds. After the last full round they draw tickets
    at random, because the first tickets of a round are not representative.
    """
    buffer = move_buffer()
    sums, squares = [0.0] * position.seats, [0.0] * position.seats
    weight: i64 = 0
    in_full_rounds: i64 = 0
    if position.to_act == CHANCE_ACTS:
        weight = position.total_weight()
        in_full_rounds = playouts - playouts % weight
    i: i64 = 0
    while i < playouts:
        world = position.copy()
        if weight > 0:
            world.play(CHANCE, world.chance_move(i % weight if i < in_full_rounds else rng.below(weight)))
        guided_playout(world, hints, rng, buffer)
        seat: i64 = 0
        while seat < world.seats:
            share = reward(world, seat)
            sums[seat] += share
            squares[seat] += share * share
            seat += 1
        i += 1
    errors = [standard_error(total, square, playouts) for total, square in zip(sums, squares)]
    return [total / float(playouts) for total in sums], errors


def swing(
    worlds: Worlds, seat: i64, played: i64, instead: i64, hints: Hints, rng: Rng, playouts: i64
) -> tuple[list[float], list[float]]:
    """Each seat's mean gain if `played` replaces another move in the same worlds, with standard errors.

    `ORDINARY_PLAY` stands for the next move of a playout. It may be another seat's in games without turns.
    Worlds in which the two moves are the same contribute zero. Otherwise both playouts use the same random
    numbers, which makes their difference less noisy.
    """
    buffer = move_buffer()
    seats = worlds.sample(rng).seats
    sums, squares = [0.0] * seats, [0.0] * seats
    numbers, same_numbers = Rng(0), Rng(0)
    i: i64 = 0
    while i < playouts:
        world = worlds.sample(rng)
        play_sealed_choices(world, seat, hints, rng, buffer)
        mover, move = seat, instead
        if instead == ORDINARY_PLAY:
            mover = next_seat(world, rng)
            move = hints.playout_move(world, mover, rng, buffer)
        if mover != seat or move != played:
            other = world.copy()
            world.play(seat, played)
            other.play(mover, move)
            restart(numbers, same_numbers, rng)
            guided_playout(world, hints, numbers, buffer)
            guided_playout(other, hints, same_numbers, buffer)
            each: i64 = 0
            while each < seats:
                gain = reward(world, each) - reward(other, each)
                sums[each] += gain
                squares[each] += gain * gain
                each += 1
        i += 1
    errors = [standard_error(total, square, playouts) for total, square in zip(sums, squares)]
    return [total / float(playouts) for total in sums], errors


def restart(one: Rng, other: Rng, rng: Rng) -> None:
    """Set two generators to the same state, drawn from a third."""
    one.a = other.a = rng.word()
    one.b = other.b = rng.word()
    one.c = other.c = rng.word()
    one.counter = other.counter = 1


def move_results(
    worlds: Worlds, seat: i64, moves: list[int], hints: Hints, rng: Rng, playouts: i64
) -> list[list[float]]:
    """The seat's share of the win after each move, world by world. All moves are tried in the same worlds."""
    buffer = move_buffer()
    results: list[list[float]] = [[] for _ in moves]
    i: i64 = 0
    while i < playouts:
        world = worlds.sample(rng)
        play_sealed_choices(world, seat, hints, rng, buffer)
        for number, move in enumerate(moves):
            after = world.copy()
            after.play(seat, move)
            guided_playout(after, hints, rng, buffer)
            results[number].append(reward(after, seat))
        i += 1
    return results


def play_sealed_choices(world: Position, seat: i64, hints: Hints, rng: Rng, buffer: vec[i64]) -> None:
    """Play the sealed choices of all other seats, which are made at the same time."""
    if not world.is_sealed():
        return
    other: i64 = 0
    while other < world.seats:
        if other != seat and world.to_act >> other & 1:
            world.play(other, hints.playout_move(world, other, rng, buffer))
        other += 1
