"""Placements of Capone, composed piece by piece: what may still be added, and what it takes.

A placement is a card, a site, some members and some guards: far too many to list at once. So a seat names
them one after the other, and every step is legal exactly if some placement can still come of it. `can_reach`
answers that for all subsets at once; moves, refusals and views ask the same questions here.
"""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capone.layout import (
    BEAT_BY,
    EXACTLY,
    FREELY,
    GUARD_PRICE,
    GUARDS,
    HOMES,
    LAST_GUARDS,
    LAST_MEMBER,
    MINIMUMS,
    NONE,
    OWNER_MASK,
    SITES,
)
from caponata.games.capone.moves import MEMBER_COUNT, SITE_COUNT, SITES_EACH, UEBERNAHME
from caponata.games.capone.people import can_reach, joining, value
from caponata.games.capone.state import CaponeState


class CaponePlacing(CaponeState):
    """What may be placed where."""

    def mode_of(self, seat: i64, kind: i64) -> i64:
        """How a placement with this card is composed now."""
        if kind == UEBERNAHME:
            return EXACTLY
        if not self.is_last_card():
            return FREELY
        if self.last_guards_fit(seat, kind):
            return LAST_GUARDS  # [CAPONE-7.1]
        return LAST_MEMBER  # [CAPONE-7.2]

    def needed(self, seat: i64, kind: i64, site: i64) -> i64:
        """What the new pieces on a site must be worth at least, or exactly for a Geschäftsübernahme."""
        there = self.words[SITES + site]
        if kind == UEBERNAHME:
            return self.value_at(site)  # [CAPONE-5.4]
        minimum = MINIMUMS[kind]
        if there == 0 or there & OWNER_MASK == seat + 1:
            return minimum  # [CAPONE-3.1] [CAPONE-3.4]
        beating = self.value_at(site) + BEAT_BY  # [CAPONE-3.5]
        if beating > minimum:
            return beating
        return minimum

    def company(self, seat: i64, kind: i64, site: i64) -> i64:
        """The members who will stay beside the new pieces: one's own who are there already [CAPONE-3.4]."""
        if kind != UEBERNAHME and self.owner(site) == seat:
            return self.people_at(site)
        return 0

    def can_place(self, seat: i64, kind: i64, site: i64) -> bool:
        """Whether a card lets its seat place anything on a site."""
        if kind == UEBERNAHME:
            if self.owner(site) in (NONE, seat):
                return False
        elif site // SITES_EACH != kind:
            return False
        elif self.is_last_card():
            return self.last_card_fits(seat, kind, site)
        need = self.needed(seat, kind, site)
        return self.fits(seat, need, self.company(seat, kind, site), kind == UEBERNAHME, 0, 0)

    def can_place_any(self, seat: i64, kind: i64) -> bool:
        """Whether a card that places pieces can be used at all."""
        site: i64 = 0
        end = SITE_COUNT
        if kind != UEBERNAHME:
            site = kind * SITES_EACH
            end = site + SITES_EACH
        while site < end:
            if self.can_place(seat, kind, site):
                return True
            site += 1
        return False

    def fits(self, seat: i64, need: i64, beside: i64, exactly: bool, people: i64, guards: i64) -> bool:  # noqa: FBT001
        """Whether these pieces, and more of those at home, can make up what is needed beside a company."""
        joiners = joining(beside | people, self.words[HOMES + seat] & ~people, self.lesser)
        missing = need - value(people, self.lesser)
        if guards > 0:
            return can_reach(joiners, missing, guards, guards, exactly)
        return can_reach(joiners, missing, 0, self.words[GUARDS + seat], exactly)

    # The year's last card

    def last_card_fits(self, seat: i64, kind: i64, site: i64) -> bool:
        """Whether the year's last card can be used on a site."""
        need = self.needed(seat, kind, site)
        if self.last_guards_fit(seat, kind):
            return need == MINIMUMS[kind]  # [CAPONE-7.1]
        found = self.weakest(seat, MINIMUMS[kind])
        if found == 0 or value(found & -found, self.lesser) < need:
            return False  # [CAPONE-7.3]
        return self.may_join(found & -found, self.company(seat, kind, site))

    def last_guards_fit(self, seat: i64, kind: i64) -> bool:
        """Whether just so many guards as the minimum asks for can go to one of the two sites."""
        minimum = MINIMUMS[kind]
        if self.words[GUARDS + seat] * GUARD_PRICE < minimum:
            return False
        first = kind * SITES_EACH
        return self.needed(seat, kind, first) == minimum or self.needed(seat, kind, first + 1) == minimum

    def weakest(self, seat: i64, minimum: i64) -> i64:
        """The free members of least value among those worth a minimum, as a set [CAPONE-7.2]."""
        free = self.words[HOMES + seat]
        found: i64 = 0
        least: i64 = 0
        member: i64 = 0
        while member < MEMBER_COUNT:
            worth = value(free & 1 << member, self.lesser)
            if worth >= minimum:
                if found == 0 or worth < least:
                    found = 0
                    least = worth
                if worth == least:
                    found |= 1 << member
            member += 1
        return found

    # Steps

    def open_plan(self, seat: i64, site: i64) -> None:
        """Begin to name pieces for a site, and note what they must come to."""
        self.site = site
        self.mode = self.mode_of(seat, self.card)
        self.need = self.needed(seat, self.card, site)
        self.beside = self.company(seat, self.card, site)

    def may_join(self, member: i64, stack: i64) -> bool:
        """Whether the limits of the Don and of Mama let a member, a set of one, join a stack."""
        return stack == 0 or joining(stack, member, self.lesser) > 1  # [CAPONE-3.2] [CAPONE-3.3]

    def may_add(self, seat: i64, member: i64) -> bool:
        """Whether a member may be the next piece of the placement being composed."""
        one: i64 = 1 << member
        if not self.words[HOMES + seat] & ~self.people & one or self.mode == LAST_GUARDS:
            return False
        if self.mode == LAST_MEMBER:
            return self.people == 0 and self.weakest(seat, MINIMUMS[self.card]) & one != 0
        if not self.may_join(one, self.beside | self.people):
            return False
        return self.fits(seat, self.need, self.beside, self.mode == EXACTLY, self.people | one, self.guards)

    def may_bring(self, seat: i64, guards: i64) -> bool:
        """Whether so many guards may go with the placement being composed."""
        if self.guards > 0 or guards > self.words[GUARDS + seat] or self.mode == LAST_MEMBER:
            return False
        if self.mode == LAST_GUARDS:
            return guards * GUARD_PRICE == MINIMUMS[self.card]
        return self.fits(seat, self.need, self.beside, self.mode == EXACTLY, self.people, guards)

    def composed(self) -> i64:
        """What the pieces named so far are worth."""
        return value(self.people, self.lesser) + GUARD_PRICE * self.guards

    def may_confirm(self) -> bool:
        """Whether the placement is complete."""
        total = self.composed()
        if self.mode == EXACTLY:
            return total == self.need
        return total >= self.need
