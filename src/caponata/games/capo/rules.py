"""The rules of CAPO: how moves change a position."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, Outcome, Refusal
from caponata.games.capo import legality, refusals, scoring
from caponata.games.capo.battles import challenge, discard, fight, give_city_card, next_discard, start_battle
from caponata.games.capo.cards import NINE, SEVEN, TEN
from caponata.games.capo.deals import (
    deal_card,
    deal_city_card,
    deal_random_hand,
    give,
    set_first_dealer,
    stake,
)
from caponata.games.capo.layout import (
    BUSTED_PLACE,
    CHALLENGING,
    CITIES,
    CROOKED_PLACE,
    DEALING,
    HANDS,
    NONE,
    PLAYED,
    SEAT_BITS,
    SWAP,
    TURNING,
    CapoOptions,
)
from caponata.games.capo.moves import (
    CHALLENGE,
    DEALER,
    DISCARD,
    DRAW,
    FIGHT,
    GIVE,
    HOLD,
    KEEP,
    LAY,
    PASS,
    PICK,
    REFRAIN,
    STAKE,
    TURN,
    YIELD,
    card_count_of,
    card_of,
    cards_of,
    colour_of,
    seat_of,
    verb_of,
)
from caponata.games.capo.piles import EMPTY, POLICE_SHIFT, card_pile, rank_bits
from caponata.games.capo.plays import can_challenge, play_strength
from caponata.games.capo.rounds import award, end_round, pick
from caponata.games.capo.state import CapoState
from caponata.games.capo.tricks import end_play, pass_turn, run_out

RULES_VERSION: Final = 2
SKIPS_LOCK: Final = 2  # the version in which a skipped seat is locked too


@final
class CapoPosition(CapoState):
    """A position of CAPO."""

    def copy(self) -> CapoPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CapoPosition(self.seats, self.options, self)

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        return legality.moves(self, seat, into)

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return legality.random_move(self, seat, rng, buffer)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        return legality.odds(self, into, weights)

    def total_weight(self) -> i64:
        return legality.total_weight(self)

    def chance_move(self, ticket: i64) -> i64:
        return legality.chance_move(self, ticket)

    def play(self, seat: i64, move: i64) -> None:
        verb = verb_of(move)
        if verb == PASS:
            pass_turn(self, seat)
        elif verb == LAY:
            lay(self, seat, cards_of(move), card_count_of(move))
        elif verb == DRAW:
            deal_card(self, card_of(move))
        elif verb == TURN:
            self.backwards = 1 - self.backwards  # [CAPO-4.1]
            after_turning(self)
        elif verb == KEEP:
            after_turning(self)
        else:
            play_rare_move(self, seat, verb, move)

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == DEALING:
                deal_random_hand(self, rng)
            else:
                ticket = rng.below(legality.total_weight(self))
                self.play(CHANCE, legality.chance_move(self, ticket))

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        return refusals.refusal(self, seat, move)

    def default_move(self, seat: i64) -> i64:
        return legality.default_move(self, seat)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self)


def start(seats: int, options: CapoOptions) -> CapoPosition:
    """The position before the first city card is dealt."""
    return CapoPosition(seats, options)


def changed_rule(version: int, seats: int, options: CapoOptions) -> str | None:
    """The rule that changed since a version of the rules for such a game, or None.

    Without a swap of hands a skipped seat cannot follow later in the trick either; with two seats a skip
    ends the trick.
    """
    if version < SKIPS_LOCK and options.pass_locks and options.mamma == SWAP and seats > 2:
        return "CAPO-3.7"
    return None


# Moves


def play_rare_move(state: CapoState, seat: i64, verb: i64, move: i64) -> None:
    """Play a move of one of the less frequent verbs."""
    if verb == GIVE:
        give(state, seat, cards_of(move))
    elif verb == HOLD:
        next_discard(state, seat)
    elif verb == REFRAIN:
        end_play(state)
    elif verb == CHALLENGE:
        challenge(state, seat, seat_of(move))
    elif verb == FIGHT:
        fight(state, seat, card_pile(card_of(move)))
    elif verb == DISCARD:
        discard(state, seat, card_pile(card_of(move)))
    elif verb == STAKE:
        stake(state, seat, colour_of(move))
    elif verb == YIELD:
        give_city_card(state, colour_of(move))
    elif verb == PICK:
        pick(state, colour_of(move))
    elif verb == DEALER:
        set_first_dealer(state, seat_of(move))
    elif state.phase == CITIES:
        deal_city_card(state, colour_of(move))
    else:
        award(state, colour_of(move))


# Laying cards


def lay(state: CapoState, seat: i64, cards: i64, size: i64) -> None:
    """Lay cards, which become the play to beat."""
    piles = state.piles
    piles[HANDS + seat] -= cards
    piles[PLAYED + seat] += cards
    state.counts -= size << SEAT_BITS * seat
    strength = play_strength(state, cards, size)
    state.equal = 0
    state.challenger = NONE
    state.foe = NONE
    if size == state.top_size and size > 1 and strength == state.top_strength:
        state.equal = 1  # [CAPO-5.6]
        state.challenger = seat
        state.foe = state.top_seat
    state.top_cards = cards
    state.top_size = size
    state.top_strength = strength
    state.top_seat = seat
    state.last_cards = cards
    state.last_seat = seat
    state.passed = 0
    if state.has_mamma and not state.swapped and rank_bits(cards, TEN):
        state.mamma_due = 1
    if piles[HANDS + seat] == EMPTY:
        run_out(state, seat, penalty(cards, size))
        if state.holding & state.holding - 1 == 0:
            end_round(state)  # [CAPO-6.1]
            return
    if size <= 2 and rank_bits(cards, SEVEN) and can_turn(state, seat):
        state.phase = TURNING
        return
    after_turning(state)


def can_turn(state: CapoState, seat: i64) -> bool:
    """Return whether the direction matters because two other seats hold cards [CAPO-4.2]."""
    others = state.holding & ~(1 << seat)
    return others & others - 1 != 0


def after_turning(state: CapoState) -> None:
    """Continue a play after the choice of a direction: with a Battle, a challenge or the next seat."""
    if state.equal:
        start_battle(state)  # [CAPO-5.8]
        return
    if state.top_size <= 2 and rank_bits(state.top_cards, NINE):
        foe: i64 = 0
        while foe < state.seats:
            if can_challenge(state, state.top_seat, foe):  # [CAPO-4.5]
                state.phase = CHALLENGING
                state.to_act = 1 << state.top_seat
                return
            foe += 1
    end_play(state)


def penalty(cards: i64, size: i64) -> i64:
    """The best place open to a seat whose last play this is, counted from 0 [CAPO-6.4] [CAPO-6.5]."""
    police = cards >> POLICE_SHIFT
    if police == 0:
        return 0
    if police == size:
        return BUSTED_PLACE
    return CROOKED_PLACE
