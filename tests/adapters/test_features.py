"""Views as numbers: every field is a number within its limits, or left out for a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from caponata.adapters.environment import GameEnvironment
from caponata.engine.chance import Rng
from caponata.engine.features import ByName, BySeat, Feature, Fields, Rows
from caponata.engine.playout import random_choice
from tests.adapters.games import TABLES


def unnamed(feature: Feature, value: Any, path: str = "view") -> set[str]:
    """The fields of a value that a feature neither reads nor leaves out for a reason."""
    if value is None:
        return set()
    if isinstance(feature, Fields):
        found = {
            f"{path}.{key}" for key in value if key not in feature.fields and key not in feature.left_out
        }
        for key, own in feature.fields.items():
            found |= unnamed(own, value.get(key), f"{path}.{key}")
        return found
    if isinstance(feature, BySeat | Rows):
        return set().union(*(unnamed(feature.each, each, path) for each in value))
    if isinstance(feature, ByName):
        inside = value.values() if isinstance(value, Mapping) else value
        return set().union(*(unnamed(feature.each, each, path) for each in inside))
    return set()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_field_of_a_view_becomes_numbers_within_limits(game: str, seats: int) -> None:
    environment = GameEnvironment(game, seats)
    meanings = list(environment.features.meanings(seats))
    assert len({meaning.name for meaning in meanings}) == len(meanings), "names tell numbers apart"
    rng = Rng(seats)
    for seed in range(2):
        environment.begin(seed)
        while environment.seat is not None:
            for viewer in range(seats):
                view = environment.game.view(environment.position, viewer)
                assert unnamed(environment.features, view) == set()
                for meaning, number in zip(meanings, environment.features.observe(view), strict=True):
                    assert meaning.least <= number <= meaning.most, meaning.name
            for _ in range(1 + rng.below(12)):  # not every position: views are slow
                if environment.seat is not None:
                    environment.play(random_choice(environment.position, environment.seat, rng))
        assert sum(environment.rewards()) == pytest.approx(0)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_observations_are_equal_in_all_worlds_of_a_view(game: str, seats: int) -> None:
    environment = GameEnvironment(game, seats)
    rng = Rng(7)
    environment.begin(7)
    for _ in range(25):
        if environment.seat is None:
            break
        seat = environment.seat
        own = environment.features.observe(environment.game.view(environment.position, seat))
        world = environment.game.worlds(environment.game.view(environment.position, seat)).sample(rng)
        assert environment.features.observe(environment.game.view(world, seat)) == own
        environment.play(random_choice(environment.position, environment.seat, rng))
