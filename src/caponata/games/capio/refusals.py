"""Refusals of Capio: the rule that forbids a move."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Refusal
from caponata.games.capio.cards import KIND_NAMES
from caponata.games.capio.dice import DIE_NAMES
from caponata.games.capio.layout import GRABBING, NONE, PARKED_FIELD, PARKED_SPOT, PLACING
from caponata.games.capio.legality import can_park, has_destination, has_place, is_mistake
from caponata.games.capio.moves import (
    LET_GO,
    PARK_OFFSET,
    PLACE,
    READY,
    REST,
    TAKE,
    destination_of,
    die_type_of,
    is_chance_move,
    kind_of,
    verb_of,
)
from caponata.games.capio.state import CapioState


def refusal(state: CapioState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids this move to this seat now, or None."""
    if state.to_act == NOBODY:
        return Refusal("CAPIO-7.1", "game-over", {})
    if is_chance_move(move):
        return Refusal("CAPIO-3.1", "not-yours-to-draw", {})
    if state.phase == GRABBING or state.phase == PLACING:
        if state.to_act >> seat & 1:
            return grabbing_refusal(state, seat, move)
        if state.phase == PLACING:
            return Refusal("CAPIO-4.1", "stopped", {})
        return Refusal("CAPIO-4.3", "resting", {})
    if verb_of(move) != READY:
        return Refusal("CAPIO-2.6", "not-started", {})
    if state.to_act == CHANCE_ACTS or not state.to_act >> seat & 1:
        return Refusal("CAPIO-2.6", "already-ready", {})
    return None


def late_refusal(state: CapioState, move: i64) -> Refusal | None:
    """The rule by which a move for a closed decision came too late, or None."""
    if state.phase < PLACING or verb_of(move) == READY or is_chance_move(move):
        return None
    return Refusal("CAPIO-4.1", "stopped", {})  # [CAPIO-4.1]


def grabbing_refusal(state: CapioState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move to an acting seat while dice are taken and placed, or None."""
    verb = verb_of(move)
    if verb == READY:
        return Refusal("CAPIO-2.6", "already-ready", {})
    if verb == LET_GO:
        return None if state.phase == PLACING else Refusal("CAPIO-3.3", "no-way-back", {})
    die = state.hand(seat)
    if verb == PLACE:
        if die < 0:
            return Refusal("CAPIO-3.1", "hand-empty", {})
        return place_refusal(state, seat, kind_of(move), destination_of(move), die)
    if state.phase == PLACING:
        return Refusal("CAPIO-4.1", "stopped", {})
    if verb == TAKE:
        if die >= 0:
            return Refusal("CAPIO-3.3", "hand-full", {"die": DIE_NAMES[state.die_type(die)]})
        return take_refusal(state, seat, die_type_of(move))
    if verb == REST and not state.options.can_rest():
        return Refusal("CAPIO-4.3", "no-rest", {})
    return None


def take_refusal(state: CapioState, seat: i64, die_type: i64) -> Refusal | None:
    """The rule that forbids taking a die of this type, or None."""
    facts: Mapping[str, str | int] = {"die": DIE_NAMES[die_type]}
    die = state.die_in_middle(die_type)
    if die == NONE:
        return Refusal("CAPIO-3.2", "not-there", facts)
    if state.options.block_mistakes and not has_place(state, seat, die):
        return Refusal("CAPIO-3.9", "fits-nowhere", facts)
    return None


def place_refusal(state: CapioState, seat: i64, kind: i64, destination: i64, die: i64) -> Refusal | None:
    """The rule that forbids placing a die there, or None."""
    facts: dict[str, str | int] = {"card": KIND_NAMES[kind], "die": DIE_NAMES[state.die_type(die)]}
    slot = state.slot_of(seat, kind)
    if slot == NONE:
        return Refusal("CAPIO-3.4", "not-your-card", facts)
    if not has_destination(kind, destination):
        return Refusal("CAPIO-3.4", "no-such-place", facts)
    if destination > PARK_OFFSET and not can_park(state, seat, slot, destination - PARK_OFFSET):
        first = state.first_spot(seat, slot)
        if state.words[first + PARKED_SPOT]:
            field = int(state.words[first + PARKED_FIELD])
            return Refusal("CAPIO-3.8", "parked-already", {"field": field})
        return Refusal("CAPIO-3.8", "has-base", {"field": int(destination - PARK_OFFSET)})
    if state.options.block_mistakes and is_mistake(state, seat, slot, kind, destination, die):
        return Refusal("CAPIO-3.9", "mistake", facts)
    return None
