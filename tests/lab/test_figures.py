"""Figures: intervals have the right width and coverage."""

from __future__ import annotations

import math
import random

import pytest

from caponata.lab.figures import GROUPS, Figure, Sample, certain, compare, deviate, share


def sample(numbers: list[float], group_of: int = 1) -> Sample:
    """Numbers as a sample, this many per group."""
    found = Sample()
    for i, number in enumerate(numbers):
        found.add(i // group_of, {"sum": number, "count": 1, "square": number**2})
    return found


def test_the_interval_of_a_mean_is_students() -> None:
    numbers = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    mean = sum(numbers) / 8
    error = math.sqrt(sum((each - mean) ** 2 for each in numbers) / 7 / 8)
    figure = sample(numbers).ratio("sum", "count")
    assert figure.value == pytest.approx(mean)
    assert figure.width == pytest.approx(
        2.3646 * error, rel=1e-3
    )  # Student's deviate for 7 degrees of freedom


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (5, 2.571), (6, 2.447), (63, 1.998)])
def test_students_deviates_agree_with_tables(freedom: int, known: float) -> None:
    assert deviate(freedom) == pytest.approx(known, abs=0.002)


def test_one_group_gives_an_infinite_interval() -> None:
    assert sample([1.0]).ratio("sum", "count") == Figure(1.0, math.inf)
    assert share(0, 0) == 0


def test_intervals_of_shares_and_spreads_cover_the_truth() -> None:
    """About 95 % of 400 intervals for a share and for a spread contain the true value."""
    rng = random.Random(5)
    held = [0, 0]
    for _ in range(400):
        found = sample([float(rng.random() < 0.3) for _ in range(6 * GROUPS)], 6)
        held[0] += not found.ratio("sum", "count").excludes(0.3)
        spread = found.figure(
            lambda sums: math.sqrt(sums["square"] / sums["count"] - (sums["sum"] / sums["count"]) ** 2)
        )
        held[1] += not spread.excludes(math.sqrt(0.21))
    assert 365 <= held[0] <= 395
    assert 360 <= held[1] <= 396


def test_correlated_games_widen_the_interval() -> None:
    rng = random.Random(6)
    deals = [float(rng.random() < 0.5) for _ in range(20 * GROUPS)]
    twice = [number for number in deals for _ in range(2)]
    once, doubled = sample(deals, 20).ratio("sum", "count"), sample(twice, 40).ratio("sum", "count")
    assert doubled == once  # playing a deterministic deal twice adds no information


def test_common_noise_of_two_samples_cancels_in_their_difference() -> None:
    rng = random.Random(7)
    base = [rng.random() * 10 for _ in range(640)]
    low, high = sample(base, 10), sample([each + 0.1 + rng.random() / 100 for each in base], 10)
    change = compare([low, high], lambda sums: sums[1]["sum"] / 640 - sums[0]["sum"] / 640)
    assert change.value == pytest.approx(0.105, abs=0.01)
    assert change.width < high.ratio("sum", "count").width / 50


def test_a_share_of_zero_or_one_has_an_interval() -> None:
    never = sample([0.0] * 200).ratio("sum", "count")
    assert never == Figure(0.0, 0.0)
    assert certain(never, 200) == Figure(0.0, 3 / 200)
    assert certain(Figure(0.5, 0.0), 200) == Figure(0.5, 0.0)
