"""The best time to stop: a turn solved exactly by dynamic programming over the rules [CDC-10.2].

The objective is the expected gain of this turn, as `risk` counts it, if nobody uses chips, no bribe is
flipped by choice, and the supply outlasts the turn. A turn has few states: which areas are taken, the stake,
the level, the hit man, the Mayor's cubes, the chips left, and the possible values of a bribe to be flipped.
Every roll leads to a higher state, to the end, or (an investment) back to the same state, so that each state
is solved once.
"""

from __future__ import annotations

from typing import Final

from caponata.engine.game import CHANCE
from caponata.engine.playout import legal_moves
from caponata.games.capo_dei_capi.dice import (
    DOUBLE_4,
    DOUBLE_6,
    EXPOSE_ROLL,
    INVEST_EXPOSE_ROLL,
    INVEST_ROLL,
    LOW,
    ROLL_ACTIONS,
    ROLLS,
)
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    CIRCLES,
    CUBES_ON,
    DECLARING,
    FACE_DOWN,
    HANDS,
    INFLUENCE_LEFT,
    MAYOR,
    SEEN,
    TOKEN_BITS,
    TOKEN_MASK,
    VALUES,
    side_of,
)
from caponata.games.capo_dei_capi.moves import dice_move, flip_move
from caponata.games.capo_dei_capi.risk import CHIP_WORTH, Risk
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

ENOUGH: Final = 1000  # more pieces than a turn can use up
Key = tuple[int, ...]


class SolvedTurn:
    """The rest of the active player's turn, with the value of a roll and of the best play in every state.

    Values are in hundredths of a point of influence.
    """

    def __init__(self, position: DeiCapiPosition) -> None:
        self.risk = Risk(position, position.turn)
        self.solved: dict[Key, tuple[float, float]] = {}
        self.start = without_chips(position)
        self.unseen = flippable_values(position)

    def gains(self) -> tuple[float, float]:
        """The mean gain over a stop now: of a roll with best play after it, and of the best choice."""
        stake = float(self.risk.stake(self.start))
        rolled, best = self.solve(self.start, self.unseen)
        return rolled - stake, best - stake

    def solve(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> tuple[float, float]:
        """The value of the whole turn after a roll in this state, and after the best choice."""
        key = self.key(position, unseen)
        values = self.solved.get(key)
        if values is None:
            stake = self.risk.stake(position)
            rolled = self.roll_value(position, unseen)
            values = self.solved[key] = (rolled, max(rolled, float(stake)))
        return values

    def key(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> Key:
        """Everything the rest of the turn depends on; white and black areas are interchangeable."""
        white = black = 0
        for area in range(LOW):
            if position.token_beside(area):
                white |= 1 << area
            if position.token_beside(LOW + area):
                black |= 1 << area
        return (
            max(white, black),
            min(white, black),
            self.risk.stake(position),
            position.level,
            position.hit_man,
            position.words[CUBES_ON + MAYOR],
            position.chips,
            len(face_down_bribes(position)),
            *unseen,
        )

    def roll_value(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> float:
        """The mean over the 36 rolls; rolls that change nothing lead back to the same decision."""
        total = 0.0
        counted = 0
        for roll in range(ROLLS):
            action = ROLL_ACTIONS[roll]
            if action not in (INVEST_ROLL, INVEST_EXPOSE_ROLL):
                counted += 1
                if action == EXPOSE_ROLL and position.has_face_down(1 - position.turn):
                    total += self.flip_value(position, unseen, roll)
                else:
                    total += self.use_value(position, unseen, roll)
        stake = float(self.risk.stake(position))
        if total < counted * stake:
            return (total + (int(ROLLS) - counted) * stake) / int(ROLLS)
        return total / counted

    def use_value(self, position: DeiCapiPosition, unseen: tuple[int, ...], roll: int) -> float:
        """The value of the turn after a roll that is used in the best way."""
        after = position.copy()
        after.play(CHANCE, dice_move(roll))
        if after.phase != DECLARING:
            return self.value_after(position, after, unseen, roll)
        moves = legal_moves(after, after.turn)
        if ROLL_ACTIONS[roll] == DOUBLE_6:
            moves = moves[:1]  # the target of a cube does not matter here
        best = 0.0
        for move in moves:
            chosen = after.copy()
            chosen.play(after.turn, move)
            best = max(best, self.value_after(position, chosen, unseen, roll))
        return best

    def flip_value(self, position: DeiCapiPosition, unseen: tuple[int, ...], roll: int) -> float:
        """The mean value of the turn after a flip: all unseen bribes are equally likely."""
        area, circle = face_down_bribes(position)[0]
        total = 0.0
        for value in range(VALUES):
            if unseen[value]:
                after = position.copy()
                after.words[side_of(1 - after.turn, area)] += value << TOKEN_BITS * circle
                after.play(CHANCE, dice_move(roll))
                if after.phase == DECLARING:
                    after.play(after.turn, flip_move(area, circle))
                left = tuple(count - (1 if index == value else 0) for index, count in enumerate(unseen))
                total += unseen[value] * self.value_after(position, after, left, roll)
        return total / sum(unseen)

    def value_after(
        self, before: DeiCapiPosition, after: DeiCapiPosition, unseen: tuple[int, ...], roll: int
    ) -> float:
        """The value of the whole turn once a roll was carried out."""
        kept = 0.0
        if ROLL_ACTIONS[roll] == DOUBLE_4 and before.chips > 0 and not before.hit_man:
            kept = float(CHIP_WORTH)  # it stays in the hand, but is set aside so that nobody uses it
        if after.turn != before.turn:  # a bust [CDC-4.6]
            return kept
        after.words[HANDS + after.turn] = 0
        return kept + self.solve(after, unseen)[1]


def without_chips(position: DeiCapiPosition) -> DeiCapiPosition:
    """The same turn with no chips in hands and an endless supply; all hidden bribes are worth 1."""
    turn = position.copy()
    turn.words[HANDS] = 0
    turn.words[HANDS + 1] = 0
    turn.cubes = ENOUGH
    turn.bribes = ENOUGH
    for value in range(VALUES):
        turn.words[INFLUENCE_LEFT + value] = ENOUGH
    for area, circle in face_down_bribes(turn):
        hidden = turn.token_on(1 - turn.turn, area, circle)
        turn.words[side_of(1 - turn.turn, area)] ^= (hidden ^ (SEEN + 1)) << TOKEN_BITS * circle
    return turn


def face_down_bribes(position: DeiCapiPosition) -> list[tuple[int, int]]:
    """Area and circle of each of the opponent's bribes that can be flipped."""
    bribes: list[tuple[int, int]] = []
    for area in range(AREAS):
        side = position.words[side_of(1 - position.turn, area)] & FACE_DOWN
        if side:
            bribes += [
                (area, circle) for circle in range(CIRCLES) if side >> TOKEN_BITS * circle & TOKEN_MASK
            ]
    return bribes


def flippable_values(position: DeiCapiPosition) -> tuple[int, ...]:
    """The number of bribes worth 1, 2 and 3 that may be flipped, for all the active player knows."""
    if not face_down_bribes(position):
        return (0, 0, 0)
    risk = Risk(position, position.turn)
    return (risk.one, risk.two, risk.three)
