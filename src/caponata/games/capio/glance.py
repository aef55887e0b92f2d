"""A seat's glance at its cards and the middle: what each place is worth to it now, in hundredths of a point.

What completes something is worth what it brings; what only begins something, a little, as long as the rest
of it still lies in the middle. All else costs a point.
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
    LINES,
    NINE,
    SETS,
    TARGET,
    TARGETS,
    TOPS,
    TOWERS,
)
from caponata.games.capio.dice import FACES
from caponata.games.capio.layout import NONE, PARKED_FIELD, PARKED_SPOT, SLOTS, SUM_SPOT
from caponata.games.capio.middle import Middle, size_of
from caponata.games.capio.moves import PARK, WHERES
from caponata.games.capio.reckoning import (
    LINE_COUNT,
    LINE_SETS,
    lines_of,
    longest_run,
    numbers_of,
    right_fields,
)
from caponata.games.capio.state import CapioState

POINT: Final[i64] = 100
LOST_POINT: Final[i64] = -100
TOWER_DONE: Final[i64] = 200  # a lone die costs a point, a tower brings one
PARKED: Final[i64] = 60
BASE_FIRST: Final[i64] = 25
LINE_NEARLY: Final[i64] = 45  # one die more completes the line
LINE_BEGUN: Final[i64] = 12
CHAIN_BEGUN: Final[i64] = 35
SET_BEGUN: Final[i64] = 45
WILD_FIRST: Final[i64] = 35
TARGET_DIE: Final[i64] = 110
TARGET_PIP: Final[i64] = 18
ROW: Final[i64] = 3
MIDDLE_OF_ROW: Final[i64] = 2


@final
class Glance(Middle):
    """What a seat sees: the middle, and the worth of each place of its cards."""

    def __init__(self, position: CapioState, seat: i64) -> None:
        super().__init__(position, seat)
        self.values: vec[i64] = vec[i64]([LOST_POINT] * (SLOTS * WHERES))
        self.masks: vec[i64] = vec[i64]([0] * (SLOTS * WHERES))
        self.room: i64 = NONE  # what a Target can still take
        slot: i64 = 0
        while slot < SLOTS:
            self.look_at(slot)
            slot += 1

    def look_at(self, slot: i64) -> None:
        """Judge the places of one card."""
        card = self.position.card(self.seat, slot)
        kind = CARD_KINDS[card]
        if kind == TARGET:
            first = self.position.spots_of(self.seat, slot)
            self.room = TARGETS[card] - self.position.words[first + SUM_SPOT]
        elif kind == TOWERS:
            self.judge_towers(slot)
        else:
            self.judge_fields(slot, kind)

    def judge_towers(self, slot: i64) -> None:
        """Tops are rare and come first, parked; bases follow."""
        position = self.position
        first = position.spots_of(self.seat, slot)
        at = WHERES * slot
        parked = position.words[first + PARKED_SPOT]
        waiting = position.words[first + PARKED_FIELD]
        field: i64 = 1
        while field <= NINE:
            base = position.words[first + field]
            if base:
                if not position.words[first + TOPS + field] and position.fits(
                    self.seat, slot, field, base - 1
                ):
                    self.masks[at + field] = self.mask_of(slot, TOPS + field)
                    self.values[at + field] = TOWER_DONE
            elif waiting == field:
                if position.fits(self.seat, slot, TOPS + field, parked - 1):
                    self.masks[at + field] = self.mask_of(slot, field)
                    self.values[at + field] = TOWER_DONE
            else:
                bases = self.mask_of(slot, field)
                tops = self.mask_of(slot, TOPS + field)
                self.masks[at + field] = bases
                if tops:
                    self.values[at + field] = BASE_FIRST
                if not parked:
                    self.masks[at + PARK + field] = tops
                    if bases:
                        self.values[at + PARK + field] = PARKED
            field += 1

    def judge_fields(self, slot: i64, kind: i64) -> None:
        """Judge the empty fields of any other card."""
        position = self.position
        first = position.spots_of(self.seat, slot)
        at = WHERES * slot
        right = right_fields(position, self.seat, slot)
        closed: i64 = 0
        served: i64 = 0  # empty fields that a die of the middle fits
        bit: i64 = 2
        field: i64 = 1
        while field <= FIELD_COUNTS[kind]:
            if position.words[first + field]:
                if not right & bit:
                    closed |= bit
            else:
                self.masks[at + field] = self.mask_of(slot, field)
                if self.masks[at + field]:
                    served |= bit
            bit <<= 1
            field += 1
        numbers: i64 = 0
        if kind == CHAIN:
            numbers = numbers_of(position, self.seat, slot, right)
        bit = 2
        field = 1
        while field <= FIELD_COUNTS[kind]:
            if not position.words[first + field]:
                value: i64 = LOST_POINT
                if kind == CONFUSION:
                    value = POINT
                elif kind == LINES:
                    value = line_value(right, closed, served, bit)
                elif kind == SETS:
                    value = set_value(right, served, field)
                else:
                    value = self.chain_value(slot, numbers, served, field)
                self.values[at + field] = value
            bit <<= 1
            field += 1

    def chain_value(self, slot: i64, numbers: i64, served: i64, field: i64) -> i64:
        """What a number brings to a chain, by itself or with one more that is there to be had."""
        face = self.position.asked_faces(self.seat, slot, field)
        if numbers & face:
            return LOST_POINT
        before = longest_run(numbers)
        gain = 2 * POINT * (longest_run(numbers | face) - before) - POINT
        if gain > 0:
            return gain
        other: i64 = 1
        while other <= FIELD_COUNTS[CHAIN]:
            if served >> other & 1:
                both = numbers | face | self.position.asked_faces(self.seat, slot, other)
                if longest_run(both) - before > 1:
                    return CHAIN_BEGUN
            other += 1
        return LOST_POINT

    # What to do with a die

    def target_value(self, face: i64) -> i64:
        """What a die is worth on the Target: the lower the better, and best when it makes it exact."""
        if face > self.room:
            return LOST_POINT
        value = TARGET_DIE - TARGET_PIP * face
        if face == self.room:
            value += POINT
        return value

    def worth(self, slot: i64, where: i64, die: i64) -> i64:
        """What a die is worth in a place."""
        kind = CARD_KINDS[self.position.card(self.seat, slot)]
        if where == 0:
            return LOST_POINT
        if kind == TARGET:
            return self.target_value(self.position.face(die))
        value = self.values[WHERES * slot + where]
        if value < 0:
            return LOST_POINT
        place = where
        if kind == TOWERS:
            if where > PARK:
                place = TOPS + where - PARK
            elif self.position.words[self.position.spots_of(self.seat, slot) + where]:
                place = TOPS + where
        if self.position.fits(self.seat, slot, place, die):
            return value
        return LOST_POINT

    def wanted(self) -> i64:
        """The dice of the middle that are worth something."""
        found: i64 = 0
        at: i64 = 0
        while at < SLOTS * WHERES:
            if self.values[at] > 0:
                found |= self.masks[at]
            at += 1
        face: i64 = 1
        while face <= FACES and face <= self.room:
            found |= self.by_face[face]
            face += 1
        return found

    def best_place(self, die: i64) -> i64:
        """The place, slot * 22 + where, in which a die is worth most; -1 if it costs a point everywhere."""
        best = NONE
        highest: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            last = PARK + NINE
            kind = CARD_KINDS[self.position.card(self.seat, slot)]
            if kind != TOWERS:
                last = FIELD_COUNTS[kind]
            where: i64 = 1
            while where <= last:
                if self.values[WHERES * slot + where] > highest or kind == TARGET:
                    value = self.worth(slot, where, die)
                    if value > highest:
                        highest = value
                        best = WHERES * slot + where
                where += 1
            slot += 1
        return best


def line_value(right: i64, closed: i64, served: i64, field: i64) -> i64:
    """What a field, given as a bit, brings to a Lines card."""
    gain = 2 * POINT * (size_of(lines_of(right | field)) - size_of(lines_of(right))) - POINT
    if gain > 0:
        return gain
    best: i64 = LOST_POINT
    line: i64 = 0
    while line < LINE_COUNT:
        others = LINE_SETS[line] & ~field
        if LINE_SETS[line] & field and not others & closed:
            missing = others & ~right
            if missing & ~served == 0:
                value = LINE_BEGUN
                if missing & (missing - 1) == 0:
                    value = LINE_NEARLY
                if value > best:
                    best = value
        line += 1
    return best


def set_value(right: i64, served: i64, field: i64) -> i64:
    """What a field brings to a row: a pair, a third die, or a beginning."""
    first = field - (field - 1) % ROW
    row = right >> first & 7
    mine: i64 = 1
    mine <<= field - first
    if row & MIDDLE_OF_ROW:
        if row & ~MIDDLE_OF_ROW:
            return POINT
        return ROW * POINT
    if mine == MIDDLE_OF_ROW:
        if row:
            return 2 * POINT * size_of(row) + POINT
        if served >> first & 5:
            return WILD_FIRST
        return LOST_POINT
    if served >> first & MIDDLE_OF_ROW:
        return SET_BEGUN
    return LOST_POINT
