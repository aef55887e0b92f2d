"""What a placement of Capone is worth: earned, risked, kept for later, and denied to those who lead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capone.cards import first_kind
from caponata.games.capone.layout import GUARD_PRICE, GUARDS, HANDS, HOMES, MINIMUMS, NONE
from caponata.games.capone.moves import FIRST_LEGAL, SITE_COUNT, SITES_EACH, UEBERNAHME
from caponata.games.capone.people import ALL, value
from caponata.games.capone.risk import PERCENT, danger, future, malice
from caponata.games.capone.rules import CaponePosition

SPARE: Final[i64] = 65  # what pieces are worth in percent when kept for a card to come
SLACK: Final[i64] = 20  # by how much a stack may exceed its share of the family
ARMOUR: Final[i64] = 400  # what a guard is worth, in hundredths, when kept to protect somebody to come
STARTS: Final[i64] = 3  # a stack begins with the Don, with Mama, or with the strongest of the others
FIRST_OTHER: Final[i64] = 4  # the Right hand, as a set
FAR: Final[i64] = 100000


def illegal_cards(position: CaponePosition, seat: i64) -> i64:
    """How many cards of illegal businesses a seat holds."""
    hand = position.words[HANDS + seat]
    count: i64 = 0
    while hand:
        if first_kind(hand) >= FIRST_LEGAL:
            break
        hand &= hand - 1
        count += 1
    return count


def best_site(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The better of the sites that a card opens."""
    best: i64 = -FAR
    site: i64 = 0
    end = SITE_COUNT
    if kind != UEBERNAHME:
        site = kind * SITES_EACH
        end = site + SITES_EACH
    while site < end:
        if position.can_place(seat, kind, site):
            found = best_stack(position, seat, kind, site)
            if found > best:
                best = found
        site += 1
    return best


def best_stack(position: CaponePosition, seat: i64, kind: i64, site: i64) -> i64:
    """What a site is good for: the best of a stack around the Don, around Mama, of others, or of guards."""
    free = position.words[HOMES + seat]
    beside = position.company(seat, kind, site)
    need = position.needed(seat, kind, site)
    best = worth(position, seat, kind, site, 0, guards_for(position, seat, need))
    first: i64 = 0
    while first < STARTS:
        one = free >> first << first & -(free >> first << first)
        if first < STARTS - 1:
            one &= 1 << first
        if one and position.may_join(one, beside):
            people = filled(position, seat, kind, beside, one, need)
            guards = guards_for(position, seat, need - value(people, position.lesser))
            found = worth(position, seat, kind, site, people, guards)
            if found > best:
                best = found
        first += 1
    return best


def guards_for(position: CaponePosition, seat: i64, missing: i64) -> i64:
    """How many guards make up what is missing, as far as there are."""
    if missing <= 0:
        return 0
    guards = (missing + GUARD_PRICE - 1) // GUARD_PRICE
    if guards > position.words[GUARDS + seat]:
        return position.words[GUARDS + seat]
    return guards


def share(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """How much of the family this card should put to work: what is free, divided by the cards to come."""
    words = position.words
    free = value(words[HOMES + seat], position.lesser) + GUARD_PRICE * words[GUARDS + seat]
    cards = illegal_cards(position, seat)
    if kind >= FIRST_LEGAL:
        cards += 1
    if cards < 1:
        cards = 1
    return free // cards


def filled(position: CaponePosition, seat: i64, kind: i64, beside: i64, people: i64, need: i64) -> i64:
    """These members and others of the family, the strongest first, until they are a fair share of it."""
    free = position.words[HOMES + seat]
    goal = share(position, seat, kind)
    if need > goal or kind == UEBERNAHME:
        goal = need
    member = FIRST_OTHER
    while member <= ALL:
        if (
            free & member & ~people
            and value(people | member, position.lesser) <= goal + SLACK
            and position.may_join(member, beside | people)
        ):
            people |= member
        member <<= 1
    return people


def worth(position: CaponePosition, seat: i64, kind: i64, site: i64, people: i64, guards: i64) -> i64:
    """What such a placement is worth in hundredths: earned, risked, kept for later and denied to others.

    What it lacks to be complete counts as if somebody would still bring it.
    """
    total = value(people, position.lesser) + GUARD_PRICE * guards
    need = position.needed(seat, kind, site)
    beside = position.company(seat, kind, site)
    gap: i64 = 0
    if total < need:
        gap = need - total
    business = site // SITES_EACH
    mine = position.owner(site) == seat
    kept: i64 = 0
    posted: i64 = 0
    if mine:
        kept = position.value_at(site)
        posted = position.guards_at(site)
    gain = position.earning(MINIMUMS[business], beside | people, posted + guards) + gap
    if mine:
        gain -= position.earned_at(site)
    risk = danger(position, seat, business, beside | people, kept + total + gap)
    loss = (value(people, position.lesser) + gap) * future(position) // PERCENT + GUARD_PRICE * guards
    score = PERCENT * gain - risk * (gain + loss)
    if mine:
        score += (danger(position, seat, business, beside, kept) - risk) * position.earned_at(site)
    spare = total + gap - share(position, seat, kind)
    if illegal_cards(position, seat) > 1:
        if spare > 0:
            score -= SPARE * spare
        if not beside | people:
            score -= ARMOUR * guards
    owner = position.owner(site)
    if owner != NONE and owner != seat:
        score += malice(position, owner) * harm(position, site, kind == UEBERNAHME)
    return score


def harm(position: CaponePosition, site: i64, spared: bool) -> i64:  # noqa: FBT001
    """What a family loses with a site: this year's money and, unless they go home, the years of the dead."""
    lost = position.earned_at(site)
    if not spared:
        lost += value(position.people_at(site), position.lesser) * future(position) // PERCENT
        lost += GUARD_PRICE * position.guards_at(site)
    return lost
