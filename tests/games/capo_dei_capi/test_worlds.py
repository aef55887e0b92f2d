"""Worlds compared with brute force: every arrangement of bribes has its exact probability."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, SPECTATOR
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from tests.games.capo_dei_capi.positions import between_rolls, play, side

SAMPLES = 20_000
TABLES = {
    "both seats have bribes": ({"white-1": ("bribe-1", "bribe-2 bribe-3"), "black-2": ("", "bribe-1")}, {}),
    "one bribe is face up": (
        {"white-1": ("bribe-1", "open-3 bribe-3"), "black-2": ("open-2", "bribe-1")},
        {},
    ),
    "one bribe is beside an area": ({"white-1": ("bribe-1", "bribe-3")}, {"white-2": "bribe"}),
}


def hidden(position: DeiCapiPosition, viewer: int) -> tuple[int, ...]:
    """The values of the bribes on areas that a viewer cannot see."""
    values: list[int] = []
    for area in ("white-1", "black-2"):
        for seat in range(2):
            if seat != viewer:
                values += [
                    int(token[-1]) for token in side(position, seat, area) if token.startswith("bribe-")
                ]
    return tuple(values)


def expected_chances(unseen: list[int], count: int) -> dict[tuple[int, ...], float]:
    """The probability of every sequence of values if physical tokens are shuffled."""
    tokens = [value + 1 for value in range(3) for _ in range(unseen[value])]
    orders = Counter(permutations(tokens, count))
    total = sum(orders.values())
    return {values: ways / total for values, ways in orders.items()}


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("table", TABLES)
def test_hidden_bribes_have_the_probabilities_of_shuffled_tokens(table: str, viewer: int) -> None:
    """[CDC-5.2] [CDC-5.5]"""
    on, beside = TABLES[table]
    position = between_rolls(on=on, beside=beside, options=DeiCapiOptions(bribes="4-5-6"))
    view = GAME.view(position, viewer)
    worlds = GAME.worlds(view)
    rng = Rng(3)
    counts = Counter(hidden(as_dei_capi(worlds.sample(rng)), viewer) for _ in range(SAMPLES))
    chances = expected_chances(view["unseen"], len(hidden(position, viewer)))
    assert counts.keys() <= chances.keys()
    for values, chance in chances.items():
        deviation = 5 * sqrt(chance * (1 - chance) / SAMPLES)
        assert abs(counts[values] / SAMPLES - chance) <= deviation, values


def as_dei_capi(position: object) -> DeiCapiPosition:
    assert isinstance(position, DeiCapiPosition)
    return position


def test_worlds_keep_discarded_bribes() -> None:
    """[CDC-5.4]"""
    five = "bribe-3 influence-1 influence-1 influence-1 influence-1"
    position = between_rolls(beside={"white-1": "influence-3"}, on={"white-1": (five, "")})
    play(position, 0, "stop", "discard white-1 1")
    rng = Rng(1)
    values: Counter[str] = Counter()
    for _ in range(300):
        mine = as_dei_capi(GAME.worlds(GAME.view(position, 0)).sample(rng))
        assert GAME.view(mine, 0)["box"]["yours"] == [0, 0, 1]
        theirs = as_dei_capi(GAME.worlds(GAME.view(position, 1)).sample(rng))
        assert GAME.view(theirs, 1)["box"]["seen"] == [1, 0]
        values[str(GAME.view(theirs, 0)["box"]["yours"])] += 1
    assert len(values) == 3


def test_the_final_view_hides_only_discarded_bribes() -> None:
    """[CDC-5.4] [CDC-9.1]"""
    five = "bribe-3 influence-1 influence-1 influence-1 influence-1"
    position = between_rolls(
        beside={"white-1": "influence-3"},
        on={"white-1": (five, "bribe-2"), "black-1": ("bribe-1", "")},
        supply_influence=[5, 5, 1],
    )
    play(position, 0, "roll")
    position.play(CHANCE, GAME.space.read("dice white-3 black-3"))
    play(position, 0, "influence black-2 3", "discard white-1 1")
    final = GAME.view(position, 1)
    assert final["phase"] == "over"
    assert final["areas"][3]["tokens"][0] == ["bribe-1"]
    assert final["unseen"] == [4, 4, 5], "the discarded 3 is still unseen"
    assert GAME.view(as_dei_capi(GAME.worlds(final).sample(Rng(2))), 1) == final
