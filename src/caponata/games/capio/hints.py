"""Hints for Capio: take dice that are valuable for one's own cards, and call STOP when there are none."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Hints, Position
from caponata.games.capio.cards import CARD_KINDS
from caponata.games.capio.dice import DICE
from caponata.games.capio.layout import GRABBING, NONE, PLACING
from caponata.games.capio.legality import can_place, has_destination, has_place
from caponata.games.capio.moves import (
    BESIDE,
    DESTINATIONS,
    LET_GO_MOVE,
    PLACE,
    READY_MOVE,
    REST,
    STOP,
    STOP_MOVE,
    TAKE,
    destination_of,
    die_type_of,
    kind_of,
    place_move,
    take_move,
    verb_of,
)
from caponata.games.capio.placement_values import (
    PlacementValues,
    destination_of_placement,
    slot_of_placement,
)
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.stop_check import StopCheck

CLEAR_STOP_APPEAL: Final[i64] = 200
MISSED_DIE_APPEAL: Final[i64] = -100
USELESS_DIE_APPEAL: Final[i64] = -100
REST_APPEAL: Final[i64] = -1


@final
class CapioHints(Hints):
    """Judges moves by their value for the seat's own cards. Nothing is hidden: all worlds are equal."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CapioPosition)
        verb = verb_of(move)
        if verb == TAKE:
            return take_appeal(position, seat, position.die_in_middle(die_type_of(move)))
        if verb == PLACE:
            slot = position.slot_of(seat, kind_of(move))
            values = PlacementValues(position, seat)
            return values.value_of(slot, destination_of(move), position.hand(seat))
        if verb == STOP:
            return stop_appeal(position, seat)
        if verb == REST:
            return REST_APPEAL
        return 0

    def playout_move(self, position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Take a random valuable die, place it where it is worth most, and call STOP without one."""
        assert isinstance(position, CapioPosition)
        if position.phase != GRABBING and position.phase != PLACING:
            return READY_MOVE
        values = PlacementValues(position, seat)
        die = position.hand(seat)
        if die >= 0:
            return best_place_move(position, seat, values, die)
        valuable = values.valuable_dice()
        can_take_any = not position.options.block_mistakes
        die = rng.below(DICE)
        tried: i64 = 0
        while tried < DICE:
            if valuable >> die & 1 and (can_take_any or has_place(position, seat, die)):
                return take_move(position.die_type(die))
            die = (die + 1) % DICE
            tried += 1
        return STOP_MOVE

    def search_margin(self) -> i64:
        return CLEAR_STOP_APPEAL + CLEAR_STOP_APPEAL


def take_appeal(position: CapioPosition, seat: i64, die: i64) -> i64:
    """The appeal of taking a die: its value in its best place."""
    values = PlacementValues(position, seat)
    placement = values.best_placement(die)
    if placement == NONE:
        return USELESS_DIE_APPEAL
    return values.value_of(slot_of_placement(placement), destination_of_placement(placement), die)


def stop_appeal(position: CapioPosition, seat: i64) -> i64:
    """The appeal of calling STOP: the points it brings."""
    if position.hand(seat) >= 0:
        return MISSED_DIE_APPEAL  # place the die first: it may need others to score
    missed = StopCheck(position, seat).count
    if missed > 0:
        return MISSED_DIE_APPEAL * missed
    return CLEAR_STOP_APPEAL


def best_place_move(position: CapioPosition, seat: i64, values: PlacementValues, die: i64) -> i64:
    """The best move for a die in hand. A useless die is let go, or placed beside the first card."""
    placement = values.best_placement(die)
    if placement != NONE:
        slot = slot_of_placement(placement)
        destination = destination_of_placement(placement)
        kind = CARD_KINDS[position.card(seat, slot)]
        if can_place(position, seat, slot, kind, destination, die):
            return place_move(kind, destination)
    if position.phase == PLACING:
        return LET_GO_MOVE
    if position.options.block_mistakes:
        return first_place_move(position, seat, die)
    return place_move(CARD_KINDS[position.card(seat, 0)], BESIDE)


def first_place_move(position: CapioPosition, seat: i64, die: i64) -> i64:
    """The first legal placement of a die."""
    slot: i64 = 0
    while True:
        kind = CARD_KINDS[position.card(seat, slot)]
        destination: i64 = 1
        while destination < DESTINATIONS:
            if has_destination(kind, destination) and can_place(position, seat, slot, kind, destination, die):
                return place_move(kind, destination)
            destination += 1
        slot += 1
