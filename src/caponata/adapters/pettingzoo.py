"""The games as PettingZoo environments: `env("capital-lux", seats=3)`, and `parallel_env("capio")`.

Needs `pip install caponata[pettingzoo]`. In `env` the agents act in turn, in `parallel_env` all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from caponata.adapters.environment import SEEDS, GameEnvironment
from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR
from caponata.engine.playout import legal_moves
from caponata.engine.stepper import OVER

Observation = dict[str, NDArray[Any]]
Steps = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


def metadata_of(environment: GameEnvironment, *, is_parallel: bool) -> dict[str, Any]:
    """PettingZoo metadata of an environment."""
    return {
        "name": f"{environment.game.name.replace('-', '_')}_v{environment.game.rules_version}",
        "render_modes": ["ansi"],
        "is_parallelizable": is_parallel,
    }


def make_observation_space(environment: GameEnvironment, actions: int) -> spaces.Dict:
    """The observation space of an agent: its view as numbers, and a mask of this many actions."""
    least, most = environment.limits()
    return spaces.Dict(
        {
            "observation": spaces.Box(least, most, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def render_table(environment: GameEnvironment) -> str:
    """The table as spectators see it."""
    view = environment.game.view(environment.position, SPECTATOR)
    return "\n".join(f"{name}: {value}" for name, value in view.items())


class SeatAgents:
    """Base of both environments: a game, and for every seat an agent with its spaces."""

    def __init__(
        self, environment: GameEnvironment, actions: int, render_mode: str | None, *, is_parallel: bool
    ) -> None:
        self.environment = environment
        self.render_mode = render_mode
        self.metadata = metadata_of(environment, is_parallel=is_parallel)
        self.possible_agents = [f"seat_{seat}" for seat in range(environment.seats)]
        self._observation_spaces = dict.fromkeys(
            self.possible_agents, make_observation_space(environment, actions)
        )
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Start a new game. A seed makes this game and all later ones repeatable."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.environment.begin(int(self._seeds.integers(SEEDS)))
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        return None if self.render_mode is None else render_table(self.environment)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class CaponataEnv(SeatAgents, AECEnv[str, Observation, int]):
    """A game with one agent per seat: `seat_0`, `seat_1`, and so on.

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
        environment = GameEnvironment(game, seats, options)
        super().__init__(environment, environment.actions.size, render_mode, is_parallel=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.environment.stepper.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("choose an action: None is only for an agent whose game is over")
        seat = self.environment.act(int(action))
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            return
        self.rewards = dict(zip(self.agents, self.environment.rewards()))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def legal_actions(self) -> list[int]:
        """The legal actions of the acting agent, as in its mask, but without computing an observation."""
        return self.environment.stepper.legal_actions()

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        return {"observation": self.environment.observation(seat), "action_mask": self.environment.mask(seat)}


class CaponataParallelEnv(SeatAgents, ParallelEnv[str, Observation, int]):
    """A game in which all seats act at once, meant for games without turns. Other games work too.

    In a cycle every seat that may act makes one move, in a random order. A move that comes too late (the die
    is gone, STOP was called) or is not allowed has no effect, and `info["refused"]` names the rule. The
    highest action is to wait: it is the only legal one for a seat that may not act. After `max_cycles` the
    game is truncated.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        environment = GameEnvironment(game, seats, options)
        self.waiting = environment.actions.size
        self.max_cycles = max_cycles
        super().__init__(environment, self.waiting + 1, render_mode, is_parallel=True)
        self.reset()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self._cycles = 0
        self._list_moves()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Steps:
        position, agents = self.environment.position, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in self._acting_seats():
            if position.to_act in (NOBODY, CHANCE_ACTS):
                break
            refused = self._try_action(seat, int(actions[agents[seat]]))
            if refused:
                infos[agents[seat]]["refused"] = refused
        self.environment.stepper.settle(OVER)
        self._cycles += 1
        self._list_moves()
        is_over = position.to_act == NOBODY
        is_truncated = not is_over and self._cycles == self.max_cycles
        rewards = self.environment.rewards() if is_over else [0.0] * self.environment.seats
        observed = self._observations()
        if is_over or is_truncated:
            self.agents = []
        return (
            observed,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_truncated),
            infos,
        )

    def _acting_seats(self) -> list[int]:
        """The seats that may act, in random order. The order of sealed choices does not matter."""
        seats = [seat for seat in range(self.environment.seats) if self._legal[seat]]
        if not self.environment.position.is_sealed():
            self.environment.stepper.rng.shuffle(seats)
        return seats

    def _try_action(self, seat: int, action: int) -> str | None:
        """Play a seat's action if it is still legal. Return the rule that forbids it, or None."""
        legal, numbers = self._legal[seat], self._numbers[seat]
        if action not in numbers:
            return self._refusal_rule(seat, action)
        move = legal[numbers.index(action)]
        refusal = self.environment.position.refusal(seat, move)
        if refusal is not None:
            return refusal.rule
        self.environment.position.play(seat, move)
        return None

    def _refusal_rule(self, seat: int, action: int) -> str:
        moves = self.environment.actions.moves
        refusal = self.environment.position.refusal(seat, moves[action]) if action < len(moves) else None
        return refusal.rule if refusal is not None else "not allowed"

    def _list_moves(self) -> None:
        """List the legal moves of every seat."""
        position = self.environment.position
        self._legal: list[list[int]] = [
            sorted(legal_moves(position, seat)) if position.to_act >> seat & 1 else []
            for seat in range(self.environment.seats)
        ]
        self._numbers = [self.environment.actions.numbers(legal) for legal in self._legal]

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(seat) for seat, agent in enumerate(self.agents)}

    def observe(self, seat: int) -> Observation:
        """A seat's observation and action mask."""
        mask = np.zeros(self.waiting + 1, np.int8)
        mask[self._numbers[seat] or self.waiting] = 1
        return {"observation": self.environment.observation(seat), "action_mask": mask}


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> CaponataEnv:
    """A game as a PettingZoo AEC environment."""
    return CaponataEnv(game, seats, options, render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> CaponataParallelEnv:
    """A game as a PettingZoo parallel environment."""
    return CaponataParallelEnv(game, seats, options, render_mode, max_cycles)
