"""A small network in NumPy that prefers kinds of moves and predicts the result."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FIRST_MEMORY, SECOND_MEMORY, EPSILON = 0.9, 0.999, 1e-7  # parameters of Adam
MOST_DEVIATIONS = np.float32(4.0)  # standard deviations: limits the influence of rare values


class Network:
    """A network with one hidden layer."""

    def __init__(self, inputs: int, outputs: int, hidden: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self.mean: Floats = np.zeros(inputs, np.float32)
        self.scale: Floats = np.ones(inputs, np.float32)
        self.weights: list[Floats] = []
        for rows, columns, gain in ((inputs, hidden, 1.0), (hidden, outputs, 0.01)):
            spread = gain * np.sqrt(1.0 / rows)
            self.weights.append(generator.normal(0, spread, (rows, columns)).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self._first = [np.zeros_like(each) for each in self.weights]
        self._second = [np.zeros_like(each) for each in self.weights]
        self._updates = 0

    def fit_scale(self, observed: NDArray[Any]) -> None:
        """Set the scale of every input from a sample."""
        self.mean = observed.mean(0).astype(np.float32)
        self.scale = (1.0 / np.maximum(observed.std(0), 0.05)).astype(np.float32)

    def scaled(self, observed: NDArray[Any]) -> Floats:
        """Inputs scaled to a similar size."""
        scaled: Floats = np.clip(
            (observed - self.mean) * self.scale, -MOST_DEVIATIONS, MOST_DEVIATIONS
        ).astype(np.float32)
        return scaled

    def __call__(self, scaled: Floats) -> tuple[Floats, Floats]:
        """The outputs, and the hidden layer, which learning needs."""
        hidden = np.tanh(scaled @ self.weights[0] + self.weights[1])
        return hidden @ self.weights[2] + self.weights[3], hidden

    def learn(self, scaled: Floats, hidden: Floats, error: Floats, rate: float) -> None:
        """One step of Adam against an error of the outputs."""
        back = (error @ self.weights[2].T) * (1 - hidden * hidden)
        slopes = [scaled.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        size = float(np.sqrt(sum(float((slope * slope).sum()) for slope in slopes)))
        shorter = np.float32(min(1.0, 1.0 / (size + EPSILON)))
        self._updates += 1
        pace = np.float32(rate / (1 - FIRST_MEMORY**self._updates))
        grown = np.float32(1 - SECOND_MEMORY**self._updates)
        for number, slope in enumerate(slopes):
            own = slope * shorter
            first, second = self._first[number], self._second[number]
            first += np.float32(1 - FIRST_MEMORY) * (own - first)
            second += np.float32(1 - SECOND_MEMORY) * (own * own - second)
            self.weights[number] -= pace * first / (np.sqrt(second / grown) + np.float32(EPSILON))
