"""The rules of Capone: what every move does, from the first deal to the first million."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS
from caponata.games.capone.cards import nth_kind, one_of
from caponata.games.capone.layout import (
    AIM_MEMBER,
    AIM_PLACE,
    AIM_SEAT,
    BY_FBI,
    CASH,
    CELLS,
    CHOOSING_DEALER,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    DRIVEN_OUT,
    FREE_SITE,
    FREELY,
    FRONT_BITS,
    FRONT_PAY,
    GUARD_BITS,
    GUARD_MASK,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    KILLED,
    LAST_CELL,
    LEISURE_BITS,
    LEISURE_MASK,
    MEMBER_BITS,
    MILLION,
    MOST_STEPS,
    NONE,
    OWNER_MASK,
    PAID,
    PARK,
    PROTECTION,
    SENT_HOME,
    SITES,
    STEP_PRICE,
    STEP_REFUND,
    STEPS,
    TAKEN_OFF,
    TURN,
    CaponeOptions,
)
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    BUY_OUT,
    CONFIRM,
    DEALER,
    DISCARD,
    DRAW,
    EXCHANGE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    INVEST,
    PLAY,
    REHIRE,
    RETURN,
    SCHUTZGELD,
    SEIZE,
    SELL,
    SITE,
    SITE_COUNT,
    SQUEEZE,
    STRIKE,
    UEBERNAHME,
    VERKEHR,
    card_of,
    dealer_move,
    guards_of,
    member_of,
    place_of,
    seat_of,
    site_of,
    steps_of,
    verb_of,
)
from caponata.games.capone.people import value
from caponata.games.capone.year import CaponeYear

RULES_VERSION: Final = 1


@final
class CaponePosition(CaponeYear):
    """A position of Capone."""

    def copy(self) -> CaponePosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CaponePosition(self.seats, self.options, self)

    def play(self, seat: i64, move: i64) -> None:
        verb = verb_of(move)
        if verb == DISCARD:
            self.lay(card_of(move))  # [CAPONE-2.5]
            self.end_turn()
        elif verb == PLAY:
            self.begin(card_of(move))
        elif verb == SITE:
            self.open_plan(seat, site_of(move))
            self.phase = CHOOSING_PIECES
        elif verb == ADD:
            self.people |= 1 << member_of(move)
        elif verb == GUARD:
            self.guards = guards_of(move)
        elif verb == CONFIRM:
            self.place_pieces()
        elif verb == RETURN:
            self.aside |= one_of(self.words[HANDS + seat] & ~self.aside, card_of(move))
        elif verb == EXCHANGE:
            self.exchange()
        elif verb in (SEIZE, STRIKE, SQUEEZE):
            self.hit(verb, move)
        elif verb == DEALER:
            self.dealer = seat_of(move)  # [CAPONE-2.1]
            self.start_year()
        elif verb == DRAW:
            self.draw(card_of(move))
        else:
            self.do_business(verb, move)

    def hit(self, verb: i64, move: i64) -> None:
        """An action card finds its victim."""
        if verb == SEIZE:
            self.take_off(seat_of(move), member_of(move))
        elif verb == STRIKE:
            self.kill_all(place_of(move))
        else:
            self.squeeze(seat_of(move))
        self.lay(self.card)
        self.end_turn()

    def do_business(self, verb: i64, move: i64) -> None:
        """What is paid at the year's end, and freedom at any time."""
        seat = self.turn
        if verb == BUY_OUT:
            self.buy_out(member_of(move))
        elif verb == REHIRE:
            count = guards_of(move)
            self.words[PARK + seat] -= count
            self.words[GUARDS + seat] += count  # [CAPONE-8.5]
            self.pay(seat, -count * GUARD_PRICE)
        elif verb == INVEST:
            count = steps_of(move)
            self.words[STEPS + seat] += count  # [CAPONE-8.7]
            self.pay(seat, -count * STEP_PRICE)
            if self.words[STEPS + seat] == MOST_STEPS:
                self.emit(MILLION, seat, 0, 0)
        elif verb == SELL:
            self.words[STEPS + seat] -= 1  # [CAPONE-8.6]
            self.pay(seat, STEP_REFUND)
        else:
            self.close_books(seat)
            self.settle()

    def buy_out(self, member: i64) -> None:
        """A prisoner is free at once for what it is worth [CAPONE-6.2]."""
        seat = self.turn
        one: i64 = 1 << member
        self.words[CELLS + seat] &= ~(one | one << MEMBER_BITS | one << LAST_CELL)
        self.words[HOMES + seat] |= one
        self.pay(seat, -value(one, self.lesser))

    # Cards

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == CHOOSING_DEALER:
                self.play(CHANCE, dealer_move(rng.below(self.seats)))
            else:
                self.draw(nth_kind(self.deck, rng.below(self.deck_size)))

    def lay(self, kind: i64) -> None:
        """A card leaves the hand and lies face up."""
        card = one_of(self.words[HANDS + self.turn], kind)
        self.words[HANDS + self.turn] ^= card
        self.discards |= card

    def begin(self, kind: i64) -> None:
        """A card is chosen: a legal business pays at once, the others ask for more."""
        if kind >= FIRST_LEGAL and kind < VERKEHR:
            seat = self.turn
            self.words[GUARDS + seat] -= 1
            self.fronts |= seat + 1 << FRONT_BITS * (kind - FIRST_LEGAL)
            self.pay(seat, FRONT_PAY[self.words[STEPS + seat]])  # [CAPONE-4.1]
            self.lay(kind)
            self.end_turn()
            return
        self.card = kind
        if kind < FIRST_LEGAL or kind == UEBERNAHME:
            self.phase = CHOOSING_SITE
        elif kind == ANGEBOT:
            self.phase = AIM_PLACE
        elif kind == SCHUTZGELD:
            self.phase = AIM_SEAT
        else:
            self.phase = AIM_MEMBER

    # Sites

    def place_pieces(self) -> None:
        """The placement is made; whoever was there is driven out or, taken over, goes home."""
        words = self.words
        seat = self.turn
        site = self.site
        there = words[SITES + site]
        owner = (there & OWNER_MASK) - 1
        words[HOMES + seat] &= ~self.people
        words[GUARDS + seat] -= self.guards
        placed = seat + 1 | self.guards << GUARD_BITS | self.people << MEMBER_BITS
        if owner == seat:
            placed = there + (self.guards << GUARD_BITS) | self.people << MEMBER_BITS  # [CAPONE-3.4]
        elif owner != NONE:
            people = there >> MEMBER_BITS
            guards = there >> GUARD_BITS & GUARD_MASK
            if self.card == UEBERNAHME:
                words[HOMES + owner] |= people  # [CAPONE-5.4]
                words[GUARDS + owner] += guards
                self.emit(SENT_HOME, owner, site, there >> GUARD_BITS)
            else:
                words[HARBOUR + owner] |= people  # [CAPONE-3.6]
                words[PARK + owner] += guards
                self.emit(DRIVEN_OUT, owner, site, there >> GUARD_BITS)
        words[SITES + site] = placed
        self.lay(self.card)
        self.end_turn()

    def take_off(self, owner: i64, member: i64) -> None:
        """A member goes to a leisure place or to prison; its companions stay."""
        words = self.words
        one: i64 = 1 << member
        place = self.place_of(owner, member)
        leisure = self.card - VERKEHR
        if self.card == FBI:
            leisure = BY_FBI
        self.emit(TAKEN_OFF, owner, member, leisure)
        if place < SITE_COUNT:
            words[SITES + place] &= ~(one << MEMBER_BITS)
            if words[SITES + place] <= OWNER_MASK:
                words[SITES + place] = 0  # [CAPONE-3.7]
                self.emit(FREE_SITE, place, 0, 0)
        else:
            self.leisure &= ~(LEISURE_MASK << LEISURE_BITS * (place - SITE_COUNT))
        if self.card == FBI:
            words[CELLS + owner] |= one << LAST_CELL  # [CAPONE-5.2]
        else:
            self.leisure |= (owner + 1 | member << GUARD_BITS) << LEISURE_BITS * leisure  # [CAPONE-5.1]

    def kill_all(self, place: i64) -> None:
        """All members at a place die, and their guards go to the park [CAPONE-5.5]."""
        words = self.words
        if place < SITE_COUNT:
            there = words[SITES + place]
            owner = (there & OWNER_MASK) - 1
            words[HARBOUR + owner] |= there >> MEMBER_BITS
            words[PARK + owner] += there >> GUARD_BITS & GUARD_MASK
            words[SITES + place] = 0
            self.emit(KILLED, owner, place, there >> GUARD_BITS)
            return
        here = self.at_leisure(place - SITE_COUNT)
        one: i64 = 1 << (here >> GUARD_BITS)
        owner = (here & OWNER_MASK) - 1
        words[HARBOUR + owner] |= one
        self.leisure &= ~(LEISURE_MASK << LEISURE_BITS * (place - SITE_COUNT))
        self.emit(KILLED, owner, place, one << MEMBER_BITS - GUARD_BITS)

    def squeeze(self, victim: i64) -> None:
        """A victim pays for its steps, as far as it has money [CAPONE-5.3]."""
        money = self.squeezed(victim)
        self.words[CASH + victim] -= money
        self.words[CASH + self.turn] += money
        self.emit(PAID, victim, money, 0)

    def squeezed(self, victim: i64) -> i64:
        """What a seat would have to pay for protection now."""
        money = PROTECTION[self.words[STEPS + victim]]
        if money > self.words[CASH + victim]:
            money = self.words[CASH + victim]
        return money

    def end_turn(self) -> None:
        """The next seat plays, unless the year's last card has been played."""
        self.card = NONE
        self.site = NONE
        self.people = 0
        self.guards = 0
        self.mode = FREELY
        self.need = 0
        self.beside = 0
        self.played += 1
        if self.played == self.seats * self.hand_size:
            self.end_year()
            return
        self.turn = self.left_of(self.turn)
        self.phase = TURN
        self.to_act = 1 << self.turn


def start(seats: int, options: CaponeOptions) -> CaponePosition:
    """The position before the first dealer is chosen."""
    return CaponePosition(seats, options)
