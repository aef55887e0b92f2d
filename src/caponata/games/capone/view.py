"""Views of Capone: everything that a seat or a spectator may know, built field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, cast

from mypy_extensions import i64

from caponata.engine.game import Position, View
from caponata.engine.options import shown_options
from caponata.games.capone.cards import KIND_MASKS, copies, first_kind, kinds, size
from caponata.games.capone.layout import (
    AIM_SEAT,
    CASH,
    CELLS,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    COLOURS,
    EXCHANGING,
    FRONT_BITS,
    FRONT_PAY,
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
    OWNER_BITS,
    OWNER_MASK,
    PARK,
    PHASES,
    RETURNED,
    STEPS,
    TURN,
)
from caponata.games.capone.legality import can_play
from caponata.games.capone.members import member_names, piece_names, value
from caponata.games.capone.moves import (
    CARD_NAMES,
    FAMILIES,
    FIRST_LEGAL,
    KINDS,
    LEGAL,
    LEISURE,
    MEMBERS,
    SITE_NAMES,
    SITES_PER_BUSINESS,
    UEBERNAHME,
    VERKEHR,
)
from caponata.games.capone.placements import can_place, chosen_value, is_complete, weakest_members
from caponata.games.capone.rules import RULES_VERSION, CaponePosition
from caponata.games.capone.site_view import reach_of, sites_view
from caponata.games.capone.view_types import (
    CaponeView,
    Colour,
    Exchange,
    Guest,
    LastCard,
    Member,
    Mode,
    Options,
    People,
    Play,
)

MODES: Final[tuple[Mode, ...]] = ("freely", "exactly", "last-guards", "last-member")
PERCENT: Final = 100
MOST_COPIES: Final = 4


def view(position: Position, seat: int) -> View:
    """Everything that a seat may know, with its own cards and plan [CAPONE-10.1] [CAPONE-10.2]."""
    assert isinstance(position, CaponePosition)
    seats = range(position.seats)
    words = position.words
    reach = [reach_of(position, other) for other in seats]
    cards = [int(size(words[HANDS + other])) for other in seats]
    unseen = unseen_cards(position, seat)
    fields: CaponeView = {
        "game": "capone",
        "rules_version": RULES_VERSION,
        "options": cast("Options", shown_options(position.options)),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "families": list(FAMILIES[: position.seats]),
        "year": position.year,
        "years": position.years,
        "phase": PHASES[visible_phase(position, seat)],
        "dealer": position.dealer,
        "turn": position.turn,
        "to_act": [other for other in seats if position.to_act >> other & 1],
        "turns": position.hand_size,
        "played": position.played,
        "to_deal": position.to_deal,
        "settled": position.settled,
        "deck": position.deck_size,
        "discards": card_names(position.discards),
        "cards": cards,
        "returned": [int(size(words[RETURNED + other])) for other in seats],
        "cash": [words[CASH + other] for other in seats],
        "steps": [words[STEPS + other] for other in seats],
        "people": [family(position, other) for other in seats],
        "sites": sites_view(position, seat, reach, cards),
        "leisure": {name: guest(position, place) for place, name in enumerate(LEISURE)},
        "fronts": {name: front(position, i) for i, name in enumerate(LEGAL)},
        "income": [int(position.income(other)) for other in seats],
        "worth": piece_values(position),
        "front_pay": [int(FRONT_PAY[words[STEPS + other]]) for other in seats],
        "protection": [int(position.protection_money(other)) for other in seats],
        "reach": reach,
        "unseen": unseen,
        "held": held_by_others(unseen, cards, seat),
        "last_card": last_card(position),
    }
    if seat >= 0:
        fields["hand"] = card_names(words[HANDS + seat])
        fields["gave_back"] = card_names(words[RETURNED + seat])
        fields["plan"] = plan(position, seat)
        fields["places"] = card_places(position, seat)
    return cast("View", fields)


def card_names(cards: i64) -> list[str]:
    """The names of the cards in a set."""
    return [CARD_NAMES[kind] for kind in kinds(cards)]


def card_places(position: CaponePosition, seat: i64) -> dict[str, list[str]]:
    """The sites or the house on which a seat can play each card in hand; empty if it is not its turn."""
    if seat != position.turn or position.phase < TURN or position.phase > CHOOSING_PIECES:
        return {}
    return {
        CARD_NAMES[kind]: places_of_card(position, seat, kind) for kind in kinds(position.words[HANDS + seat])
    }


def places_of_card(position: CaponePosition, seat: i64, kind: i64) -> list[str]:
    """The sites or the house on which a card can be played; empty for an action without a site."""
    if kind < FIRST_LEGAL or kind == UEBERNAHME:
        return [name for site, name in enumerate(SITE_NAMES) if can_place(position, seat, kind, site)]
    return [CARD_NAMES[kind]] if kind < VERKEHR and can_play(position, seat, kind) else []


def is_composing(position: CaponePosition) -> bool:
    """Return whether the acting seat is composing a play."""
    return position.phase >= CHOOSING_SITE and position.phase <= AIM_SEAT


def visible_phase(position: CaponePosition, seat: i64) -> int:
    """The phase as a seat sees it: a play that another seat composes stays secret [CAPONE-2.6]."""
    if is_composing(position) and seat != position.turn:
        return TURN
    return position.phase


def family(position: CaponePosition, seat: i64) -> People:
    """The members and guards of a family that are not on the board."""
    words = position.words
    cells = words[CELLS + seat]
    return {
        "home": member_names(words[HOMES + seat]),
        "guards": words[GUARDS + seat],
        "cells": [member_names(cells >> MEMBER_BITS * cell & MEMBER_MASK) for cell in range(3)],
        "harbour": member_names(words[HARBOUR + seat]),
        "park": words[PARK + seat],
        "lost": words[LOST + seat],
    }


def piece_values(position: CaponePosition) -> dict[Member | Literal["guard"], int]:
    """The values of the members and of a guard with the options of this game."""
    values: dict[Member | Literal["guard"], int] = {
        name: int(value(1 << member, position.weak_right_hand)) for member, name in enumerate(MEMBERS)
    }
    values["guard"] = GUARD_PRICE
    return values


def guest(position: CaponePosition, place: i64) -> Guest | None:
    """The guest of a leisure place, or None."""
    packed = position.guest_at(place)
    if not packed:
        return None
    return {"seat": (packed & OWNER_MASK) - 1, "member": MEMBERS[packed >> OWNER_BITS]}


def front(position: CaponePosition, business: i64) -> int | None:
    """The seat whose guard is at a legal business, or None."""
    owner = position.fronts >> FRONT_BITS * business & OWNER_MASK
    return owner - 1 if owner else None


# Unseen cards


def unseen_cards(position: CaponePosition, seat: i64) -> dict[str, int]:
    """The number of unseen copies of each card, as far as a seat knows [CAPONE-10.3]."""
    hidden = position.cards_hidden_from(seat)
    counts: dict[str, int] = {}
    while hidden:
        kind = first_kind(hidden)
        counts[CARD_NAMES[kind]] = copies(hidden, kind)
        hidden &= ~KIND_MASKS[kind]
    return counts


def held_by_others(unseen: dict[str, int], cards: list[int], seat: int) -> dict[str, int]:
    """For each unseen card, the chance in percent that another seat holds one now."""
    held = sum(cards)
    if seat >= 0:
        held -= cards[seat]
    if not held:
        return {}
    pool = sum(unseen.values())
    by_count = [held_chance(count, held, pool) for count in range(MOST_COPIES + 1)]
    return {name: by_count[count] for name, count in unseen.items()}


def held_chance(unseen: int, held: int, pool: int) -> int:
    """The chance in percent that at least one of the unseen cards is among the `held` cards of the pool."""
    none = 1.0
    for i in range(unseen):
        none *= max(pool - held - i, 0) / (pool - i)
    return round(PERCENT * (1.0 - none))


def last_card(position: CaponePosition) -> LastCard | None:
    """The pieces that the dealer's last card could place now, by colour of the business [CAPONE-7.1]."""
    if position.phase < EXCHANGING or position.phase > AIM_SEAT:
        return None
    dealer = position.dealer
    pieces: dict[Colour, Sequence[str]] = {}
    for minimum, colour in COLOURS.items():
        guards = minimum // GUARD_PRICE
        if guards <= position.words[GUARDS + dealer]:
            pieces[colour] = piece_names(0, guards)
        else:
            pieces[colour] = member_names(weakest_members(position, dealer, minimum))
    return {"seat": dealer, "now": position.is_last_card(), "brings": pieces}


# The seat's own plan


def plan(position: CaponePosition, seat: i64) -> Play | Exchange | None:
    """The play that a seat is composing, or None; other seats do not see it [CAPONE-2.6]."""
    if seat != position.turn:
        return None
    if position.phase == EXCHANGING:
        return {"aside": card_names(position.aside)}
    if not is_composing(position):
        return None
    if position.site == NONE:
        return {"card": CARD_NAMES[position.card], "site": None}
    return placement(position, seat)


def placement(position: CaponePosition, seat: i64) -> Play:
    """The pieces chosen so far, their value, the needed value, and the income that they add."""
    number = position.site
    before = position.earnings_at(number) if position.owner(number) == seat else 0
    guards = position.guards_at(number) if position.owner(number) == seat else 0
    minimum = MINIMUMS[number // SITES_PER_BUSINESS]
    after = position.earnings(minimum, position.companions | position.people, guards + position.guards)
    return {
        "card": CARD_NAMES[position.card],
        "site": SITE_NAMES[number],
        "mode": MODES[position.mode],
        "members": member_names(position.people),
        "guards": position.guards,
        "value": chosen_value(position),
        "need": position.need,
        "complete": is_complete(position),
        "earns": after - before,
    }


def census(position: Position) -> Mapping[str, int]:
    """Counts of all pieces and all money, wherever they are."""
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
        pieces[f"{FAMILIES[seat]} guards"] = guard_count(position, seat)
    for kind in range(KINDS):
        pieces[CARD_NAMES[kind]] = copies(cards, kind)
    pieces["cards"] = card_count
    pieces["money"] = money
    return pieces


def appearances(position: CaponePosition, seat: i64) -> list[int]:
    """The number of places where each member of a family is: always 1 in a valid position."""
    words = position.words
    cells = words[CELLS + seat]
    groups: list[int] = [words[HOMES + seat], words[HARBOUR + seat]]
    groups += [cells >> MEMBER_BITS * cell & MEMBER_MASK for cell in range(3)]
    for number in range(len(SITE_NAMES)):
        if position.owner(number) == seat:
            groups.append(position.people_at(number))
    for place in range(len(LEISURE)):
        packed = position.guest_at(place)
        if packed and (packed & OWNER_MASK) - 1 == seat:
            groups.append(1 << (packed >> OWNER_BITS))
    return [sum([group >> member & 1 for group in groups]) for member in range(len(MEMBERS))]


def guard_count(position: CaponePosition, seat: i64) -> int:
    """The number of a family's guards, wherever they are."""
    words = position.words
    count = words[GUARDS + seat] + words[PARK + seat] + words[LOST + seat]
    for number in range(len(SITE_NAMES)):
        if position.owner(number) == seat:
            count += position.guards_at(number)
    for business in range(len(LEGAL)):
        if front(position, business) == seat:
            count += 1
    return count
