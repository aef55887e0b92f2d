"""The games as PettingZoo environments: `env("capital-lux", seats=3)`.

Needs `pip install caponata[pettingzoo]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from caponata.adapters.stage import Stage
from caponata.engine.game import SPECTATOR

Observation = dict[str, NDArray[Any]]


class CaponataEnv(AECEnv[str, Observation, int]):
    """A game of any number of seats, one agent each: `seat_0`, `seat_1`, and so on.

    An observation is a dictionary of `observation`, the seat's view as numbers (see docs/adapters), and
    `action_mask`. Rewards come at the end and sum to zero.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.stage = Stage(game, seats, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.stage.game.name.replace('-', '_')}_v{self.stage.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.stage.seats)]
        least, most = self.stage.limits()
        size = self.stage.actions.size
        space = spaces.Dict(
            {
                "observation": spaces.Box(least, most, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = np.random.default_rng()
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.stage.begin(int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.stage.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on must choose an action")
        self.stage.act(int(action))
        if self.stage.seat is None:
            self.rewards = dict(zip(self.agents, self.stage.rewards()))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self._select()

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        return {"observation": self.stage.observation(seat), "action_mask": self.stage.mask(seat)}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        view = self.stage.game.view(self.stage.position, SPECTATOR)
        return "\n".join(f"{name}: {value}" for name, value in view.items())

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> CaponataEnv:
    """A game as PettingZoo knows games."""
    return CaponataEnv(game, seats, options, render_mode)
