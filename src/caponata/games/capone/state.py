"""The state of a game of Capone, and simple questions about it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position
from caponata.games.capone.cards import BITS_IN, full_deck, size
from caponata.games.capone.layout import (
    BY_PIECE,
    BY_SITE,
    BY_VALUE,
    CASH,
    CELLS,
    CHOOSING_DEALER,
    GUARD_MASK,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    LEISURE_BITS,
    LEISURE_MASK,
    MEMBER_BITS,
    MEMBER_MASK,
    MINIMUMS,
    NONE,
    OVER,
    OWNER_BITS,
    OWNER_MASK,
    PAYOUTS,
    PHASES,
    PROTECTION,
    RETURNED,
    SITES,
    START_CASH,
    STEPS,
    WORDS,
    CaponeOptions,
    hand_size,
)
from caponata.games.capone.members import ALL, RIGHT_HAND_50, value
from caponata.games.capone.moves import GUARD_COUNT, LEISURE_COUNT, SITE_COUNT, SITES_PER_BUSINESS

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "seats",
    "to_act",
    "deck",
    "deck_size",
    "discards",
    "bank",
    "fronts",
    "leisure",
    "phase",
    "year",
    "dealer",
    "turn",
    "played",
    "to_deal",
    "settled",
    "aside",
    "card",
    "site",
    "people",
    "guards",
    "mode",
    "need",
    "companions",
    "words",
)


class CaponeState(Position):
    """Everything on the table, including hidden cards and the play that a seat is composing."""

    def __init__(self, seats: i64, options: CaponeOptions, source: CaponeState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]
            self.deck: i64 = source.deck
            self.deck_size: i64 = source.deck_size
            self.discards: i64 = source.discards
            self.bank: i64 = source.bank  # money paid to the bank minus money paid by it
            self.fronts: i64 = source.fronts
            self.leisure: i64 = source.leisure
            self.phase: i64 = source.phase
            self.year: i64 = source.year
            self.dealer: i64 = source.dealer
            self.turn: i64 = source.turn
            self.played: i64 = source.played  # cards played this year
            self.to_deal: i64 = source.to_deal
            self.settled: i64 = source.settled  # number of seats that have settled the year
            self.aside: i64 = source.aside  # cards laid aside to be exchanged
            self.card: i64 = source.card  # of the play being composed, like the fields below
            self.site: i64 = source.site
            self.people: i64 = source.people
            self.guards: i64 = source.guards
            self.mode: i64 = source.mode  # mode, need and companions follow from card and site
            self.need: i64 = source.need
            self.companions: i64 = source.companions
            self.hand_size: i64 = source.hand_size
            self.payout: i64 = source.payout
            self.weak_right_hand: i64 = source.weak_right_hand  # 1 if the Right hand is worth 40, else 0
            self.years: i64 = source.years
            return
        self.words = vec[i64]([0] * WORDS)
        seat: i64 = 0
        while seat < seats:
            self.words[HOMES + seat] = ALL
            self.words[GUARDS + seat] = GUARD_COUNT
            self.words[CASH + seat] = START_CASH  # [CAPONE-1.1]
            seat += 1
        self.deck = full_deck(seats)
        self.deck_size = size(self.deck)
        self.discards = 0
        self.bank = -START_CASH * seats
        self.fronts = 0
        self.leisure = 0
        self.phase = CHOOSING_DEALER
        self.to_act = CHANCE_ACTS
        self.year = 1
        self.dealer = 0
        self.turn = 0
        self.played = 0
        self.to_deal = 0
        self.settled = 0
        self.aside = 0
        self.card = NONE
        self.site = NONE
        self.people = 0
        self.guards = 0
        self.mode = 0
        self.need = 0
        self.companions = 0
        self.hand_size = hand_size(seats)
        self.payout = PAYOUTS.index(options.payout)
        self.weak_right_hand = 0
        if options.right_hand != RIGHT_HAND_50:
            self.weak_right_hand = 1
        self.years = options.years

    # The board

    def owner(self, site: i64) -> i64:
        """The seat that holds a site, or `NONE`."""
        return (self.words[SITES + site] & OWNER_MASK) - 1

    def people_at(self, site: i64) -> i64:
        """The set of members on a site."""
        return self.words[SITES + site] >> MEMBER_BITS

    def guards_at(self, site: i64) -> i64:
        """The number of guards on a site."""
        return self.words[SITES + site] >> OWNER_BITS & GUARD_MASK

    def value_at(self, site: i64) -> i64:
        """The total value of the pieces on a site."""
        word = self.words[SITES + site]
        return value(word >> MEMBER_BITS, self.weak_right_hand) + GUARD_PRICE * (
            word >> OWNER_BITS & GUARD_MASK
        )

    def earnings(self, minimum: i64, people: i64, guards: i64) -> i64:
        """Year-end income of these pieces on a site with this minimum [CAPONE-8.2]."""
        if self.payout == BY_PIECE:
            return minimum * (BITS_IN[people] + guards)
        if self.payout == BY_SITE:
            if people | guards:
                return minimum
            return 0
        total = value(people, self.weak_right_hand) + GUARD_PRICE * guards
        if self.payout == BY_VALUE or total == 0:
            return total
        return total + minimum

    def earnings_at(self, site: i64) -> i64:
        """Year-end income of the pieces on a site."""
        return self.earnings(MINIMUMS[site // SITES_PER_BUSINESS], self.people_at(site), self.guards_at(site))

    def income(self, seat: i64) -> i64:
        """Income of a seat if the year ended now [CAPONE-8.1]."""
        total: i64 = 0
        site: i64 = 0
        while site < SITE_COUNT:
            if self.owner(site) == seat:
                total += self.earnings_at(site)
            site += 1
        return total

    def guest_at(self, place: i64) -> i64:
        """The guest of a leisure place, or 0: seat + 1 and, above `OWNER_BITS`, the member."""
        return self.leisure >> LEISURE_BITS * place & LEISURE_MASK

    def find_member(self, seat: i64, member: i64) -> i64:
        """The place of a member: a site, `SITE_COUNT` plus a leisure place, or `NONE` if not on the board."""
        site: i64 = 0
        while site < SITE_COUNT:
            if self.owner(site) == seat and self.people_at(site) >> member & 1:
                return site
            site += 1
        place: i64 = 0
        while place < LEISURE_COUNT:
            if self.guest_at(place) == (seat + 1 | member << OWNER_BITS):
                return SITE_COUNT + place
            place += 1
        return NONE

    # Families and cards

    def prisoners(self, seat: i64) -> i64:
        """The set of a seat's members in prison, in any cell."""
        cells = self.words[CELLS + seat]
        return (cells | cells >> MEMBER_BITS | cells >> 2 * MEMBER_BITS) & MEMBER_MASK

    def protection_money(self, seat: i64) -> i64:
        """The protection money that a seat would pay now."""
        money = PROTECTION[self.words[STEPS + seat]]
        if money > self.words[CASH + seat]:
            money = self.words[CASH + seat]
        return money

    def is_last_card(self) -> bool:
        """Return whether the next card to be played is the last of the year [CAPONE-7.1]."""
        return self.played == self.seats * self.hand_size - 1

    def cards_hidden_from(self, seat: i64) -> i64:
        """The cards whose place a seat does not know: in the deck, or held or returned by other seats."""
        known = self.discards
        if seat >= 0:
            known |= self.words[HANDS + seat] | self.words[RETURNED + seat]
        return full_deck(self.seats) & ~known

    # Ranking

    def score(self, seat: i64) -> i64:
        return self.words[STEPS + seat]

    def free_member_count(self, seat: i64) -> i64:
        """The number of a seat's members that are alive and not in prison."""
        return BITS_IN[ALL & ~(self.words[HARBOUR + seat] | self.prisoners(seat))]

    def is_ahead(self, one: i64, other: i64) -> bool:
        words = self.words
        lead = words[STEPS + one] - words[STEPS + other]  # [CAPONE-9.1]
        if lead == 0:
            lead = words[CASH + one] - words[CASH + other]  # [CAPONE-9.2]
        if lead == 0:
            lead = self.free_member_count(one) - self.free_member_count(other)  # [CAPONE-9.3]
        return lead > 0  # [CAPONE-9.4]

    def most_steps(self) -> i64:
        """The number of steps of the leading seat."""
        most: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.words[STEPS + seat] > most:
                most = self.words[STEPS + seat]
            seat += 1
        return most

    # Contract

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat >= 0 and self.to_act >> seat & 1:
            return PHASES[self.phase]
        return "wait"

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
