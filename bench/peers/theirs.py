"""The peers: each is measured if it is installed, with the games most similar to ours."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np

from bench.peers.works import Done, Work, agent_by_agent
from bench.playouts import dealt, peer_decisions, play_chance
from bench.searches import PEER_CURIOSITY, hearts

SPIEL_GAMES = ("hearts", "skat")
RLCARD_GAMES = ("uno", "gin-rummy")
CLASSIC_GAMES = ("connect_four_v3", "texas_holdem_v4")
PGX_GAMES = ("leduc_holdem", "connect_four")
ROLLOUTS = 500
SIMULATIONS = 300
LENGTHS = 200  # games that determine the average length
BATCH = 1024  # games that pgx plays in parallel
SCAN = 64  # moves of each game in one call

Works = dict[tuple[str, str], Work]


def spiel() -> Works:
    """OpenSpiel: C++ driven from Python, and its own rollouts and search."""
    pyspiel = importlib.import_module("pyspiel")
    found: Works = {}
    for name in SPIEL_GAMES:
        row = f"OpenSpiel: {name}"
        found[row, "stepped"] = spiel_stepped(pyspiel, name)
        found[row, "observed"] = spiel_observed(pyspiel, name)
        found[row, "inside"] = spiel_inside(pyspiel, name)
    found["OpenSpiel: hearts", "searched"] = spiel_searched(pyspiel)
    return found


def spiel_stepped(pyspiel: Any, name: str) -> Work:
    """Whole games, each move chosen and played by Python."""
    game = pyspiel.load_game(name)
    choose = random.Random(1)
    return lambda: Done(peer_decisions(game.new_initial_state(), choose), 1)


def spiel_observed(pyspiel: Any, name: str) -> Work:
    """The same with a tensor for every move."""
    game = pyspiel.load_game(name)
    choose = random.Random(1)
    has_observation = game.get_type().provides_observation_tensor

    def work() -> Done:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                play_chance(state, choose)
                continue
            if has_observation:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(choose.random() * len(actions))])
            moves += 1
        return Done(moves, 1)

    return work


def spiel_inside(pyspiel: Any, name: str) -> Work:
    """Its C++ rollouts: one search simulation with many rollouts."""
    choose = random.Random(1)
    state = dealt(name, choose)
    moves = sum(peer_decisions(state.clone(), choose) for _ in range(LENGTHS)) / LENGTHS
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), evaluator, 1.0, 1, 100, solve=True, seed=1, verbose=False)

    def work() -> Done:
        bot.mcts_search(state)
        return Done(int(ROLLOUTS * moves), ROLLOUTS)

    return work


def spiel_searched(pyspiel: Any) -> Work:
    """Its information-set tree search in C++, with random playouts."""
    state = hearts(random.Random(1))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), PEER_CURIOSITY, SIMULATIONS)

    def work() -> Done:
        bot.step(state)
        return Done(SIMULATIONS, 0)

    return work


def rlcard() -> Works:
    """RLCard, which is written in Python and makes an observation of every state."""
    maker = importlib.import_module("rlcard")
    return {(f"RLCard: {name}", "observed"): rlcard_observed(maker, name) for name in RLCARD_GAMES}


def rlcard_observed(maker: Any, name: str) -> Work:
    """Whole random games."""
    table = maker.make(name, config={"seed": 1})
    choose = random.Random(1).random

    def work() -> Done:
        state, _ = table.reset()
        moves = 0
        while not table.is_over():
            allowed = list(state["legal_actions"])
            state, _ = table.step(allowed[int(choose() * len(allowed))])
            moves += 1
        return Done(moves, 1)

    return work


def classic() -> Works:
    """PettingZoo's own classic games, as returned by `env`."""
    found: Works = {}
    for name in CLASSIC_GAMES:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        found[f"PettingZoo classic: {name}", "observed"] = agent_by_agent(module.env())
    return found


def pgx() -> Works:
    """The games of pgx: jitted steps from Python, and a jitted loop over many games at once."""
    importlib.import_module("pgx")
    found: Works = {}
    for name in PGX_GAMES:
        found[f"pgx: {name}", "observed"] = pgx_observed(name)
        found[f"pgx: {name}", "inside"] = pgx_inside(name)
    return found


def pgx_observed(name: str) -> Work:
    """Whole random games, one at a time, each move chosen by Python."""
    jax, maker = importlib.import_module("jax"), importlib.import_module("pgx")
    game = maker.make(name)
    begin, step = jax.jit(game.init), jax.jit(game.step)
    choose = random.Random(1).random

    def key() -> Any:  # made by NumPy: JAX operations outside of a jitted function are slow
        return np.array([choose() * 2**31, choose() * 2**31], np.uint32)

    def work() -> Done:
        state = begin(key())
        moves = 0
        while not np.asarray(state.terminated):
            allowed = np.asarray(state.legal_action_mask).nonzero()[0]
            state = step(state, allowed[int(choose() * len(allowed))], key())
            moves += 1
        return Done(moves, 1)

    work()  # compiles
    return work


def pgx_inside(name: str) -> Work:
    """Many random games in parallel in one jitted loop; finished games start again."""
    jax, maker = importlib.import_module("jax"), importlib.import_module("pgx")
    game = maker.make(name)

    def one(state: Any, key: Any) -> Any:
        choice, fresh, own = jax.random.split(key, 3)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        after = game.step(state, jax.random.categorical(choice, weights), own)
        over = after.terminated | after.truncated
        begun = game.init(fresh)
        after = jax.tree_util.tree_map(lambda new, old: jax.numpy.where(over, new, old), begun, after)
        return after, over

    def cycle(state: Any, key: Any) -> Any:
        return jax.vmap(one)(state, jax.random.split(key, BATCH))

    @jax.jit
    def loop(state: Any, key: Any) -> Any:
        state, over = jax.lax.scan(cycle, state, jax.random.split(key, SCAN))
        return state, over.sum()

    keys = jax.random.split(jax.random.PRNGKey(0), BATCH)
    held = {"state": jax.jit(jax.vmap(game.init))(keys), "number": 1}

    def work() -> Done:
        held["number"] += 1
        held["state"], over = loop(held["state"], jax.random.PRNGKey(held["number"]))
        return Done(BATCH * SCAN, int(over))

    work()  # compiles
    return work
