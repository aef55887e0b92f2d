"""A position of Capo dei Capi: the contract of the engine, fulfilled by the functions of this package."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Outcome, Refusal
from caponata.games.capo_dei_capi import actions, legality, odds, refusals, scoring
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.state import DeiCapiState

RULES_VERSION: Final = 1


@final
class DeiCapiPosition(DeiCapiState):
    """A position of Capo dei Capi."""

    def copy(self) -> DeiCapiPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return DeiCapiPosition(self.seats, self.options, self)

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        return legality.moves(self, seat, into)

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return legality.random_move(self, seat, rng, buffer)

    def default_move(self, seat: i64) -> i64:
        return legality.default_move(self, seat)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        return refusals.refusal(self, seat, move)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        return odds.odds(self, into, weights)

    def total_weight(self) -> i64:
        return odds.total_weight(self)

    def chance_move(self, ticket: i64) -> i64:
        return odds.chance_move(self, ticket)

    def play(self, seat: i64, move: i64) -> None:
        actions.play(self, move)

    def play_chance(self, rng: Rng) -> None:
        actions.play_chance(self, rng)

    def is_ahead(self, one: i64, other: i64) -> bool:
        return scoring.is_ahead(self, one, other)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self)


def start(seats: int, options: DeiCapiOptions) -> DeiCapiPosition:
    """The position before the starting player is drawn."""
    return DeiCapiPosition(seats, options)
