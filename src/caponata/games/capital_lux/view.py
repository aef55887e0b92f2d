"""The view of Capital Lux: what a seat may know, built up field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from mypy_extensions import i64

from caponata.engine.game import Position, View
from caponata.engine.options import shown_options
from caponata.games.capital_lux.cards import (
    CARD_NAMES,
    COLOUR_COUNT,
    COLOURS,
    KIND_COUNT,
    MODIFIER_COUNT,
    MODIFIERS,
)
from caponata.games.capital_lux.layout import (
    BONUSES,
    FIRST_PICK,
    GOLD,
    HANDS,
    HIDDEN_CARDS,
    HOMES,
    LOG_DREW,
    NO_MODIFIER,
    OVER,
    PASSED_LAST,
    PHASES,
    PICKED_FIRST,
    PICKED_SECOND,
    ROUNDS,
    SECOND_PICK,
    SETTLING,
    placed_by,
    placed_colour,
    placed_modifier,
)
from caponata.games.capital_lux.piles import EMPTY, card_names, colour_value, copies, pile_value, size
from caponata.games.capital_lux.rules import RULES_VERSION, LuxPosition
from caponata.games.capital_lux.view_types import (
    Colour,
    CommonView,
    Limit,
    LuxView,
    Memory,
    Options,
    Placement,
    Play,
    SpectatorView,
    Status,
    Total,
)

RISING_MODIFIERS: Final = sorted(MODIFIERS)


def view(position: Position, seat: int) -> View:
    """Return everything a seat may know, its memory of this round included [LUX-6.1] [LUX-6.2]."""
    return views(position, (seat,))[0]


def views(position: Position, seats: Sequence[int]) -> list[View]:
    """Return the views of several seats; `SPECTATOR` counts as one."""
    assert isinstance(position, LuxPosition)
    common = public_view(position)
    return [cast("View", seat_view(position, seat, common)) for seat in seats]


def public_view(position: LuxPosition) -> CommonView:
    """Return the fields that are equal for everybody."""
    seats = range(position.seats)
    words = position.words
    return {
        "game": "capital-lux",
        "rules_version": RULES_VERSION,
        "options": cast("Options", shown_options(position.options)),
        "seats": position.seats,
        "round": position.round,
        "rounds": ROUNDS,
        "phase": PHASES[position.phase],
        "starter": position.starter,
        "turn": position.turn,
        "to_act": [seat for seat in seats if position.to_act >> seat & 1],
        "last_turns": position.last_turns,
        "to_open": position.to_open,
        "deal": position.deal_size,
        "to_deal": position.to_deal,
        "settled": position.settled,
        "kept": [COLOURS[colour] for colour in range(COLOUR_COUNT) if position.paid_colours >> colour & 1],
        "deck": position.deck_size,
        "capital": card_names(position.capital),
        "discards": card_names(position.discards),
        "homes": [card_names(words[HOMES + seat]) for seat in seats],
        "bonuses": [card_names(words[BONUSES + seat]) for seat in seats],
        "gold": [words[GOLD + seat] for seat in seats],
        "gold_pile": position.gold_pile,
        "cards": [hand_size(position, seat) for seat in seats],
        "plays": [plays(position, seat) for seat in seats],
    }


def seat_view(position: LuxPosition, seat: int, common: CommonView) -> LuxView:
    """Return the view of one seat: `common` and the fields of its own."""
    placed = placements(position, seat)
    held = MODIFIERS[position.held] if position.held != NO_MODIFIER and position.turn == seat else None
    known = limits(position, placed, held)
    shown: SpectatorView = {
        **common,
        "seat": seat if seat >= 0 else None,
        "face_down": face_down(position, seat),
        "scores": [shown_score(position, other, seat) for other in range(position.seats)],
        "modifiers": {
            "left": MODIFIER_COUNT - position.placed - (1 if position.held != NO_MODIFIER else 0),
            "held": held,
            "placed": placed,
        },
        "unseen": unseen(position, seat),
        "limits": known,
        "totals": [totals(position, other, known) for other in range(position.seats)],
    }
    own = cast("LuxView", shown)
    if seat >= 0:
        own["hand"] = card_names(position.words[HANDS + seat])
        own["memory"] = memory(position, seat)
    return own


def hand_size(position: LuxPosition, seat: i64) -> int:
    """Return the number of cards in a seat's hand, including cards laid aside in the draft."""
    held = size(position.words[HANDS + seat])
    if position.phase == FIRST_PICK or position.phase == SECOND_PICK:
        held += size(position.words[PICKED_FIRST + seat]) + size(position.words[PICKED_SECOND + seat])
    return held


def face_down(position: LuxPosition, seat: int) -> list[int]:
    """Return the seats whose bonus cards lie face down for this viewer [LUX-6.4].

    `bonuses` lists them all the same: everybody saw them being taken and remembers them [LUX-6.3].
    """
    return [other for other in range(position.seats) if is_face_down(position, other, seat)]


def is_face_down(position: LuxPosition, seat: i64, viewer: int) -> bool:
    """Return whether a seat has bonus cards and they lie face down for this viewer."""
    if position.options.bonus_cards != HIDDEN_CARDS or position.phase == OVER or seat == viewer:
        return False
    return position.words[BONUSES + seat] != EMPTY


def shown_score(position: LuxPosition, seat: i64, viewer: int) -> int:
    """Return a seat's points in the cards and gold that lie open for this viewer [LUX-6.4]."""
    score = position.score(seat)
    if is_face_down(position, seat, viewer):
        score -= pile_value(position.words[BONUSES + seat])
    return score


def plays(position: LuxPosition, seat: i64) -> list[Play]:
    """Return the cards a seat played this round, and whether it drew a card for each."""
    return [
        {"card": CARD_NAMES[entry & ~LOG_DREW], "drew": bool(entry & LOG_DREW)}
        for entry in position.plays(seat)
    ]


def memory(position: LuxPosition, seat: i64) -> Memory:
    """Return what a seat remembers of this round's draft [LUX-6.3]."""
    left = position.left_of(seat)
    right = (seat - 1) % position.seats
    words = position.words
    passed: i64 = 0
    if position.phase == SECOND_PICK:
        passed = words[HANDS + left] + words[PICKED_SECOND + left]
    elif position.phase > SECOND_PICK:
        passed = words[PICKED_SECOND + left] + words[PASSED_LAST + left]
    return {
        "picked_first": card_names(words[PICKED_FIRST + seat]),
        "picked_second": card_names(words[PICKED_SECOND + seat]),
        "passed_first": card_names(passed),
        "passed_last": card_names(words[PASSED_LAST + seat]),
        "received_last": card_names(words[PASSED_LAST + right]),
    }


def placements(position: LuxPosition, seat: int) -> list[Placement]:
    """Return the placed modifiers; until the reckoning, only their owners see the values [LUX-3.11]."""
    rows: list[Placement] = []
    for i in range(position.placed):
        owner = placed_by(position.placements, i)
        is_known = owner == seat or position.phase >= SETTLING
        rows.append(
            {
                "seat": owner,
                "colour": COLOURS[placed_colour(position.placements, i)],
                "value": MODIFIERS[placed_modifier(position.placements, i)] if is_known else None,
            }
        )
    return rows


def limits(position: LuxPosition, placed: list[Placement], held: int | None) -> dict[Colour, Limit]:
    """Return each colour's limit as the viewer knows it: `low` and `high` are equal if nothing is hidden."""
    secret = [value for value in RISING_MODIFIERS if value != held]
    for row in placed:
        value = row["value"]
        if value is not None:
            secret.remove(value)
    result: dict[Colour, Limit] = {}
    for colour, name in enumerate(COLOURS):
        cards: int = colour_value(position.capital, colour)
        visible_sum = cards
        hidden = 0
        for row in placed:
            if row["colour"] == name:
                value = row["value"]
                if value is not None:
                    visible_sum += value
                else:
                    hidden += 1
        low = high = visible_sum
        if hidden:
            low += sum(secret[:hidden])
            high += sum(secret[len(secret) - hidden :])
        result[name] = {"cards": cards, "hidden": hidden, "low": low, "high": high}
    return result


def totals(position: LuxPosition, seat: i64, known: dict[Colour, Limit]) -> dict[Colour, Total]:
    """Return a hometown's total of each colour, and its status: "safe", "over" or "open".

    A colour is open while hidden modifiers decide whether it is over its limit.
    """
    result: dict[Colour, Total] = {}
    for colour, name in enumerate(COLOURS):
        total = colour_value(position.words[HOMES + seat], colour)
        limit = known[name]
        status: Status
        if total <= limit["low"] or is_settled(position, seat, colour):
            status = "safe"
        elif total > limit["high"]:
            status = "over"
        else:
            status = "open"
        over = total - limit["high"] if status == "over" else 0
        result[name] = {"total": total, "status": status, "over": over}
    return result


def is_settled(position: LuxPosition, seat: i64, colour: i64) -> bool:
    """Return whether a seat's colour is safe from any limit: empty, paid for, or past the reckoning."""
    if position.phase == OVER or not colour_value(position.words[HOMES + seat], colour):
        return True
    if position.phase != SETTLING:
        return False
    if (seat - position.starter) % position.seats < position.settled:
        return True
    return seat == position.turn and bool(position.paid_colours >> colour & 1)


def unseen(position: LuxPosition, seat: int) -> dict[str, int]:
    """Return the cards a seat cannot see, counted by name: in the deck and with other seats."""
    hidden = position.deck
    is_draft = position.phase == FIRST_PICK or position.phase == SECOND_PICK
    for other in range(position.seats):
        if other != seat:
            hidden += position.words[HANDS + other]
            if is_draft:
                hidden += position.words[PICKED_FIRST + other] + position.words[PICKED_SECOND + other]
    return {CARD_NAMES[kind]: copies(hidden, kind) for kind in range(KIND_COUNT) if copies(hidden, kind)}


def census(position: Position) -> Mapping[str, int]:
    """Return the number of all pieces by kind, wherever they are."""
    assert isinstance(position, LuxPosition)
    pile = position.deck + position.capital + position.discards
    gold = position.gold_pile
    is_draft = position.phase == FIRST_PICK or position.phase == SECOND_PICK
    for seat in range(position.seats):
        words = position.words
        pile += words[HANDS + seat] + words[HOMES + seat] + words[BONUSES + seat]
        if is_draft:
            pile += words[PICKED_FIRST + seat] + words[PICKED_SECOND + seat]
        gold += words[GOLD + seat]
    pieces = {CARD_NAMES[kind]: int(copies(pile, kind)) for kind in range(KIND_COUNT)}
    pieces["gold"] = gold
    held = 1 if position.held != NO_MODIFIER else 0
    left = sum(1 for i in range(MODIFIER_COUNT) if position.modifiers_left >> i & 1)
    pieces["modifiers"] = left + held + position.placed
    return pieces
