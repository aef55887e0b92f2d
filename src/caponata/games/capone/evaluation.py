"""Value of a placement for hints: its income and risk, the pieces it uses up, and the harm to opponents."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capone.cards import first_kind
from caponata.games.capone.layout import GUARD_PRICE, GUARDS, HANDS, HOMES, MINIMUMS, NONE
from caponata.games.capone.members import ALL, value
from caponata.games.capone.moves import FIRST_LEGAL, SITE_COUNT, SITES_PER_BUSINESS, UEBERNAHME
from caponata.games.capone.placements import can_join, can_place, companions_at, needed_value
from caponata.games.capone.risk import PERCENT, future_percent, harm_percent, loss_chance
from caponata.games.capone.state import CaponeState

RESERVE: Final[i64] = 65  # percent of their value that pieces are worth when kept for a later card
TOLERANCE: Final[i64] = 20  # how far a stack may exceed its fair share of the family
GUARD_RESERVE: Final[i64] = 400  # value of a guard, in hundredths, when kept to protect a later member
STACK_STARTS: Final[i64] = 3  # a stack begins with the Don, with Mama, or with the strongest other member
RIGHT_HAND: Final[i64] = 4  # the Right hand as a set: the first member after the Don and Mama
LARGE: Final[i64] = 100000


def illegal_card_count(state: CaponeState, seat: i64) -> i64:
    """The number of illegal businesses in a seat's hand."""
    hand = state.words[HANDS + seat]
    count: i64 = 0
    while hand:
        if first_kind(hand) >= FIRST_LEGAL:
            break
        hand &= hand - 1
        count += 1
    return count


def best_site_value(state: CaponeState, seat: i64, kind: i64) -> i64:
    """The value of the best site for a card, in hundredths."""
    best: i64 = -LARGE
    site: i64 = 0
    end = SITE_COUNT
    if kind != UEBERNAHME:
        site = kind * SITES_PER_BUSINESS
        end = site + SITES_PER_BUSINESS
    while site < end:
        if can_place(state, seat, kind, site):
            stack_value = best_stack_value(state, seat, kind, site)
            if stack_value > best:
                best = stack_value
        site += 1
    return best


def best_stack_value(state: CaponeState, seat: i64, kind: i64, site: i64) -> i64:
    """The value of the best stack for a site: around the Don, around Mama, of other members, or of guards."""
    free = state.words[HOMES + seat]
    companions = companions_at(state, seat, kind, site)
    need = needed_value(state, seat, kind, site)
    best = placement_value(state, seat, kind, site, 0, guards_needed(state, seat, need))
    first: i64 = 0
    while first < STACK_STARTS:
        one = free >> first << first & -(free >> first << first)
        if first < STACK_STARTS - 1:
            one &= 1 << first
        if one and can_join(state, one, companions):
            people = fill_stack(state, seat, kind, companions, one, need)
            guards = guards_needed(state, seat, need - value(people, state.weak_right_hand))
            stack_value = placement_value(state, seat, kind, site, people, guards)
            if stack_value > best:
                best = stack_value
        first += 1
    return best


def guards_needed(state: CaponeState, seat: i64, missing: i64) -> i64:
    """The number of guards needed for the missing value, limited to the guards at home."""
    if missing <= 0:
        return 0
    guards = (missing + GUARD_PRICE - 1) // GUARD_PRICE
    if guards > state.words[GUARDS + seat]:
        return state.words[GUARDS + seat]
    return guards


def fair_share(state: CaponeState, seat: i64, kind: i64) -> i64:
    """The value that this card should place: the free pieces, divided by the cards still to be played."""
    words = state.words
    free = value(words[HOMES + seat], state.weak_right_hand) + GUARD_PRICE * words[GUARDS + seat]
    cards = illegal_card_count(state, seat)
    if kind >= FIRST_LEGAL:
        cards += 1
    if cards < 1:
        cards = 1
    return free // cards


def fill_stack(state: CaponeState, seat: i64, kind: i64, companions: i64, people: i64, need: i64) -> i64:
    """Add free members to a stack, the strongest first, up to a fair share of the family."""
    free = state.words[HOMES + seat]
    goal = fair_share(state, seat, kind)
    if need > goal or kind == UEBERNAHME:
        goal = need
    member = RIGHT_HAND
    while member <= ALL:
        if (
            free & member & ~people
            and value(people | member, state.weak_right_hand) <= goal + TOLERANCE
            and can_join(state, member, companions | people)
        ):
            people |= member
        member <<= 1
    return people


def placement_value(state: CaponeState, seat: i64, kind: i64, site: i64, people: i64, guards: i64) -> i64:
    """The value of a placement in hundredths: income, risk, pieces kept for later, and harm to opponents.

    A value missing from an incomplete placement counts as if a member brought it later.
    """
    total = value(people, state.weak_right_hand) + GUARD_PRICE * guards
    need = needed_value(state, seat, kind, site)
    companions = companions_at(state, seat, kind, site)
    gap: i64 = 0
    if total < need:
        gap = need - total
    business = site // SITES_PER_BUSINESS
    is_own = state.owner(site) == seat
    kept: i64 = 0
    posted: i64 = 0
    if is_own:
        kept = state.value_at(site)
        posted = state.guards_at(site)
    gain = state.earnings(MINIMUMS[business], companions | people, posted + guards) + gap
    if is_own:
        gain -= state.earnings_at(site)
    risk = loss_chance(state, seat, business, companions | people, kept + total + gap)
    at_risk = value(people, state.weak_right_hand) + gap
    loss = at_risk * future_percent(state) // PERCENT + GUARD_PRICE * guards
    score = PERCENT * gain - risk * (gain + loss)
    if is_own:
        score += (loss_chance(state, seat, business, companions, kept) - risk) * state.earnings_at(site)
    surplus = total + gap - fair_share(state, seat, kind)
    if illegal_card_count(state, seat) > 1:
        if surplus > 0:
            score -= RESERVE * surplus
        if not companions | people:
            score -= GUARD_RESERVE * guards
    owner = state.owner(site)
    if owner != NONE and owner != seat:
        score += harm_percent(state, owner) * site_loss(state, site, kind == UEBERNAHME)
    return score


def site_loss(state: CaponeState, site: i64, spared: bool) -> i64:  # noqa: FBT001
    """The loss of a family with a site: income of this year and, unless its pieces are spared, the future."""
    lost = state.earnings_at(site)
    if not spared:
        dead = value(state.people_at(site), state.weak_right_hand)
        lost += dead * future_percent(state) // PERCENT
        lost += GUARD_PRICE * state.guards_at(site)
    return lost
