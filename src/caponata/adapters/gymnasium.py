"""One seat of a game as a Gymnasium environment, the others played by bots.

Needs `pip install caponata[gymnasium]`. `SeatEnv("capo-dei-capi", others="greedy")`, or, after importing
this, `gymnasium.make("caponata/capo-dei-capi-v1")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from caponata.adapters.environment import GameEnvironment, IllegalAction
from caponata.bots import Bot, GreedyBot, make_bot
from caponata.catalogue import TUTORIAL, find_game, names
from caponata.engine.game import SPECTATOR
from caponata.engine.playout import best_choice

Observation = dict[str, NDArray[Any]]


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game seen from one seat. A step ends when that seat is to act again or the game is over.

    The seat changes from game to game unless it is given. An illegal action loses the game and ends it, and
    `info["illegal"]` gives the reason; the observation's mask shows the legal actions. With an `advisor`,
    `info["advice"]` is the action that this bot would take. With `skips_forced`, the seat acts only if it has
    a choice.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it like this

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = None,
        others: str = "greedy",
        advisor: str | None = None,
        skips_forced: bool = False,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.environment = GameEnvironment(game, seats, options)
        if seat is not None and not 0 <= seat < self.environment.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.environment.seats - 1}")
        make_bot(self.environment.game, others, 0)  # refuse an unknown bot now
        self.others = others
        self.advisor = advisor
        self.skips_forced = skips_forced
        self.render_mode = render_mode
        self._chosen = seat
        self._games = 0
        self.seat = seat or 0
        self._bots: list[Bot] = []
        least, most = self.environment.limits()
        self.action_space = spaces.Discrete(self.environment.actions.size)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(least, most, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (self.environment.actions.size,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self.seat = self._games % self.environment.seats if self._chosen is None else self._chosen
        self._games += 1
        seeds = self.np_random.integers(2**62, size=self.environment.seats + 1)
        names = [self.others] * self.environment.seats
        names[self.seat] = self.advisor or self.others
        self._bots = [
            make_bot(self.environment.game, name, int(own))
            for name, own in zip(names, seeds[1:], strict=True)
        ]
        self.environment.begin(int(seeds[0]))
        self._play_others()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.environment.seat is None:
            raise gymnasium.error.ResetNeeded("the game is over: reset first")
        try:
            self.environment.act(int(action))
        except IllegalAction as error:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._play_others()
        is_over = self.environment.seat is None
        reward = self.environment.rewards()[self.seat] if is_over else 0.0
        return self._observation(), reward, is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, for sb3-contrib's MaskablePPO."""
        return self.environment.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        view = self.environment.game.view(self.environment.position, SPECTATOR)
        return "\n".join(f"{name}: {value}" for name, value in view.items())

    def _play_others(self) -> None:
        stepper = self.environment.stepper
        while (seat := stepper.seat) >= 0:
            if seat != self.seat:
                stepper.play(self._choice(seat))
            elif self.skips_forced and stepper.listed() == 1:
                stepper.play(stepper.legal_moves()[0])
            else:
                return

    def _choice(self, seat: int) -> int:
        """The move that the bot of a seat would make."""
        game, position, bot = self.environment.game, self.environment.position, self._bots[seat]
        if isinstance(bot, GreedyBot):  # hints are the same in all worlds, so no world is needed
            return best_choice(position, seat, game.hints, bot.rng)
        return bot.choose(game.view(position, seat))

    def _observation(self) -> Observation:
        return {
            "observation": self.environment.observation(self.seat),
            "action_mask": self.environment.mask(self.seat),
        }

    def _info(self) -> dict[str, Any]:
        if self.advisor is None or self.environment.seat != self.seat:
            return {"seat": self.seat}
        return {"seat": self.seat, "advice": self.environment.number(self._choice(self.seat))}


for name in (*names(), *TUTORIAL):
    if find_game(name).features is not None:
        gymnasium.register(
            f"caponata/{name}-v{find_game(name).rules_version}",
            entry_point="caponata.adapters.gymnasium:SeatEnv",
            kwargs={"game": name},
        )
