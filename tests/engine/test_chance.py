"""The random generator of simulations and searches."""

from collections import Counter

from caponata.engine.chance import Rng

TRIES = 6000


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng = Rng(1)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(TRIES):
        items = [1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert set(map(tuple, map(sorted, counts))) == {(1, 2, 3)}
    assert len(counts) == 6
    assert all(abs(count - TRIES / 6) < 5 * (TRIES * 5 / 36) ** 0.5 for count in counts.values())
