"""Values give every draw exactly its odds."""

from __future__ import annotations

import math
from collections import Counter
from statistics import stdev

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from caponata.bots.values import standard_error, win_chances
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, Hints, Position

FACES = 6


class Die(Position):
    """Chance rolls a die once: seat 0 wins on the first face, seat 1 on all others. Records the rolls."""

    def __init__(self, rolled: Counter[int]) -> None:
        super().__init__(2)
        self.to_act = CHANCE_ACTS
        self.rolled = rolled
        self.face = 0

    def odds(self, into: vec[i64], weights: vec[i64]) -> int:
        for face in range(FACES):
            into[face], weights[face] = face, 1
        return FACES

    def play(self, seat: int, move: int) -> None:
        self.rolled[move] += 1
        self.face, self.to_act = move, NOBODY

    def copy(self) -> Die:
        return Die(self.rolled)

    def place(self, seat: int) -> int:
        return int((self.face < 1) == (seat == 1))


def test_full_rounds_contain_each_ticket_equally_often() -> None:
    rolled: Counter[int] = Counter()
    found, errors = win_chances(Die(rolled), Hints(), Rng(1), 3 * FACES)
    assert rolled == dict.fromkeys(range(FACES), 3)
    assert found == pytest.approx([1 / FACES, 1 - 1 / FACES])
    assert errors == pytest.approx([math.sqrt(1 / FACES * (1 - 1 / FACES) / (3 * FACES - 1))] * 2)


@pytest.mark.parametrize("playouts", [1, 2, FACES - 1, FACES + 1])
def test_playouts_beyond_full_rounds_draw_from_all_tickets(playouts: int) -> None:
    rolled: Counter[int] = Counter()
    for seed in range(200):
        win_chances(Die(rolled), Hints(), Rng(seed), playouts)
    assert sum(rolled.values()) == 200 * playouts
    assert set(rolled) == set(range(FACES))
    assert max(rolled.values()) < 2 * min(rolled.values())


def test_the_standard_error_of_a_single_number_is_zero() -> None:
    numbers = [0.0, 1.0, 0.5, 1.0, 0.0]
    error = standard_error(sum(numbers), sum(number**2 for number in numbers), len(numbers))
    assert error == pytest.approx(stdev(numbers) / math.sqrt(len(numbers)))
    assert standard_error(1.0, 1.0, 1) == 0.0
