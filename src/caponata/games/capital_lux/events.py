"""The events of Capital Lux: what each seat sees of every move and effect."""

from __future__ import annotations

from typing import Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS, MODIFIERS
from caponata.games.capital_lux.layout import (
    DEALING,
    FELL,
    GOLD_TAKEN,
    IDLE,
    KEPT,
    LAST_TURNS,
    LEADS,
    OPENING,
    PASSED,
    REVEALED,
    THROWN,
    WON,
)
from caponata.games.capital_lux.limits import excess
from caponata.games.capital_lux.moves import (
    CAPITAL,
    DISCARD,
    DRAW,
    HOME,
    PAY,
    PICK,
    PLACE,
    STARTER,
    TAKE,
    card_of,
    colour_of,
    first_of,
    modifier_of,
    seat_of,
    second_of,
    verb_of,
)
from caponata.games.capital_lux.piles import card_names, lowest, size
from caponata.games.capital_lux.rules import LuxPosition

IDLE_RULES: Final = ("LUX-3.5", "LUX-3.7", "LUX-3.10", "LUX-3.14")  # by colour
REVEALING: Final = (PASSED, FELL, REVEALED)


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """Return what a seat sees of a move about to be played."""
    assert isinstance(position, LuxPosition)
    verb = verb_of(move)
    if verb == HOME:
        return {"event": "home", "seat": mover, "rule": "LUX-3.2", "card": CARD_NAMES[card_of(move)]}
    if verb == CAPITAL:
        return {"event": "capital", "seat": mover, "rule": "LUX-3.3", "card": CARD_NAMES[card_of(move)]}
    if verb == PICK:
        cards = [CARD_NAMES[first_of(move)], CARD_NAMES[second_of(move)]] if seat == mover else None
        return {"event": "pick", "seat": mover, "rule": "LUX-2.2", "cards": cards}
    if verb == TAKE:
        taken = CARD_NAMES[lowest(position.capital, colour_of(move))]
        return {"event": "take", "seat": mover, "rule": "LUX-3.12", "card": taken}
    if verb == PLACE:
        modifier = MODIFIERS[position.held] if seat == mover else None
        colour = COLOURS[colour_of(move)]
        return {"event": "place", "seat": mover, "rule": "LUX-3.8", "colour": colour, "modifier": modifier}
    if verb == PAY:
        price = excess(position, mover, colour_of(move))
        colour = COLOURS[colour_of(move)]
        return {"event": "pay", "seat": mover, "rule": "LUX-4.7", "colour": colour, "count": price}
    if verb == DISCARD:
        return {"event": "discard", "seat": mover, "rule": "LUX-4.6"}
    if verb == STARTER:
        return {"event": "starter", "seat": seat_of(move), "rule": "LUX-1.4"}
    if verb == DRAW:
        return draw_event(position, seat, CARD_NAMES[card_of(move)])
    value = MODIFIERS[modifier_of(move)] if seat == position.turn else None
    return {"event": "modifier", "seat": position.turn, "rule": "LUX-3.8", "modifier": value}


def draw_event(position: LuxPosition, seat: int, card: str) -> Event:
    """Return what a seat sees of a card that leaves the deck."""
    if position.phase == OPENING:
        return {"event": "draw", "seat": None, "rule": "LUX-1.3", "card": card, "to": "capital"}
    seen = card if seat == position.turn else None
    if position.phase == DEALING:
        return {"event": "draw", "seat": position.turn, "rule": "LUX-2.1", "card": seen, "to": "packet"}
    return {"event": "draw", "seat": position.turn, "rule": "LUX-3.4", "card": seen, "to": "hand"}


def effect_event(effect: Effect, seat: int) -> Event:
    """Return an effect as a seat sees it: only the cards of a passed packet are hidden."""
    kind, first, second, third = effect
    if kind == PASSED:
        cards = card_names(second) if seat == first else None
        count = int(size(second))
        rule = "LUX-2.4" if third else "LUX-2.3"
        return {"event": "passed", "seat": first, "rule": rule, "cards": cards, "count": count}
    if kind == KEPT:
        return {"event": "kept", "seat": first, "rule": "LUX-3.12", "card": CARD_NAMES[second]}
    if kind == GOLD_TAKEN:
        return {"event": "gold", "seat": first, "rule": "LUX-3.6"}
    if kind == LAST_TURNS:
        return {"event": "last-turns", "seat": first, "rule": "LUX-4.1"}
    if kind == FELL:
        return {"event": "fell", "seat": first, "rule": "LUX-4.4", "cards": card_names(second)}
    if kind == REVEALED:
        modifier, colour = MODIFIERS[first], COLOURS[second]
        return {"event": "revealed", "seat": third, "rule": "LUX-4.5", "modifier": modifier, "colour": colour}
    if kind == THROWN:
        colour, cards = COLOURS[second], card_names(third)
        return {"event": "thrown", "seat": first, "rule": "LUX-4.6", "colour": colour, "cards": cards}
    if kind == WON:
        rule = "LUX-4.10" if third else "LUX-4.9"
        return {"event": "won", "seat": first, "rule": rule, "card": CARD_NAMES[second]}
    if kind == LEADS:
        return {"event": "leads", "seat": first, "rule": "LUX-4.12", "round": second}
    if kind == IDLE:
        return {"event": "idle", "seat": first, "rule": IDLE_RULES[second], "colour": COLOURS[second]}
    return {"event": "finished", "seat": None, "rule": "LUX-5.1"}


def reveals(effect: Effect) -> bool:
    """Return whether an effect shows anybody something hidden."""
    return effect[0] in REVEALING
