"""Games played to their end inside compiled code, by blind chance or by a game's hints.

Move buffers stay inside compiled code: mypyc (2.4.1) never frees a vec that interpreted code hands to a
compiled function. Interpreted code asks for lists, or lets these functions bring a buffer of their own.
`any_move` passes through interpreted code when a game is not compiled, so it is given one buffer for all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import BLANK, CHANCE_ACTS, NOBODY, Hints, Position

SCRATCH: Final = BLANK[:]


def move_buffer() -> vec[i64]:
    """A buffer for the moves of any position, to be used again and again."""
    return BLANK[:]


def first_seat(to_act: i64) -> i64:
    """The lowest seat of a set that is not empty."""
    seat: i64 = 0
    while not to_act & 1:
        to_act >>= 1
        seat += 1
    return seat


def next_seat(position: Position, rng: Rng) -> i64:
    """Who of those that may act moves next: any of them, where it matters, with equal chance.

    Sealed choices commute, so the lowest seat goes first there and no luck is spent.
    """
    acting = position.to_act
    if acting & (acting - 1) == 0 or position.is_sealed():
        return first_seat(acting)
    count: i64 = 0
    rest = acting
    while rest:
        rest &= rest - 1
        count += 1
    skipped = rng.below(count)
    while skipped > 0:
        acting &= acting - 1
        skipped -= 1
    return first_seat(acting)


def legal_moves(position: Position, seat: i64) -> list[int]:
    """The legal moves of a seat that may act, as a list."""
    buffer = move_buffer()
    return [buffer[i] for i in range(position.moves(seat, buffer))]


def chance_moves(position: Position) -> list[tuple[int, int]]:
    """Chance's moves with their weights, as a list."""
    moves = move_buffer()
    weights = move_buffer()
    return [(moves[i], weights[i]) for i in range(position.odds(moves, weights))]


def random_choice(position: Position, seat: i64, rng: Rng) -> i64:
    """A random legal move of a seat."""
    return position.random_move(seat, rng, SCRATCH)


def best_choice(position: Position, seat: i64, hints: Hints, rng: Rng) -> i64:
    """The legal move that looks best to its seat; equals are drawn for."""
    return best_move(position, seat, hints, rng, move_buffer())


def playout(position: Position, rng: Rng) -> i64:
    """Play a position to its end at random and give the number of decisions that seats made."""
    return blind_playout(position, rng, SCRATCH)


def blind_playout(position: Position, rng: Rng, buffer: vec[i64]) -> i64:
    """Play a position to its end at random, with a buffer used before."""
    decisions: i64 = 0
    while True:
        acting = position.to_act
        if acting == CHANCE_ACTS:
            position.play_chance(rng)
        elif acting == NOBODY:
            return decisions
        else:
            seat = next_seat(position, rng)
            position.play(seat, position.random_move(seat, rng, buffer))
            decisions += 1


def playouts(position: Position, games: i64, rng: Rng) -> i64:
    """Play copies of a position to their ends and give the number of decisions made."""
    buffer = SCRATCH
    decisions: i64 = 0
    while games > 0:
        decisions += blind_playout(position.copy(), rng, buffer)
        games -= 1
    return decisions


def best_move(position: Position, seat: i64, hints: Hints, rng: Rng, buffer: vec[i64]) -> i64:
    """The legal move that looks best to its seat; equals are drawn for."""
    count = position.moves(seat, buffer)
    best = buffer[0]
    highest = hints.appeal(position, seat, best)
    equals: i64 = 1
    i: i64 = 1
    while i < count:
        appeal = hints.appeal(position, seat, buffer[i])
        if appeal > highest:
            highest = appeal
            best = buffer[i]
            equals = 1
        elif appeal == highest:
            equals += 1
            if rng.below(equals) == 0:
                best = buffer[i]
        i += 1
    return best


def guided_playout(position: Position, hints: Hints, rng: Rng, buffer: vec[i64]) -> None:
    """Play a position to its end with moves that look likely to their seats."""
    while True:
        acting = position.to_act
        if acting == CHANCE_ACTS:
            position.play_chance(rng)
        elif acting == NOBODY:
            return
        else:
            seat = next_seat(position, rng)
            position.play(seat, hints.playout_move(position, seat, rng, buffer))


def match(position: Position, greedy: i64, hints: Hints, rng: Rng) -> i64:
    """Play to the end, the seats in the set `greedy` by the hints and the others at random; count decisions.

    It looks at the true position, which is fair because conformance proves hints equal in all worlds.
    """
    buffer = SCRATCH
    decisions: i64 = 0
    while True:
        acting = position.to_act
        if acting == CHANCE_ACTS:
            position.play_chance(rng)
        elif acting == NOBODY:
            return decisions
        else:
            seat = next_seat(position, rng)
            if greedy >> seat & 1:
                position.play(seat, best_move(position, seat, hints, rng, buffer))
            else:
                position.play(seat, position.random_move(seat, rng, buffer))
            decisions += 1


def winners(position: Position) -> i64:
    """How many seats share the first place at the end of a game."""
    found: i64 = 0
    seat: i64 = 0
    while seat < position.seats:
        if position.place(seat) == 0:
            found += 1
        seat += 1
    return found


def reward(position: Position, seat: i64) -> float:
    """A seat's share of the win at the end of a game: 1, a part of a shared win, or 0."""
    if position.place(seat) > 0:
        return 0.0
    return 1.0 / float(winners(position))
