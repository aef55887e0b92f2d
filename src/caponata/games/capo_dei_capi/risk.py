"""What the next roll may bring: the chance that it busts, and what it gains, over all 36 rolls [CDC-10.1].

The gain of a turn is counted in hundredths of a point of influence: tokens beside areas for their value, a
bribe for the mean of those the viewer cannot see, a chip for one, a cube that the extortion level would bring
for two and a half [CDC-10.2]. Which areas they come to is left to the players.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.games.capo_dei_capi.layout import (
    BOX_SEEN,
    BY_DOUBLES,
    BY_TOKEN,
    CUBES_ON,
    FACE_DOWN,
    HALF_BONUS,
    NO_BUST,
    POOL,
    SIDES,
    TOKEN,
    TOKEN_BITS,
    TOKEN_VALUE,
    TOP_LEVEL,
    UNSEEN,
)
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    BRIBE_ROLL,
    CIRCLES,
    EXPOSE_ROLL,
    EXTORT_ROLL,
    FACES,
    FIVES,
    FOURS,
    INFLUENCE_ROLL,
    LOW,
    LOW_DOUBLES,
    MAYOR,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    ROLLS,
    VALUES,
)
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

POINT: Final[i64] = 100  # one point of influence
CHIP_WORTH: Final[i64] = 100
CUBE_WORTH: Final[i64] = 250


@final
class Risk:
    """What one viewer can say about the next roll of the active player.

    `ways` of `of` bust, by each of the three causes; `gain` adds up the gains and losses of all `of` ways. A
    bribe to be flipped has any of the values it may have for the viewer: `of` is 36 times their number.
    """

    def __init__(self, position: DeiCapiPosition, viewer: i64) -> None:
        self.one: i64 = 0  # the bribes that may be flipped, by value: each is as likely as another
        self.two: i64 = 0
        self.three: i64 = 0
        self.mean: i64 = 0  # what a bribe nobody has seen is worth
        self.of: i64 = ROLLS
        self.by_doubles: i64 = 0
        self.by_token: i64 = 0
        self.by_level: i64 = 0
        self.now: i64 = 0
        self.gain: i64 = 0
        self.look(position, viewer)

    def look(self, position: DeiCapiPosition, viewer: i64) -> None:
        """Take in what the viewer knows about bribes."""
        words = position.words
        self.one = words[POOL]
        self.two = words[POOL + 1]
        self.three = words[POOL + 2]
        seat: i64 = 0
        while seat < 2:
            if seat != viewer:
                self.add_hidden(position, seat)
            seat += 1
        unseen = self.one + self.two + self.three
        if unseen:
            self.mean = POINT * (self.one + 2 * self.two + 3 * self.three) // unseen
        other = 1 - position.turn
        if not position.has_face_down(other):
            self.one = 0
            self.two = 1  # as good as a bribe of 2 [CDC-3.6]
            self.three = 0
        elif viewer == other:
            self.one = 0
            self.two = 0
            self.three = 0
            self.add_lying(position, other)
        self.of = ROLLS * (self.one + self.two + self.three)

    def add_hidden(self, position: DeiCapiPosition, seat: i64) -> None:
        """Count the bribes that only their owner has seen, on the areas and out of the game."""
        boxed = BOX_SEEN + VALUES * seat
        self.one += position.words[boxed]
        self.two += position.words[boxed + 1]
        self.three += position.words[boxed + 2]
        self.add_lying(position, seat)

    def add_lying(self, position: DeiCapiPosition, seat: i64) -> None:
        """Count a seat's face-down bribes on the areas."""
        area: i64 = 0
        while area < AREAS:
            side = position.words[SIDES + AREAS * seat + area]
            if side & FACE_DOWN:
                circle: i64 = 0
                while circle < CIRCLES:
                    token = side >> TOKEN_BITS * circle & TOKEN
                    if token & UNSEEN:
                        self.add(token & TOKEN_VALUE)
                    circle += 1
            area += 1

    def add(self, value: i64) -> None:
        """Count a bribe; one that its owner is about to look at is in the pool already."""
        if value == 1:
            self.one += 1
        elif value == 2:
            self.two += 1
        elif value == 3:
            self.three += 1

    # Worth

    def stake(self, position: DeiCapiPosition) -> i64:
        """What the active player would gain by stopping now, in hundredths."""
        worth = CHIP_WORTH * position.chips_beside
        worth += CUBE_WORTH * bonus(position.level, position.words[CUBES_ON + MAYOR])
        beside = position.beside
        while beside:
            worth += self.token_worth(beside & TOKEN)
            beside >>= TOKEN_BITS
        return worth

    def token_worth(self, token: i64) -> i64:
        """What a token beside an area is worth."""
        if token == UNSEEN:
            return self.mean
        return POINT * token

    def weigh(self, position: DeiCapiPosition) -> None:
        """Go through all 36 rolls: which bust, and what the others gain."""
        self.by_doubles = 0
        self.by_token = 0
        self.by_level = 0
        self.gain = 0
        self.now = self.stake(position)
        each = self.one + self.two + self.three
        roll: i64 = 0
        while roll < ROLLS:
            why = position.bust_of(roll)
            if why == NO_BUST:
                if ROLL_ACTIONS[roll] == EXPOSE_ROLL:
                    self.weigh_flip(position)
                else:
                    self.gain += each * self.won(position, roll)
            else:
                self.gain -= each * self.now
                if why == BY_DOUBLES:
                    self.by_doubles += each
                elif why == BY_TOKEN:
                    self.by_token += each
                else:
                    self.by_level += each
                    if ROLL_ACTIONS[roll] == FOURS and position.chips > 0:
                        self.gain += each * CHIP_WORTH  # it stays in her hand [CDC-4.7]
            roll += 1

    def weigh_flip(self, position: DeiCapiPosition) -> None:
        """A bribe is flipped: the level rises by its value, or it is a bust after all [CDC-4.5]."""
        value: i64 = 1
        while value <= VALUES:
            ways = self.ways(value)
            if position.level + value > TOP_LEVEL:
                self.by_level += ways
                self.gain -= ways * self.now
            else:
                self.gain += ways * self.extorted(position, value, 0)
            value += 1

    def ways(self, value: i64) -> i64:
        """In how many ways the flipped bribe has a value."""
        if value == 1:
            return self.one
        if value == 2:
            return self.two
        return self.three

    def won(self, position: DeiCapiPosition, roll: i64) -> i64:
        """What a roll that does not bust adds to the stake, used in the best way."""
        action = ROLL_ACTIONS[roll]
        if action == INFLUENCE_ROLL:
            white = roll // FACES
            black = roll % FACES
            best: i64 = 0
            if not position.token_beside(white):
                best = black + 1
            if not position.token_beside(LOW + black) and white >= best:
                best = white + 1
            return POINT * best
        if action == LOW_DOUBLES:
            return POINT * (roll % FACES + 1)
        if action in (BRIBE_ROLL, FIVES):
            return self.mean
        if action == EXTORT_ROLL:
            return self.extorted(position, position.rise_of(roll), 0)
        if action == MAYOR_ROLL:
            rise = position.words[CUBES_ON + MAYOR] + 1
            if position.level + rise > TOP_LEVEL:
                rise = 0  # the last cube of the supply ends the game instead [CDC-8.4]
            return self.extorted(position, rise, 1)
        if action == FOURS:
            more = self.extorted(position, 1, 0)
            if position.chips > 0:
                more += CHIP_WORTH
                if position.chips == 1:
                    more -= CHIP_WORTH  # none is left to lay beside the Mayor [CDC-3.15]
            return more
        return 0

    def extorted(self, position: DeiCapiPosition, rise: i64, cubes: i64) -> i64:
        """What a rise of the level adds to the stake, with a chip and perhaps a cube for the Mayor."""
        mayor = position.words[CUBES_ON + MAYOR]
        more = CUBE_WORTH * (bonus(position.level + rise, mayor + cubes) - bonus(position.level, mayor))
        if position.chips > 0:
            more += CHIP_WORTH
        return more


def bonus(level: i64, mayor: i64) -> i64:
    """The cubes that a level takes from the Mayor at the end of a turn [CDC-6.4] [CDC-6.5]."""
    if level == TOP_LEVEL:
        return mayor
    if level == HALF_BONUS:
        return mayor >> 1
    return 0


def outlook(position: DeiCapiPosition, viewer: i64) -> Risk:
    """What a viewer can say about the next roll."""
    risk = Risk(position, viewer)
    risk.weigh(position)
    return risk
