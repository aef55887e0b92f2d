"""Figures: intervals have the right width and coverage."""

from __future__ import annotations

import math
import random

import pytest

from caponata.lab.figures import Figure, Ratio, Sample, compare, share
from caponata.lab.inference import GROUPS, round_up, student_deviate, student_tail


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
    quantile = 2.3646  # of Student's t with 7 degrees of freedom
    assert figure.width == pytest.approx(quantile * error, rel=1e-3)


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (5, 2.571), (6, 2.447), (63, 1.998)])
def test_quantiles_of_students_t_agree_with_tables(freedom: int, known: float) -> None:
    assert student_deviate(0.025, freedom) == pytest.approx(known, abs=0.001)


def test_the_tail_of_student_is_symmetric_and_nearly_normal_for_many_degrees_of_freedom() -> None:
    assert student_tail(0.0, 5) == pytest.approx(0.5)
    assert student_tail(-1.3, 4) + student_tail(1.3, 4) == pytest.approx(1)
    assert student_tail(1.959964, 2000) == pytest.approx(0.025, abs=1e-4)
    assert student_tail(3.0, 0) == 0.5


def test_one_group_gives_an_infinite_interval() -> None:
    assert sample([1.0]).ratio("sum", "count") == Figure.around(1.0, math.inf)
    assert sample([1.0]).share(Ratio("sum", "count")).figure() == Figure(1.0, 0.0, 1.0)
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
    assert change.figure().width < high.ratio("sum", "count").width / 50


def test_a_share_of_zero_or_one_has_an_interval_inside_its_bounds() -> None:
    never = sample([0.0] * 200, 2).share(Ratio("sum", "count")).figure()
    always = sample([1.0] * 200, 2).share(Ratio("sum", "count")).figure()
    assert (never.value, never.low) == (0.0, 0.0)
    assert 3 / 200 < never.high < 5 / 200
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1 - never.high)


def test_the_interval_of_a_share_is_wilsons() -> None:
    """20 of 100 independent cases, each its own group: 13.3 to 28.9 %, a bit more with Student's t."""
    found = Sample()
    for i in range(100):
        found.add(i, {"sum": i % 5 == 0, "count": 1})
    figure = found.share(Ratio("sum", "count")).figure()
    assert figure.low == pytest.approx(0.133, abs=0.003)
    assert figure.high == pytest.approx(0.289, abs=0.003)


def test_a_deal_played_twice_with_one_result_counts_once() -> None:
    rng = random.Random(8)
    deals = [float(rng.random() < 0.5) for _ in range(20 * GROUPS)]
    twice = [number for number in deals for _ in range(2)]
    once = sample(deals, 20).share(Ratio("sum", "count"))
    doubled = sample(twice, 40).share(Ratio("sum", "count"))
    assert doubled.cases == pytest.approx(once.cases, rel=0.3)
    assert doubled.cases < 1.3 * len(deals)


def test_an_estimate_beyond_a_bound_moves_to_it_and_keeps_the_width_of_its_interval() -> None:
    moved = Figure.around(-0.25, 0.5).within(0.0, 1.0)
    assert moved == Figure(0.0, 0.0, 0.5)
    assert Figure.around(0.5, 0.1).within(0.0, 1.0) == Figure.around(0.5, 0.1)


def test_a_rate_of_zero_has_an_upper_bound() -> None:
    found = Sample()
    for i in range(GROUPS):
        found.add(i, {"chosen": 0, "expected": 2, "deals": 5})
    rate = found.rate(Ratio("chosen", "expected")).figure()
    assert (rate.value, rate.low) == (0.0, 0.0)
    assert 3 / 128 < rate.high < 5 / 128


@pytest.mark.parametrize(
    ("number", "rounded"), [(0.2, 1), (7.1, 8), (99.2, 100), (1234, 1300), (45_600, 46_000)]
)
def test_number_of_games_is_rounded_up_to_two_significant_digits(number: float, rounded: int) -> None:
    assert round_up(number) == rounded
