"""The value of each destination on a seat's cards, in hundredths of a point.

A die that completes something is worth the points it brings. A die that only begins something is worth a
little while the dice that complete it are still in the middle. Any other die costs a point.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CONFUSION,
    FIELD_COUNTS,
    GRID_FIELDS,
    LINES,
    SETS,
    TARGET,
    TARGETS,
    TOP_OFFSET,
    TOWERS,
)
from caponata.games.capio.dice import FACES
from caponata.games.capio.layout import NONE, PARKED_FIELD, PARKED_SPOT, SLOTS, SUM_SPOT
from caponata.games.capio.middle_dice import MiddleDice, bit_count
from caponata.games.capio.moves import BESIDE, DESTINATIONS, PARK_OFFSET
from caponata.games.capio.scoring import (
    COLOURED_BITS,
    LINE_COUNT,
    LINE_SETS,
    ROW_LENGTH,
    ROW_MASK,
    WILD_BIT,
    chain_numbers,
    correct_fields,
    fields_in_lines,
    longest_run,
)
from caponata.games.capio.state import CapioState

POINT: Final[i64] = 100
LOST_POINT: Final[i64] = -100
TOWER_COMPLETED: Final[i64] = 200  # a lone die costs a point, a tower brings one
TOP_PARKED: Final[i64] = 60
BASE_PLACED: Final[i64] = 25
LINE_NEARLY_COMPLETE: Final[i64] = 45  # one more die completes the line
LINE_BEGUN: Final[i64] = 12
CHAIN_BEGUN: Final[i64] = 35
SET_BEGUN: Final[i64] = 45
SET_BEGUN_WITH_WILD: Final[i64] = 35
TARGET_DIE: Final[i64] = 110
TARGET_PIP: Final[i64] = 18


@final
class PlacementValues(MiddleDice):
    """The values of all destinations on a seat's cards, at slot * DESTINATIONS + destination.

    `masks` holds the dice in the middle that fit. A Target has no destinations here: see `target_value`.
    """

    def __init__(self, state: CapioState, seat: i64) -> None:
        super().__init__(state, seat)
        self.values: vec[i64] = vec[i64]([LOST_POINT] * (SLOTS * DESTINATIONS))
        self.masks: vec[i64] = vec[i64]([0] * (SLOTS * DESTINATIONS))
        self.room: i64 = NONE  # the sum that a Target can still take
        slot: i64 = 0
        while slot < SLOTS:
            self.evaluate_card(slot)
            slot += 1

    def evaluate_card(self, slot: i64) -> None:
        """Evaluate the destinations of one card."""
        card = self.state.card(self.seat, slot)
        kind = CARD_KINDS[card]
        if kind == TARGET:
            first = self.state.first_spot(self.seat, slot)
            self.room = TARGETS[card] - self.state.words[first + SUM_SPOT]
        elif kind == TOWERS:
            self.evaluate_towers(slot)
        else:
            self.evaluate_fields(slot, kind)

    def evaluate_towers(self, slot: i64) -> None:
        """Evaluate towers: tops are rarer than bases, so parking a top is worth more than a new base."""
        state = self.state
        first = state.first_spot(self.seat, slot)
        at = DESTINATIONS * slot
        parked = state.words[first + PARKED_SPOT]
        parked_field = state.words[first + PARKED_FIELD]
        field: i64 = 1
        while field <= GRID_FIELDS:
            base = state.words[first + field]
            if base:
                if not state.words[first + TOP_OFFSET + field] and state.fits(
                    self.seat, slot, field, base - 1
                ):
                    self.masks[at + field] = self.fitting_dice(slot, TOP_OFFSET + field)
                    self.values[at + field] = TOWER_COMPLETED
            elif parked_field == field:
                if state.fits(self.seat, slot, TOP_OFFSET + field, parked - 1):
                    self.masks[at + field] = self.fitting_dice(slot, field)
                    self.values[at + field] = TOWER_COMPLETED
            else:
                bases = self.fitting_dice(slot, field)
                tops = self.fitting_dice(slot, TOP_OFFSET + field)
                self.masks[at + field] = bases
                if tops:
                    self.values[at + field] = BASE_PLACED
                if not parked:
                    self.masks[at + PARK_OFFSET + field] = tops
                    if bases:
                        self.values[at + PARK_OFFSET + field] = TOP_PARKED
            field += 1

    def evaluate_fields(self, slot: i64, kind: i64) -> None:
        """Evaluate the empty fields of a Lines, Chain, Sets or Color Confusion card."""
        state = self.state
        first = state.first_spot(self.seat, slot)
        at = DESTINATIONS * slot
        correct = correct_fields(state, self.seat, slot)
        wrong: i64 = 0  # fields with a die that does not fit
        available: i64 = 0  # empty fields with a fitting die in the middle
        bit: i64 = 2
        field: i64 = 1
        while field <= FIELD_COUNTS[kind]:
            if state.words[first + field]:
                if not correct & bit:
                    wrong |= bit
            else:
                self.masks[at + field] = self.fitting_dice(slot, field)
                if self.masks[at + field]:
                    available |= bit
            bit <<= 1
            field += 1
        numbers: i64 = 0
        if kind == CHAIN:
            numbers = chain_numbers(state, self.seat, slot, correct)
        bit = 2
        field = 1
        while field <= FIELD_COUNTS[kind]:
            if not state.words[first + field]:
                value: i64 = LOST_POINT
                if kind == CONFUSION:
                    value = POINT
                elif kind == LINES:
                    value = line_value(correct, wrong, available, bit)
                elif kind == SETS:
                    value = set_value(correct, available, field)
                else:
                    value = self.chain_value(slot, numbers, available, field)
                self.values[at + field] = value
            bit <<= 1
            field += 1

    def chain_value(self, slot: i64, numbers: i64, available: i64, field: i64) -> i64:
        """The value of a field of a Chain card, alone or together with one more available number."""
        face = self.state.required_faces(self.seat, slot, field)
        if numbers & face:
            return LOST_POINT
        before = longest_run(numbers)
        gain = 2 * POINT * (longest_run(numbers | face) - before) - POINT
        if gain > 0:
            return gain
        other: i64 = 1
        while other <= FIELD_COUNTS[CHAIN]:
            if available >> other & 1:
                both = numbers | face | self.state.required_faces(self.seat, slot, other)
                if longest_run(both) - before > 1:
                    return CHAIN_BEGUN
            other += 1
        return LOST_POINT

    def target_value(self, face: i64) -> i64:
        """The value of a number on the Target: low numbers are better, an exact sum is best."""
        if face > self.room:
            return LOST_POINT
        value = TARGET_DIE - TARGET_PIP * face
        if face == self.room:
            value += POINT
        return value

    # Dice

    def value_of(self, slot: i64, destination: i64, die: i64) -> i64:
        """The value of a die at a destination."""
        kind = CARD_KINDS[self.state.card(self.seat, slot)]
        if destination == BESIDE:
            return LOST_POINT
        if kind == TARGET:
            return self.target_value(self.state.face(die))
        value = self.values[DESTINATIONS * slot + destination]
        if value < 0:
            return LOST_POINT
        place = destination
        if kind == TOWERS:
            if destination > PARK_OFFSET:
                place = TOP_OFFSET + destination - PARK_OFFSET
            elif self.state.words[self.state.first_spot(self.seat, slot) + destination]:
                place = TOP_OFFSET + destination
        if self.state.fits(self.seat, slot, place, die):
            return value
        return LOST_POINT

    def valuable_dice(self) -> i64:
        """The set of dice in the middle that have a destination of positive value."""
        dice: i64 = 0
        at: i64 = 0
        while at < SLOTS * DESTINATIONS:
            if self.values[at] > 0:
                dice |= self.masks[at]
            at += 1
        face: i64 = 1
        while face <= FACES and face <= self.room:
            dice |= self.by_face[face]
            face += 1
        return dice

    def best_placement(self, die: i64) -> i64:
        """The most valuable placement of a die, slot * DESTINATIONS + destination.

        Returns NONE if the die costs a point everywhere.
        """
        best = NONE
        highest: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            last = PARK_OFFSET + GRID_FIELDS
            kind = CARD_KINDS[self.state.card(self.seat, slot)]
            if kind != TOWERS:
                last = FIELD_COUNTS[kind]
            destination: i64 = 1
            while destination <= last:
                if self.values[DESTINATIONS * slot + destination] > highest or kind == TARGET:
                    value = self.value_of(slot, destination, die)
                    if value > highest:
                        highest = value
                        best = DESTINATIONS * slot + destination
                destination += 1
            slot += 1
        return best


def slot_of_placement(placement: i64) -> i64:
    """The slot of a placement."""
    return placement // DESTINATIONS


def destination_of_placement(placement: i64) -> i64:
    """The destination of a placement."""
    return placement % DESTINATIONS


def line_value(correct: i64, wrong: i64, available: i64, field_bit: i64) -> i64:
    """The value of an empty field of a Lines card. All arguments are sets of fields."""
    gain = (
        2 * POINT * (bit_count(fields_in_lines(correct | field_bit)) - bit_count(fields_in_lines(correct)))
        - POINT
    )
    if gain > 0:
        return gain
    best: i64 = LOST_POINT
    line: i64 = 0
    while line < LINE_COUNT:
        others = LINE_SETS[line] & ~field_bit
        if LINE_SETS[line] & field_bit and not others & wrong:
            missing = others & ~correct
            if missing & ~available == 0:
                value = LINE_BEGUN
                if missing & (missing - 1) == 0:
                    value = LINE_NEARLY_COMPLETE
                if value > best:
                    best = value
        line += 1
    return best


def set_value(correct: i64, available: i64, field: i64) -> i64:
    """The value of an empty field of a Sets card: it completes a pair, is a third die, or begins a row."""
    first = field - (field - 1) % ROW_LENGTH
    row = correct >> first & ROW_MASK
    own_bit: i64 = 1
    own_bit <<= field - first
    if row & WILD_BIT:
        if row & ~WILD_BIT:
            return POINT
        return 3 * POINT
    if own_bit == WILD_BIT:
        if row:
            return 2 * POINT * bit_count(row) + POINT
        if available >> first & COLOURED_BITS:
            return SET_BEGUN_WITH_WILD
        return LOST_POINT
    if available >> first & WILD_BIT:
        return SET_BEGUN
    return LOST_POINT
