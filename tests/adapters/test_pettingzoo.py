"""PettingZoo's own suite, for every game and every number of seats."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from caponata.adapters.environment import IllegalAction
from caponata.adapters.pettingzoo import env, parallel_env
from caponata.catalogue import find_game
from tests.adapters.games import GAMES, TABLES

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # PettingZoo advises against dictionaries and masks


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pettingzoos_suite_passes(game: str, seats: int) -> None:
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


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pettingzoos_parallel_suite_passes(game: str, seats: int) -> None:
    parallel_api_test(parallel_env(game, seats), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_cycles(game: str) -> None:
    parallel_seed_test(lambda: parallel_env(game), num_cycles=30)


@pytest.mark.parametrize("seats", find_game("capio").seats)
def test_a_race_is_truncated_after_max_cycles(seats: int) -> None:
    race = SimpleNamespace(
        parallel_env=lambda max_cycles: parallel_env("capio", seats, max_cycles=max_cycles),
        env=lambda max_cycles: parallel_to_aec(parallel_env("capio", seats, max_cycles=max_cycles)),
    )
    max_cycles_test(race)


def test_a_late_grab_has_no_effect() -> None:  # [CAPIO-3.2]
    race = parallel_env("capio", 4)
    take = race.environment.game.space.dense(race.environment.game.space.read("take red-1"))
    refused, seen = 0, 0
    for seed in range(40):
        observed, _ = race.reset(seed=seed)
        ready = {agent: int(np.flatnonzero(own["action_mask"])[0]) for agent, own in observed.items()}
        observed, *_ = race.step(ready)
        lying = race.environment.game.view(race.environment.position, 0)["middle"]["red"].count(1)
        if lying:
            seen += 1
            *_, infos = race.step(dict.fromkeys(race.agents, take))
            late = [own["refused"] for own in infos.values() if own]
            assert late == ["CAPIO-3.2"] * (4 - lying)
            held = race.environment.game.view(race.environment.position, 0)["hands"]
            assert held.count("red-1") == lying
            refused += len(late)
    assert seen and refused


def test_a_race_ends_with_rewards_that_sum_to_zero() -> None:
    race = parallel_env("capio", 3)
    observed, _ = race.reset(seed=5)
    generator = np.random.default_rng(5)
    total = dict.fromkeys(race.agents, 0.0)
    while race.agents:
        actions = {
            agent: int(generator.choice(np.flatnonzero(observed[agent]["action_mask"])))
            for agent in race.agents
        }
        observed, rewards, *_ = race.step(actions)
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_a_game_without_turns_gives_every_seat_its_turn() -> None:
    table = env("capio", 3)
    table.reset(seed=2)
    acted = []
    for agent in table.agent_iter():
        acted.append(agent)
        table.step(table.legal_actions()[0])
        if len(acted) == 9:
            break
    assert acted == ["seat_0", "seat_1", "seat_2"] * 3


def test_legal_actions_agree_with_the_mask() -> None:
    for game in GAMES:
        table = env(game)
        table.reset(seed=4)
        for _ in range(40):
            observed, *_ = table.last()
            allowed = np.flatnonzero(observed["action_mask"]).tolist()
            assert sorted(table.legal_actions()) == allowed
            table.step(allowed[-1])
            if table.terminations[table.agent_selection]:
                break
