"""A position of Capone: what lies where, and what can be read off it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Outcome, Position, ScoreLine
from caponata.games.capone.cards import BITS_IN, full_deck, size
from caponata.games.capone.layout import (
    BY_PIECE,
    BY_SITE,
    BY_VALUE,
    CASH,
    CELLS,
    CHOOSING_DEALER,
    GUARD_BITS,
    GUARD_MASK,
    GUARD_PRICE,
    GUARDS,
    HARBOUR,
    HOMES,
    LEISURE_BITS,
    LEISURE_MASK,
    MEMBER_BITS,
    MEMBER_MASK,
    MINIMUMS,
    MOST_STEPS,
    NONE,
    OVER,
    OWNER_MASK,
    PAYOUTS,
    PHASES,
    SITES,
    START_CASH,
    STEPS,
    WORDS,
    CaponeOptions,
    hand_size,
)
from caponata.games.capone.moves import GUARD_COUNT, LEISURE_COUNT, SITE_COUNT, SITES_EACH
from caponata.games.capone.people import ALL, RIGHT_HAND_50, value

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
    "beside",
    "words",
)


class CaponeState(Position):
    """All that is on the table, hidden cards and half-made plays included."""

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
            self.bank: i64 = source.bank  # what the bank has taken in less what it has paid
            self.fronts: i64 = source.fronts
            self.leisure: i64 = source.leisure
            self.phase: i64 = source.phase
            self.year: i64 = source.year
            self.dealer: i64 = source.dealer
            self.turn: i64 = source.turn
            self.played: i64 = source.played  # cards played this year
            self.to_deal: i64 = source.to_deal
            self.settled: i64 = source.settled  # seats whose year-end turn is over
            self.aside: i64 = source.aside  # cards about to be exchanged
            self.card: i64 = source.card  # of the play being composed, as all that follows
            self.site: i64 = source.site
            self.people: i64 = source.people
            self.guards: i64 = source.guards
            self.mode: i64 = source.mode  # this and the next two follow from card and site
            self.need: i64 = source.need
            self.beside: i64 = source.beside
            self.hand_size: i64 = source.hand_size
            self.payout: i64 = source.payout
            self.lesser: i64 = source.lesser
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
        self.beside = 0
        self.hand_size = hand_size(seats)
        self.payout = PAYOUTS.index(options.payout)
        self.lesser = 0
        if options.right_hand != RIGHT_HAND_50:
            self.lesser = 1
        self.years = options.years

    # Sites

    def owner(self, site: i64) -> i64:
        """The seat that holds a site, or `NONE`."""
        return (self.words[SITES + site] & OWNER_MASK) - 1

    def people_at(self, site: i64) -> i64:
        """The members on a site."""
        return self.words[SITES + site] >> MEMBER_BITS

    def guards_at(self, site: i64) -> i64:
        """How many guards are on a site."""
        return self.words[SITES + site] >> GUARD_BITS & GUARD_MASK

    def value_at(self, site: i64) -> i64:
        """What the pieces on a site are worth together."""
        word = self.words[SITES + site]
        return value(word >> MEMBER_BITS, self.lesser) + GUARD_PRICE * (word >> GUARD_BITS & GUARD_MASK)

    def earning(self, minimum: i64, people: i64, guards: i64) -> i64:
        """What such pieces earn on a site of this minimum at the year's end [CAPONE-8.2]."""
        if self.payout == BY_PIECE:
            return minimum * (BITS_IN[people] + guards)
        if self.payout == BY_SITE:
            if people | guards:
                return minimum
            return 0
        total = value(people, self.lesser) + GUARD_PRICE * guards
        if self.payout == BY_VALUE or total == 0:
            return total
        return total + minimum

    def earned_at(self, site: i64) -> i64:
        """What the pieces on a site will earn."""
        return self.earning(MINIMUMS[site // SITES_EACH], self.people_at(site), self.guards_at(site))

    def income(self, seat: i64) -> i64:
        """What a seat would earn if the year ended here [CAPONE-8.1]."""
        total: i64 = 0
        site: i64 = 0
        while site < SITE_COUNT:
            if self.owner(site) == seat:
                total += self.earned_at(site)
            site += 1
        return total

    def at_leisure(self, place: i64) -> i64:
        """Who is at a leisure place: 0, or the seat + 1 with the member above."""
        return self.leisure >> LEISURE_BITS * place & LEISURE_MASK

    def place_of(self, seat: i64, member: i64) -> i64:
        """Where on the board a member is: a site, a leisure place counted after the sites, or `NONE`."""
        site: i64 = 0
        while site < SITE_COUNT:
            if self.owner(site) == seat and self.people_at(site) >> member & 1:
                return site
            site += 1
        place: i64 = 0
        while place < LEISURE_COUNT:
            if self.at_leisure(place) == (seat + 1 | member << GUARD_BITS):
                return SITE_COUNT + place
            place += 1
        return NONE

    def in_prison(self, seat: i64) -> i64:
        """The members of a seat who are in any cell."""
        cells = self.words[CELLS + seat]
        return (cells | cells >> MEMBER_BITS | cells >> 2 * MEMBER_BITS) & MEMBER_MASK

    def is_last_card(self) -> bool:
        """Whether the card to be played is the last of the year [CAPONE-7.1]."""
        return self.played == self.seats * self.hand_size - 1

    # Who stands where

    def score(self, seat: i64) -> i64:
        return self.words[STEPS + seat]

    def free_members(self, seat: i64) -> i64:
        """How many members are alive and not in prison."""
        return BITS_IN[ALL & ~(self.words[HARBOUR + seat] | self.in_prison(seat))]

    def is_ahead(self, one: i64, other: i64) -> bool:
        """Whether one seat beats the other: by steps, then cash, then members."""
        words = self.words
        lead = words[STEPS + one] - words[STEPS + other]  # [CAPONE-9.1]
        if lead == 0:
            lead = words[CASH + one] - words[CASH + other]  # [CAPONE-9.2]
        if lead == 0:
            lead = self.free_members(one) - self.free_members(other)  # [CAPONE-9.3]
        return lead > 0  # [CAPONE-9.4]

    def most_steps(self) -> i64:
        """How far the best seat has come."""
        most: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.words[STEPS + seat] > most:
                most = self.words[STEPS + seat]
            seat += 1
        return most

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        seats = range(self.seats)
        scores = tuple([int(self.score(seat)) for seat in seats])
        places = tuple([int(self.place(seat)) for seat in seats])
        lines = tuple([(ScoreLine("CAPONE-8.7", "steps", score),) for score in scores])
        rule = "CAPONE-9.1" if self.most_steps() == MOST_STEPS else "CAPONE-9.5"
        return Outcome(rule, scores, places, lines, self.decided_by(places))

    def decided_by(self, places: tuple[int, ...]) -> str:
        """The rule that told the winner from the next."""
        if places.count(0) > 1:
            return "CAPONE-9.4"
        winner = places.index(0)
        next_best = places.index(1)
        if self.words[STEPS + winner] != self.words[STEPS + next_best]:
            return "CAPONE-9.1"
        if self.words[CASH + winner] != self.words[CASH + next_best]:
            return "CAPONE-9.2"
        return "CAPONE-9.3"

    # Service

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat >= 0 and self.to_act >> seat & 1:
            return PHASES[self.phase]
        return "wait"

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
