"""The rules of Capone: the position, and the effect of every move."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, Outcome, Refusal
from caponata.games.capone.cards import nth_kind, one_of
from caponata.games.capone.layout import CHOOSING_DEALER, CHOOSING_PIECES, HANDS, CaponeOptions
from caponata.games.capone.legality import chance_move, default_move, moves, odds, total_weight
from caponata.games.capone.moves import (
    ADD,
    CONFIRM,
    DEALER,
    DISCARD,
    DRAW,
    EXCHANGE,
    GUARD,
    PLAY,
    RETURN,
    SEIZE,
    SITE,
    SQUEEZE,
    STRIKE,
    card_of,
    guards_of,
    member_of,
    seat_of,
    site_of,
    verb_of,
)
from caponata.games.capone.placements import start_placement
from caponata.games.capone.refusals import refusal
from caponata.games.capone.scoring import outcome
from caponata.games.capone.state import CaponeState
from caponata.games.capone.turn import discard_card, end_turn, place_pieces, play_action, play_card
from caponata.games.capone.year import draw_card, exchange_cards, play_settlement, start_year

RULES_VERSION: Final = 1


@final
class CaponePosition(CaponeState):
    """A position of Capone."""

    def copy(self) -> CaponePosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CaponePosition(self.seats, self.options, self)

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        return moves(self, seat, into)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        return refusal(self, seat, move)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        return odds(self, into, weights)

    def total_weight(self) -> i64:
        return total_weight(self)

    def chance_move(self, ticket: i64) -> i64:
        return chance_move(self, ticket)

    def play(self, seat: i64, move: i64) -> None:
        play(self, seat, move)

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == CHOOSING_DEALER:
                choose_dealer(self, rng.below(self.seats))
            else:
                draw_card(self, nth_kind(self.deck, rng.below(self.deck_size)))

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def default_move(self, seat: i64) -> i64:
        return default_move(self, seat)


def start(seats: int, options: CaponeOptions) -> CaponePosition:
    """The position before the first dealer is chosen."""
    return CaponePosition(seats, options)


def play(state: CaponeState, seat: i64, move: i64) -> None:
    """Play a legal move."""
    verb = verb_of(move)
    if verb == DISCARD:
        discard_card(state, card_of(move))  # [CAPONE-2.5]
        end_turn(state)
    elif verb == PLAY:
        play_card(state, card_of(move))
    elif verb == SITE:
        start_placement(state, seat, site_of(move))
        state.phase = CHOOSING_PIECES
    elif verb == ADD:
        state.people |= 1 << member_of(move)
    elif verb == GUARD:
        state.guards = guards_of(move)
    elif verb == CONFIRM:
        place_pieces(state)
    elif verb == RETURN:
        state.aside |= one_of(state.words[HANDS + seat] & ~state.aside, card_of(move))
    elif verb == EXCHANGE:
        exchange_cards(state)
    elif verb in (SEIZE, STRIKE, SQUEEZE):
        play_action(state, verb, move)
    elif verb == DEALER:
        choose_dealer(state, seat_of(move))
    elif verb == DRAW:
        draw_card(state, card_of(move))
    else:
        play_settlement(state, verb, move)


def choose_dealer(state: CaponeState, seat: i64) -> None:
    """Make a seat the first dealer, and start the first year."""
    state.dealer = seat  # [CAPONE-2.1]
    start_year(state)
