"""What each seat of Capone may know, and what helps it to judge: built up, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from caponata.engine.game import Position, View
from caponata.engine.options import shown_options
from caponata.games.capone.cards import OF_KIND, copies, first_kind, kinds, size
from caponata.games.capone.layout import (
    AIM_SEAT,
    CASH,
    CELLS,
    CHOOSING_SITE,
    COLOURS,
    EXCHANGING,
    FRONT_BITS,
    FRONT_PAY,
    GUARD_BITS,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    LOST,
    MEMBER_BITS,
    MEMBER_MASK,
    MINIMUMS,
    NONE,
    OWNER_MASK,
    PARK,
    PHASES,
    RETURNED,
    STEPS,
    TURN,
)
from caponata.games.capone.moves import (
    CARD_NAMES,
    FAMILIES,
    KINDS,
    LEGAL,
    LEISURE,
    MEMBERS,
    SITE_NAMES,
    SITES_EACH,
)
from caponata.games.capone.people import members_of, pieces_of, value
from caponata.games.capone.risk import hidden_from
from caponata.games.capone.rules import RULES_VERSION, CaponePosition
from caponata.games.capone.sites import reach_of, sites

MODES: Final = ("freely", "exactly", "last-guards", "last-member")
CERTAIN: Final = 100  # percent
MOST_COPIES: Final = 4


def view(position: Position, seat: int) -> View:
    """All that a seat may know, its own cards and its half-made play included [CAPONE-10.1] [CAPONE-10.2]."""
    assert isinstance(position, CaponePosition)
    seats = range(position.seats)
    words = position.words
    reach = [reach_of(position, each) for each in seats]
    cards = [int(size(words[HANDS + each])) for each in seats]
    out = unseen(position, seat)
    seen_by_all: View = {
        "game": "capone",
        "rules_version": RULES_VERSION,
        "options": shown_options(position.options),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "families": list(FAMILIES[: position.seats]),
        "year": position.year,
        "years": position.years,
        "phase": PHASES[shown_phase(position, seat)],
        "dealer": position.dealer,
        "turn": position.turn,
        "to_act": [each for each in seats if position.to_act >> each & 1],
        "turns": position.hand_size,
        "played": position.played,
        "to_deal": position.to_deal,
        "settled": position.settled,
        "deck": position.deck_size,
        "discards": names(position.discards),
        "cards": cards,
        "returned": [int(size(words[RETURNED + each])) for each in seats],
        "cash": [words[CASH + each] for each in seats],
        "steps": [words[STEPS + each] for each in seats],
        "people": [people(position, each) for each in seats],
        "sites": sites(position, seat, reach, cards),
        "leisure": {name: guest(position, place) for place, name in enumerate(LEISURE)},
        "fronts": {name: front(position, i) for i, name in enumerate(LEGAL)},
        "income": [int(position.income(each)) for each in seats],
        "worth": worth(position),
        "front_pay": [int(FRONT_PAY[words[STEPS + each]]) for each in seats],
        "protection": [int(position.squeezed(each)) for each in seats],
        "reach": reach,
        "unseen": out,
        "held": held_by_others(out, cards, seat),
        "last_card": last_card(position),
    }
    if seat >= 0:
        seen_by_all["hand"] = names(words[HANDS + seat])
        seen_by_all["gave_back"] = names(words[RETURNED + seat])
        seen_by_all["plan"] = plan(position, seat)
    return seen_by_all


def names(cards: i64) -> list[str]:
    """Cards by name."""
    return [CARD_NAMES[kind] for kind in kinds(cards)]


def is_composing(position: CaponePosition) -> bool:
    """Whether the seat to act is in the middle of a play."""
    return position.phase >= CHOOSING_SITE and position.phase <= AIM_SEAT


def shown_phase(position: CaponePosition, seat: i64) -> int:
    """The phase as a seat sees it: what another one is composing stays its secret [CAPONE-2.6]."""
    if is_composing(position) and seat != position.turn:
        return TURN
    return position.phase


def people(position: CaponePosition, seat: i64) -> dict[str, Any]:
    """Where a family's people are, the board apart."""
    words = position.words
    cells = words[CELLS + seat]
    return {
        "home": members_of(words[HOMES + seat]),
        "guards": words[GUARDS + seat],
        "cells": [members_of(cells >> MEMBER_BITS * cell & MEMBER_MASK) for cell in range(3)],
        "harbour": members_of(words[HARBOUR + seat]),
        "park": words[PARK + seat],
        "lost": words[LOST + seat],
    }


def worth(position: CaponePosition) -> dict[str, int]:
    """What the members are worth at this table, and a guard."""
    shown = {name: int(value(1 << member, position.lesser)) for member, name in enumerate(MEMBERS)}
    shown["guard"] = GUARD_PRICE
    return shown


def guest(position: CaponePosition, place: i64) -> dict[str, Any] | None:
    """Who is kept busy at a leisure place."""
    here = position.at_leisure(place)
    if not here:
        return None
    return {"seat": (here & OWNER_MASK) - 1, "member": MEMBERS[here >> GUARD_BITS]}


def front(position: CaponePosition, business: i64) -> int | None:
    """Whose guard stands at a legal business."""
    owner = position.fronts >> FRONT_BITS * business & OWNER_MASK
    return owner - 1 if owner else None


# Cards that are out


def unseen(position: CaponePosition, seat: i64) -> dict[str, int]:
    """How many of each card are still out, as far as a seat knows [CAPONE-10.3]."""
    hidden = hidden_from(position, seat)
    out: dict[str, int] = {}
    while hidden:
        kind = first_kind(hidden)
        out[CARD_NAMES[kind]] = copies(hidden, kind)
        hidden &= ~OF_KIND[kind]
    return out


def held_by_others(out: dict[str, int], cards: list[int], seat: int) -> dict[str, int]:
    """For each card that is out, the chance in percent that somebody else has one in hand now."""
    held = sum(cards)
    if seat >= 0:
        held -= cards[seat]
    if not held:
        return {}
    pool = sum(out.values())
    by_count = [chance_of(count, held, pool) for count in range(MOST_COPIES + 1)]
    return {name: by_count[count] for name, count in out.items()}


def chance_of(out: int, held: int, pool: int) -> int:
    """The chance in percent that at least one of so many cards is among those held, all blindly dealt."""
    none = 1.0
    for i in range(out):
        none *= max(pool - held - i, 0) / (pool - i)
    return round(CERTAIN * (1.0 - none))


def last_card(position: CaponePosition) -> dict[str, Any] | None:
    """What the dealer's last card could bring to a site now, by the colour of the business [CAPONE-7.1]."""
    if position.phase < EXCHANGING or position.phase > AIM_SEAT:
        return None
    dealer = position.dealer
    brings: dict[str, list[str]] = {}
    for minimum, colour in COLOURS.items():
        guards = minimum // GUARD_PRICE
        if guards <= position.words[GUARDS + dealer]:
            brings[colour] = pieces_of(0, guards)
        else:
            brings[colour] = members_of(position.weakest(dealer, minimum))
    return {"seat": dealer, "now": position.is_last_card(), "brings": brings}


# The seat's own plan


def plan(position: CaponePosition, seat: i64) -> dict[str, Any] | None:
    """What a seat is composing, and what it would be worth; nobody else sees it [CAPONE-2.6]."""
    if seat != position.turn:
        return None
    if position.phase == EXCHANGING:
        return {"aside": names(position.aside)}
    if not is_composing(position):
        return None
    shown: dict[str, Any] = {"card": CARD_NAMES[position.card], "site": None}
    if position.site != NONE:
        shown |= placement(position, seat)
    return shown


def placement(position: CaponePosition, seat: i64) -> dict[str, Any]:
    """The pieces named so far, what they are worth, what they need to be worth, and what they would earn."""
    number = position.site
    before = position.earned_at(number) if position.owner(number) == seat else 0
    guards = position.guards_at(number) if position.owner(number) == seat else 0
    minimum = MINIMUMS[number // SITES_EACH]
    after = position.earning(minimum, position.beside | position.people, guards + position.guards)
    return {
        "site": SITE_NAMES[number],
        "mode": MODES[position.mode],
        "members": members_of(position.people),
        "guards": position.guards,
        "value": position.composed(),
        "need": position.need,
        "complete": position.may_confirm(),
        "earns": after - before,
    }


def census(position: Position) -> Mapping[str, int]:
    """All pieces and all money, wherever they are."""
    assert isinstance(position, CaponePosition)
    words = position.words
    cards = position.deck | position.discards
    card_count = size(position.deck) + size(position.discards)
    pieces: dict[str, int] = {}
    money = position.bank
    for seat in range(position.seats):
        cards |= words[HANDS + seat] | words[RETURNED + seat]
        card_count += size(words[HANDS + seat]) + size(words[RETURNED + seat])
        money += words[CASH + seat]
        for member, count in enumerate(appearances(position, seat)):
            pieces[f"{FAMILIES[seat]} {MEMBERS[member]}"] = count
        pieces[f"{FAMILIES[seat]} guards"] = guards_of(position, seat)
    for kind in range(KINDS):
        pieces[CARD_NAMES[kind]] = copies(cards, kind)
    pieces["cards"] = card_count
    pieces["money"] = money
    return pieces


def appearances(position: CaponePosition, seat: i64) -> list[int]:
    """In how many places each member of a family is: in one, if all is well."""
    words = position.words
    cells = words[CELLS + seat]
    groups: list[int] = [words[HOMES + seat], words[HARBOUR + seat]]
    groups += [cells >> MEMBER_BITS * cell & MEMBER_MASK for cell in range(3)]
    for number in range(len(SITE_NAMES)):
        if position.owner(number) == seat:
            groups.append(position.people_at(number))
    for place in range(len(LEISURE)):
        here = position.at_leisure(place)
        if here and (here & OWNER_MASK) - 1 == seat:
            groups.append(1 << (here >> GUARD_BITS))
    return [sum([group >> member & 1 for group in groups]) for member in range(len(MEMBERS))]


def guards_of(position: CaponePosition, seat: i64) -> int:
    """All guards of a family, wherever they are."""
    words = position.words
    count = words[GUARDS + seat] + words[PARK + seat] + words[LOST + seat]
    for number in range(len(SITE_NAMES)):
        if position.owner(number) == seat:
            count += position.guards_at(number)
    for business in range(len(LEGAL)):
        if front(position, business) == seat:
            count += 1
    return count
