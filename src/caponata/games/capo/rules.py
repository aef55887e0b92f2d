"""The rules of CAPO: how moves change a position."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS
from caponata.games.capo.battles import CapoBattles
from caponata.games.capo.cards import NATURAL, NINE, SEVEN, TEN
from caponata.games.capo.layout import (
    BUSTED_PLACE,
    CHALLENGING,
    CITIES,
    CITY_EACH,
    CROOKED_PLACE,
    DEALING,
    HANDS,
    NONE,
    OWNED,
    PLAYED,
    SEAT_BITS,
    STARTING,
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
from caponata.games.capo.piles import EMPTY, card_pile, city_card, nth, of_rank

RULES_VERSION: Final = 1


@final
class CapoPosition(CapoBattles):
    """A position of CAPO."""

    def copy(self) -> CapoPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CapoPosition(self.seats, self.options, self)

    def play(self, seat: i64, move: i64) -> None:
        verb = verb_of(move)
        if verb == PASS:
            self.pass_on(seat)
        elif verb == LAY:
            self.lay(seat, cards_of(move), card_count_of(move))
        elif verb == DRAW:
            self.deal(card_of(move))
        elif verb == TURN:
            self.turned = 1 - self.turned  # [CAPO-4.1]
            self.go_on()
        elif verb == KEEP:
            self.go_on()
        else:
            self.decide(seat, verb, move)

    def decide(self, seat: i64, verb: i64, move: i64) -> None:
        """The rarer decisions."""
        if verb == GIVE:
            self.give(seat, cards_of(move))
        elif verb == HOLD:
            self.next_discard(seat)
        elif verb == REFRAIN:
            self.end_play()
        elif verb == CHALLENGE:
            self.foe = seat_of(move)
            self.challenger = seat
            self.start_battle()
        elif verb == FIGHT:
            self.fight(seat, card_pile(card_of(move)))
        elif verb == DISCARD:
            self.discard(seat, card_pile(card_of(move)))
        elif verb == STAKE:
            self.stake(seat, colour_of(move))
        elif verb == YIELD:
            self.give_city_card(colour_of(move))
        elif verb == PICK:
            self.pick(colour_of(move))
        elif verb == DEALER:
            self.leader = (seat_of(move) + 1) % self.seats  # [CAPO-3.1]
            self.start_deal()
        else:
            self.draw_city(city_card(colour_of(move)))

    # Chance

    def draw_city(self, card: i64) -> None:
        """A city card comes to a seat."""
        self.stock -= card
        self.words[OWNED + self.turn] += card
        if self.phase == CITIES:  # [CAPO-1.4]
            self.to_deal -= 1
            if self.to_deal == 0:
                self.to_deal = CITY_EACH
                self.turn += 1
                if self.turn == self.seats:
                    self.turn = 0
                    self.to_deal = 0
                    self.phase = STARTING
        else:  # [CAPO-7.1]
            if self.has_won(self.turn):
                self.finish(self.turn)
                return
            self.picks_left -= 1
            self.next_award()

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == DEALING:
                self.deal_hand(rng)
            else:
                self.play(CHANCE, self.chance_move(rng.below(self.total_weight())))

    def deal_hand(self, rng: Rng) -> None:
        """Deal the rest of a hand, card by card as `deal` does, and leave its last card to `deal`."""
        deck = self.deck
        size = self.deck_size
        hand = self.words[HANDS + self.turn]
        left = self.to_deal
        while left > 1:
            dealt = card_pile(nth(deck, rng.below(size)))
            deck -= dealt
            hand += dealt
            size -= 1
            left -= 1
        self.deck = deck
        self.deck_size = size
        self.words[HANDS + self.turn] = hand
        self.counts += self.to_deal - 1 << SEAT_BITS * self.turn
        self.to_deal = 1
        self.deal(nth(deck, rng.below(size)))

    # Laying cards

    def lay(self, seat: i64, cards: i64, size: i64) -> None:
        """Cards are laid, and are what is to beat."""
        words = self.words
        words[HANDS + seat] -= cards
        words[PLAYED + seat] += cards
        self.counts -= size << SEAT_BITS * seat
        strength = self.strength(cards, size)
        self.equal = 0
        self.challenger = NONE
        self.foe = NONE
        if size == self.top_size and size > 1 and strength == self.top_strength:
            self.equal = 1  # [CAPO-5.6]
            self.challenger = seat
            self.foe = self.top_seat
        self.top_cards = cards
        self.top_size = size
        self.top_strength = strength
        self.top_seat = seat
        self.last_cards = cards
        self.last_seat = seat
        self.passed = 0
        if self.has_mamma and not self.swapped and of_rank(cards, TEN):
            self.mamma_due = 1
        if words[HANDS + seat] == EMPTY:
            self.run_out(seat, penalty(cards, size))
            if self.holding & self.holding - 1 == 0:
                self.end_round()  # [CAPO-6.1]
                return
        if size <= 2 and of_rank(cards, SEVEN) and self.may_turn(seat):
            self.phase = TURNING
            return
        self.go_on()

    def may_turn(self, seat: i64) -> bool:
        """Whether the direction matters: two other seats hold cards [CAPO-4.2]."""
        others = self.holding & ~(1 << seat)
        return others & others - 1 != 0

    def go_on(self) -> None:
        """After a turn of direction: the Battle of equals, the challenge of a 9, or the next seat."""
        if self.equal:
            self.start_battle()  # [CAPO-5.8]
            return
        if self.top_size <= 2 and of_rank(self.top_cards, NINE):
            foe: i64 = 0
            while foe < self.seats:
                if self.can_challenge(self.top_seat, foe):  # [CAPO-4.5]
                    self.phase = CHALLENGING
                    self.to_act = 1 << self.top_seat
                    return
                foe += 1
        self.end_play()


def penalty(cards: i64, size: i64) -> i64:
    """The first place open to a seat whose last play this is, from 0 [CAPO-6.4] [CAPO-6.5]."""
    police = cards >> NATURAL
    if police == 0:
        return 0
    if police == size:
        return BUSTED_PLACE
    return CROOKED_PLACE


def start(seats: int, options: CapoOptions) -> CapoPosition:
    """The position before the first city card is dealt."""
    return CapoPosition(seats, options)
