"""What helps OpenSpiel's own search to play our games: quick playouts, and a budget in time."""

from __future__ import annotations

import time
from typing import Any

from open_spiel.python.algorithms import ismcts, mcts

from caponata.adapters.openspiel import CaponataState
from caponata.engine.chance import Rng
from caponata.engine.playout import playout, reward

FEWEST = 2  # simulations: one makes the root, one tries a move


class Playouts(mcts.Evaluator):
    """Values a state by one random playout, as `RandomRolloutEvaluator(1)` does, inside compiled code."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def evaluate(self, state: CaponataState) -> list[float]:
        """What each seat wins in a random playout."""
        position = state.moment.position.copy()
        playout(position, self.rng)
        seats = range(position.seats)
        return [reward(position, seat) - 1 / len(seats) for seat in seats]

    def prior(self, state: CaponataState) -> list[tuple[int, float]]:
        """Nothing is known about moves."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class _TimeIsUp(Exception):
    """The search has had its time."""


class TimedSearch(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS in Python that stops after so many seconds a move."""

    def __init__(self, *, seconds: float, **wishes: Any) -> None:
        super().__init__(max_simulations=10**9, **wishes)
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: CaponataState) -> list[tuple[int, float]]:
        """The policy at a state, as far as the time reached."""
        self.simulations = 0
        self._end = time.perf_counter() + self.seconds
        try:
            policy: list[tuple[int, float]] = super().run_search(state)
        except _TimeIsUp:
            policy = self.get_final_policy(state, self._root_node)
        return policy

    def sample_root_state(self, state: CaponataState) -> CaponataState:
        """A world for the next simulation, while there is time."""
        if self.simulations >= FEWEST and time.perf_counter() >= self._end:
            raise _TimeIsUp
        self.simulations += 1
        sampled: CaponataState = super().sample_root_state(state)
        return sampled
