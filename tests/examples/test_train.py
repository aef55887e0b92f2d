"""The training example: it starts as greedy and ends clearly above it."""

from __future__ import annotations

import faulthandler
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from examples.network import Network
from examples.train import EVALUATION, Plan, Tables, improve, judge, play, train

TIMEOUT = 1800  # seconds; longer than the suite's own limit
QUIET = Console(quiet=True)


def test_an_untrained_learner_plays_like_greedy() -> None:
    learner = train(replace(Plan(), games=0, steps=2), QUIET)
    tables = Tables(4, 5)
    for _ in range(20):
        logs, _, _ = learner.look(tables)
        assert np.array_equal(logs.argmax(1), tables.advice.argmax(1))
        tables.step(logs.argmax(1))


def test_training_changes_the_policy_and_respects_the_mask() -> None:
    plan = replace(Plan(), games=0, steps=4, passes=1)
    learner = train(plan, QUIET)
    tables = Tables(4, 5)
    before, _, _ = learner.look(tables)
    generator = np.random.default_rng(1)
    improve(learner, play(learner, tables, plan, generator), plan, 0.01, generator)
    tables = Tables(4, 5)
    after, guess, _ = learner.look(tables)
    chances = np.exp(after)
    assert not np.allclose(before, after)
    assert np.allclose(chances.sum(1), 1, atol=1e-4)
    assert (chances[tables.masks == 0] == 0).all()
    assert guess.shape == (4,)


def test_all_moves_of_a_kind_together_weigh_as_much_as_one() -> None:
    learner = train(replace(Plan(), games=0, steps=2), QUIET)
    learner.network.weights[2][:] = 0
    masks = np.zeros((1, len(learner.verbs)), np.int8)
    roll, pocket = (np.flatnonzero(learner.verbs[:, verb]) for verb in (0, 3))
    masks[0, roll], masks[0, pocket] = 1, 1
    x = np.zeros((1, learner.network.mean.size), np.float32)
    logs, _, _ = learner(x, masks, np.zeros(masks.shape, np.float32))
    assert np.exp(logs[0, roll]).sum() == pytest.approx(0.5)
    assert np.exp(logs[0, pocket]).sum() == pytest.approx(0.5)


def test_a_network_learns_to_separate_classes() -> None:
    x = np.random.default_rng(3).normal(size=(64, 5)).astype(np.float32)
    wanted = np.where(x[:, :1] > 0, 1, -1).astype(np.float32)
    network = Network(5, 1, 8, seed=1)
    before = float(((network(x)[0] - wanted) ** 2).mean())
    for _ in range(300):
        out, hidden = network(x)
        network.learn(x, hidden, (out - wanted) / np.float32(len(x)), 0.01)
    assert float(((network(x)[0] - wanted) ** 2).mean()) < before / 5


@pytest.mark.soak
def test_training_ends_clearly_above_greedy() -> None:
    faulthandler.dump_traceback_later(TIMEOUT, exit=True)
    plan = Plan()
    share, half = judge(train(plan, Console()), plan.judged, EVALUATION)
    assert share - half > 0.6
