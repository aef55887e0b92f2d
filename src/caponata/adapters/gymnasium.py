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

from caponata.adapters.stage import IllegalAction, Stage
from caponata.bots import Bot, GreedyBot, make_bot
from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.playout import best_choice

Observation = dict[str, NDArray[Any]]


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game seen from one seat: a step ends when that seat is to act again, or the game is over.

    The seat goes round from game to game unless it is given. An action that is not allowed ends the game as
    lost, and `info["illegal"]` says why; the observation's mask shows which are allowed. With an `advisor`,
    `info["advice"]` is the action that this bot would take in the seat's place. With `skips_forced`, the seat
    is asked only where it has a choice.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - so Gymnasium has it

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
        self.stage = Stage(game, seats, options)
        if seat is not None and not 0 <= seat < self.stage.seats:
            raise ValueError(f"there is no seat {seat}: they are 0 to {self.stage.seats - 1}")
        make_bot(self.stage.game, others, 0)  # a name that nobody answers to is refused now
        self.others = others
        self.advisor = advisor
        self.skips_forced = skips_forced
        self.render_mode = render_mode
        self._chosen = seat
        self._games = 0
        self.seat = seat or 0
        self._bots: list[Bot] = []
        least, most = self.stage.limits()
        self.action_space = spaces.Discrete(self.stage.actions.size)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(least, most, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (self.stage.actions.size,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self.seat = self._games % self.stage.seats if self._chosen is None else self._chosen
        self._games += 1
        seeds = self.np_random.integers(2**62, size=self.stage.seats + 1)
        names = [self.others] * self.stage.seats
        names[self.seat] = self.advisor or self.others
        self._bots = [
            make_bot(self.stage.game, name, int(own)) for name, own in zip(names, seeds[1:], strict=True)
        ]
        self.stage.begin(int(seeds[0]))
        self._let_others_play()
        return self._observed(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.stage.seat is None:
            raise gymnasium.error.ResetNeeded("the game is over: reset first")
        try:
            self.stage.act(int(action))
        except IllegalAction as error:
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._let_others_play()
        is_over = self.stage.seat is None
        reward = self.stage.rewards()[self.seat] if is_over else 0.0
        return self._observed(), reward, is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed, as sb3-contrib's MaskablePPO asks for it."""
        return self.stage.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        view = self.stage.game.view(self.stage.position, SPECTATOR)
        return "\n".join(f"{name}: {value}" for name, value in view.items())

    def _let_others_play(self) -> None:
        stepper = self.stage.stepper
        while (seat := stepper.seat) >= 0:
            if seat != self.seat:
                stepper.play(self._choice(seat))
            elif self.skips_forced and stepper.listed() == 1:
                stepper.play(stepper.legal_moves()[0])
            else:
                return

    def _choice(self, seat: int) -> int:
        """What the bot of a seat would do there."""
        game, position, bot = self.stage.game, self.stage.position, self._bots[seat]
        if isinstance(bot, GreedyBot):  # hints are the same in every world of a seat: it needs none
            return best_choice(position, seat, game.hints, bot.rng)
        return bot.choose(game.view(position, seat))

    def _observed(self) -> Observation:
        return {"observation": self.stage.observation(self.seat), "action_mask": self.stage.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        if self.advisor is None or self.stage.seat != self.seat:
            return {"seat": self.seat}
        return {"seat": self.seat, "advice": self.stage.number(self._choice(self.seat))}


for name in (*BUILT_IN, *TUTORIAL):
    gymnasium.register(
        f"caponata/{name}-v{find_game(name).rules_version}",
        entry_point="caponata.adapters.gymnasium:SeatEnv",
        kwargs={"game": name},
    )
