"""What a seat's cards want of the middle: wants that stand alone, and groups of those that do not.

Every die that might be added is wanted by a *want*: a set of dice of which one will do. Wants that are worth
something only together (the missing fields of lines, the numbers of a chain, a pair, a tower) are options of
a *group*, of which one option or none is chosen; others stand alone; a Target takes what is left, as long as
the sum allows it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CONFUSION,
    LINES,
    NINE,
    SETS,
    TARGET,
    TARGETS,
    TOPS,
    TOWERS,
    TWELVE,
)
from caponata.games.capio.dice import FACES
from caponata.games.capio.layout import PARKED_FIELD, PARKED_SPOT, SLOTS, WHERE_BITS
from caponata.games.capio.middle import Middle, size_of
from caponata.games.capio.reckoning import (
    SHORTEST_RUN,
    lines_of,
    longest_run,
    numbers_of,
    right_fields,
    sets_of,
    target_kept,
)
from caponata.games.capio.state import CapioState

MOST_WANTS: Final[i64] = 72
MOST_GROUPS: Final[i64] = 16
MOST_OPTIONS: Final[i64] = 640
SIZES: Final[i64] = 10  # options have up to nine wants
ROW: Final[i64] = 3


class Wants(Middle):
    """All wants of a seat, each with its dice and its place, and their groups."""

    def __init__(self, position: CapioState, seat: i64) -> None:
        super().__init__(position, seat)
        self.wants: i64 = 0
        self.masks: vec[i64] = vec[i64]([0] * MOST_WANTS)
        self.places: vec[i64] = vec[i64]([0] * MOST_WANTS)
        self.lone: i64 = 0  # the wants that stand alone come first
        # groups: the first want of each, and its options
        self.groups: i64 = 0
        self.first_wants: vec[i64] = vec[i64]([0] * MOST_GROUPS)
        self.first_options: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))
        self.option_count: i64 = 0
        self.options: vec[i64] = vec[i64]([0] * MOST_OPTIONS)
        self.room: i64 = 0  # what the Target can still take
        if self.middle:
            self.look_at_the_cards()

    def look_at_the_cards(self) -> None:
        """Which dice are wanted: those that stand alone first."""
        slot: i64 = 0
        while slot < SLOTS:
            card = self.position.card(self.seat, slot)
            kind = CARD_KINDS[card]
            if kind == TARGET:
                first = self.position.spots_of(self.seat, slot)
                self.room = TARGETS[card] - target_kept(self.position, first, TARGETS[card])  # [CAPIO-6.4]
            elif kind == CONFUSION:
                self.want_confusion(slot)
            elif kind == TOWERS:
                self.want_begun_towers(slot)
            slot += 1
        self.lone = self.wants
        slot = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.position.card(self.seat, slot)]
            if kind == TOWERS:
                self.want_towers(slot)
            elif kind == LINES:
                self.want_lines(slot)
            elif kind == CHAIN:
                self.want_chain(slot)
            elif kind == SETS:
                self.want_sets(slot)
            slot += 1

    # Wants

    def want(self, mask: i64, kind: i64, where: i64) -> None:
        """One of these dice would do for this place."""
        self.masks[self.wants] = mask
        self.places[self.wants] = kind << WHERE_BITS | where
        self.wants += 1

    def is_empty(self, slot: i64, spot: i64) -> bool:
        """Whether nothing lies there: an occupied field is closed, rightly filled or not [CAPIO-6.2]."""
        return self.position.words[self.position.spots_of(self.seat, slot) + spot] == 0

    def want_confusion(self, slot: i64) -> None:
        """Each empty field stands alone."""
        field: i64 = 1
        while field <= NINE:
            if self.is_empty(slot, field):
                mask = self.mask_of(slot, field)
                if mask:
                    self.want(mask, CONFUSION, field)
            field += 1

    def want_begun_towers(self, slot: i64) -> None:
        """A right base wants its top, a right parked die its base: one die each [CAPIO-6.3]."""
        first = self.position.spots_of(self.seat, slot)
        waiting = self.position.words[first + PARKED_FIELD]
        field: i64 = 1
        while field <= NINE:
            base = self.position.words[first + field]
            mask: i64 = 0
            if base:
                if self.is_empty(slot, TOPS + field) and self.position.fits(self.seat, slot, field, base - 1):
                    mask = self.mask_of(slot, TOPS + field)
            elif waiting == field:
                parked = self.position.words[first + PARKED_SPOT] - 1
                if self.position.fits(self.seat, slot, TOPS + field, parked):
                    mask = self.mask_of(slot, field)
            if mask:
                self.want(mask, TOWERS, field)
            field += 1

    def want_towers(self, slot: i64) -> None:
        """A fresh tower is a group of two dice [CAPIO-6.3]."""
        waiting = self.position.words[self.position.spots_of(self.seat, slot) + PARKED_FIELD]
        field: i64 = 1
        while field <= NINE:
            if waiting != field and self.is_empty(slot, field):
                base = self.mask_of(slot, field)
                top = self.mask_of(slot, TOPS + field)
                if base and top:
                    self.begin_group()
                    self.want(top, TOWERS, field)
                    self.want(base, TOWERS, field)
                    self.add_option(3)
                    self.end_group()
            field += 1

    def want_lines(self, slot: i64) -> None:
        """The missing fields of lines, all that belong together being one option."""
        right = right_fields(self.position, self.seat, slot)
        self.begin_group()
        open_fields: i64 = 0
        field: i64 = 1
        while field <= NINE:
            mask: i64 = 0
            if self.is_empty(slot, field):
                mask = self.mask_of(slot, field)
                if mask:
                    open_fields |= 2 << (field - 1)
            self.want(mask, LINES, field)
            field += 1
        added = open_fields
        while added:
            if lines_of(right | added) & added == added:
                self.add_option(added >> 1)
            added = added - 1 & open_fields
        self.end_group()

    def want_sets(self, slot: i64) -> None:
        """Each row is a group: the empty fields that score together."""
        right = right_fields(self.position, self.seat, slot)
        row: i64 = 0
        while row < ROW:
            self.begin_group()
            open_fields: i64 = 0
            column: i64 = 1
            while column <= ROW:
                field = ROW * row + column
                mask: i64 = 0
                if self.is_empty(slot, field):
                    mask = self.mask_of(slot, field)
                    if mask:
                        open_fields |= 2 << (field - 1)
                self.want(mask, SETS, field)
                column += 1
            added = open_fields
            while added:
                if sets_of(right | added) & added == added:
                    self.add_option(added >> (ROW * row + 1))
                added = added - 1 & open_fields
            self.end_group()
            row += 1

    def want_chain(self, slot: i64) -> None:
        """The numbers that make the run longer, each once; no other run takes its place."""
        right = right_fields(self.position, self.seat, slot)
        numbers = numbers_of(self.position, self.seat, slot, right)
        self.begin_group()
        self.want_numbers(slot, numbers)
        length = longest_run(numbers)
        low: i64 = 1
        while low < FACES:
            high = low + SHORTEST_RUN - 1
            while high <= FACES:
                interval = (2 << high) - (1 << low)
                missing = interval & ~numbers
                if missing and keeps_a_run(numbers, interval, length) and self.can_have(missing):
                    self.add_option(missing >> 1)
                high += 1
            low += 1
        self.end_group()

    def want_numbers(self, slot: i64, numbers: i64) -> None:
        """For each number that is not there, the dice that one of its empty fields asks for."""
        face: i64 = 1
        while face <= FACES:
            mask: i64 = 0
            if not numbers >> face & 1:
                field: i64 = 1
                while field <= TWELVE:
                    if self.position.asked_faces(self.seat, slot, field) >> face & 1 and self.is_empty(
                        slot, field
                    ):
                        mask |= self.mask_of(slot, field)
                    field += 1
            self.want(mask, CHAIN, face)  # the field follows from the die
            face += 1

    def can_have(self, numbers: i64) -> bool:
        """Whether each of these numbers has a die that would do."""
        first = self.first_wants[self.groups]
        face: i64 = 1
        while face <= FACES:
            if numbers >> face & 1 and not self.masks[first + face - 1]:
                return False
            face += 1
        return True

    # Groups

    def begin_group(self) -> None:
        """The wants that follow belong together."""
        self.first_wants[self.groups] = self.wants
        self.first_options[self.groups] = self.option_count

    def add_option(self, chosen: i64) -> None:
        """Some wants of the group, as a set."""
        at = self.first_options[self.groups]
        while at < self.option_count:
            if self.options[at] == chosen:
                return
            at += 1
        self.options[self.option_count] = chosen
        self.option_count += 1

    def end_group(self) -> None:
        """Sort the options, the largest first; a group without any is none."""
        first = self.first_options[self.groups]
        if self.option_count == first:
            self.wants = self.first_wants[self.groups]
            return
        size = SIZES
        sorted_to = first
        while size > 0:
            at = sorted_to
            while at < self.option_count:
                option = self.options[at]
                if size_of(option) == size:
                    self.options[at] = self.options[sorted_to]
                    self.options[sorted_to] = option
                    sorted_to += 1
                at += 1
            size -= 1
        self.groups += 1
        self.first_options[self.groups] = self.option_count


def keeps_a_run(numbers: i64, interval: i64, length: i64) -> bool:
    """Whether a run of this length among the numbers, if there is any, lies within an interval."""
    return length == 0 or longest_run(numbers & interval) == length
