"""The base of all adapters: a game in which chance moves are played and actions are numbered."""

from __future__ import annotations

from collections.abc import Mapping
from struct import Struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.features import Fields
from caponata.engine.game import MOST_MOVES, Game, Position
from caponata.engine.options import read_options
from caponata.engine.playout import reward
from caponata.engine.stepper import REFUSED, Stepper

MOST_ACTIONS: Final = 100_000  # with more moves, actions number the current legal moves instead
SEEDS: Final = 2**63


class IllegalAction(ValueError):
    """An action that is not legal now."""


class Actions:
    """Fixed numbers for the moves of a game.

    If a game has too many moves for a learner, an action is the index of a move among the sorted legal moves,
    and `is_direct` is False.
    """

    def __init__(self, game: Game) -> None:
        self.is_direct = game.space.choices <= MOST_ACTIONS
        self.size = game.space.choices if self.is_direct else MOST_MOVES
        self.moves = [game.space.at(number) for number in range(self.size)] if self.is_direct else []
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def numbers(self, legal: list[int]) -> list[int]:
        """The actions for the legal moves."""
        if self.is_direct:
            numbers = self._numbers
            return [numbers[move] for move in legal]
        return list(range(len(legal)))

    def move(self, action: int, legal: list[int]) -> int:
        """The legal move of an action."""
        if self.is_direct:
            move = self.moves[action] if 0 <= action < self.size else -1
            if move in legal:
                return move
        elif 0 <= action < len(legal):
            return sorted(legal)[action]
        raise not_allowed(action, len(legal))


def not_allowed(action: int, count: int) -> IllegalAction:
    """The error for an action that the mask forbids."""
    return IllegalAction(f"action {action} is not allowed now: the mask shows the {count} that are")


class GameEnvironment:
    """One game after another. Chance moves are played at once, and seats act one at a time.

    Seats that choose at the same time act in turn, and none sees another's choice before the rules reveal it.
    """

    def __init__(
        self, game: str | Game, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        if self.seats not in self.game.seats:
            numbers = ", ".join(map(str, self.game.seats))
            raise ValueError(f"{self.game.title} is for {numbers} seats, not for {self.seats}")
        self.options = read_options(self.game, options or {})
        self.features = game_features(self.game)
        self._packed = Struct(
            f"={self.features.size(self.seats)}i"
        )  # NumPy reads a buffer faster than a list
        self.actions = Actions(self.game)
        self.stepper = Stepper(self.actions.moves, self.game.start(self.seats, self.options), Rng(0))

    def begin(self, seed: int) -> None:
        """Start a game."""
        self.stepper.begin(self.game.start(self.seats, self.options), Rng(seed % SEEDS))

    @property
    def position(self) -> Position:
        """The current position."""
        return self.stepper.position

    @property
    def seat(self) -> int | None:
        """The seat to act, or None if the game is over."""
        seat = self.stepper.seat
        return None if seat < 0 else seat

    @property
    def legal(self) -> list[int]:
        """The legal moves of the seat to act."""
        return self.stepper.legal_moves()

    def act(self, action: int) -> int:
        """Play an action of the seat to act. Return the next seat, or `OVER`."""
        seat = self.stepper.act(action)
        if seat == REFUSED:
            raise not_allowed(action, self.stepper.listed())
        return seat

    def number(self, move: int) -> int:
        """The action of a legal move of the seat to act."""
        legal = sorted(self.legal)
        return self.actions.numbers(legal)[legal.index(move)]

    def play(self, move: int) -> None:
        """Play a legal move of the seat to act."""
        self.stepper.play(move)

    def observation(self, seat: int) -> NDArray[np.int32]:
        """A seat's view as numbers."""
        numbers = self.features.observe(self.game.view(self.stepper.position, seat))
        return np.frombuffer(bytearray(self._packed.pack(*numbers)), np.int32)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every legal action of a seat, else 0."""
        if seat == self.stepper.seat:
            return np.frombuffer(self.stepper.mask(), np.int8)
        return np.zeros(self.actions.size, np.int8)

    def rewards(self) -> list[float]:
        """Each seat's share of the win less the mean, at the end of a game. They sum to zero."""
        shares = [reward(self.position, seat) for seat in range(self.seats)]
        return [share - 1 / self.seats for share in shares]

    def limits(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The least and greatest value of every number of an observation."""
        meanings = list(self.features.meanings(self.seats))
        least = np.array([meaning.least for meaning in meanings], np.int32)
        return least, np.array([meaning.most for meaning in meanings], np.int32)


def game_features(game: Game) -> Fields:
    """The features of a game, which turn views into numbers."""
    if game.features is None:
        raise ValueError(f"{game.title} has no features: give its Game a `features` function")
    return game.features()
