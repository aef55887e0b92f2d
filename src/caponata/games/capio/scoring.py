"""The score of a card: each die on it is marked as scoring or costing a point."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CHAIN_FIELDS,
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
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    COUNT_SPOT,
    FACE_MASK,
    FACE_SPOT,
    FIRST_TOP,
    PARKED_SPOT,
    SPOTS,
    SUM_SPOT,
)
from caponata.games.capio.state import CapioState

# The eight lines of a Lines card, also as bit sets of the fields 1 to 9.
LINE_FIELDS: Final = (
    *((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    *((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    *((1, 5, 9), (3, 5, 7)),
)
LINE_COUNT: Final[i64] = 8
LINE_SETS: Final = vec[i64]([sum(1 << field for field in line) for line in LINE_FIELDS])
SHORTEST_RUN: Final[i64] = 2  # [CAPIO-5.5]
# Rows of a Sets card, and bits of the fields within a row.
ROWS: Final[i64] = 3
ROW_LENGTH: Final[i64] = 3
ROW_MASK: Final[i64] = 7
WILD_BIT: Final[i64] = 2
COLOURED_BITS: Final[i64] = 5


@final
class CardScore:
    """The score of a card: points without the bonus, the bonus for a full or exact card, and marks.

    `marks` holds 1 for each spot whose die scores and -1 for each whose die costs a point. `BESIDE_SPOT` has
    the points lost beside the card. For a Target, `COUNT_SPOT` has the number of dice that score and
    `SUM_SPOT` the number of dice that cost a point.
    """

    def __init__(self) -> None:
        self.points: i64 = 0
        self.full: i64 = 0
        self.marks: vec[i64] = vec[i64]([0] * SPOTS)

    def total(self) -> i64:
        """The card's points with its bonus."""
        return self.points + self.full


def score_card(state: CapioState, seat: i64, slot: i64) -> CardScore:
    """Score a seat's card as it lies there."""
    result = CardScore()
    card = state.card(seat, slot)
    kind = CARD_KINDS[card]
    first = state.first_spot(seat, slot)
    if kind == TARGET:
        score_target(state, first, TARGETS[card], result)
    elif kind == TOWERS:
        score_towers(state, seat, slot, result)
    else:
        correct = correct_fields(state, seat, slot)
        scoring = scoring_fields(state, seat, slot, kind, correct)
        fields = FIELD_COUNTS[kind]
        count: i64 = 0
        field: i64 = 1
        while field <= fields:
            if state.words[first + field]:
                mark: i64 = -1  # [CAPIO-5.1]
                if scoring >> field & 1:
                    mark = 1
                    count += 1
                result.marks[field] = mark
                result.points += mark
            field += 1
        if count == GRID_FIELDS or (kind == CHAIN and count == FACES):
            result.full = 1  # [CAPIO-5.8]
    beside = state.words[first + BESIDE_SPOT]
    result.marks[BESIDE_SPOT] = -beside
    result.points -= beside  # [CAPIO-5.1]
    return result


# Target


def without_excess(state: CapioState, first: i64, target: i64) -> tuple[i64, i64]:
    """The sum of a Target's dice without excess dice, and the number of those.

    Excess dice are the largest ones, as few as possible, that take the sum over the target [CAPIO-5.2].
    """
    total = state.words[first + SUM_SPOT]
    face = FACES
    left = state.words[first + FACE_SPOT + face]
    excess: i64 = 0
    while total > target:
        while left == 0:
            face -= 1
            left = state.words[first + FACE_SPOT + face]
        total -= face
        left -= 1
        excess += 1
    return total, excess


def score_target(state: CapioState, first: i64, target: i64, result: CardScore) -> None:
    """Score one point per die, minus one per excess die, and a bonus for an exact sum [CAPIO-5.2]."""
    excess = without_excess(state, first, target)[1]
    count = state.words[first + COUNT_SPOT]
    result.points = count - 2 * excess
    result.marks[COUNT_SPOT] = count - excess
    result.marks[SUM_SPOT] = excess
    if state.words[first + SUM_SPOT] == target:
        result.full = 1


# Towers


def is_tower_correct(state: CapioState, seat: i64, slot: i64, field: i64) -> bool:
    """Return whether a tower is complete and both dice fit."""
    first = state.first_spot(seat, slot)
    base = state.words[first + field]
    top = state.words[first + TOP_OFFSET + field]
    if not base or not top:
        return False
    return state.fits(seat, slot, field, base - 1) and state.fits(seat, slot, TOP_OFFSET + field, top - 1)


def score_towers(state: CapioState, seat: i64, slot: i64, result: CardScore) -> None:
    """Score 1 for a correct tower, -1 for any other occupied field and for a parked die [CAPIO-5.3]."""
    first = state.first_spot(seat, slot)
    correct: i64 = 0
    field: i64 = 1
    while field <= GRID_FIELDS:
        if state.words[first + field]:
            mark: i64 = -1
            if is_tower_correct(state, seat, slot, field):
                mark = 1
                correct += 1
            result.marks[field] = mark
            if state.words[first + TOP_OFFSET + field]:
                result.marks[FIRST_TOP + field - 1] = mark
            result.points += mark
        field += 1
    if state.words[first + PARKED_SPOT]:
        result.marks[PARKED_SPOT] = -1
        result.points -= 1
    if correct == GRID_FIELDS:
        result.full = 1


# Lines, Chain, Sets and Color Confusion. Sets of fields have bit `n` for field `n`.


def correct_fields(state: CapioState, seat: i64, slot: i64) -> i64:
    """The set of fields with a die that fits."""
    card = state.card(seat, slot)
    first = state.first_spot(seat, slot)
    fields = FIELD_COUNTS[CARD_KINDS[card]]
    correct: i64 = 0
    bit: i64 = 2
    field: i64 = 1
    while field <= fields:
        die = state.words[first + field]
        if die and state.fits(seat, slot, field, die - 1):
            correct |= bit
        bit <<= 1
        field += 1
    return correct


def scoring_fields(state: CapioState, seat: i64, slot: i64, kind: i64, correct: i64) -> i64:
    """The correct fields whose die scores."""
    if kind == LINES:
        return fields_in_lines(correct)
    if kind == CHAIN:
        return fields_in_chain(state, seat, slot, correct)
    if kind == SETS:
        return fields_in_sets(correct)
    return correct  # [CAPIO-5.7]


def fields_in_lines(correct: i64) -> i64:
    """The fields in a complete line of three [CAPIO-5.4]."""
    fields: i64 = 0
    line: i64 = 0
    while line < LINE_COUNT:
        line_set = LINE_SETS[line]
        if correct & line_set == line_set:
            fields |= line_set
        line += 1
    return fields


def fields_in_sets(correct: i64) -> i64:
    """The correct fields of rows whose wild field and a coloured field are correct [CAPIO-5.6]."""
    fields: i64 = 0
    row: i64 = 0
    while row < ROWS:
        in_row = correct >> (ROW_LENGTH * row + 1) & ROW_MASK
        if in_row & WILD_BIT and in_row & COLOURED_BITS:
            fields |= in_row << (ROW_LENGTH * row + 1)
        row += 1
    return fields


def chain_numbers(state: CapioState, seat: i64, slot: i64, correct: i64) -> i64:
    """The set of numbers on the correct fields of a Chain card."""
    numbers: i64 = 0
    field: i64 = 1
    while field <= CHAIN_FIELDS:
        if correct >> field & 1:
            numbers |= state.required_faces(seat, slot, field)
        field += 1
    return numbers


def longest_run(numbers: i64) -> i64:
    """The length of the longest run of consecutive numbers, or 0 if no two are consecutive."""
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


def fields_in_chain(state: CapioState, seat: i64, slot: i64, correct: i64) -> i64:
    """The fields of the longest run, the lowest of two equal runs, each number once [CAPIO-5.5]."""
    numbers = chain_numbers(state, seat, slot, correct)
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
    missing: i64 = 0  # numbers of the run without a field yet
    while run > 0:
        face -= 1
        missing |= 2 << (face - 1)
        run -= 1
    fields: i64 = 0
    field: i64 = 1
    first = state.first_spot(seat, slot)
    while field <= CHAIN_FIELDS:
        if correct >> field & 1:
            die = state.words[first + field] - 1
            bit = missing & 2 << ((state.dice[die] & FACE_MASK) - 1)
            if bit:
                missing ^= bit
                fields |= 2 << (field - 1)
        field += 1
    return fields
