"""PettingZoo's own suite, for every game and every number of seats."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from caponata.adapters.pettingzoo import env
from caponata.adapters.stage import IllegalAction
from tests.adapters.games import GAMES, TABLES

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # it advises against dictionaries and masks


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_suite_of_pettingzoo_passes(game: str, seats: int) -> None:
    api_test(env(game, seats), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_ends_with_rewards_that_sum_to_zero(game: str) -> None:
    table = env(game)
    table.reset(seed=3)
    generator = np.random.default_rng(3)
    total: dict[str, float] = {}
    for agent in table.agent_iter():
        observed, reward, terminated, truncated, _ = table.last()
        total[agent] = reward
        allowed = observed["action_mask"]
        assert not truncated
        table.step(None if terminated else int(generator.choice(np.flatnonzero(allowed))))
    assert len(total) == len(table.possible_agents)
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_an_action_that_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    table = env("capital-lux", 2)
    table.reset(seed=1)
    observed, *_ = table.last()
    forbidden = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=f"action {forbidden} is not allowed now"):
        table.step(forbidden)
    again, *_ = table.last()
    assert np.array_equal(again["observation"], observed["observation"])


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="Capital Lux is for 2, 3, 4 seats, not for 7"):
        env("capital-lux", 7)
