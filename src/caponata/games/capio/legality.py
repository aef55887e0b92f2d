"""Legal moves of Capio."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CHAIN_FIELDS,
    TARGET,
    TARGETS,
    TOP_OFFSET,
    TOWERS,
)
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    FACE_MASK,
    GRABBING,
    PARKED_FIELD,
    PARKED_SPOT,
    PLACING,
    SLOTS,
    SUM_SPOT,
)
from caponata.games.capio.moves import (
    BESIDE,
    DESTINATION_SETS,
    DESTINATIONS,
    LET_GO_MOVE,
    PARK_OFFSET,
    READY_MOVE,
    REST_MOVE,
    STOP_MOVE,
    place_move,
    take_move,
)
from caponata.games.capio.scoring import score_card
from caponata.games.capio.state import CapioState


def moves(state: CapioState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of a seat that may act, and return their number."""
    if state.phase != GRABBING and state.phase != PLACING:
        into[0] = READY_MOVE
        return 1
    die = state.hand(seat)
    if die >= 0:
        count = placements(state, seat, die, into)
    else:
        count = takes(state, seat, into)
    if state.phase == PLACING:
        into[count] = LET_GO_MOVE  # [CAPIO-4.2]
        return count + 1
    into[count] = STOP_MOVE  # [CAPIO-4.1]
    count += 1
    if state.options.can_rest():
        into[count] = REST_MOVE  # [CAPIO-4.3]
        count += 1
    return count


def default_move(state: CapioState) -> i64:
    """The move played for a seat whose clock ran out."""
    if state.phase == PLACING:
        return LET_GO_MOVE
    if state.phase == GRABBING:
        if state.options.can_rest():
            return REST_MOVE
        return STOP_MOVE
    return READY_MOVE


# Taking


def takes(state: CapioState, seat: i64, into: vec[i64]) -> i64:
    """Write the moves that take a die from the middle, and return their number [CAPIO-3.1]."""
    count: i64 = 0
    blocked = state.options.block_mistakes
    types = state.types_in_middle()
    die_type: i64 = 0
    while types:
        if types & 1 and (not blocked or has_place(state, seat, state.die_in_middle(die_type))):
            into[count] = take_move(die_type)
            count += 1
        types >>= 1
        die_type += 1
    return count


def has_place(state: CapioState, seat: i64, die: i64) -> bool:
    """Return whether a die may be placed anywhere [CAPIO-3.9]."""
    slot: i64 = 0
    while slot < SLOTS:
        kind = CARD_KINDS[state.card(seat, slot)]
        destination: i64 = 1
        while destination < DESTINATIONS:
            if has_destination(kind, destination) and can_place(state, seat, slot, kind, destination, die):
                return True
            destination += 1
        slot += 1
    return False


# Placing


def placements(state: CapioState, seat: i64, die: i64, into: vec[i64]) -> i64:
    """Write the moves that place a die, and return their number."""
    count: i64 = 0
    slot: i64 = 0
    while slot < SLOTS:
        kind = CARD_KINDS[state.card(seat, slot)]
        destinations = DESTINATION_SETS[kind]
        destination: i64 = 0
        while destinations:
            if destinations & 1 and can_place(state, seat, slot, kind, destination, die):
                into[count] = place_move(kind, destination)
                count += 1
            destinations >>= 1
            destination += 1
        slot += 1
    return count


def has_destination(kind: i64, destination: i64) -> bool:
    """Return whether a card of this kind has this destination."""
    return DESTINATION_SETS[kind] >> destination & 1 != 0


def spot_for(state: CapioState, seat: i64, slot: i64, kind: i64, field: i64) -> i64:
    """The spot of a die placed on a field: the field, its top, or beside the card [CAPIO-3.6]."""
    first = state.first_spot(seat, slot)
    if kind == TARGET or not state.words[first + field]:
        return field
    if kind == TOWERS and not state.words[first + TOP_OFFSET + field]:
        return TOP_OFFSET + field  # [CAPIO-3.7]
    return BESIDE_SPOT


def can_place(state: CapioState, seat: i64, slot: i64, kind: i64, destination: i64, die: i64) -> bool:
    """Return whether a die may be placed there. Mistakes are allowed unless blocked [CAPIO-3.4]."""
    if destination > PARK_OFFSET and not can_park(state, seat, slot, destination - PARK_OFFSET):
        return False
    return not state.options.block_mistakes or not is_mistake(state, seat, slot, kind, destination, die)


def can_park(state: CapioState, seat: i64, slot: i64, field: i64) -> bool:
    """Return whether a die may be parked for a field: it is empty, and no other die is parked [CAPIO-3.8]."""
    first = state.first_spot(seat, slot)
    return state.words[first + PARKED_SPOT] == 0 and state.words[first + field] == 0


# Mistakes


def is_mistake(state: CapioState, seat: i64, slot: i64, kind: i64, destination: i64, die: i64) -> bool:
    """Return whether a die placed there is certain to cost a point, now or at the end [CAPIO-3.9]."""
    if destination == BESIDE:
        return True
    first = state.first_spot(seat, slot)
    if kind == TARGET:
        return state.words[first + SUM_SPOT] + state.face(die) > TARGETS[state.card(seat, slot)]
    if kind == TOWERS:
        return is_tower_mistake(state, seat, slot, destination, die)
    if state.words[first + destination] or not state.fits(seat, slot, destination, die):
        return True
    if kind == CHAIN and has_number(state, seat, slot, state.face(die)):
        return True
    return state.phase == PLACING and lowers_score(state, seat, slot, destination, die)


def is_tower_mistake(state: CapioState, seat: i64, slot: i64, destination: i64, die: i64) -> bool:
    """Return whether a die is wrong for a tower as base, top or parked die."""
    first = state.first_spot(seat, slot)
    if destination > PARK_OFFSET:
        top = TOP_OFFSET + destination - PARK_OFFSET
        return state.phase == PLACING or not state.fits(seat, slot, top, die)
    if not state.words[first + destination]:
        if state.phase == PLACING and state.words[first + PARKED_FIELD] != destination:
            return True  # the base stays without a top
        return not state.fits(seat, slot, destination, die)
    if state.words[first + TOP_OFFSET + destination] != 0:
        return True
    return not state.fits(seat, slot, TOP_OFFSET + destination, die)


def lowers_score(state: CapioState, seat: i64, slot: i64, field: i64, die: i64) -> bool:
    """Return whether a last die on an empty field lowers the score of its card [CAPIO-3.9]."""
    before = score_card(state, seat, slot).total()
    spot = state.first_spot(seat, slot) + field
    state.words[spot] = die + 1
    after = score_card(state, seat, slot).total()
    state.words[spot] = 0
    return after < before


def has_number(state: CapioState, seat: i64, slot: i64, face: i64) -> bool:
    """Return whether a Chain card already has a die with this number: a second one costs a point."""
    first = state.first_spot(seat, slot)
    field: i64 = 1
    while field <= CHAIN_FIELDS:
        die = state.words[first + field]
        if die and state.dice[die - 1] & FACE_MASK == face:
            return True
        field += 1
    return False
