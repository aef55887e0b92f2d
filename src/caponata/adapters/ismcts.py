"""Additions to OpenSpiel's ISMCTS for our games: fast playouts and a time limit."""

from __future__ import annotations

import time
from typing import Any

from open_spiel.python.algorithms import ismcts, mcts

from caponata.adapters.openspiel import CaponataState
from caponata.engine.chance import Rng
from caponata.engine.playout import playout, reward

FEWEST = 2  # simulations: one creates the root, one tries a move


class PlayoutEvaluator(mcts.Evaluator):
    """Evaluates a state by one random playout, like `RandomRolloutEvaluator(1)`, inside compiled code."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def evaluate(self, state: CaponataState) -> list[float]:
        """The returns of each seat in a random playout."""
        position = state.current.position.copy()
        playout(position, self.rng)
        seats = range(position.seats)
        return [reward(position, seat) - 1 / len(seats) for seat in seats]

    def prior(self, state: CaponataState) -> list[tuple[int, float]]:
        """Uniform probabilities for all legal actions."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class _TimeLimit(Exception):
    """The time limit was reached."""


class TimedSearch(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS in Python with a time limit per move."""

    def __init__(self, *, seconds: float, **settings: Any) -> None:
        super().__init__(max_simulations=10**9, **settings)
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: CaponataState) -> list[tuple[int, float]]:
        """Search until the time is up and return the policy."""
        self.simulations = 0
        self._end = time.perf_counter() + self.seconds
        try:
            policy: list[tuple[int, float]] = super().run_search(state)
        except _TimeLimit:
            policy = self.get_final_policy(state, self._root_node)
        return policy

    def sample_root_state(self, state: CaponataState) -> CaponataState:
        """A world for the next simulation, unless the time is up."""
        if self.simulations >= FEWEST and time.perf_counter() >= self._end:
            raise _TimeLimit
        self.simulations += 1
        sampled: CaponataState = super().sample_root_state(state)
        return sampled
