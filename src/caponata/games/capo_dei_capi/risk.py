"""The chance that the next roll busts and its mean gain, over all 36 rolls [CDC-10.1].

Gains are in hundredths of a point of influence: a token beside an area counts its value, a bribe the mean of
the bribes the viewer has not seen, a chip one point, and a cube of the extortion bonus two and a half
[CDC-10.2]. It does not matter to which area a token belongs.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.games.capo_dei_capi.busts import bust_cause, level_rise
from caponata.games.capo_dei_capi.dice import (
    BRIBE_ROLL,
    DOUBLE_4,
    DOUBLE_5,
    EXPOSE_ROLL,
    EXTORT_ROLL,
    FACES,
    INFLUENCE_ROLL,
    LOW,
    LOW_DOUBLES,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    ROLLS,
)
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    BOX_SEEN,
    BY_DOUBLES,
    BY_TOKEN,
    CIRCLES,
    CUBES_ON,
    FACE_DOWN,
    HALF_BONUS_LEVEL,
    MAYOR,
    NO_BUST,
    POOL,
    TOKEN_BITS,
    TOKEN_MASK,
    TOP_LEVEL,
    UNSEEN,
    VALUE_MASK,
    VALUES,
    side_of,
)
from caponata.games.capo_dei_capi.state import DeiCapiState

POINT: Final[i64] = 100  # one point of influence
CHIP_WORTH: Final[i64] = 100
CUBE_WORTH: Final[i64] = 250


@final
class Risk:
    """The risk and the gain of the active player's next roll, as one viewer can know them.

    A case is a roll together with the bribe that it may flip. There are `of` cases: 36 times the number of
    bribes that, for all the viewer knows, may be the flipped one. `by_doubles`, `by_token` and `by_level`
    count the cases that bust; `gain` is the sum of the gains and losses of all cases. `now` is the stake
    before the roll.
    """

    def __init__(self, state: DeiCapiState, viewer: i64) -> None:
        self.one: i64 = 0  # bribes worth 1 that may be the flipped one, all equally likely
        self.two: i64 = 0  # bribes worth 2
        self.three: i64 = 0  # bribes worth 3
        self.mean: i64 = 0  # the mean value of a bribe that the viewer has not seen
        self.of: i64 = ROLLS
        self.by_doubles: i64 = 0
        self.by_token: i64 = 0
        self.by_level: i64 = 0
        self.now: i64 = 0
        self.gain: i64 = 0
        self.count_bribes(state, viewer)

    def count_bribes(self, state: DeiCapiState, viewer: i64) -> None:
        """Count the bribes that the viewer has not seen and those that may be flipped."""
        words = state.words
        self.one = words[POOL]
        self.two = words[POOL + 1]
        self.three = words[POOL + 2]
        seat: i64 = 0
        while seat < 2:
            if seat != viewer:
                self.add_owned(state, seat)
            seat += 1
        unseen = self.one + self.two + self.three
        if unseen:
            self.mean = POINT * (self.one + 2 * self.two + 3 * self.three) // unseen
        other = 1 - state.turn
        if not state.has_face_down(other):
            self.one = 0
            self.two = 1  # the same as a bribe worth 2 [CDC-3.6]
            self.three = 0
        elif viewer == other:
            self.one = 0
            self.two = 0
            self.three = 0
            self.add_face_down(state, other)
        self.of = ROLLS * (self.one + self.two + self.three)

    def add_owned(self, state: DeiCapiState, seat: i64) -> None:
        """Count the bribes that only a seat has seen, on areas and out of the game."""
        boxed = BOX_SEEN + VALUES * seat
        self.one += state.words[boxed]
        self.two += state.words[boxed + 1]
        self.three += state.words[boxed + 2]
        self.add_face_down(state, seat)

    def add_face_down(self, state: DeiCapiState, seat: i64) -> None:
        """Count a seat's face-down bribes on areas."""
        area: i64 = 0
        while area < AREAS:
            side = state.words[side_of(seat, area)]
            if side & FACE_DOWN:
                circle: i64 = 0
                while circle < CIRCLES:
                    token = side >> TOKEN_BITS * circle & TOKEN_MASK
                    if token & UNSEEN:
                        self.add(token & VALUE_MASK)
                    circle += 1
            area += 1

    def add(self, value: i64) -> None:
        """Count a bribe of a value; 0 is one nobody has seen, which is in the pool already."""
        if value == 1:
            self.one += 1
        elif value == 2:
            self.two += 1
        elif value == 3:
            self.three += 1

    def stake(self, state: DeiCapiState) -> i64:
        """What the active player would gain by stopping now, in hundredths."""
        worth = CHIP_WORTH * state.chips_beside
        worth += CUBE_WORTH * bonus(state.level, state.words[CUBES_ON + MAYOR])
        beside = state.beside
        while beside:
            worth += self.token_worth(beside & TOKEN_MASK)
            beside >>= TOKEN_BITS
        return worth

    def token_worth(self, token: i64) -> i64:
        """What a token beside an area is worth."""
        if token == UNSEEN:
            return self.mean
        return POINT * token

    def weigh(self, state: DeiCapiState) -> None:
        """Count the busts and add up the gains over all 36 rolls."""
        self.by_doubles = 0
        self.by_token = 0
        self.by_level = 0
        self.gain = 0
        self.now = self.stake(state)
        cases = self.one + self.two + self.three
        roll: i64 = 0
        while roll < ROLLS:
            cause = bust_cause(state, roll)
            if cause == NO_BUST:
                if ROLL_ACTIONS[roll] == EXPOSE_ROLL:
                    self.weigh_flip(state)
                else:
                    self.gain += cases * self.roll_gain(state, roll)
            else:
                self.gain -= cases * self.now
                if cause == BY_DOUBLES:
                    self.by_doubles += cases
                elif cause == BY_TOKEN:
                    self.by_token += cases
                else:
                    self.by_level += cases
                    if ROLL_ACTIONS[roll] == DOUBLE_4 and state.chips > 0:
                        self.gain += cases * CHIP_WORTH  # the chip stays in the hand [CDC-4.7]
            roll += 1

    def weigh_flip(self, state: DeiCapiState) -> None:
        """Add the cases in which a bribe is flipped: the level rises by its value, or it busts [CDC-4.5]."""
        value: i64 = 1
        while value <= VALUES:
            ways = self.ways(value)
            if state.level + value > TOP_LEVEL:
                self.by_level += ways
                self.gain -= ways * self.now
            else:
                self.gain += ways * self.extortion_gain(state, value, 0)
            value += 1

    def ways(self, value: i64) -> i64:
        """The number of bribes of a value that may be the flipped one."""
        if value == 1:
            return self.one
        if value == 2:
            return self.two
        return self.three

    def roll_gain(self, state: DeiCapiState, roll: i64) -> i64:
        """What a roll that does not bust adds to the stake if it is used in the best way."""
        action = ROLL_ACTIONS[roll]
        if action == INFLUENCE_ROLL:
            white = roll // FACES  # counted from 0, like areas
            black = roll % FACES
            best: i64 = 0
            if not state.token_beside(white):
                best = black + 1
            if not state.token_beside(LOW + black) and white >= best:
                best = white + 1
            return POINT * best
        if action == LOW_DOUBLES:
            return POINT * (roll % FACES + 1)
        if action in (BRIBE_ROLL, DOUBLE_5):
            return self.mean
        if action == EXTORT_ROLL:
            return self.extortion_gain(state, level_rise(state, roll), 0)
        if action == MAYOR_ROLL:
            rise = state.words[CUBES_ON + MAYOR] + 1
            if state.level + rise > TOP_LEVEL:
                rise = 0  # the last cube of the supply ends the game instead [CDC-8.4]
            return self.extortion_gain(state, rise, 1)
        if action == DOUBLE_4:
            gain = self.extortion_gain(state, 1, 0)
            if state.chips > 0:
                gain += CHIP_WORTH
                if state.chips == 1:
                    gain -= CHIP_WORTH  # no chip is left to put beside the Mayor [CDC-3.15]
            return gain
        return 0

    def extortion_gain(self, state: DeiCapiState, rise: i64, cubes: i64) -> i64:
        """What a raise of the level adds to the stake, with a chip and perhaps new cubes on the Mayor."""
        mayor = state.words[CUBES_ON + MAYOR]
        gain = CUBE_WORTH * (bonus(state.level + rise, mayor + cubes) - bonus(state.level, mayor))
        if state.chips > 0:
            gain += CHIP_WORTH
        return gain


def bonus(level: i64, mayor_cubes: i64) -> i64:
    """The cubes that a level takes from the Mayor at the end of a turn [CDC-6.4] [CDC-6.5]."""
    if level == TOP_LEVEL:
        return mayor_cubes
    if level == HALF_BONUS_LEVEL:
        return mayor_cubes >> 1
    return 0


def next_roll_risk(state: DeiCapiState, viewer: i64) -> Risk:
    """The risk and the gain of the next roll for a viewer."""
    risk = Risk(state, viewer)
    risk.weigh(state)
    return risk
