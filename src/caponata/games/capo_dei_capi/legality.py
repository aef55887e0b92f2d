"""Legal moves of Capo dei Capi, and the move played when a clock runs out."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo_dei_capi.dice import (
    BRIBE_ROLL,
    DOUBLE_5,
    DOUBLE_6,
    EXPOSE_ROLL,
    INFLUENCE_ROLL,
    INVEST_EXPOSE_ROLL,
    INVEST_ROLL,
    LOW_DOUBLES,
    ROLL_ACTIONS,
    ROLL_AREAS,
    black_area,
    black_of,
    white_area,
    white_of,
)
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    BACKSTABBING,
    BETWEEN_ROLLS,
    BUSTING,
    CIRCLES,
    CUBES_ON,
    DECLARING,
    DISCARD_CHOICES,
    FACE_DOWN,
    HANDS,
    HIGH_PRICE,
    LOW_PRICE,
    MAKING_ROOM,
    NEW_TOKEN,
    NONE,
    PAYING,
    TOKEN_BITS,
    TOKEN_MASK,
    TOP_LEVEL,
    UNSEEN,
    VALUE_MASK,
    side_of,
)
from caponata.games.capo_dei_capi.moves import (
    BACKSTAB_MOVE,
    BUST_MOVE,
    EXTORT_MOVE,
    HIT_MAN_MOVE,
    LET_ALL_PASS_MOVE,
    LET_PASS_MOVE,
    PAYOFF_MOVE,
    RENEG_MOVE,
    ROLL_MOVE,
    STOP_MOVE,
    backstab_answer,
    bribe_move,
    deceive_move,
    discard_move,
    expose_move,
    flip_move,
    influence_move,
    invest_move,
    pocket_move,
    roll_or_stop_move,
    scandal_move,
    shift_move,
)
from caponata.games.capo_dei_capi.state import DeiCapiState

MOST_DEI_CAPI_MOVES: Final = 64
BACKSTAB_ANSWERS: Final[i64] = 3


def moves(state: DeiCapiState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of a seat and return their number."""
    if state.phase == BETWEEN_ROLLS:
        return turn_moves(state, seat, into)
    count: i64 = 0
    if state.phase == DECLARING:
        count = declarations(state, into)
        if state.words[HANDS + seat] >= HIGH_PRICE:
            into[count] = RENEG_MOVE  # [CDC-7.10]
            count += 1
    elif state.phase == BACKSTABBING:
        into[0] = BACKSTAB_MOVE  # [CDC-7.8]
        into[1] = LET_PASS_MOVE
        into[2] = LET_ALL_PASS_MOVE  # [CDC-7.9]
        count = BACKSTAB_ANSWERS
    elif state.phase == BUSTING:
        into[0] = RENEG_MOVE  # [CDC-2.3]
        into[1] = BUST_MOVE
        count = 2
    elif state.phase == PAYING:
        into[0] = PAYOFF_MOVE  # [CDC-7.7]
        into[1] = HIT_MAN_MOVE
        count = 2
    elif state.phase == MAKING_ROOM:
        choices = NEW_TOKEN if state.pocketing else DISCARD_CHOICES  # [CDC-6.2] [CDC-7.6]
        while count < choices:
            into[count] = discard_move(state.room, count)
            count += 1
    return count


# Between rolls


def turn_moves(state: DeiCapiState, seat: i64, into: vec[i64]) -> i64:
    """Write what the active player may do between rolls [CDC-2.2]."""
    into[0] = ROLL_MOVE
    count: i64 = 1
    if not state.must_roll:
        into[1] = STOP_MOVE
        count = 2
    chips = state.words[HANDS + seat]
    if chips >= HIGH_PRICE:
        if state.level < TOP_LEVEL:
            into[count] = scandal_move(1)  # [CDC-7.11]
            count += 1
        if state.level < TOP_LEVEL - 1:
            into[count] = scandal_move(2)
            count += 1
    if chips >= LOW_PRICE and state.beside:
        return token_moves(state, into, count)
    return count


def token_moves(state: DeiCapiState, into: vec[i64], count: i64) -> i64:
    """Add the moves of tokens beside areas, for one chip each: Pocket [CDC-7.5], Deceive [CDC-7.4]."""
    area: i64 = 0
    while area < AREAS:
        if state.token_beside(area):
            into[count] = pocket_move(area)
            count += 1
        area += 1
    area = 0
    while area < AREAS:
        if state.token_beside(area):
            target: i64 = 0
            while target < AREAS:
                if not state.token_beside(target):
                    into[count] = deceive_move(area, target)
                    count += 1
                target += 1
        area += 1
    return count


def random_move(state: DeiCapiState, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    """A uniformly random legal move: the same as picking from the list of `moves`, but faster."""
    if state.phase == BETWEEN_ROLLS:
        return random_turn_move(state, seat, rng)
    if state.phase == BACKSTABBING:
        return backstab_answer(rng.below(BACKSTAB_ANSWERS))
    return buffer[rng.below(moves(state, seat, buffer))]


def random_turn_move(state: DeiCapiState, seat: i64, rng: Rng) -> i64:
    """A random move of the list that `turn_moves` would write."""
    count: i64 = 2 - state.must_roll
    first_scandal = count
    chips = state.words[HANDS + seat]
    if chips >= HIGH_PRICE and state.level < TOP_LEVEL:
        count += 1
        if state.level < TOP_LEVEL - 1:
            count += 1
    first_pocket = count
    tokens: i64 = 0
    free: i64 = 0
    if chips >= LOW_PRICE and state.beside:
        free = state.free_areas()
        tokens = AREAS - free
        count += tokens * (free + 1)
    ticket = rng.below(count)
    if ticket < first_scandal:
        return roll_or_stop_move(ticket)
    if ticket < first_pocket:
        return scandal_move(1 + ticket - first_scandal)
    ticket -= first_pocket
    if ticket < tokens:
        return pocket_move(nth_area(state, ticket, is_taken=True))
    ticket -= tokens
    source = nth_area(state, ticket // free, is_taken=True)
    return deceive_move(source, nth_area(state, ticket % free, is_taken=False))


def nth_area(state: DeiCapiState, index: i64, *, is_taken: bool) -> i64:
    """The area at an index, counting only areas with, or only areas without, a token beside them."""
    area: i64 = 0
    while True:
        if (state.token_beside(area) != 0) == is_taken:
            if index == 0:
                return area
            index -= 1
        area += 1


# Declarations: the ways to use a roll


def declarations(state: DeiCapiState, into: vec[i64]) -> i64:
    """Write what the active player may declare [CDC-3.1]."""
    roll = state.dice
    action = ROLL_ACTIONS[roll]
    count: i64 = 0
    if action == INFLUENCE_ROLL:
        white = white_of(roll)
        black = black_of(roll)
        if not state.token_beside(white_area(white)):
            into[count] = influence_move(white_area(white), black)  # [CDC-3.2]
            count += 1
        if not state.token_beside(black_area(black)):
            into[count] = influence_move(black_area(black), white)
            count += 1
        return count
    if action == EXPOSE_ROLL:
        area: i64 = 0
        while area < AREAS:
            count = flips(state, area, into, count, with_cube=False)
            area += 1
        if count:
            return count
    if action >= LOW_DOUBLES or action == INVEST_EXPOSE_ROLL:
        return free_declarations(state, action, into)
    into[0] = fixed_declaration(roll)
    return 1


def fixed_declaration(roll: i64) -> i64:
    """The declaration of a roll that names its area or needs none."""
    action = ROLL_ACTIONS[roll]
    if action == BRIBE_ROLL:
        return bribe_move(ROLL_AREAS[roll])  # [CDC-3.5]
    if action == INVEST_ROLL:
        return invest_move(ROLL_AREAS[roll])  # [CDC-3.7]
    return EXTORT_MOVE


def free_declarations(state: DeiCapiState, action: i64, into: vec[i64]) -> i64:
    """Write the declarations of doubles and of a 6 with a 5: the player chooses the area."""
    count: i64 = 0
    area: i64 = 0
    if action == DOUBLE_6:
        return shifts(state, into)
    while area < AREAS:
        if action == INVEST_EXPOSE_ROLL:
            into[count] = invest_move(area)  # [CDC-3.9]
            count = flips(state, area, into, count + 1, with_cube=True)
        elif not state.token_beside(area):
            if action == DOUBLE_5:
                into[count] = bribe_move(area)  # [CDC-3.12]
                count += 1
            elif action == LOW_DOUBLES:
                into[count] = influence_move(area, black_of(state.dice))  # [CDC-3.10]
                count += 1
        area += 1
    if count == 0:
        into[0] = EXTORT_MOVE  # [CDC-3.11]
        return 1
    return count


def shifts(state: DeiCapiState, into: vec[i64]) -> i64:
    """Write the ways to move a cube, or to add one if no area has a cube [CDC-3.13]."""
    count: i64 = 0
    area: i64 = 0
    while area < AREAS:
        if state.words[CUBES_ON + area]:
            target: i64 = 0
            while target < AREAS:
                if target != area:
                    into[count] = shift_move(area, target)
                    count += 1
                target += 1
        area += 1
    if count:
        return count
    while count < AREAS:
        into[count] = invest_move(count)
        count += 1
    return count


def flips(state: DeiCapiState, area: i64, into: vec[i64], count: i64, *, with_cube: bool) -> i64:
    """Add a flip of each of the opponent's face-down bribes on an area [CDC-3.6], or an expose."""
    side = state.words[side_of(1 - state.turn, area)] & FACE_DOWN
    circle: i64 = 0
    while side:
        if side & TOKEN_MASK:
            if with_cube:
                into[count] = expose_move(area, circle)
            else:
                into[count] = flip_move(area, circle)
            count += 1
        side >>= TOKEN_BITS
        circle += 1
    return count


def only_declaration(state: DeiCapiState) -> i64:
    """The only possible declaration of the roll, or `NONE` if there are several."""
    roll = state.dice
    action = ROLL_ACTIONS[roll]
    if action == INFLUENCE_ROLL:
        white = white_of(roll)
        black = black_of(roll)
        if state.token_beside(white_area(white)):
            return influence_move(black_area(black), white)  # [CDC-3.3]
        if state.token_beside(black_area(black)):
            return influence_move(white_area(white), black)
        return NONE
    if action in (INVEST_EXPOSE_ROLL, DOUBLE_6):
        return NONE
    if action == EXPOSE_ROLL and state.has_face_down(1 - state.turn):
        return only_flip(state)
    if action in (LOW_DOUBLES, DOUBLE_5):
        if state.free_areas() > 1:
            return NONE
        area = nth_area(state, 0, is_taken=False)
        if action == DOUBLE_5:
            return bribe_move(area)
        return influence_move(area, black_of(roll))
    return fixed_declaration(roll)


def only_flip(state: DeiCapiState) -> i64:
    """The flip of the opponent's only face-down bribe, or `NONE` if there are several."""
    only: i64 = NONE
    area: i64 = 0
    while area < AREAS:
        side = state.words[side_of(1 - state.turn, area)] & FACE_DOWN
        circle: i64 = 0
        while side:
            if side & TOKEN_MASK:
                if only != NONE:
                    return NONE
                only = flip_move(area, circle)
            side >>= TOKEN_BITS
            circle += 1
        area += 1
    return only


# Defaults


def default_move(state: DeiCapiState, seat: i64) -> i64:
    """The move played for a seat whose clock ran out: it stops, pays nothing and gives up the least."""
    if state.phase == BETWEEN_ROLLS:
        if state.must_roll:
            return ROLL_MOVE
        return STOP_MOVE
    if state.phase == BACKSTABBING:
        return LET_PASS_MOVE
    if state.phase == BUSTING:
        return BUST_MOVE
    if state.phase == PAYING:
        return HIT_MAN_MOVE
    if state.phase == MAKING_ROOM:
        return discard_move(state.room, least_valuable(state, seat))
    buffer = vec[i64]([0] * MOST_DEI_CAPI_MOVES)
    moves(state, seat, buffer)
    return buffer[0]


def least_valuable(state: DeiCapiState, seat: i64) -> i64:
    """The circle whose token on the full area is worth least to its owner, or `NEW_TOKEN`."""
    best: i64 = 0
    lowest: i64 = TOKEN_MASK
    circle: i64 = 0
    while circle < CIRCLES:
        value = state.token_on(seat, state.room, circle) & VALUE_MASK
        if value < lowest:
            lowest = value
            best = circle
        circle += 1
    new_value = state.token_beside(state.room)
    if new_value == UNSEEN:
        new_value = 2  # the mean value of a bribe
    if not state.pocketing and new_value <= lowest:
        return NEW_TOKEN
    return best
