"""The position of Capio: the contract of a game, implemented by the functions of this package."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import Refusal
from caponata.games.capio import grabbing, legality, odds, preparation, refusals
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.moves import (
    CHOOSE,
    DEAL,
    LET_GO,
    PLACE,
    READY,
    REST,
    STOP,
    TAKE,
    THROW,
    card_of,
    destination_of,
    die_type_of,
    kind_of,
    number_of,
    throw_of,
    triple_of,
    verb_of,
)
from caponata.games.capio.state import CapioState

RULES_VERSION: Final = 2


@final
class CapioPosition(CapioState):
    """A position of Capio."""

    def copy(self) -> CapioPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CapioPosition(self.seats, self.options, self)

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        return legality.moves(self, seat, into)

    def default_move(self, seat: i64) -> i64:
        return legality.default_move(self)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        return refusals.refusal(self, seat, move)

    def late_refusal(self, seat: i64, move: i64) -> Refusal | None:
        return refusals.late_refusal(self, move)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        return odds.odds(self, into, weights)

    def total_weight(self) -> i64:
        return odds.total_weight(self)

    def chance_move(self, ticket: i64) -> i64:
        return odds.chance_move(self, ticket)

    def play(self, seat: i64, move: i64) -> None:
        verb = verb_of(move)
        if verb == TAKE:
            grabbing.take(self, seat, self.die_in_middle(die_type_of(move)))
        elif verb == PLACE:
            grabbing.place(self, seat, self.slot_of(seat, kind_of(move)), destination_of(move))
        elif verb == THROW:
            preparation.throw_dice(self, throw_of(move))
        elif verb == READY:
            preparation.get_ready(self, seat)
        elif verb == STOP:
            grabbing.stop(self, seat)
        elif verb == REST:
            grabbing.rest(self, seat)
        elif verb == LET_GO:
            grabbing.let_go(self, seat)
        elif verb == CHOOSE:
            preparation.choose_kinds(self, triple_of(move))
        elif verb == DEAL:
            preparation.deal(self, card_of(move))
        else:
            preparation.roll(self, number_of(move))


def start(seats: int, options: CapioOptions) -> CapioPosition:
    """The position before the first chance move."""
    position = CapioPosition(seats, options)
    preparation.begin_round(position)
    return position
