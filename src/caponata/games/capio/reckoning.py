"""What a card is worth: every die on it marked as scoring or costing a point."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    FIELD_COUNTS,
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
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    COUNT_SPOT,
    FACE,
    FACE_SPOT,
    FIRST_TOP,
    PARKED_SPOT,
    SPOTS,
    SUM_SPOT,
)
from caponata.games.capio.state import CapioState

# The eight lines of a Lines card, as sets of fields 1 to 9.
ROWS_OF_THREE: Final = (
    *((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    *((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    *((1, 5, 9), (3, 5, 7)),
)
LINE_COUNT: Final[i64] = 8
LINE_SETS: Final = vec[i64]([sum(1 << field for field in row) for row in ROWS_OF_THREE])
SHORTEST_RUN: Final[i64] = 2  # [CAPIO-5.5]
THREE: Final[i64] = 3


@final
class Reckoning:
    """A card reckoned: its points without a bonus, whether it is full or exact, and a mark for each spot."""

    def __init__(self) -> None:
        self.points: i64 = 0
        self.full: i64 = 0
        self.marks: vec[i64] = vec[i64]([0] * SPOTS)

    def total(self) -> i64:
        """The card's own total."""
        return self.points + self.full


def reckon(position: CapioState, seat: i64, slot: i64) -> Reckoning:
    """What a seat's card is worth as it lies there."""
    found = Reckoning()
    card = position.card(seat, slot)
    kind = CARD_KINDS[card]
    first = position.spots_of(seat, slot)
    if kind == TARGET:
        reckon_target(position, first, TARGETS[card], found)
    elif kind == TOWERS:
        reckon_towers(position, seat, slot, found)
    else:
        right = right_fields(position, seat, slot)
        scoring = scoring_fields(position, seat, slot, kind, right)
        fields = FIELD_COUNTS[kind]
        count: i64 = 0
        field: i64 = 1
        while field <= fields:
            if position.words[first + field]:
                mark: i64 = -1  # [CAPIO-5.1]
                if scoring >> field & 1:
                    mark = 1
                    count += 1
                found.marks[field] = mark
                found.points += mark
            field += 1
        if count == NINE or (kind == CHAIN and count == FACES):
            found.full = 1  # [CAPIO-5.8]
    beside = position.words[first + BESIDE_SPOT]
    found.marks[BESIDE_SPOT] = -beside
    found.points -= beside  # [CAPIO-5.1]
    return found


def target_kept(position: CapioState, first: i64, target: i64) -> i64:
    """Of a Target's dice, the sum of those that score: without the fewest, the largest first [CAPIO-5.2]."""
    total = position.words[first + SUM_SPOT]
    face = FACES
    left = position.words[first + FACE_SPOT + face]
    while total > target:
        while left == 0:
            face -= 1
            left = position.words[first + FACE_SPOT + face]
        total -= face
        left -= 1
    return total


def reckon_target(position: CapioState, first: i64, target: i64, found: Reckoning) -> None:
    """One point a die, less one for each that must go, and one more when it is exact [CAPIO-5.2]."""
    total = position.words[first + SUM_SPOT]
    face = FACES
    left = position.words[first + FACE_SPOT + face]
    removed: i64 = 0
    while total > target:
        while left == 0:
            face -= 1
            left = position.words[first + FACE_SPOT + face]
        total -= face
        left -= 1
        removed += 1
    count = position.words[first + COUNT_SPOT]
    found.points = count - 2 * removed
    found.marks[COUNT_SPOT] = count - removed
    found.marks[SUM_SPOT] = removed
    if position.words[first + SUM_SPOT] == target:
        found.full = 1


def tower_is_right(position: CapioState, seat: i64, slot: i64, field: i64) -> bool:
    """Whether a tower is complete, and each die where it belongs."""
    first = position.spots_of(seat, slot)
    base = position.words[first + field]
    top = position.words[first + TOPS + field]
    if not base or not top:
        return False
    return position.fits(seat, slot, field, base - 1) and position.fits(seat, slot, TOPS + field, top - 1)


def reckon_towers(position: CapioState, seat: i64, slot: i64, found: Reckoning) -> None:
    """A point for a right tower; one off for any other beginning, and for a parked die [CAPIO-5.3]."""
    first = position.spots_of(seat, slot)
    right: i64 = 0
    field: i64 = 1
    while field <= NINE:
        if position.words[first + field]:
            mark: i64 = -1
            if tower_is_right(position, seat, slot, field):
                mark = 1
                right += 1
            found.marks[field] = mark
            if position.words[first + TOPS + field]:
                found.marks[FIRST_TOP + field - 1] = mark
            found.points += mark
        field += 1
    if position.words[first + PARKED_SPOT]:
        found.marks[PARKED_SPOT] = -1
        found.points -= 1
    if right == NINE:
        found.full = 1


def right_fields(position: CapioState, seat: i64, slot: i64) -> i64:
    """The set of fields with the die they ask for."""
    card = position.card(seat, slot)
    first = position.spots_of(seat, slot)
    fields = FIELD_COUNTS[CARD_KINDS[card]]
    right: i64 = 0
    bit: i64 = 2
    field: i64 = 1
    while field <= fields:
        die = position.words[first + field]
        if die and position.fits(seat, slot, field, die - 1):
            right |= bit
        bit <<= 1
        field += 1
    return right


def scoring_fields(position: CapioState, seat: i64, slot: i64, kind: i64, right: i64) -> i64:
    """Of the fields that are right, those whose die scores."""
    if kind == LINES:
        return lines_of(right)
    if kind == CHAIN:
        return chain_of(position, seat, slot, right)
    if kind == SETS:
        return sets_of(right)
    return right  # [CAPIO-5.7]


def lines_of(right: i64) -> i64:
    """The fields that are in a complete line of three [CAPIO-5.4]."""
    found: i64 = 0
    line: i64 = 0
    while line < LINE_COUNT:
        fields = LINE_SETS[line]
        if right & fields == fields:
            found |= fields
        line += 1
    return found


def sets_of(right: i64) -> i64:
    """The fields of rows whose wild field and at least one other are right [CAPIO-5.6]."""
    found: i64 = 0
    row: i64 = 0
    while row < THREE:
        fields = right >> (THREE * row + 1) & 7
        if fields & 2 and fields & 5:
            found |= fields << (THREE * row + 1)
        row += 1
    return found


def numbers_of(position: CapioState, seat: i64, slot: i64, right: i64) -> i64:
    """The set of numbers that lie rightly on a Chain card."""
    found: i64 = 0
    field: i64 = 1
    while field <= TWELVE:
        if right >> field & 1:
            found |= position.asked_faces(seat, slot, field)
        field += 1
    return found


def longest_run(numbers: i64) -> i64:
    """The length of the longest run of consecutive numbers, 0 if no two follow each other."""
    longest: i64 = 0
    run: i64 = 0
    face: i64 = 1
    while face <= FACES:
        if numbers >> face & 1:
            run += 1
            if run > longest:
                longest = run
        else:
            run = 0
        face += 1
    if longest < SHORTEST_RUN:
        return 0
    return longest


def chain_of(position: CapioState, seat: i64, slot: i64, right: i64) -> i64:
    """The fields of the longest run, the lowest if there are two, each number once [CAPIO-5.5]."""
    numbers = numbers_of(position, seat, slot, right)
    length = longest_run(numbers)
    if not length:
        return 0
    run: i64 = 0
    face: i64 = 1
    while run < length:
        if numbers >> face & 1:
            run += 1
        else:
            run = 0
        face += 1
    wanted: i64 = 0
    while run > 0:
        face -= 1
        wanted |= 2 << (face - 1)
        run -= 1
    found: i64 = 0
    field: i64 = 1
    first = position.spots_of(seat, slot)
    while field <= TWELVE:
        if right >> field & 1:
            die = position.words[first + field] - 1
            bit = wanted & 2 << ((position.dice[die] & FACE) - 1)
            if bit:
                wanted ^= bit
                found |= 2 << (field - 1)
        field += 1
    return found
