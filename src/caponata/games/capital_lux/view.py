"""What each seat of Capital Lux may know, and what it sees of every move: built up, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import i64

from caponata.engine.game import Effect, Event, Position, View
from caponata.engine.options import shown_options
from caponata.games.capital_lux.layout import (
    BONUSES,
    DEALING,
    FELL,
    FIRST_PICK,
    FIRSTS,
    GOLD_TAKEN,
    GOLDS,
    HANDS,
    HOMES,
    IDLE,
    KEPT,
    LAST_TURNS,
    LASTS,
    LEADS,
    LOG_DREW,
    NONE,
    OPENING,
    OVER,
    PASSED,
    PHASES,
    PLACED_BITS,
    REVEALED,
    ROUNDS,
    SECOND_PICK,
    SECONDS,
    SETTLING,
    THROWN,
    WON,
)
from caponata.games.capital_lux.moves import (
    CAPITAL,
    CARD_NAMES,
    COLOUR_COUNT,
    COLOURS,
    DISCARD,
    DRAW,
    HOME,
    KINDS,
    MODIFIER,
    MODIFIER_COUNT,
    MODIFIERS,
    PAY,
    PICK,
    PLACE,
    STARTER,
    TAKE,
)
from caponata.games.capital_lux.piles import (
    EACH,
    colour_value,
    copies,
    first_kind,
    lowest,
    size,
    without_kind,
)
from caponata.games.capital_lux.rules import (
    RULES_VERSION,
    LuxPosition,
)


def view(position: Position, seat: int) -> View:
    """All that a seat may know, its memory of this round included [LUX-6.1] [LUX-6.2]."""
    return views(position, (seat,))[0]


def views(position: Position, seats: Sequence[int]) -> list[View]:
    """The same for several viewers."""
    assert isinstance(position, LuxPosition)
    common = seen_by_all(position)
    return [seen_by(position, seat, common) for seat in seats]


def seen_by_all(position: LuxPosition) -> View:
    """What everybody may know; for what everybody knows in their own way there is a place."""
    seats = range(position.seats)
    words = position.words
    return {
        "game": "capital-lux",
        "rules_version": RULES_VERSION,
        "options": shown_options(position.options),
        "seats": position.seats,
        "seat": None,
        "round": position.round,
        "rounds": ROUNDS,
        "phase": PHASES[position.phase],
        "starter": position.starter,
        "turn": position.turn,
        "to_act": [each for each in seats if position.to_act >> each & 1],
        "last_turns": position.last_turns,
        "to_open": position.to_open,
        "deal": position.deal_size,
        "to_deal": position.to_deal,
        "settled": position.settled,
        "kept": [COLOURS[colour] for colour in range(COLOUR_COUNT) if position.kept >> colour & 1],
        "deck": position.deck_size,
        "capital": names(position.city),
        "discards": names(position.gone),
        "homes": [names(words[HOMES + each]) for each in seats],
        "bonuses": [names(words[BONUSES + each]) for each in seats],
        "gold": [words[GOLDS + each] for each in seats],
        "gold_pile": position.gold_pile,
        "cards": [held_by(position, each) for each in seats],
        "plays": [plays(position, each) for each in seats],
        "scores": [position.score(each) for each in seats],
        "modifiers": None,
        "unseen": None,
        "limits": None,
        "totals": None,
    }


def seen_by(position: LuxPosition, seat: int, common: View) -> View:
    """What one viewer may know: what everybody knows, and in its place what only this one does."""
    placed = placements(position, seat)
    held = MODIFIERS[position.held] if position.held != NONE and position.turn == seat else None
    known = limits(position, placed, held)
    shown: View = common.copy()
    shown["seat"] = seat if seat >= 0 else None
    shown["modifiers"] = {
        "left": MODIFIER_COUNT - position.placed - (1 if position.held != NONE else 0),
        "held": held,
        "placed": placed,
    }
    shown["unseen"] = unseen(position, seat)
    shown["limits"] = known
    shown["totals"] = [totals(position, each, known) for each in range(position.seats)]
    if seat >= 0:
        shown["hand"] = names(position.words[HANDS + seat])
        shown["memory"] = memory(position, seat)
    return shown


def names(pile: i64) -> list[str]:
    """The cards of a pile by name."""
    found: list[str] = []
    while pile:
        kind = first_kind(pile)
        name = CARD_NAMES[kind]
        count = copies(pile, kind)
        while count:
            found.append(name)
            count -= 1
        pile = without_kind(pile, kind)
    return found


def held_by(position: LuxPosition, seat: i64) -> int:
    """How many cards a seat has in hand, those laid aside in the draft included."""
    held = size(position.words[HANDS + seat])
    if position.phase == FIRST_PICK or position.phase == SECOND_PICK:
        held += size(position.words[FIRSTS + seat]) + size(position.words[SECONDS + seat])
    return held


def plays(position: LuxPosition, seat: i64) -> list[dict[str, str | bool]]:
    """What everybody saw a seat play this round, and whether it drew a card for it."""
    return [
        {"card": CARD_NAMES[entry & ~LOG_DREW], "drew": bool(entry & LOG_DREW)}
        for entry in position.plays(seat)
    ]


def memory(position: LuxPosition, seat: i64) -> dict[str, list[str]]:
    """What a seat remembers of this round's draft [LUX-6.3]."""
    left = (seat + 1) % position.seats
    right = (seat - 1) % position.seats
    words = position.words
    passed: i64 = 0
    if position.phase == SECOND_PICK:
        passed = words[HANDS + left] + words[SECONDS + left]
    elif position.phase > SECOND_PICK:
        passed = words[SECONDS + left] + words[LASTS + left]
    return {
        "picked_first": names(words[FIRSTS + seat]),
        "picked_second": names(words[SECONDS + seat]),
        "passed_first": names(passed),
        "passed_last": names(words[LASTS + seat]),
        "received_last": names(words[LASTS + right]),
    }


def placements(position: LuxPosition, seat: int) -> list[dict[str, int | str | None]]:
    """Who placed a modifier above which colour; its value for its owner, at the end for all [LUX-3.11]."""
    shown: list[dict[str, int | str | None]] = []
    for i in range(position.placed):
        placement = position.placements >> PLACED_BITS * i
        owner = placement >> 6 & EACH
        known = owner == seat or position.phase >= SETTLING
        shown.append(
            {
                "seat": owner,
                "colour": COLOURS[placement >> 3 & EACH],
                "value": MODIFIERS[placement & EACH] if known else None,
            }
        )
    return shown


RISING_MODIFIERS: Final = sorted(MODIFIERS)


def limits(
    position: LuxPosition, placed: list[dict[str, int | str | None]], held: int | None
) -> dict[str, dict[str, int]]:
    """Each colour's limit as far as the viewer knows: from `low` to `high`, equal when nothing is hidden."""
    secret = [value for value in RISING_MODIFIERS if value != held]
    for each in placed:
        value = each["value"]
        if isinstance(value, int):
            secret.remove(value)
    result: dict[str, dict[str, int]] = {}
    for colour, name in enumerate(COLOURS):
        cards: int = colour_value(position.city, colour)
        shown = cards
        hidden = 0
        for each in placed:
            if each["colour"] == name:
                value = each["value"]
                if isinstance(value, int):
                    shown += value
                else:
                    hidden += 1
        low = high = shown
        if hidden:
            low += sum(secret[:hidden])
            high += sum(secret[len(secret) - hidden :])
        result[name] = {"cards": cards, "hidden": hidden, "low": low, "high": high}
    return result


def totals(
    position: LuxPosition, seat: i64, known: Mapping[str, Mapping[str, int]]
) -> dict[str, dict[str, int | str]]:
    """A hometown's total by colour, and whether it is safe, over, or open while modifiers are hidden."""
    result: dict[str, dict[str, int | str]] = {}
    for colour, name in enumerate(COLOURS):
        total = colour_value(position.words[HOMES + seat], colour)
        limit = known[name]
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
    """Whether no limit can touch a seat's colour any more: empty, paid for, or past the reckoning."""
    if position.phase == OVER or not colour_value(position.words[HOMES + seat], colour):
        return True
    if position.phase != SETTLING:
        return False
    turns_ago = (seat - position.starter) % position.seats
    return turns_ago < position.settled or (seat == position.turn and bool(position.kept >> colour & 1))


def unseen(position: LuxPosition, seat: int) -> dict[str, int]:
    """The cards this viewer cannot see: in the deck, in other hands, laid aside by others."""
    hidden = position.deck
    drafting = position.phase == FIRST_PICK or position.phase == SECOND_PICK
    for each in range(position.seats):
        if each != seat:
            hidden += position.words[HANDS + each]
            if drafting:
                hidden += position.words[FIRSTS + each] + position.words[SECONDS + each]
    return {CARD_NAMES[kind]: copies(hidden, kind) for kind in range(KINDS) if copies(hidden, kind)}


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, LuxPosition)
    if move < HOME:
        first, second = divmod(move - int(PICK), int(KINDS))
        cards = [CARD_NAMES[first], CARD_NAMES[second]] if seat == mover else None
        return {"event": "pick", "seat": mover, "rule": "LUX-2.2", "cards": cards}
    if move < CAPITAL:
        return {"event": "home", "seat": mover, "rule": "LUX-3.2", "card": CARD_NAMES[move - HOME]}
    if move < TAKE:
        return {"event": "capital", "seat": mover, "rule": "LUX-3.3", "card": CARD_NAMES[move - CAPITAL]}
    if move < PLACE:
        taken = CARD_NAMES[lowest(position.city, move - TAKE)]
        return {"event": "take", "seat": mover, "rule": "LUX-3.12", "card": taken}
    if move < PAY:
        modifier = MODIFIERS[position.held] if seat == mover else None
        colour = COLOURS[move - PLACE]
        return {"event": "place", "seat": mover, "rule": "LUX-3.8", "colour": colour, "modifier": modifier}
    if move < DISCARD:
        price = position.excess(mover, move - PAY)
        return {
            "event": "pay",
            "seat": mover,
            "rule": "LUX-4.7",
            "colour": COLOURS[move - PAY],
            "count": price,
        }
    if move == DISCARD:
        return {"event": "discard", "seat": mover, "rule": "LUX-4.6"}
    if move < DRAW:
        return {"event": "starter", "seat": move - STARTER, "rule": "LUX-1.4"}
    if move < MODIFIER:
        return seen_draw(position, seat, CARD_NAMES[move - DRAW])
    value = MODIFIERS[move - MODIFIER] if seat == position.turn else None
    return {"event": "modifier", "seat": position.turn, "rule": "LUX-3.8", "modifier": value}


def seen_draw(position: LuxPosition, seat: int, card: str) -> Event:
    """What a seat sees of a card that leaves the deck."""
    if position.phase == OPENING:
        return {"event": "draw", "seat": None, "rule": "LUX-1.3", "card": card, "to": "capital"}
    shown = card if seat == position.turn else None
    if position.phase == DEALING:
        return {"event": "draw", "seat": position.turn, "rule": "LUX-2.1", "card": shown, "to": "packet"}
    return {"event": "draw", "seat": position.turn, "rule": "LUX-3.4", "card": shown, "to": "hand"}


def effect_event(fact: Effect, seat: int) -> Event:
    """What a seat sees of a fact: all of them are open but the cards in a packet."""
    what, first, second, third = fact
    if what == PASSED:
        cards = names(second) if seat == first else None
        count = int(size(second))
        rule = "LUX-2.4" if third else "LUX-2.3"
        return {"event": "passed", "seat": first, "rule": rule, "cards": cards, "count": count}
    if what == KEPT:
        return {"event": "kept", "seat": first, "rule": "LUX-3.12", "card": CARD_NAMES[second]}
    if what == GOLD_TAKEN:
        return {"event": "gold", "seat": first, "rule": "LUX-3.6"}
    if what == LAST_TURNS:
        return {"event": "last-turns", "seat": first, "rule": "LUX-4.1"}
    if what == FELL:
        return {"event": "fell", "seat": first, "rule": "LUX-4.4", "cards": names(second)}
    if what == REVEALED:
        modifier, colour = MODIFIERS[first], COLOURS[second]
        return {"event": "revealed", "seat": third, "rule": "LUX-4.5", "modifier": modifier, "colour": colour}
    if what == THROWN:
        colour = COLOURS[second]
        return {"event": "thrown", "seat": first, "rule": "LUX-4.6", "colour": colour, "cards": names(third)}
    if what == WON:
        rule = "LUX-4.10" if third else "LUX-4.9"
        return {"event": "won", "seat": first, "rule": rule, "card": CARD_NAMES[second]}
    if what == LEADS:
        return {"event": "leads", "seat": first, "rule": "LUX-4.12", "round": second}
    if what == IDLE:
        return {"event": "idle", "seat": first, "rule": IDLE_RULES[second], "colour": COLOURS[second]}
    return {"event": "finished", "seat": None, "rule": "LUX-5.1"}


IDLE_RULES: Final = ("LUX-3.5", "LUX-3.7", "LUX-3.10", "LUX-3.14")
SHOWING: Final = (PASSED, FELL, REVEALED)


def reveals(fact: Effect) -> bool:
    """Whether a fact opens something that was hidden."""
    return fact[0] in SHOWING


def census(position: Position) -> Mapping[str, int]:
    """All pieces by kind, wherever they are."""
    assert isinstance(position, LuxPosition)
    pile = position.deck + position.city + position.gone
    gold = position.gold_pile
    drafting = position.phase == FIRST_PICK or position.phase == SECOND_PICK
    for seat in range(position.seats):
        words = position.words
        pile += words[HANDS + seat] + words[HOMES + seat] + words[BONUSES + seat]
        if drafting:
            pile += words[FIRSTS + seat] + words[SECONDS + seat]
        gold += words[GOLDS + seat]
    pieces = {CARD_NAMES[kind]: int(copies(pile, kind)) for kind in range(KINDS)}
    pieces["gold"] = gold
    in_hand = 1 if position.held != NONE else 0
    in_deck = sum(1 for i in range(MODIFIER_COUNT) if position.modifiers_left >> i & 1)
    pieces["modifiers"] = in_deck + in_hand + position.placed
    return pieces
