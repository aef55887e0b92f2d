"""The dice that a seat's cards still need, as input for the STOP check.

A *need* is one missing die: a place, and the set of dice in the middle that fit it. Needs that score only
together (the missing fields of lines, the numbers of a chain, a pair, a tower) form a *group*. A group has
*options*, sets of needs that score if all of them are met; one option or none is chosen. Other needs are
*single*. A Target is not listed: it takes any dice as long as their sum allows.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CHAIN_FIELDS,
    CONFUSION,
    GRID_FIELDS,
    LINES,
    SETS,
    TARGET,
    TARGETS,
    TOP_OFFSET,
    TOWERS,
)
from caponata.games.capio.dice import FACES
from caponata.games.capio.layout import DESTINATION_BITS, PARKED_FIELD, PARKED_SPOT, SLOTS
from caponata.games.capio.middle_dice import MiddleDice, bit_count
from caponata.games.capio.scoring import (
    ROW_LENGTH,
    ROWS,
    SHORTEST_RUN,
    chain_numbers,
    correct_fields,
    fields_in_lines,
    fields_in_sets,
    longest_run,
    without_excess,
)
from caponata.games.capio.state import CapioState

MOST_NEEDS: Final[i64] = 72
MOST_GROUPS: Final[i64] = 16
MOST_OPTIONS: Final[i64] = 640
LARGEST_OPTION: Final[i64] = 9
BOTH_NEEDS: Final[i64] = 3  # the option of a new tower: base and top


class CardNeeds(MiddleDice):
    """All needs of a seat's cards and their groups."""

    def __init__(self, state: CapioState, seat: i64) -> None:
        super().__init__(state, seat)
        self.needs: i64 = 0
        self.masks: vec[i64] = vec[i64]([0] * MOST_NEEDS)  # the dice that fit
        self.places: vec[i64] = vec[i64]([0] * MOST_NEEDS)  # kind << DESTINATION_BITS | field
        self.singles: i64 = 0  # single needs come first
        self.groups: i64 = 0
        self.first_needs: vec[i64] = vec[i64]([0] * MOST_GROUPS)  # by group
        self.first_options: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))  # by group
        self.option_count: i64 = 0
        self.options: vec[i64] = vec[i64]([0] * MOST_OPTIONS)  # bit sets of a group's needs
        self.room: i64 = 0  # the sum that the Target can still take
        if self.middle:
            self.add_cards()

    def add_cards(self) -> None:
        """Add the needs of all cards, single needs first."""
        slot: i64 = 0
        while slot < SLOTS:
            card = self.state.card(self.seat, slot)
            kind = CARD_KINDS[card]
            if kind == TARGET:
                first = self.state.first_spot(self.seat, slot)
                total = without_excess(self.state, first, TARGETS[card])[0]
                self.room = TARGETS[card] - total  # [CAPIO-6.4]
            elif kind == CONFUSION:
                self.add_confusion(slot)
            elif kind == TOWERS:
                self.add_begun_towers(slot)
            slot += 1
        self.singles = self.needs
        slot = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.state.card(self.seat, slot)]
            if kind == TOWERS:
                self.add_new_towers(slot)
            elif kind == LINES:
                self.add_lines(slot)
            elif kind == CHAIN:
                self.add_chain(slot)
            elif kind == SETS:
                self.add_sets(slot)
            slot += 1

    # Needs by kind of card

    def add_need(self, mask: i64, kind: i64, field: i64) -> None:
        """Add a need: one of these dice for this field."""
        self.masks[self.needs] = mask
        self.places[self.needs] = kind << DESTINATION_BITS | field
        self.needs += 1

    def is_empty(self, slot: i64, spot: i64) -> bool:
        """Return whether a spot is empty. Occupied fields are closed, correct or not [CAPIO-6.2]."""
        return self.state.words[self.state.first_spot(self.seat, slot) + spot] == 0

    def add_fields(self, slot: i64, kind: i64, first: i64, last: i64) -> i64:
        """Add a need for each of these fields; return the set of empty fields with fitting dice."""
        open_fields: i64 = 0
        field = first
        while field <= last:
            mask: i64 = 0
            if self.is_empty(slot, field):
                mask = self.fitting_dice(slot, field)
                if mask:
                    open_fields |= 2 << (field - 1)
            self.add_need(mask, kind, field)
            field += 1
        return open_fields

    def add_confusion(self, slot: i64) -> None:
        """Add a single need for each empty field."""
        field: i64 = 1
        while field <= GRID_FIELDS:
            if self.is_empty(slot, field):
                mask = self.fitting_dice(slot, field)
                if mask:
                    self.add_need(mask, CONFUSION, field)
            field += 1

    def add_begun_towers(self, slot: i64) -> None:
        """Add a single need for the top of a correct base or the base of a correct parked die [CAPIO-6.3]."""
        first = self.state.first_spot(self.seat, slot)
        parked_field = self.state.words[first + PARKED_FIELD]
        field: i64 = 1
        while field <= GRID_FIELDS:
            base = self.state.words[first + field]
            mask: i64 = 0
            if base:
                if self.is_empty(slot, TOP_OFFSET + field) and self.state.fits(
                    self.seat, slot, field, base - 1
                ):
                    mask = self.fitting_dice(slot, TOP_OFFSET + field)
            elif parked_field == field:
                parked = self.state.words[first + PARKED_SPOT] - 1
                if self.state.fits(self.seat, slot, TOP_OFFSET + field, parked):
                    mask = self.fitting_dice(slot, field)
            if mask:
                self.add_need(mask, TOWERS, field)
            field += 1

    def add_new_towers(self, slot: i64) -> None:
        """Add a group of two needs for each tower that is not begun [CAPIO-6.3]."""
        parked_field = self.state.words[self.state.first_spot(self.seat, slot) + PARKED_FIELD]
        field: i64 = 1
        while field <= GRID_FIELDS:
            if parked_field != field and self.is_empty(slot, field):
                base = self.fitting_dice(slot, field)
                top = self.fitting_dice(slot, TOP_OFFSET + field)
                if base and top:
                    self.begin_group()
                    self.add_need(top, TOWERS, field)
                    self.add_need(base, TOWERS, field)
                    self.add_option(BOTH_NEEDS)
                    self.end_group()
            field += 1

    def add_lines(self, slot: i64) -> None:
        """Add one group: its options are the sets of empty fields that complete lines."""
        correct = correct_fields(self.state, self.seat, slot)
        self.begin_group()
        open_fields = self.add_fields(slot, LINES, 1, GRID_FIELDS)
        added = open_fields
        while added:
            if fields_in_lines(correct | added) & added == added:
                self.add_option(added >> 1)
            added = added - 1 & open_fields
        self.end_group()

    def add_sets(self, slot: i64) -> None:
        """Add a group for each row: its options are the sets of empty fields that score together."""
        correct = correct_fields(self.state, self.seat, slot)
        row: i64 = 0
        while row < ROWS:
            self.begin_group()
            open_fields = self.add_fields(slot, SETS, ROW_LENGTH * row + 1, ROW_LENGTH * (row + 1))
            added = open_fields
            while added:
                if fields_in_sets(correct | added) & added == added:
                    self.add_option(added >> (ROW_LENGTH * row + 1))
                added = added - 1 & open_fields
            self.end_group()
            row += 1

    def add_chain(self, slot: i64) -> None:
        """Add one group: its options are the sets of numbers that make the longest run longer."""
        correct = correct_fields(self.state, self.seat, slot)
        numbers = chain_numbers(self.state, self.seat, slot, correct)
        self.begin_group()
        self.add_numbers(slot, numbers)
        length = longest_run(numbers)
        low: i64 = 1
        while low < FACES:
            high = low + SHORTEST_RUN - 1
            while high <= FACES:
                interval = (2 << high) - (1 << low)
                missing = interval & ~numbers
                if missing and has_longest_run(interval, numbers, length) and self.has_dice_for(missing):
                    self.add_option(missing >> 1)
                high += 1
            low += 1
        self.end_group()

    def add_numbers(self, slot: i64, numbers: i64) -> None:
        """Add a need for each number, without any fitting dice if it is on the Chain card already."""
        face: i64 = 1
        while face <= FACES:
            mask: i64 = 0
            if not numbers >> face & 1:
                field: i64 = 1
                while field <= CHAIN_FIELDS:
                    if self.state.required_faces(self.seat, slot, field) >> face & 1 and self.is_empty(
                        slot, field
                    ):
                        mask |= self.fitting_dice(slot, field)
                    field += 1
            self.add_need(mask, CHAIN, face)  # the field follows from the die: see StopCheck.chain_field
            face += 1

    def has_dice_for(self, numbers: i64) -> bool:
        """Return whether each of these numbers of the current group has a fitting die."""
        first = self.first_needs[self.groups]
        face: i64 = 1
        while face <= FACES:
            if numbers >> face & 1 and not self.masks[first + face - 1]:
                return False
            face += 1
        return True

    # Groups

    def begin_group(self) -> None:
        """Begin a group: the needs and options that follow belong to it."""
        self.first_needs[self.groups] = self.needs
        self.first_options[self.groups] = self.option_count

    def add_option(self, chosen: i64) -> None:
        """Add a set of the group's needs as an option, unless it is there already."""
        at = self.first_options[self.groups]
        while at < self.option_count:
            if self.options[at] == chosen:
                return
            at += 1
        self.options[self.option_count] = chosen
        self.option_count += 1

    def end_group(self) -> None:
        """Sort the group's options, the largest first, or drop the group if it has none."""
        first = self.first_options[self.groups]
        if self.option_count == first:
            self.needs = self.first_needs[self.groups]
            return
        size = LARGEST_OPTION
        sorted_to = first
        while size > 0:
            at = sorted_to
            while at < self.option_count:
                option = self.options[at]
                if bit_count(option) == size:
                    self.options[at] = self.options[sorted_to]
                    self.options[sorted_to] = option
                    sorted_to += 1
                at += 1
            size -= 1
        self.groups += 1
        self.first_options[self.groups] = self.option_count


def has_longest_run(interval: i64, numbers: i64, length: i64) -> bool:
    """Return whether a longest run of the numbers lies within an interval, or there is no run."""
    return length == 0 or longest_run(numbers & interval) == length
