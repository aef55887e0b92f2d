"""OpenSpiel's own checks for every game and every number of seats; its ISMCTS plays them."""

from __future__ import annotations

import json
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from caponata.adapters.ismcts import PlayoutEvaluator, TimedSearch
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
def test_random_games_pass_with_every_number_of_seats(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load_game(game, seats), num_sims=1, serialize=False, verbose=False)


def assert_tests_pass(tests: type[unittest.TestCase]) -> None:
    """OpenSpiel's own integration tests pass."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert result.testsRun > 0
    assert [trace for _, trace in (*result.errors, *result.failures)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_integration_tests_of_openspiel_pass(game: str) -> None:
    named = {"game": load_game(game), "game_name": game}
    assert_tests_pass(type("Tests", (api_test.EnforceAPIOnPartialTreeBase,), named))


@pytest.mark.parametrize("game", GAMES)
def test_public_and_private_information_are_separate(game: str) -> None:
    table = load_game(game)
    kinds = [
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=is_public, private_info=pyspiel.PrivateInfoType(private)
        )
        for is_public, private in ((True, 0), (False, 1))
    ]
    public, private = (make_observation(table, kind) for kind in kinds)
    state = after(game, table.seats, 40, 5)
    assert len({public.string_from(state, seat) for seat in range(table.seats)}) == 1
    for seat in range(table.seats):
        shared, own = (json.loads(each.string_from(state, seat)) for each in (public, private))
        assert shared | own == json.loads(state.observation_string(seat))
        assert all(key not in shared or shared[key] != value for key, value in own.items())


@pytest.mark.parametrize("game", GAMES)
def test_an_information_state_tensor_has_the_seat_and_its_observation(game: str) -> None:
    table = load_game(game)
    state = after(game, table.seats, 40, 6)
    for seat in range(table.seats):
        numbers = state.information_state_tensor(seat)
        assert numbers[: table.seats] == [float(each == seat) for each in range(table.seats)]
        assert numbers[table.seats :] == state.observation_tensor(seat)


@pytest.mark.parametrize("game", GAMES)
def test_information_states_have_perfect_recall(game: str) -> None:
    """Perfect recall in whole games: different choices lead to different information states."""
    compared = 0
    for moves in range(6, 100, 7):
        state = after(game, load_game(game).seats, moves, moves)
        player = state.current_player()
        if player < 0:
            continue
        actions = state.legal_actions()[:20]
        known = {state.child(action).information_state_string(player) for action in actions}
        assert len(known) == len(actions)
        assert all(each.startswith(state.information_state_string(player)) for each in known)
        compared += len(actions) > 1
    assert compared > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player(game: str) -> None:
    state = after(game, load_game(game).seats, 60, 1)
    player = max(state.current_player(), 0)
    sampled = state.resample_from_infostate(player, np.random.RandomState(2).random)
    assert sampled.observation_string(player) == state.observation_string(player)
    assert sampled.information_state_string(player) == state.information_state_string(player)
    assert sampled.current_player() == state.current_player()


@pytest.mark.parametrize("game", ["capital-lux", "capo-dei-capi"])
def test_the_search_of_openspiel_plays_whole_games(game: str) -> None:
    generator = np.random.RandomState(3)
    table = load_game(game)
    settings = {"game": table, "uct_c": 1.0, "evaluator": PlayoutEvaluator(3), "random_state": generator}
    bots = [ismcts.ISMCTSBot(max_simulations=3, **settings), TimedSearch(seconds=0.001, **settings)]
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(generator.choice(actions, p=odds)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    assert sum(state.returns()) == 0


def test_compiled_playouts_have_the_same_mean_as_openspiels() -> None:
    """Both are random: over many playouts, the mean result of seat 0 in a lopsided position is the same."""
    state = after("capital-lux", 2, 70, 4)
    assert not state.is_terminal()
    own = mcts.RandomRolloutEvaluator(400, np.random.RandomState(1)).evaluate(state)[0]
    quick = PlayoutEvaluator(1)
    assert np.mean([quick.evaluate(state)[0] for _ in range(4000)]) == pytest.approx(own, abs=0.1)


def test_options_are_kept_by_a_game() -> None:
    state = load_game("capital-lux", 2, opening_cards=3).new_initial_state()
    assert '"opening_cards": 3' in str(state)
