"""The best time to stop: a turn solved exactly, by dynamic programming over the rules themselves [CDC-10.2].

The objective is the expected gain of this turn, as `risk` counts it, when nobody uses chips, no bribe is
turned up by choice, and the supply outlasts the turn. A turn is small: which areas are taken, what is at
stake, the level, the hit man, the Mayor's cubes, the chips left, and what a bribe to be flipped may be worth.
Every roll leads to a richer state, to the end, or (an investment) back to the same one: each is solved once.
"""

from __future__ import annotations

from typing import Final

from caponata.engine.game import CHANCE
from caponata.engine.playout import legal_moves
from caponata.games.capo_dei_capi.layout import (
    CUBES_ON,
    DECLARING,
    FACE_DOWN,
    HANDS,
    INFLUENCE_LEFT,
    SEEN,
    SIDES,
    TOKEN,
    TOKEN_BITS,
)
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    CIRCLES,
    DEAL_ROLL,
    DICE,
    EXPOSE_ROLL,
    FLIP,
    FOURS,
    INVEST_ROLL,
    LOW,
    MAYOR,
    ROLL_ACTIONS,
    ROLLS,
    SIXES,
    VALUES,
)
from caponata.games.capo_dei_capi.risk import CHIP_WORTH, Risk
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

ENOUGH: Final = 1000  # so many pieces that none of a turn's is the last
Key = tuple[int, ...]


class Turn:
    """The rest of the active player's turn, solved: what it is worth to roll, and to play on at best.

    Gains are in hundredths of a point of influence, counted from the stake as it is: a stop is worth 0.
    """

    def __init__(self, position: DeiCapiPosition) -> None:
        self.risk = Risk(position, position.turn)
        self.known: dict[Key, tuple[float, float]] = {}
        self.start = bare(position)
        self.unseen = unseen_bribes(position)

    def gains(self) -> tuple[float, float]:
        """What a roll now and best play after it gain on average over a stop, and the better of the two."""
        stake = float(self.risk.stake(self.start))
        rolled, best = self.solve(self.start, self.unseen)
        return rolled - stake, best - stake

    def solve(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> tuple[float, float]:
        """The gain of the whole turn if one rolls here, and if one does what is best."""
        key = self.key(position, unseen)
        found = self.known.get(key)
        if found is None:
            stake = self.risk.stake(position)
            rolled = self.rolled(position, unseen)
            found = self.known[key] = (rolled, max(rolled, float(stake)))
        return found

    def key(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> Key:
        """All that the rest of the turn depends on; white and black areas may change places."""
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
            len(face_down(position)),
            *unseen,
        )

    def rolled(self, position: DeiCapiPosition, unseen: tuple[int, ...]) -> float:
        """The mean over the 36 rolls; after those that change nothing one decides again as before."""
        total = 0.0
        counted = 0
        for roll in range(ROLLS):
            action = ROLL_ACTIONS[roll]
            if action not in (INVEST_ROLL, DEAL_ROLL):
                counted += 1
                if action == EXPOSE_ROLL and position.has_face_down(1 - position.turn):
                    total += self.flipped(position, unseen, roll)
                else:
                    total += self.used(position, unseen, roll)
        stake = float(self.risk.stake(position))
        if total < counted * stake:
            return (total + (int(ROLLS) - counted) * stake) / int(ROLLS)
        return total / counted

    def used(self, position: DeiCapiPosition, unseen: tuple[int, ...], roll: int) -> float:
        """What the turn gains after a roll, used in the best way."""
        after = position.copy()
        after.play(CHANCE, DICE + roll)
        if after.phase != DECLARING:
            return self.gained(position, after, unseen, roll)
        moves = legal_moves(after, after.turn)
        if ROLL_ACTIONS[roll] == SIXES:
            moves = moves[:1]  # where a cube goes is not counted
        best = 0.0
        for move in moves:
            chosen = after.copy()
            chosen.play(after.turn, move)
            best = max(best, self.gained(position, chosen, unseen, roll))
        return best

    def flipped(self, position: DeiCapiPosition, unseen: tuple[int, ...], roll: int) -> float:
        """What it gains on average when a bribe is turned up: each unseen one is as likely as another."""
        area, circle = face_down(position)[0]
        total = 0.0
        for value in range(VALUES):
            if unseen[value]:
                after = position.copy()
                after.words[SIDES + AREAS * (1 - after.turn) + area] += value << TOKEN_BITS * circle
                after.play(CHANCE, DICE + roll)
                if after.phase == DECLARING:
                    after.play(after.turn, FLIP + CIRCLES * area + circle)
                left = tuple(count - (1 if each == value else 0) for each, count in enumerate(unseen))
                total += unseen[value] * self.gained(position, after, left, roll)
        return total / sum(unseen)

    def gained(
        self, before: DeiCapiPosition, after: DeiCapiPosition, unseen: tuple[int, ...], roll: int
    ) -> float:
        """What the turn gains in all once a roll was carried out."""
        kept = 0.0
        if ROLL_ACTIONS[roll] == FOURS and before.chips > 0 and not before.hit_man:
            kept = float(CHIP_WORTH)  # in the hand for good; it is laid aside, so that nobody uses it
        if after.turn != before.turn:  # a bust [CDC-4.6]
            return kept
        after.words[HANDS + after.turn] = 0
        return kept + self.solve(after, unseen)[1]


def bare(position: DeiCapiPosition) -> DeiCapiPosition:
    """The same turn as if nobody had chips and the supply were endless; hidden bribes are all worth 1."""
    turn = position.copy()
    turn.words[HANDS] = 0
    turn.words[HANDS + 1] = 0
    turn.cubes = ENOUGH
    turn.bribes = ENOUGH
    for value in range(VALUES):
        turn.words[INFLUENCE_LEFT + value] = ENOUGH
    for area, circle in face_down(turn):
        place = SIDES + AREAS * (1 - turn.turn) + area
        hidden = turn.token_on(1 - turn.turn, area, circle)
        turn.words[place] ^= (hidden ^ (SEEN + 1)) << TOKEN_BITS * circle
    return turn


def face_down(position: DeiCapiPosition) -> list[tuple[int, int]]:
    """The opponent's bribes that can be flipped: area and circle."""
    found: list[tuple[int, int]] = []
    for area in range(AREAS):
        side = position.words[SIDES + AREAS * (1 - position.turn) + area] & FACE_DOWN
        if side:
            found += [(area, circle) for circle in range(CIRCLES) if side >> TOKEN_BITS * circle & TOKEN]
    return found


def unseen_bribes(position: DeiCapiPosition) -> tuple[int, ...]:
    """What a bribe to be flipped may be worth to the active player's knowledge; nothing if there is none."""
    if not face_down(position):
        return (0, 0, 0)
    risk = Risk(position, position.turn)
    return (risk.one, risk.two, risk.three)
