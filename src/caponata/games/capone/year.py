"""A year of Capone: cards are dealt and exchanged, money is paid, the books are closed, the deal moves on."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capone.cards import full_deck, one_of, size
from caponata.games.capone.layout import (
    CASH,
    CELLS,
    DEALING,
    DRAWING,
    EARNED,
    EXCHANGING,
    FINISHED,
    FRONT_BITS,
    GUARD_BITS,
    GUARD_MASK,
    GUARDS,
    GUARDS_LOST,
    HANDS,
    HOMES,
    INCOME,
    LOST,
    MEMBER_BITS,
    MEMBER_MASK,
    MOST_STEPS,
    NEW_YEAR,
    OVER,
    OWNER_MASK,
    PARK,
    RELEASED,
    RETURNED,
    SITES,
    TURN,
    YEAR_END,
)
from caponata.games.capone.moves import (
    LEGAL_COUNT,
    LEISURE_COUNT,
    SITE_COUNT,
)
from caponata.games.capone.refusals import CaponeRefusals


class CaponeYear(CaponeRefusals):
    """What happens between the turns."""

    def pay(self, seat: i64, money: i64) -> None:
        """The bank pays a seat, or is paid: there is no other way but `squeeze` [CAPONE-10.4]."""
        self.words[CASH + seat] += money
        self.bank -= money

    # The deal

    def start_year(self) -> None:
        """All cards are shuffled, and everybody is dealt a hand, left of the dealer first [CAPONE-2.2]."""
        words = self.words
        self.deck = full_deck(self.seats)
        self.deck_size = size(self.deck)
        self.discards = 0
        seat: i64 = 0
        while seat < self.seats:
            words[HANDS + seat] = 0
            words[RETURNED + seat] = 0
            seat += 1
        self.played = 0
        self.settled = 0
        self.turn = self.left_of(self.dealer)
        self.to_deal = self.hand_size
        self.phase = DEALING
        self.to_act = CHANCE_ACTS

    def draw(self, kind: i64) -> None:
        """A card leaves the deck for the hand of the seat whose turn it is."""
        drawn = one_of(self.deck, kind)
        self.deck ^= drawn
        self.deck_size -= 1
        self.words[HANDS + self.turn] |= drawn
        self.to_deal -= 1
        if self.to_deal > 0:
            return
        if self.phase == DRAWING:
            self.after_exchange()
            return
        self.turn = self.left_of(self.turn)
        self.to_deal = self.hand_size
        if self.turn == self.left_of(self.dealer):
            self.to_deal = 0
            self.phase = EXCHANGING
            self.to_act = 1 << self.turn

    def exchange(self) -> None:
        """What lies aside goes back for the year, and as many cards are drawn [CAPONE-2.3]."""
        words = self.words
        seat = self.turn
        words[RETURNED + seat] = self.aside
        words[HANDS + seat] &= ~self.aside
        self.to_deal = size(self.aside)
        self.aside = 0
        if self.to_deal == 0:
            self.after_exchange()
        else:
            self.phase = DRAWING
            self.to_act = CHANCE_ACTS

    def after_exchange(self) -> None:
        """The next seat may exchange; after the dealer, the first turn begins."""
        self.phase = EXCHANGING
        if self.turn == self.dealer:
            self.phase = TURN
        self.turn = self.left_of(self.turn)
        self.to_act = 1 << self.turn  # [CAPONE-2.4]

    # The year's end

    def end_year(self) -> None:
        """Everybody is paid, all pieces go home, and the prisoners move on."""
        self.turn = self.left_of(self.dealer)
        i: i64 = 0
        while i < self.seats:
            self.earn(self.turn)
            self.turn = self.left_of(self.turn)
            i += 1
        self.bring_home()
        i = 0
        while i < self.seats:
            self.shift_cells(self.turn)
            self.turn = self.left_of(self.turn)
            i += 1
        self.settle()

    def earn(self, seat: i64) -> None:
        """A seat is paid for its pieces, site by site [CAPONE-8.1]."""
        total: i64 = 0
        site: i64 = 0
        while site < SITE_COUNT:
            if self.owner(site) == seat:
                money = self.earned_at(site)
                self.emit(EARNED, seat, site, money)
                total += money
            site += 1
        self.pay(seat, total)
        self.emit(INCOME, seat, total, 0)

    def bring_home(self) -> None:
        """Sites, legal businesses and leisure places are cleared [CAPONE-8.3]."""
        words = self.words
        i: i64 = 0
        while i < SITE_COUNT:
            there = words[SITES + i]
            if there:
                owner = (there & OWNER_MASK) - 1
                words[HOMES + owner] |= there >> MEMBER_BITS
                words[GUARDS + owner] += there >> GUARD_BITS & GUARD_MASK
                words[SITES + i] = 0
            i += 1
        i = 0
        while i < LEISURE_COUNT:
            here = self.at_leisure(i)
            if here:
                words[HOMES + (here & OWNER_MASK) - 1] |= 1 << (here >> GUARD_BITS)
            i += 1
        self.leisure = 0
        i = 0
        while i < LEGAL_COUNT:
            seat = self.fronts >> FRONT_BITS * i & OWNER_MASK
            if seat:
                words[GUARDS + seat - 1] += 1  # [CAPONE-4.2]
            i += 1
        self.fronts = 0

    def shift_cells(self, seat: i64) -> None:
        """Prisoners move one cell on, from the first one home [CAPONE-6.1]."""
        cells = self.words[CELLS + seat]
        if cells == 0:
            return
        if cells & MEMBER_MASK:
            self.words[HOMES + seat] |= cells & MEMBER_MASK
            self.emit(RELEASED, seat, cells & MEMBER_MASK, 0)
        self.words[CELLS + seat] = cells >> MEMBER_BITS

    def settle(self) -> None:
        """Ask the seats one after the other that can do anything with their money [CAPONE-8.4]."""
        while self.settled < self.seats:
            if self.has_business(self.turn):
                self.phase = YEAR_END
                self.to_act = 1 << self.turn
                return
            self.close_books(self.turn)
        self.close_year()

    def close_books(self, seat: i64) -> None:
        """A seat's year is over: guards that it did not rehire are gone [CAPONE-8.5]."""
        left = self.words[PARK + seat]
        if left > 0:
            self.words[LOST + seat] += left
            self.words[PARK + seat] = 0
            self.emit(GUARDS_LOST, seat, left, 0)
        self.settled += 1
        self.turn = self.left_of(self.turn)

    def close_year(self) -> None:
        """Somebody has ten steps, or it has taken too long, or the deal moves on."""
        if self.most_steps() == MOST_STEPS:
            self.phase = OVER  # [CAPONE-9.1]
            self.to_act = NOBODY
            self.emit(FINISHED, 1, 0, 0)
        elif self.year == self.years:
            self.phase = OVER  # [CAPONE-9.5]
            self.to_act = NOBODY
            self.emit(FINISHED, 0, 0, 0)
        else:
            self.year += 1
            self.dealer = self.left_of(self.dealer)  # [CAPONE-2.1]
            self.emit(NEW_YEAR, self.dealer, self.year, 0)
            self.start_year()
