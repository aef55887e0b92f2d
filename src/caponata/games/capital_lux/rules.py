"""The rules of Capital Lux: the position class that joins the modules of this folder."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Refusal
from caponata.games.capital_lux.chance import (
    list_odds,
    move_of_ticket,
    play_chance_move,
    play_chance_moves,
    sum_of_weights,
)
from caponata.games.capital_lux.draft import pick
from caponata.games.capital_lux.layout import FIRST_PICK, OVER, PHASES, SECOND_PICK, LuxOptions
from caponata.games.capital_lux.legality import least_harmful_move, list_moves, random_legal_move
from caponata.games.capital_lux.moves import (
    CAPITAL,
    DISCARD,
    HOME,
    PAY,
    PICK,
    PLACE,
    TAKE,
    card_of,
    colour_of,
    first_of,
    second_of,
    verb_of,
)
from caponata.games.capital_lux.refusals import find_refusal
from caponata.games.capital_lux.rounds import discard_excess, pay, settle
from caponata.games.capital_lux.state import LuxState
from caponata.games.capital_lux.turns import end_turn, place_modifier, play_capital, play_home, take

RULES_VERSION: Final = 1


@final
class LuxPosition(LuxState):
    """A position of Capital Lux."""

    def copy(self) -> LuxPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return LuxPosition(self.seats, self.options, self)

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        return list_moves(self, seat, into)

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return random_legal_move(self, seat, rng, buffer)

    def default_move(self, seat: i64) -> i64:
        return least_harmful_move(self, seat)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        return find_refusal(self, seat, move)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        return list_odds(self, into, weights)

    def total_weight(self) -> i64:
        return sum_of_weights(self)

    def chance_move(self, ticket: i64) -> i64:
        return move_of_ticket(self, ticket)

    def play_chance(self, rng: Rng) -> None:
        play_chance_moves(self, rng)

    def play(self, seat: i64, move: i64) -> None:
        verb = verb_of(move)
        if verb == CAPITAL:
            play_capital(self, card_of(move))
        elif verb == HOME:
            play_home(self, card_of(move))
        elif verb == PICK:
            pick(self, seat, first_of(move), second_of(move))
        elif verb == TAKE:
            take(self, colour_of(move))
            end_turn(self)
        elif verb == PLACE:
            place_modifier(self, colour_of(move))
        elif verb == PAY:
            pay(self, colour_of(move))
        elif verb == DISCARD:
            discard_excess(self, seat)
            settle(self)
        else:
            play_chance_move(self, move)

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat >= 0 and self.to_act >> seat & 1:
            return PHASES[self.phase]
        return "wait"

    def is_sealed(self) -> bool:
        return self.phase == FIRST_PICK or self.phase == SECOND_PICK


def start(seats: int, options: LuxOptions) -> LuxPosition:
    """Return the position before the first card is turned up."""
    return LuxPosition(seats, options)
