"""Games played to their end inside compiled code: random and guided playouts, and games between policies.

Move buffers stay inside compiled code: mypyc (2.4.1) never frees a vec that interpreted code passes to a
compiled function. Interpreted code gets lists, or calls functions that use a buffer of their own.
`random_move` passes through interpreted code if a game is not compiled, so all calls share one buffer.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from caponata.engine.chance import Rng
from caponata.engine.game import BLANK, CHANCE, CHANCE_ACTS, NOBODY, Hints, Position

SCRATCH: Final = BLANK[:]
LOWEST_SEATS: Final = vec[i64](  # by bit set of seats; a loop took 3 % of CAPO's playouts
    [0] + [min(seat for seat in range(8) if seats >> seat & 1) for seats in range(1, 256)]
)


def move_buffer() -> vec[i64]:
    """A new buffer for the moves of any position."""
    return BLANK[:]


def first_seat(to_act: i64) -> i64:
    """The lowest seat of a bit set of seats, which must not be empty."""
    return LOWEST_SEATS[to_act]


def next_seat(position: Position, rng: Rng) -> i64:
    """The seat that moves next: a random one of those that may act.

    The order of sealed choices does not matter, so the lowest seat comes first and no random number is drawn.
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
    """The legal move with the greatest appeal; ties are broken at random."""
    return best_move(position, seat, hints, rng, move_buffer())


def playout(position: Position, rng: Rng) -> i64:
    """Play a position to its end at random and return the number of decisions that seats made."""
    return blind_playout(position, rng, SCRATCH)


def blind_playout(position: Position, rng: Rng, buffer: vec[i64]) -> i64:
    """Do the same as `playout` with the caller's buffer."""
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
    """Play copies of a position to their ends at random and return the number of decisions."""
    buffer = SCRATCH
    decisions: i64 = 0
    while games > 0:
        decisions += blind_playout(position.copy(), rng, buffer)
        games -= 1
    return decisions


def best_move(position: Position, seat: i64, hints: Hints, rng: Rng, buffer: vec[i64]) -> i64:
    """The legal move with the greatest appeal; ties are broken at random."""
    count = position.moves(seat, buffer)
    best = buffer[0]
    highest = hints.appeal(position, seat, best)
    ties: i64 = 1
    i: i64 = 1
    while i < count:
        appeal = hints.appeal(position, seat, buffer[i])
        if appeal > highest:
            highest = appeal
            best = buffer[i]
            ties = 1
        elif appeal == highest:
            ties += 1
            if rng.below(ties) == 0:
                best = buffer[i]
        i += 1
    return best


def guided_playout(position: Position, hints: Hints, rng: Rng, buffer: vec[i64]) -> None:
    """Play a position to its end with the playout moves of a game's hints."""
    while True:
        acting = position.to_act
        if acting == CHANCE_ACTS:
            position.play_chance(rng)
        elif acting == NOBODY:
            return
        else:
            seat = next_seat(position, rng)
            position.play(seat, hints.playout_move(position, seat, rng, buffer))


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A player of `play_game`. One instance may play several seats."""

    def choose(self, position: Position, seat: i64, rng: Rng) -> i64:
        """A legal move for a seat that may act."""
        raise NotImplementedError


@final
class RandomPolicy(Policy):
    """A policy that plays random legal moves."""

    def choose(self, position: Position, seat: i64, rng: Rng) -> i64:
        """A random legal move."""
        return position.random_move(seat, rng, SCRATCH)


@final
class GreedyPolicy(Policy):
    """A policy that plays the moves that look best according to the game's hints.

    It sees the true position, which is fair: conformance checks that hints are equal in all worlds that fit
    a seat's view.
    """

    def __init__(self, hints: Hints) -> None:
        self.hints: Hints = hints

    def choose(self, position: Position, seat: i64, rng: Rng) -> i64:
        """The move with the greatest appeal; ties are broken at random."""
        return best_move(position, seat, self.hints, rng, SCRATCH)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """A listener that follows a game in `play_game` move by move."""

    def begin(self) -> None:
        """Called when a game begins."""

    def on_draw(self, move: i64) -> None:
        """Called before chance makes a move."""

    def on_choice(self, position: Position, seat: i64, move: i64) -> None:
        """Called before a seat makes a move in this position."""

    def after_choice(self, position: Position) -> None:
        """Called after a seat's move, with the position after it."""

    def end(self, position: Position) -> None:
        """Called when the game is over."""


def play_game(
    position: Position, policies: list[Policy], chance: Rng, rng: Rng, observer: Observer | None = None
) -> i64:
    """Play a position to its end, one policy per seat, and return the number of decisions that seats made.

    `chance` draws chance moves and `rng` everything else, so that the same deal can be played again with
    other decisions. They may be the same generator.
    """
    decisions: i64 = 0
    if observer is not None:
        observer.begin()
    while True:
        acting = position.to_act
        if acting == CHANCE_ACTS:
            if observer is None:
                position.play_chance(chance)
            else:
                drawn = position.chance_move(chance.below(position.total_weight()))
                observer.on_draw(drawn)
                position.play(CHANCE, drawn)
        elif acting == NOBODY:
            if observer is not None:
                observer.end(position)
            return decisions
        else:
            seat = next_seat(position, rng)
            move = policies[seat].choose(position, seat, rng)
            if observer is not None:
                observer.on_choice(position, seat, move)
            position.play(seat, move)
            if observer is not None:
                observer.after_choice(position)
            decisions += 1


def winners(position: Position) -> i64:
    """The number of seats that share the first place at the end of a game."""
    count: i64 = 0
    seat: i64 = 0
    while seat < position.seats:
        if position.place(seat) == 0:
            count += 1
        seat += 1
    return count


def reward(position: Position, seat: i64) -> float:
    """A seat's share of the win at the end of a game: 1, a part of a shared win, or 0."""
    if position.place(seat) > 0:
        return 0.0
    return 1.0 / float(winners(position))
