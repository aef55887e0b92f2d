"""`SeatEnv` passes Gymnasium's own checks and plays every game."""

from __future__ import annotations

from typing import SupportsFloat

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from caponata.adapters.gymnasium import SeatEnv
from caponata.catalogue import find_game
from tests.adapters.games import GAMES


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_checker_passes(game: str) -> None:
    check_env(SeatEnv(game, others="random"), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_random_actions_from_the_mask_lead_to_the_end_of_a_game(game: str) -> None:
    env = gymnasium.make(f"caponata/{game}-v{find_game(game).rules_version}", others="random")
    generator = np.random.default_rng(1)
    observed, _ = env.reset(seed=1)
    is_over = False
    reward: SupportsFloat = 0.0
    while not is_over:
        action = generator.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, is_over, is_truncated, _ = env.step(action)
        assert not is_truncated
        assert is_over or reward == 0
    assert reward != 0


def test_an_illegal_action_loses_the_game_with_a_reason() -> None:
    env = SeatEnv("capital-lux")
    observed, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, is_over, _, info = env.step(illegal)
    assert (reward, is_over) == (-1.0, True)
    assert f"action {illegal} is not allowed now" in info["illegal"]


def test_the_seat_changes_from_game_to_game() -> None:
    env = SeatEnv("capital-lux", 3)
    seats = [env.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(4)]
    assert seats == [0, 1, 2, 0]


@pytest.mark.parametrize("game", GAMES)
def test_the_advisor_recommends_an_action(game: str) -> None:
    env = SeatEnv(game, others="random", advisor="greedy", skips_forced=True)
    observed, info = env.reset(seed=1)
    is_over = False
    while not is_over:
        assert observed["action_mask"].sum() > 1
        assert observed["action_mask"][info["advice"]] == 1
        observed, _, is_over, _, info = env.step(info["advice"])
    assert "advice" not in info
