"""What may be played in Capone, and what chance may bring."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.cards import OF_KIND, copies, first_kind, nth_kind
from caponata.games.capone.layout import (
    AIM_MEMBER,
    AIM_PLACE,
    AIM_SEAT,
    CASH,
    CHOOSING_DEALER,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    EXCHANGING,
    GUARD_BITS,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    MOST_STEPS,
    NONE,
    OWNER_MASK,
    PARK,
    STEP_PRICE,
    STEPS,
    TURN,
)
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    CONFIRM,
    CONFIRM_MOVE,
    DISCARD,
    DONE,
    DONE_MOVE,
    EXCHANGE,
    EXCHANGE_MOVE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    GUARD_COUNT,
    KINDS,
    LEISURE_COUNT,
    MEMBER_COUNT,
    REHIRE,
    SCHUTZGELD,
    SELL_MOVE,
    SITE_COUNT,
    SITES_EACH,
    UEBERNAHME,
    VERKEHR,
    add_move,
    buy_out_move,
    card_of,
    dealer_move,
    discard_move,
    draw_move,
    guard_move,
    guards_of,
    invest_move,
    member_of,
    play_move,
    rehire_move,
    return_move,
    seize_move,
    site_move,
    squeeze_move,
    strike_move,
    verb_of,
)
from caponata.games.capone.people import value
from caponata.games.capone.placing import CaponePlacing

MOST_CAPONE_MOVES: Final = 128


class CaponeLegality(CaponePlacing):
    """Legal moves and odds."""

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        if self.phase == CHOOSING_PIECES:
            return self.piece_moves(seat, into)
        if self.phase == TURN:
            return self.turn_moves(seat, into)
        if self.phase == CHOOSING_SITE:
            return self.site_moves(seat, into)
        if self.phase == EXCHANGING:
            return self.exchange_moves(seat, into)
        if self.phase == AIM_MEMBER:
            return self.member_targets(seat, into)
        if self.phase == AIM_PLACE:
            return self.place_targets(seat, into)
        if self.phase == AIM_SEAT:
            return self.seat_targets(seat, into)
        return self.year_end_moves(seat, into)

    def turn_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write what a seat may begin its turn with: every card twice at most, and prisoners [CAPONE-2.5]."""
        count: i64 = 0
        hand = self.words[HANDS + seat]
        while hand:
            kind = first_kind(hand)
            hand &= ~OF_KIND[kind]
            into[count] = discard_move(kind)
            count += 1
            if self.can_play(seat, kind):
                into[count] = play_move(kind)
                count += 1
        return self.buy_out_moves(seat, into, count)

    def can_play(self, seat: i64, kind: i64) -> bool:
        """Whether a card can be used, and not only discarded."""
        if kind < FIRST_LEGAL or kind == UEBERNAHME:
            return self.can_place_any(seat, kind)
        if kind < VERKEHR:
            return self.words[STEPS + seat] > 0 and self.words[GUARDS + seat] > 0  # [CAPONE-4.1]
        if kind == SCHUTZGELD:
            return True
        return self.has_target(seat, kind)

    def has_target(self, seat: i64, kind: i64) -> bool:
        """Whether an action finds any member of another seat."""
        place: i64 = 0
        while place < SITE_COUNT + LEISURE_COUNT:
            if self.is_target(seat, kind, place):
                return True
            place += 1
        return False

    def is_target(self, seat: i64, kind: i64, place: i64) -> bool:
        """Whether an action may hit somebody at a site or, counted after the sites, a leisure place."""
        if place < SITE_COUNT:
            owner = self.owner(place)
            return owner != NONE and owner != seat and self.people_at(place) != 0
        if kind in (ANGEBOT, FBI):  # [CAPONE-5.2] [CAPONE-5.5]
            here = self.at_leisure(place - SITE_COUNT)
            return here != 0 and (here & OWNER_MASK) - 1 != seat
        return False

    def buy_out_moves(self, seat: i64, into: vec[i64], count: i64) -> i64:
        """Write the prisoners whom a seat can pay for [CAPONE-6.2]."""
        prisoners = self.in_prison(seat)
        if prisoners == 0:
            return count
        member: i64 = 0
        while member < MEMBER_COUNT:
            if self.can_buy_out(seat, member):
                into[count] = buy_out_move(member)
                count += 1
            member += 1
        return count

    def can_buy_out(self, seat: i64, member: i64) -> bool:
        """Whether a member is in prison and its seat has the money."""
        if not self.in_prison(seat) >> member & 1:
            return False
        return value(1 << member, self.lesser) <= self.words[CASH + seat]

    def site_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the sites that the card can be used on."""
        count: i64 = 0
        site: i64 = 0
        end = SITE_COUNT
        if self.card != UEBERNAHME:
            site = self.card * SITES_EACH
            end = site + SITES_EACH
        while site < end:
            if self.can_place(seat, self.card, site):
                into[count] = site_move(site)
                count += 1
            site += 1
        return count

    def piece_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the pieces that may join the placement, and its confirmation when it is complete."""
        count: i64 = 0
        free = self.words[HOMES + seat] & ~self.people
        i: i64 = 0
        while free:
            if free & 1 and self.may_add(seat, i):
                into[count] = add_move(i)
                count += 1
            free >>= 1
            i += 1
        i = 1
        while i <= self.words[GUARDS + seat] and self.guards == 0:
            if self.may_bring(seat, i):
                into[count] = guard_move(i)
                count += 1
            i += 1
        if self.may_confirm():
            into[count] = CONFIRM_MOVE
            count += 1
        return count

    def exchange_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the cards that may still be laid aside, and the exchange itself [CAPONE-2.3]."""
        count: i64 = 0
        hand = self.words[HANDS + seat] & ~self.aside
        while hand:
            kind = first_kind(hand)
            hand &= ~OF_KIND[kind]
            into[count] = return_move(kind)
            count += 1
        into[count] = EXCHANGE_MOVE
        return count + 1

    def member_targets(self, seat: i64, into: vec[i64]) -> i64:
        """Write the members of others whom the card can take away, seat by seat."""
        found: vec[i64] = vec[i64]([0] * 8)
        place: i64 = 0
        while place < SITE_COUNT + LEISURE_COUNT:
            if self.is_target(seat, self.card, place):
                if place < SITE_COUNT:
                    found[self.owner(place)] |= self.people_at(place)
                else:
                    here = self.at_leisure(place - SITE_COUNT)
                    found[(here & OWNER_MASK) - 1] |= 1 << (here >> GUARD_BITS)
            place += 1
        count: i64 = 0
        other: i64 = 0
        while other < self.seats:
            member: i64 = 0
            while member < MEMBER_COUNT:
                if found[other] >> member & 1:
                    into[count] = seize_move(other, member)
                    count += 1
                member += 1
            other += 1
        return count

    def place_targets(self, seat: i64, into: vec[i64]) -> i64:
        """Write the places where others' members can be killed."""
        count: i64 = 0
        place: i64 = 0
        while place < SITE_COUNT + LEISURE_COUNT:
            if self.is_target(seat, self.card, place):
                into[count] = strike_move(place)
                count += 1
            place += 1
        return count

    def seat_targets(self, seat: i64, into: vec[i64]) -> i64:
        """Write the seats that can be made to pay: all others [CAPONE-5.3]."""
        count: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                into[count] = squeeze_move(other)
                count += 1
            other += 1
        return count

    def year_end_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write what a seat may do with its money at the year's end."""
        words = self.words
        count = self.buy_out_moves(seat, into, 0)
        i: i64 = 1
        while i <= words[PARK + seat] and i * GUARD_PRICE <= words[CASH + seat]:
            into[count] = rehire_move(i)  # [CAPONE-8.5]
            count += 1
            i += 1
        i = 1
        while words[STEPS + seat] + i <= MOST_STEPS and i * STEP_PRICE <= words[CASH + seat]:
            into[count] = invest_move(i)  # [CAPONE-8.7]
            count += 1
            i += 1
        if words[STEPS + seat] > 0:
            into[count] = SELL_MOVE  # [CAPONE-8.6]
            count += 1
        into[count] = DONE_MOVE
        return count + 1

    def has_business(self, seat: i64) -> bool:
        """Whether a seat can do anything at the year's end; steps, guards, cash and cells are open to all."""
        words = self.words
        cash = words[CASH + seat]
        if words[STEPS + seat] > 0 or cash >= STEP_PRICE:
            return True
        if words[PARK + seat] > 0 and cash >= GUARD_PRICE:
            return True
        member: i64 = 0
        while member < MEMBER_COUNT:
            if self.can_buy_out(seat, member):
                return True
            member += 1
        return False

    # Chance

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        i: i64 = 0
        if self.phase == CHOOSING_DEALER:
            while i < self.seats:
                into[i] = dealer_move(i)
                weights[i] = 1  # [CAPONE-2.1]
                i += 1
            return i
        while i < KINDS:
            left = copies(self.deck, i)
            if left > 0:
                into[count] = draw_move(i)
                weights[count] = left
                count += 1
            i += 1
        return count

    def total_weight(self) -> i64:
        if self.phase == CHOOSING_DEALER:
            return self.seats
        return self.deck_size

    def chance_move(self, ticket: i64) -> i64:
        if self.phase == CHOOSING_DEALER:
            return dealer_move(ticket)
        return draw_move(nth_kind(self.deck, ticket))

    # When a clock runs out

    def default_move(self, seat: i64) -> i64:
        buffer = vec[i64]([0] * MOST_CAPONE_MOVES)
        count = self.moves(seat, buffer)
        best = buffer[0]
        i: i64 = 1
        while i < count:
            if patience(buffer[i]) > patience(best):
                best = buffer[i]
            i += 1
        return best


def patience(move: i64) -> i64:
    """How little harm a move does: cheap cards go, a play begun is ended with little, guards come back."""
    verb = verb_of(move)
    if verb == DISCARD:
        return KINDS - card_of(move)  # of the cards, the illegal ones of the lowest minimum
    if verb == ADD:
        return member_of(move)  # the weakest member
    if verb == GUARD:
        return MEMBER_COUNT + GUARD_COUNT - guards_of(move)
    if verb in (CONFIRM, DONE, EXCHANGE):
        return KINDS * 2
    if verb == REHIRE:
        return KINDS * 3 + guards_of(move)  # all guards that may come back
    return 0
