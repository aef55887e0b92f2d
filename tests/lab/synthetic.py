"""Results of made-up games whose truth is known, in the form in which a study counts real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from caponata.lab.figures import Sample, Sums
from caponata.lab.inference import GROUPS
from caponata.lab.plan import Variant
from caponata.lab.results import Results

BATCH = 250  # studies that are drawn at once


@dataclass(frozen=True)
class Truth:
    """The probability that each seat wins, and how games are related.

    The second game on a deal has the winner of the first with probability `repeat`, and is independent of it
    otherwise. A win is shared with the next seat with probability `shared`.
    The starting player is drawn by lot and wins `start` more often than its seat would.
    """

    wins: Sequence[float]
    repeat: float = 0.0
    shared: float = 0.0
    start: float = 0.0

    @property
    def seats(self) -> int:
        return len(self.wins)


def fair(seats: int, **related: float) -> Truth:
    """A game in which all seats win equally often."""
    return Truth([1 / seats] * seats, **related)


def favoured(seats: int, by: float, **related: float) -> Truth:
    """A game in which the first seat wins this much more often than the fair share, at the others' cost."""
    other = (1 - 1 / seats - by) / (seats - 1)
    return Truth([1 / seats + by, *([other] * (seats - 1))], **related)


def studies(
    truth: Truth, number: int, games: int, seed: int, bots: Sequence[str] = ("greedy",)
) -> Iterator[Results]:
    """This many studies of this many games of each bot. The truth is the same for all of them."""
    rng = np.random.default_rng(seed)
    orders = ((0,) * truth.seats,) * 2
    variants = [Variant(f"bots {bot}", {}, (bot,), orders) for bot in bots]
    for first in range(0, number, BATCH):
        size = min(BATCH, number - first)
        drawn = [list(_samples(truth, size, games, rng)) for _ in variants]
        for samples in zip(*drawn, strict=True):
            yield Results(variants, samples)


def _samples(truth: Truth, number: int, games: int, rng: np.random.Generator) -> Iterator[Sample]:
    deals, seats = games // 2, truth.seats
    shape = (number, deals, 2)
    starter = np.broadcast_to(rng.integers(seats, size=(number, deals, 1)), shape)
    winner = np.searchsorted(np.cumsum(truth.wins)[:-1], rng.random(shape), side="right")
    winner = np.where(rng.random(shape) < truth.start, starter, winner)
    again = rng.random((number, deals)) < truth.repeat
    winner[:, :, 1] = np.where(again, winner[:, :, 0], winner[:, :, 1])
    is_shared = rng.random(shape) < truth.shared
    group = np.broadcast_to((np.arange(deals) % GROUPS)[None, :, None], shape)
    study = np.broadcast_to(np.arange(number)[:, None, None], shape)
    slots = number * GROUPS

    def count(weight: np.ndarray) -> list[list[float]]:
        sums = np.bincount((study * GROUPS + group).ravel(), weight.ravel(), minlength=slots)
        return [[float(each) for each in row] for row in sums.reshape(number, GROUPS).tolist()]

    one = np.ones(shape)
    columns = {"games": count(one), "started": count(one), "deals": count(one / 2)}
    share = np.where(is_shared, 0.5, 1.0)
    for seat in range(seats):
        won = share * (winner == seat) + 0.5 * (is_shared & ((winner + 1) % seats == seat))
        columns[f"won/{seat}"] = count(won)
        columns[f"square/{seat}"] = count(won**2 / 2)
        columns[f"cross/{seat}"] = count(np.repeat(won.prod(axis=2, keepdims=True), 2, axis=2) / 2)
        place = (starter + seat) % seats
        ordered = share * (winner == place) + 0.5 * (is_shared & ((winner + 1) % seats == place))
        columns[f"order/{seat}"] = count(ordered)
    for i in range(number):
        sample = Sample()
        sample.groups = {group for group in range(GROUPS) if columns["games"][i][group]}
        sample.columns = {name: values[i] for name, values in columns.items()}
        sample.total = Sums({name: sum(values[i]) for name, values in columns.items()})
        yield sample
