"""A statistical test of `Worlds.sample`: are worlds as likely as they should be?

In a game of random moves, the true position and a world sampled from a seat's view have the same
distribution, given that view, so they can be swapped. For every value that other seats see, the difference
between its count in the true position and in the world is therefore symmetric around zero. With one position
from each of many games, the sum of the differences divided by the root of the sum of their squares exceeds t
with probability at most 2 exp(-t^2 / 2), in every game. A larger value proves a biased sampler.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Game, Position
from caponata.engine.playout import next_seat, random_choice

FALSE_ALARMS: Final = 1e-4  # the probability of a finding in a correct game
FIRST_STOPS: Final = 12  # moves; games stop at random below this limit or a multiple of it
MOST_FINDINGS: Final = 3


def biased_worlds(game: Game, seats: int, options: Any, *, games: int, rng: Rng) -> Iterator[str]:
    """Yield a sentence for every value that sampled worlds contain too often or too rarely.

    One position is taken from each game. Half of the positions are at the first decision, before any choice;
    all of them are if the game has `approximate_worlds`.
    """
    sums: Counter[tuple[str, str]] = Counter()
    squares: Counter[tuple[str, str]] = Counter()
    for number in range(games):
        start = game.start(seats, options)
        position: Position | None
        if number % 2 or game.approximate_worlds is not None:
            position = _first_decision(start, rng)
        else:
            position = _random_position(start, rng.below(FIRST_STOPS << number % 6), rng)
        if position is None:
            continue
        seat = rng.below(seats)
        world = game.worlds(game.view(position, seat)).sample(rng)
        difference = _hidden_values(game, position, seat)
        difference.subtract(_hidden_values(game, world, seat))
        for value, count in difference.items():
            if count:
                sums[value] += count
                squares[value] += count * count
    threshold = math.sqrt(2 * math.log(2 * max(len(squares), 1) / FALSE_ALARMS))
    scores = {value: sums[value] / math.sqrt(squares[value]) for value in squares}
    worst = sorted(scores, key=lambda value: -abs(scores[value]))[:MOST_FINDINGS]
    for worst_value in worst:
        field, value_text = worst_value
        score = scores[worst_value]
        if abs(score) > threshold:
            frequency = "too rarely" if score > 0 else "too often"
            statistics = f"z = {-score:.1f}, {games} games"
            yield f"sampled worlds have {value_text} in '{field}' {frequency} ({statistics})"


def _first_decision(position: Position, rng: Rng) -> Position:
    """The position after the chance moves at the start of a game."""
    position.play_chance(rng)
    return position


def _random_position(position: Position, moves: int, rng: Rng) -> Position | None:
    """The position after a number of random moves, or None if the game ends before."""
    for _ in range(moves):
        if position.to_act == NOBODY:
            return None
        if position.to_act == CHANCE_ACTS:
            position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))
        else:
            seat = int(next_seat(position, rng))
            position.play(seat, int(random_choice(position, seat, rng)))
    return None if position.to_act == NOBODY else position


def _hidden_values(game: Game, position: Position, seat: int) -> Counter[tuple[str, str]]:
    """Count every value in every field of the other viewers' views."""
    values: Counter[tuple[str, str]] = Counter()
    for other in (*range(position.seats), SPECTATOR):
        if other != seat:
            values.update(_leaves("", game.view(position, other)))
    return values


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the values in a view with the fields that hold them.

    Names in a list are counted together, because their order rarely matters; numbers by their index.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(f"{path}.{index}" if isinstance(item, int | list) else path, item)
    else:
        yield path, str(value)
