"""Small games: every state, every information set, and their solution by counterfactual regret."""

from __future__ import annotations

import re
import unittest
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import gambit

from caponata.adapters.openspiel import SMALL_GAMES, CaponataGame, CaponataState, load_game
from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR, Event, Position
from caponata.games.caper import GAME as CAPER
from tests.adapters.test_openspiel import assert_tests_pass

PAGE = Path(__file__).parents[2] / "docs/adapters/openspiel.md"
ROW = re.compile(r"\| `([a-z-]+)` \|.*\| ([0-9]+), ([0-9]+), ([0-9]+) \| ([0-9]+) \|")
COUNTS = {name: tuple(map(int, counts)) for name, *counts in ROW.findall(PAGE.read_text(encoding="utf-8"))}
SAMPLES = 20
ITERATIONS = 100

LARGE = ("capital-lux-draft", "capital-lux-clerics")
NAMES = [pytest.param(name, marks=pytest.mark.soak if name in LARGE else ()) for name in SMALL_GAMES]
SOLVED = ("capital-lux-agents", "capital-lux-small")


def states(game: CaponataGame) -> Iterator[CaponataState]:
    """All states of a game."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        yield state
        waiting += [state.child(action) for action in state.legal_actions()]


def solvable(game: CaponataGame) -> Any:
    """A game as OpenSpiel's own extensive form, exported once."""
    return pyspiel.load_efg_game(gambit.export_gambit(game))


def test_the_page_names_all_small_games() -> None:
    assert COUNTS.keys() == SMALL_GAMES.keys()


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_small_game_starts_as_declared_and_hides_nothing(name: str) -> None:
    game = SMALL_GAMES[name]
    start = game.start(game.seats[0], game.options())
    view = game.view(start, SPECTATOR)
    sampled = {game.worlds(view).sample(Rng(seed)).fingerprint() for seed in range(SAMPLES)}
    assert sampled == {start.fingerprint()}


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_openspiel_loads_a_small_game_by_its_short_name(name: str) -> None:
    game = pyspiel.load_game(f"caponata_{name.replace('-', '_')}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_small_game_has_the_documented_number_of_states(name: str) -> None:
    found = [0, 0, 0]
    sets = set()
    for state in states(load_game(name)):
        player = state.current_player()
        found[0 if player == pyspiel.PlayerId.CHANCE else 2 if player < 0 else 1] += 1
        if player >= 0:
            sets.add(state.information_state_string())
    assert (*found, len(sets)) == COUNTS[name]


@pytest.mark.parametrize(
    "name", ["capital-lux-agents", pytest.param("capital-lux-small", marks=pytest.mark.soak)]
)
def test_the_whole_tree_passes_the_integration_tests_of_openspiel(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Includes perfect recall: states of the same information set have the same history for their seat."""
    *counts, sets = COUNTS[name]
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, tuple(counts))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, sets)
    tests: type[unittest.TestCase] = type(
        "Tests", (api_test.EnforceAPIOnFullTreeBase,), {"game": load_game(name), "game_name": name}
    )
    assert_tests_pass(tests)


@pytest.mark.parametrize("name", NAMES)
def test_information_sets_are_consistent(name: str) -> None:
    """Every world that a seat samples is a state of the game with the same information."""
    open_to: dict[str, list[int]] = {}
    looks: dict[str, str] = {}
    positions: defaultdict[str, set[tuple[int, ...]]] = defaultdict(set)
    asked: dict[str, CaponataState] = {}
    for state in states(load_game(name)):
        if state.current_player() < 0:
            continue
        known, look = state.information_state_string(), state.observation_string()
        assert open_to.setdefault(known, state.legal_actions()) == state.legal_actions()
        assert looks.setdefault(known, look) == look
        positions[look].add(state.current.position.fingerprint())
        asked.setdefault(look, state)
    rng = Rng(1)
    for look, state in list(asked.items())[:: max(len(asked) // 100, 1)]:
        for _ in range(SAMPLES):
            world = state.resample_from_infostate(state.current_player(), rng.fraction)
            assert world.current.position.fingerprint() in positions[look]


@pytest.mark.parametrize("name", SOLVED)
def test_cfr_solves_a_small_game(name: str) -> None:
    """Counterfactual regret minimisation converges only if information sets are correct."""
    tree = solvable(load_game(name))
    assert pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree)) > 0.2
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(tree, solver.average_policy()) < 0.001


def test_openspiel_measures_a_small_game_itself() -> None:
    game = load_game("capital-lux-agents")
    tree = solvable(game)
    measured = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert measured == pytest.approx(pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree)))


def caper_exploitability(game: CaponataGame) -> float:
    """How much a seat can win against random play with the information it may have."""
    tree = solvable(game)
    found: float = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    return found


def test_random_play_is_unbeatable_with_sealed_choices() -> None:
    """A random player meets every pairing of cards equally often, independent of the other's choice."""
    assert caper_exploitability(load_game("caper-small")) == pytest.approx(0, abs=1e-12)


def test_a_leaked_sealed_choice_makes_random_play_exploitable() -> None:
    def telling(position: Position, seat: int, mover: int, move: int) -> Event:
        return CAPER.move_event(position, mover if mover < position.seats else seat, mover, move)

    leaky = load_game("caper-small")
    leaky.game = replace(leaky.game, move_event=telling)
    assert caper_exploitability(leaky) > 0.02
