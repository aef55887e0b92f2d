"""The games as PettingZoo environments: `env("capital-lux", seats=3)`, and `parallel_env("capio")`.

Needs `pip install caponata[pettingzoo]`. Agent by agent, seats act in turn; in parallel, all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from caponata.adapters.stage import SEEDS, Stage
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


def about(stage: Stage, *, is_parallel: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment beforehand."""
    return {
        "name": f"{stage.game.name.replace('-', '_')}_v{stage.game.rules_version}",
        "render_modes": ["ansi"],
        "is_parallelizable": is_parallel,
    }


def space_of(stage: Stage, actions: int) -> spaces.Dict:
    """What an agent observes: its view as numbers, and which of so many actions it may take."""
    least, most = stage.limits()
    return spaces.Dict(
        {
            "observation": spaces.Box(least, most, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def drawn(stage: Stage) -> str:
    """The table as spectators see it."""
    view = stage.game.view(stage.position, SPECTATOR)
    return "\n".join(f"{name}: {value}" for name, value in view.items())


class Seated:
    """What both kinds of environment are: a stage, and an agent with its spaces on every seat."""

    def __init__(self, stage: Stage, actions: int, render_mode: str | None, *, is_parallel: bool) -> None:
        self.stage = stage
        self.render_mode = render_mode
        self.metadata = about(stage, is_parallel=is_parallel)
        self.possible_agents = [f"seat_{seat}" for seat in range(stage.seats)]
        self._observation_spaces = dict.fromkeys(self.possible_agents, space_of(stage, actions))
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Another game; a seed starts a row of games that can be had again."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.stage.begin(int(self._seeds.integers(SEEDS)))
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        return None if self.render_mode is None else drawn(self.stage)

    def close(self) -> None:
        """There is nothing to close."""


class CaponataEnv(Seated, AECEnv[str, Observation, int]):
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
        stage = Stage(game, seats, options)
        super().__init__(stage, stage.actions.size, render_mode, is_parallel=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.stage.stepper.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on must choose an action")
        seat = self.stage.act(int(action))
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            return
        self.rewards = dict(zip(self.agents, self.stage.rewards()))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def legal_actions(self) -> list[int]:
        """The actions that the agent to act may take, as its mask has them, without an observation."""
        return self.stage.stepper.legal_actions()

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        return {"observation": self.stage.observation(seat), "action_mask": self.stage.mask(seat)}


class CaponataParallelEnv(Seated, ParallelEnv[str, Observation, int]):
    """The same, all seats at once: made for games without turns, and fit for the others.

    In a cycle every seat that may act does one thing. Who comes first is drawn afresh; whoever comes too late
    (the die is gone, STOP was called) has done nothing, and so has whoever chose what was not allowed:
    `info["refused"]` names the rule. The last action is to wait, for seats that may do nothing else. After
    `max_cycles` the game is cut short.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        stage = Stage(game, seats, options)
        self.waiting = stage.actions.size
        self.max_cycles = max_cycles
        super().__init__(stage, self.waiting + 1, render_mode, is_parallel=True)
        self.reset()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self._cycles = 0
        self._look()
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Steps:
        position, agents = self.stage.position, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in self._in_order():
            if position.to_act in (NOBODY, CHANCE_ACTS):
                break
            refused = self._do(seat, int(actions[agents[seat]]))
            if refused:
                infos[agents[seat]]["refused"] = refused
        self.stage.stepper.settle(OVER)
        self._cycles += 1
        self._look()
        is_over = position.to_act == NOBODY
        is_cut = not is_over and self._cycles == self.max_cycles
        rewards = self.stage.rewards() if is_over else [0.0] * self.stage.seats
        observed = self._observed()
        if is_over or is_cut:
            self.agents = []
        return (
            observed,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            infos,
        )

    def _in_order(self) -> list[int]:
        """The seats that may act, as they come; secret choices commute, and need no luck."""
        seats = [seat for seat in range(self.stage.seats) if self._legal[seat]]
        if not self.stage.position.is_sealed():
            self.stage.stepper.rng.shuffle(seats)
        return seats

    def _do(self, seat: int, action: int) -> str | None:
        """Let a seat do what it chose, if it still can; else the rule that forbids it, or nothing to say."""
        legal, numbers = self._legal[seat], self._numbers[seat]
        if action not in numbers:
            return self._refused(seat, action)
        move = legal[numbers.index(action)]
        refusal = self.stage.position.refusal(seat, move)
        if refusal is not None:
            return refusal.rule
        self.stage.position.play(seat, move)
        return None

    def _refused(self, seat: int, action: int) -> str:
        moves = self.stage.actions.moves
        refusal = self.stage.position.refusal(seat, moves[action]) if action < len(moves) else None
        return refusal.rule if refusal is not None else "not allowed"

    def _look(self) -> None:
        """See what every seat may do."""
        position = self.stage.position
        self._legal: list[list[int]] = [
            sorted(legal_moves(position, seat)) if position.to_act >> seat & 1 else []
            for seat in range(self.stage.seats)
        ]
        self._numbers = [self.stage.actions.numbers(legal) for legal in self._legal]

    def _observed(self) -> dict[str, Observation]:
        return {agent: self.observe(seat) for seat, agent in enumerate(self.agents)}

    def observe(self, seat: int) -> Observation:
        """What a seat may know, and what it may do."""
        mask = np.zeros(self.waiting + 1, np.int8)
        mask[self._numbers[seat] or self.waiting] = 1
        return {"observation": self.stage.observation(seat), "action_mask": mask}


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> CaponataEnv:
    """A game as PettingZoo knows games."""
    return CaponataEnv(game, seats, options, render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> CaponataParallelEnv:
    """A game in which all act at once, as PettingZoo knows such games."""
    return CaponataParallelEnv(game, seats, options, render_mode, max_cycles)
