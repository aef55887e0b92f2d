"""What may be played in Capo dei Capi, and what chance may bring."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BUSTING,
    CHEAP,
    CUBES_ON,
    DEAR,
    DECLARING,
    FACE_DOWN,
    HANDS,
    NONE,
    PAYING,
    POOL,
    ROLLING,
    ROOM,
    SIDES,
    STARTING,
    TOKEN,
    TOKEN_BITS,
    TOKEN_VALUE,
    TOP_LEVEL,
    TURN,
    UNSEEN,
)
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    BACKSTAB,
    BRIBE,
    BRIBE_ROLL,
    BUST,
    CIRCLES,
    DEAL_ROLL,
    DECEIVE,
    DICE,
    DISCARD,
    DISCARDS,
    EXPOSE,
    EXPOSE_ROLL,
    EXTORT,
    FACES,
    FIVES,
    FLIP,
    HIT_MAN,
    INFLUENCE,
    INFLUENCE_ROLL,
    INVEST,
    INVEST_ROLL,
    LET_ALL_PASS,
    LET_PASS,
    LOOK,
    LOW,
    LOW_DOUBLES,
    NEWCOMER,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    ROLL_ACTIONS,
    ROLL_AREAS,
    ROLLS,
    SCANDAL,
    SHIFT,
    SIXES,
    STARTER,
    STOP,
    VALUES,
)
from caponata.games.capo_dei_capi.state import DeiCapiState

MOST_CAPO_MOVES: Final = 64


class DeiCapiLegality(DeiCapiState):
    """Legal moves and odds."""

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        if self.phase == TURN:
            return self.turn_moves(seat, into)
        count: i64 = 0
        if self.phase == DECLARING:
            count = self.declarations(into)
            if self.words[HANDS + seat] >= DEAR:
                into[count] = RENEG  # [CDC-7.10]
                count += 1
        elif self.phase == BACKSTABBING:
            into[0] = BACKSTAB  # [CDC-7.8]
            into[1] = LET_PASS
            into[2] = LET_ALL_PASS  # [CDC-7.9]
            count = 3
        elif self.phase == BUSTING:
            into[0] = RENEG  # [CDC-2.3]
            into[1] = BUST
            count = 2
        elif self.phase == PAYING:
            into[0] = PAYOFF  # [CDC-7.7]
            into[1] = HIT_MAN
            count = 2
        elif self.phase == ROOM:
            which: i64 = 0
            while which < NEWCOMER or (which == NEWCOMER and not self.pocketing):  # [CDC-6.2] [CDC-7.6]
                into[count] = DISCARD + DISCARDS * self.room + which
                count += 1
                which += 1
        return count

    def turn_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write what the active player may do between rolls [CDC-2.2]."""
        into[0] = ROLL
        count: i64 = 1
        if not self.must_roll:
            into[1] = STOP
            count = 2
        chips = self.words[HANDS + seat]
        if chips >= DEAR:
            if self.level < TOP_LEVEL:
                into[count] = SCANDAL  # [CDC-7.11]
                count += 1
            if self.level < TOP_LEVEL - 1:
                into[count] = SCANDAL + 1
                count += 1
        if chips >= CHEAP and self.beside:
            return self.token_moves(into, count)
        return count

    def token_moves(self, into: vec[i64], count: i64) -> i64:
        """Write what one chip does with the tokens beside the areas: Pocket [CDC-7.5], Deceive [CDC-7.4]."""
        area: i64 = 0
        while area < AREAS:
            if self.token_beside(area):
                into[count] = POCKET + area
                count += 1
            area += 1
        area = 0
        while area < AREAS:
            if self.token_beside(area):
                target: i64 = 0
                while target < AREAS:
                    if not self.token_beside(target):
                        into[count] = DECEIVE + AREAS * area + target
                        count += 1
                    target += 1
            area += 1
        return count

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        if self.phase == TURN:
            return self.any_turn_move(seat, rng)
        if self.phase == BACKSTABBING:
            return BACKSTAB + rng.below(3)
        return buffer[rng.below(self.moves(seat, buffer))]

    def any_turn_move(self, seat: i64, rng: Rng) -> i64:
        """A random move between rolls: the list of `turn_moves`, without being written."""
        count: i64 = 2 - self.must_roll
        first_scandal = count
        chips = self.words[HANDS + seat]
        if chips >= DEAR and self.level < TOP_LEVEL:
            count += 1
            if self.level < TOP_LEVEL - 1:
                count += 1
        first_pocket = count
        tokens: i64 = 0
        free: i64 = 0
        if chips >= CHEAP and self.beside:
            free = self.free_areas()
            tokens = AREAS - free
            count += tokens * (free + 1)
        ticket = rng.below(count)
        if ticket < first_scandal:
            return ROLL + ticket
        if ticket < first_pocket:
            return SCANDAL + ticket - first_scandal
        ticket -= first_pocket
        if ticket < tokens:
            return POCKET + self.nth_area(ticket, is_taken=True)
        ticket -= tokens
        area = self.nth_area(ticket // free, is_taken=True)
        return DECEIVE + AREAS * area + self.nth_area(ticket % free, is_taken=False)

    def nth_area(self, skipped: i64, *, is_taken: bool) -> i64:
        """The area that follows so many others with, or without, a token beside them."""
        area: i64 = 0
        while True:
            if (self.token_beside(area) != 0) == is_taken:
                if skipped == 0:
                    return area
                skipped -= 1
            area += 1

    # What a roll may be used for

    def declarations(self, into: vec[i64]) -> i64:
        """Write what the active player may declare [CDC-3.1]."""
        roll = self.dice
        action = ROLL_ACTIONS[roll]
        count: i64 = 0
        if action == INFLUENCE_ROLL:
            white = roll // FACES
            black = roll % FACES
            if not self.token_beside(white):
                into[count] = INFLUENCE + VALUES * white + black  # [CDC-3.2]
                count += 1
            if not self.token_beside(LOW + black):
                into[count] = INFLUENCE + VALUES * (LOW + black) + white
                count += 1
            return count
        if action == EXPOSE_ROLL:
            count = self.face_down(FLIP, 0, AREAS, into, 0)
            if count:
                return count
        if action >= LOW_DOUBLES or action == DEAL_ROLL:
            return self.open_declarations(action, into)
        into[0] = self.plain_declaration(roll)
        return 1

    def plain_declaration(self, roll: i64) -> i64:
        """What a roll that names its area, or needs none, is used for."""
        action = ROLL_ACTIONS[roll]
        if action == BRIBE_ROLL:
            return BRIBE + ROLL_AREAS[roll]  # [CDC-3.5]
        if action == INVEST_ROLL:
            return INVEST + ROLL_AREAS[roll]  # [CDC-3.7]
        return EXTORT

    def open_declarations(self, action: i64, into: vec[i64]) -> i64:
        """Write what doubles, and a 6 with a 5, may be used for: they leave the area open."""
        count: i64 = 0
        area: i64 = 0
        if action == SIXES:
            return self.shifts(into)
        while area < AREAS:
            if action == DEAL_ROLL:
                into[count] = INVEST + area  # [CDC-3.9]
                count = self.face_down(EXPOSE, area, area + 1, into, count + 1)
            elif not self.token_beside(area):
                if action == FIVES:
                    into[count] = BRIBE + area  # [CDC-3.12]
                    count += 1
                elif action == LOW_DOUBLES:
                    into[count] = INFLUENCE + VALUES * area + self.dice % FACES  # [CDC-3.10]
                    count += 1
            area += 1
        if count == 0:
            into[0] = EXTORT  # [CDC-3.11]
            return 1
        return count

    def shifts(self, into: vec[i64]) -> i64:
        """Write the ways to move a cube, or to bring one when there is none on any area [CDC-3.13]."""
        count: i64 = 0
        area: i64 = 0
        while area < AREAS:
            if self.words[CUBES_ON + area]:
                target: i64 = 0
                while target < AREAS:
                    if target != area:
                        into[count] = SHIFT + AREAS * area + target
                        count += 1
                    target += 1
            area += 1
        if count:
            return count
        while count < AREAS:
            into[count] = INVEST + count
            count += 1
        return count

    def face_down(self, verb: i64, area: i64, end: i64, into: vec[i64], count: i64) -> i64:
        """Write a verb's moves for each of the opponent's face-down bribes on some areas [CDC-3.6]."""
        side_of = SIDES + AREAS * (1 - self.turn)
        while area < end:
            side = self.words[side_of + area] & FACE_DOWN
            circle: i64 = 0
            while side:
                if side & TOKEN:
                    into[count] = verb + CIRCLES * area + circle
                    count += 1
                side >>= TOKEN_BITS
                circle += 1
            area += 1
        return count

    def only_declaration(self) -> i64:
        """What a roll must be used for when there is but one way, else `NONE`."""
        roll = self.dice
        action = ROLL_ACTIONS[roll]
        if action == INFLUENCE_ROLL:
            white = roll // FACES
            black = roll % FACES
            if self.token_beside(white):
                return INFLUENCE + VALUES * (LOW + black) + white  # [CDC-3.3]
            if self.token_beside(LOW + black):
                return INFLUENCE + VALUES * white + black
            return NONE
        if action in (DEAL_ROLL, SIXES):
            return NONE
        if action == EXPOSE_ROLL and self.has_face_down(1 - self.turn):
            return self.only_flip()
        if action in (LOW_DOUBLES, FIVES):
            if self.free_areas() > 1:
                return NONE
            area = self.nth_area(0, is_taken=False)
            if action == FIVES:
                return BRIBE + area
            return INFLUENCE + VALUES * area + roll % FACES
        return self.plain_declaration(roll)

    def only_flip(self) -> i64:
        """The flip of the opponent's only face-down bribe, else `NONE`."""
        found: i64 = NONE
        side_of = SIDES + AREAS * (1 - self.turn)
        area: i64 = 0
        while area < AREAS:
            side = self.words[side_of + area] & FACE_DOWN
            circle: i64 = 0
            while side:
                if side & TOKEN:
                    if found != NONE:
                        return NONE
                    found = FLIP + CIRCLES * area + circle
                side >>= TOKEN_BITS
                circle += 1
            area += 1
        return found

    # Chance

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        i: i64 = 0
        if self.phase == ROLLING:
            while i < ROLLS:
                into[i] = DICE + i
                weights[i] = 1
                i += 1
            return i
        if self.phase == STARTING:
            while i < self.seats:
                into[i] = STARTER + i
                weights[i] = 1  # [CDC-1.5]
                i += 1
            return i
        while i < VALUES:  # [CDC-5.5]
            if self.words[POOL + i]:
                into[count] = LOOK + i
                weights[count] = self.words[POOL + i]
                count += 1
            i += 1
        return count

    def total_weight(self) -> i64:
        if self.phase == ROLLING:
            return ROLLS
        if self.phase == STARTING:
            return self.seats
        return self.words[POOL] + self.words[POOL + 1] + self.words[POOL + 2]

    def chance_move(self, ticket: i64) -> i64:
        if self.phase == ROLLING:
            return DICE + ticket
        if self.phase == STARTING:
            return STARTER + ticket
        value: i64 = 0
        while ticket >= self.words[POOL + value]:
            ticket -= self.words[POOL + value]
            value += 1
        return LOOK + value

    # When a clock runs out

    def default_move(self, seat: i64) -> i64:
        if self.phase == TURN:
            if self.must_roll:
                return ROLL
            return STOP
        if self.phase == BACKSTABBING:
            return LET_PASS
        if self.phase == BUSTING:
            return BUST
        if self.phase == PAYING:
            return HIT_MAN
        if self.phase == ROOM:
            return DISCARD + DISCARDS * self.room + self.least(seat)
        buffer = vec[i64]([0] * MOST_CAPO_MOVES)
        self.moves(seat, buffer)
        return buffer[0]

    def least(self, seat: i64) -> i64:
        """Which of the tokens that want to be on the crowded area is worth least to its owner."""
        best: i64 = 0
        lowest: i64 = TOKEN
        which: i64 = 0
        while which < CIRCLES:
            token = self.token_on(seat, self.room, which) & TOKEN_VALUE
            if token < lowest:
                lowest = token
                best = which
            which += 1
        newcomer = self.token_beside(self.room)
        if newcomer == UNSEEN:
            newcomer = 2  # the middle of what it may be worth
        if not self.pocketing and newcomer <= lowest:
            return NEWCOMER
        return best
