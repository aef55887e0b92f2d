"""What positions and moves are worth: mean results of playouts by one fixed policy, the game's hints."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE, CHANCE_ACTS, Hints, Position, Worlds
from caponata.engine.playout import guided_playout, move_buffer, reward


def chances(position: Position, hints: Hints, luck: Luck, playouts: i64) -> list[float]:
    """Each seat's mean share of the win when a position is played out so often.

    Where chance moves next, its tickets are taken in turn, so that its next move has exactly its odds; what
    does not make a full round of tickets is drawn, since the first of them are not like the others.
    """
    buffer = move_buffer()
    sums = [0.0] * position.seats
    weight: i64 = 0
    rounds: i64 = 0
    if position.to_act == CHANCE_ACTS:
        weight = position.weight()
        rounds = playouts - playouts % weight
    i: i64 = 0
    while i < playouts:
        world = position.copy()
        if weight > 0:
            world.play(CHANCE, world.drawn(i % weight if i < rounds else luck.below(weight)))
        guided_playout(world, hints, luck, buffer)
        seat: i64 = 0
        while seat < world.seats:
            sums[seat] += reward(world, seat)
            seat += 1
        i += 1
    return [total / float(playouts) for total in sums]


def swing(
    worlds: Worlds, seat: i64, played: i64, better: i64, hints: Hints, luck: Luck, playouts: i64
) -> tuple[list[float], float]:
    """What one move brings each seat over another, in the same worlds that fit a view.

    With it the standard error for the seat that moves.
    """
    buffer = move_buffer()
    seats = worlds.sample(luck).seats
    sums = [0.0] * seats
    squares = 0.0
    i: i64 = 0
    while i < playouts:
        world = worlds.sample(luck)
        play_secretly(world, seat, hints, luck, buffer)
        other = world.copy()
        world.play(seat, played)
        other.play(seat, better)
        guided_playout(world, hints, luck, buffer)
        guided_playout(other, hints, luck, buffer)
        each: i64 = 0
        while each < seats:
            gain = reward(world, each) - reward(other, each)
            sums[each] += gain
            if each == seat:
                squares += gain * gain
            each += 1
        i += 1
    count = float(playouts)
    mean = sums[seat] / count
    error = math.sqrt(max(0.0, squares / count - mean * mean) / count)
    return [total / count for total in sums], error


def chance_after(worlds: Worlds, seat: i64, move: i64, hints: Hints, luck: Luck, playouts: i64) -> float:
    """The mean share of the win that a move brings its seat in worlds that fit its view."""
    buffer = move_buffer()
    won = 0.0
    i: i64 = 0
    while i < playouts:
        world = worlds.sample(luck)
        play_secretly(world, seat, hints, luck, buffer)
        world.play(seat, move)
        guided_playout(world, hints, luck, buffer)
        won += reward(world, seat)
        i += 1
    return won / float(playouts)


def play_secretly(world: Position, seat: i64, hints: Hints, luck: Luck, buffer: vec[i64]) -> None:
    """Let all others choose who choose at the same time in secret: a seat cannot wait for them."""
    if not world.is_sealed():
        return
    other: i64 = 0
    while other < world.seats:
        if other != seat and world.to_act >> other & 1:
            world.play(other, hints.likely(world, other, luck, buffer))
        other += 1
