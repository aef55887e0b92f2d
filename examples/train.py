"""Learn to beat greedy at Capo dei Capi through the Gymnasium adapter, with NumPy on one core in minutes.

    python -m examples.train

The learner starts as greedy, which advises it at every decision, and learns when another kind of move is
better, by proximal policy optimisation of a small network. At the end it is evaluated on new games, half of
them in each seat.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices gain nothing from more cores

import argparse
import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from caponata.adapters.gymnasium import SeatEnv
from examples.network import Floats, Network

GAME = "capo-dei-capi"
TABLES = 64  # games played in parallel
SEED_DISTANCE = 1000  # distance between the seeds of different purposes
EVALUATION = 1_000_003  # far from all training seeds
FORBIDDEN = np.float32(-1e9)
USED_FEATURES = (  # the parts of an observation that the learner uses, by name prefix
    *("phase", "turn", "rolls", "must_roll", "level", "hit_man", "promised", "chips", "gained", "mayor"),
    *("supply", "scores", "next", "stake", "roll"),
)


@dataclass(frozen=True)
class Plan:
    """The amount of training and its parameters."""

    games: int = 6_000
    steps: int = 64  # per table and round
    first: int = 5  # rounds in which only the value is learned
    trust: float = 3.0  # weight of greedy's advice
    passes: int = 4  # over the decisions of a round
    batch: int = 512
    rate: float = 1e-3
    clip: float = 0.2
    curiosity: float = 0.0
    memory: float = 0.95  # the lambda of generalised advantage estimation
    margin: float = 0.02  # extra reward per point of the lead, during training
    judged: int = 4000  # games of the evaluation
    hidden: int = 32
    seed: int = 1


class Tables:
    """Many games in parallel against greedy. Finished games start again."""

    def __init__(self, count: int, seed: int) -> None:
        self.envs = [
            SeatEnv(GAME, others="greedy", advisor="greedy", skips_forced=True) for _ in range(count)
        ]
        environment = self.envs[0].environment
        names = [meaning.name for meaning in environment.features.meanings(environment.seats)]
        self._seen = np.array([number for number, name in enumerate(names) if name.startswith(USED_FEATURES)])
        self._mine, self._other = names.index("scores me low"), names.index("scores left 1 low")
        self.observed = np.zeros((count, len(self._seen)), np.int32)
        self.masks = np.zeros((count, environment.actions.size), np.int8)
        self.advice = np.zeros((count, environment.actions.size), np.float32)
        self.shares: list[float] = []  # our share of the win, game by game
        for number, env in enumerate(self.envs):
            self._look(number, *env.reset(seed=SEED_DISTANCE * seed + number))

    def _look(self, number: int, seen: dict[str, NDArray[Any]], info: dict[str, Any]) -> None:
        self.observed[number] = seen["observation"][self._seen]
        self.masks[number] = seen["action_mask"]
        self.advice[number] = 0
        self.advice[number, info["advice"]] = 1

    def step(self, actions: NDArray[Any]) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Act at every table. Return the rewards, the final leads in points, and which games are over."""
        rewards = np.zeros(len(self.envs), np.float32)
        leads = np.zeros(len(self.envs), np.float32)
        over = np.zeros(len(self.envs), np.bool_)
        for number, env in enumerate(self.envs):
            seen, reward, is_over, _, info = env.step(actions[number])
            if is_over:
                last = seen["observation"]
                rewards[number] = reward
                leads[number] = last[self._mine] - last[self._other]
                over[number] = True
                self.shares.append(reward + 1 / env.environment.seats)
                seen, info = env.reset()
            self._look(number, seen, info)
        return rewards, leads, over


class Learner:
    """Follows the advice, corrected by its network for kinds of moves: roll, stop, backstab..."""

    def __init__(self, tables: Tables, plan: Plan) -> None:
        space, moves = tables.envs[0].environment.game.space, tables.envs[0].environment.actions.moves
        verbs = [verb.name for verb in space.verbs if not verb.chance]
        self.verbs = np.zeros((len(moves), len(verbs)), np.float32)
        for action, move in enumerate(moves):
            self.verbs[action, verbs.index(space.verb(move).name)] = 1
        self.trust = np.float32(plan.trust)
        self.network = Network(tables.observed.shape[1], len(verbs) + 1, plan.hidden, plan.seed)

    def __call__(self, x: Floats, masks: NDArray[Any], advice: Floats) -> tuple[Floats, Floats, Floats]:
        """The log-probabilities of the actions, the predicted result, and the hidden layer.

        All legal moves of a kind together weigh as much as one, independent of their number.
        """
        out, hidden = self.network(x)
        many = np.log(np.maximum(masks @ self.verbs, 1))
        liked = (out[:, :-1] - many) @ self.verbs.T + self.trust * advice
        liked = np.where(masks > 0, liked, FORBIDDEN)
        liked -= liked.max(1, keepdims=True)
        return liked - np.log(np.exp(liked).sum(1, keepdims=True)), out[:, -1], hidden

    def look(self, tables: Tables) -> tuple[Floats, Floats, Floats]:
        """The same for the current positions of the tables."""
        return self(self.network.scaled(tables.observed), tables.masks, tables.advice)


class Batch:
    """The decisions of a round: one row each, all tables of a step in a row."""

    def __init__(self, steps: int, tables: Tables) -> None:
        count, size = tables.observed.shape
        actions = tables.masks.shape[1]
        self.x = np.zeros((steps * count, size), np.float32)
        self.masks = np.zeros((steps * count, actions), np.int8)
        self.advice = np.zeros((steps * count, actions), np.float32)
        self.actions = np.zeros(steps * count, np.int64)
        self.logs = np.zeros(steps * count, np.float32)
        self.better = np.zeros(steps * count, np.float32)  # advantages: how much better than predicted
        self.ends = np.zeros(steps * count, np.float32)  # targets of the prediction


def sample_actions(logs: Floats, generator: np.random.Generator) -> NDArray[np.int64]:
    """Sample an action for every row from its log-probabilities."""
    chosen: NDArray[np.int64] = np.argmax(logs + generator.gumbel(size=logs.shape), axis=1)
    return chosen


def play(learner: Learner, tables: Tables, plan: Plan, generator: np.random.Generator) -> Batch:
    """Play a round with the current network."""
    steps, count = plan.steps, len(tables.envs)
    batch = Batch(steps, tables)
    guesses = np.zeros((steps + 1, count), np.float32)
    rewards = np.zeros((steps, count), np.float32)
    goes_on = np.zeros((steps, count), np.float32)
    for step in range(steps):
        own = slice(step * count, (step + 1) * count)
        batch.x[own] = learner.network.scaled(tables.observed)
        batch.masks[own], batch.advice[own] = tables.masks, tables.advice
        logs, guesses[step], _ = learner.look(tables)
        batch.actions[own] = sample_actions(logs, generator)
        batch.logs[own] = logs[np.arange(count), batch.actions[own]]
        reward, lead, over = tables.step(batch.actions[own])
        rewards[step] = reward + plan.margin * lead
        goes_on[step] = ~over
    guesses[steps] = learner.look(tables)[1]
    later = np.zeros(count, np.float32)
    for step in reversed(range(steps)):
        own = slice(step * count, (step + 1) * count)
        surprise = rewards[step] + goes_on[step] * guesses[step + 1] - guesses[step]
        later = surprise + np.float32(plan.memory) * goes_on[step] * later
        batch.better[own] = later
        batch.ends[own] = later + guesses[step]
    return batch


def improve(learner: Learner, batch: Batch, plan: Plan, rate: float, generator: np.random.Generator) -> None:
    """Improve the policy and the prediction; with a rate of 0 only the prediction."""
    gains = (batch.better - batch.better.mean()) / (batch.better.std() + 1e-6)
    for _ in range(plan.passes):
        order = generator.permutation(len(gains))
        for some in np.array_split(order, max(len(order) // plan.batch, 1)):
            logs, guess, hidden = learner(batch.x[some], batch.masks[some], batch.advice[some])
            rows, chosen, gain = np.arange(len(some)), batch.actions[some], gains[some]
            chances = np.exp(logs)
            ratio = np.exp(logs[rows, chosen] - batch.logs[some])
            is_near = np.where(gain > 0, ratio < 1 + plan.clip, ratio > 1 - plan.clip)
            push = np.where(is_near, gain * ratio, 0)
            known = np.maximum(logs, -30)
            variety = -(chances * known).sum(1, keepdims=True)
            slope = chances * (push[:, None] + plan.curiosity * (known + variety))
            slope[rows, chosen] -= push
            wrong = np.zeros((len(some), learner.verbs.shape[1] + 1), np.float32)
            if rate > 0:
                wrong[:, :-1] = slope @ learner.verbs
            wrong[:, -1] = guess - batch.ends[some]
            learner.network.learn(batch.x[some], hidden, wrong / np.float32(len(some)), rate or plan.rate)


def judge(learner: Learner, games: int, seed: int) -> tuple[float, float]:
    """The learner's share of wins against greedy in new games, with half of its 95 % interval.

    Every table plays the same number of games, so that long games count as much as short ones.
    """
    tables = Tables(TABLES, seed)
    each = 2 * math.ceil(games / TABLES / 2)
    played = np.zeros(TABLES, np.int64)
    total = 0.0
    while (played < each).any():
        logs, _, _ = learner.look(tables)
        before = len(tables.shares)
        _, _, over = tables.step(logs.argmax(1))
        for table, share in zip(np.flatnonzero(over), tables.shares[before:], strict=True):
            if played[table] < each:
                played[table] += 1
                total += share
    mean = total / (each * TABLES)
    return mean, 1.96 * math.sqrt(mean * (1 - mean) / (each * TABLES))


def advised_observations(tables: Tables, steps: int) -> NDArray[np.int32]:
    """Observations of games in which the advice is followed."""
    observed = []
    for _ in range(steps):
        observed.append(tables.observed.copy())
        tables.step(tables.advice.argmax(1))
    return np.concatenate(observed)


def train(plan: Plan, console: Console) -> Learner:
    """Train a learner that knows when not to follow greedy."""
    tables = Tables(TABLES, plan.seed)
    generator = np.random.default_rng(plan.seed)
    learner = Learner(tables, plan)
    learner.network.fit_scale(advised_observations(tables, plan.steps))
    began, rounds = time.monotonic(), 0
    tables.shares.clear()
    while (done := len(tables.shares)) < plan.games:
        batch = play(learner, tables, plan, generator)
        rate = 0.0 if rounds < plan.first else plan.rate * (1 - done / plan.games)
        improve(learner, batch, plan, rate, generator)
        rounds += 1
        if rounds % 10 == 0:
            recent = tables.shares[-2000:]
            console.print(
                f"{len(tables.shares):6,} of {plan.games:,} games, {time.monotonic() - began:4.0f} s: "
                f"won {100 * sum(recent) / len(recent):.1f} % of the last {len(recent):,}, while exploring"
            )
    return learner


def main() -> None:
    """Train, evaluate and print the result."""
    parser = argparse.ArgumentParser(description="Learn to beat greedy at Capo dei Capi.")
    for name, value in vars(Plan()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    plan = Plan(**vars(parser.parse_args()))
    console = Console()
    learner = train(plan, console)
    share, half = judge(learner, plan.judged, EVALUATION)
    console.print(f"against greedy, {plan.judged:,} new games: won {100 * share:.1f} % ± {100 * half:.1f}")


if __name__ == "__main__":
    main()
