"""Why a move of Capital Lux is not allowed."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS
from caponata.games.capital_lux.layout import (
    AGENT,
    CLERIC,
    FIRST_PICK,
    GOLD,
    HANDS,
    OVER,
    PLAYING,
    SECOND_PICK,
    SETTLING,
)
from caponata.games.capital_lux.limits import excess
from caponata.games.capital_lux.moves import (
    CAPITAL,
    DISCARD,
    HOME,
    PAY,
    PICK,
    PLACE,
    TAKE,
    card_of,
    colour_of,
    first_of,
    second_of,
    verb_of,
)
from caponata.games.capital_lux.piles import colour_bits, copies, size
from caponata.games.capital_lux.state import LuxState


def find_refusal(state: LuxState, seat: i64, move: i64) -> Refusal | None:
    """Return the rule that forbids a move to a seat, or None."""
    if state.phase == OVER:
        return Refusal("LUX-5.1", "game-over", {})
    if state.to_act == CHANCE_ACTS:
        return Refusal("LUX-3.1", "wait-for-the-draw", {})
    if seat < 0 or seat >= state.seats or not state.to_act >> seat & 1:
        if state.phase == FIRST_PICK or state.phase == SECOND_PICK:
            return Refusal("LUX-2.2", "already-picked", {})
        order = "LUX-4.8" if state.phase == SETTLING else "LUX-3.1"
        return Refusal(order, "not-your-turn", {"seat": state.turn})
    if state.phase == FIRST_PICK or state.phase == SECOND_PICK:
        return refuse_pick(state, seat, move)
    if state.phase == PLAYING:
        return refuse_play(state, seat, move)
    if state.phase == AGENT:
        if verb_of(move) != PLACE:
            return Refusal("LUX-3.8", "place-the-modifier", {})
        return None
    if state.phase == CLERIC:
        return refuse_take(state, move)
    return refuse_payment(state, seat, move)


def refuse_pick(state: LuxState, seat: i64, move: i64) -> Refusal | None:
    """Refuse everything except a pick of two cards from the seat's packet."""
    if verb_of(move) != PICK:
        return Refusal("LUX-2.2", "pick-two", {})
    first = first_of(move)
    second = second_of(move)
    packet = state.words[HANDS + seat]
    if first > second:
        return Refusal("LUX-2.2", "pick-two", {})
    if not copies(packet, first):
        return Refusal("LUX-2.2", "card-not-in-packet", {"card": CARD_NAMES[first]})
    if copies(packet, second) < (2 if first == second else 1):
        return Refusal("LUX-2.2", "card-not-in-packet", {"card": CARD_NAMES[second]})
    return None


def refuse_play(state: LuxState, seat: i64, move: i64) -> Refusal | None:
    """Refuse everything except a card from the seat's hand, played home or into the capital."""
    verb = verb_of(move)
    if verb != HOME and verb != CAPITAL:
        return Refusal("LUX-3.1", "play-a-card", {})
    kind = card_of(move)
    if not copies(state.words[HANDS + seat], kind):
        return Refusal("LUX-3.1", "card-not-in-hand", {"card": CARD_NAMES[kind]})
    return None


def refuse_take(state: LuxState, move: i64) -> Refusal | None:
    """Refuse everything except a colour from which the Cleric can take a card."""
    if verb_of(move) != TAKE:
        available: i64 = 0
        while not colour_bits(state.capital, available):
            available += 1
        return Refusal(
            "LUX-3.12",
            "cleric-must-take",
            {"colour": COLOURS[available], "cards": size(colour_bits(state.capital, available))},
        )
    colour = colour_of(move)
    if not colour_bits(state.capital, colour):
        return Refusal("LUX-3.12", "colour-is-empty", {"colour": COLOURS[colour]})
    return None


def refuse_payment(state: LuxState, seat: i64, move: i64) -> Refusal | None:
    """Refuse everything except a payment that the seat needs and can afford, or discarding."""
    verb = verb_of(move)
    if verb == DISCARD:
        return None
    if verb != PAY:
        return Refusal("LUX-4.7", "pay-or-discard", {})
    colour = colour_of(move)
    missing = excess(state, seat, colour)
    if missing == 0:
        return Refusal("LUX-4.7", "not-over", {"colour": COLOURS[colour]})
    if missing > state.words[GOLD + seat]:
        return Refusal(
            "LUX-4.7",
            "too-little-gold",
            {"colour": COLOURS[colour], "missing": missing, "gold": state.words[GOLD + seat]},
        )
    return None
