"""OpenSpiel's own checks, for every game and every number of seats; its ISMCTS plays them."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from caponata.adapters.openspiel import CaponataState, load_game
from tests.adapters.games import EVERY_TABLE, FEWEST, GAMES


def after(game: str, seats: int, moves: int, seed: int) -> CaponataState:
    """A state some random moves into a game."""
    generator = np.random.RandomState(seed)
    state = load_game(game, seats).new_initial_state()
    for _ in range(moves):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(generator.choice(actions, p=odds)))
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize(("game", "seats"), FEWEST)
def test_random_games_pass_the_tests_of_openspiel(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load_game(game, seats), num_sims=1, serialize=seats == 2, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_random_games_pass_them_with_every_number_of_seats(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load_game(game, seats), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_is_the_same_to_its_player(game: str) -> None:
    state = after(game, load_game(game).seats, 60, 1)
    player = max(state.current_player(), 0)
    sampled = state.resample_from_infostate(player, np.random.RandomState(2).random)
    assert sampled.observation_string(player) == state.observation_string(player)
    assert sampled.information_state_string(player) == state.information_state_string(player)
    assert sampled.current_player() == state.current_player()


@pytest.mark.parametrize("game", ["capital-lux", "capo-dei-capi"])
def test_the_search_of_openspiel_plays(game: str) -> None:
    generator = np.random.RandomState(3)
    table = load_game(game)
    bot = ismcts.ISMCTSBot(
        game=table,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, generator),
        max_simulations=3,
        random_state=generator,
    )
    state = table.new_initial_state()
    while state.current_player() < 0:
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_options_travel_with_a_game() -> None:
    state = load_game("capital-lux", 2, opening_cards=3).new_initial_state()
    assert '"opening_cards": 3' in str(state)
