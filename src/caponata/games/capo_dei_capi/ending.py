"""How a turn of Capo dei Capi ends, by a stop or a bust, and the game with it."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo_dei_capi.layout import (
    BONUS,
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    BUSTED,
    BY_LEVEL,
    CHIP,
    CHIP_LIMIT,
    CHIPS_RETURNED,
    CHIPS_TAKEN,
    CUBE,
    CUBES_ON,
    ENDING,
    FACE_DOWN,
    FINISHED,
    GAINED,
    HALF_BONUS,
    HANDS,
    INFLUENCE_LEFT,
    LOOKING,
    LOST,
    MAYOR_CUBES,
    NEXT,
    NO_CUBES,
    NO_END,
    NONE,
    OPEN,
    OVER,
    PLACE_BITS,
    POOL,
    REFILLED,
    REVEALED,
    ROOM,
    SEEN,
    SETTLED,
    SIDES,
    TIED,
    TOKEN_BITS,
    TOKEN_VALUE,
    TOP_LEVEL,
    TURN,
    UNSEEN,
    WON,
)
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    CIRCLES,
    DISCARDS,
    FOURS,
    MAYOR,
    MAYOR_ROLL,
    NEWCOMER,
    ROLL_ACTIONS,
    VALUES,
)
from caponata.games.capo_dei_capi.refusals import DeiCapiRefusals


class DeiCapiEnding(DeiCapiRefusals):
    """What is gained or lost, and whose turn it is then."""

    def begin_turn(self, seat: i64) -> None:
        """A seat gets the dice; nobody may stop before rolling [CDC-2.1]."""
        self.turn = seat
        self.level = 0  # [CDC-6.6]
        self.hit_man = 0
        self.must_roll = 1
        self.promised = 0
        self.rolls = 0
        self.phase = TURN
        self.to_act = seat + 1

    def pay(self, seat: i64, price: i64) -> None:
        """Chips go back to the supply [CDC-7.1]."""
        self.words[HANDS + seat] -= price
        self.chips += price

    def lift(self, area: i64) -> i64:
        """Take the token from beside an area."""
        token = self.token_beside(area)
        self.beside ^= token << TOKEN_BITS * area
        return token

    def move_onto(self, area: i64) -> None:
        """The token beside an area goes into a free circle on it."""
        token = self.lift(area)
        circle = self.put_on(self.turn, area, token)
        self.emit(SETTLED, self.turn, area << PLACE_BITS | circle, token)
        if token == UNSEEN:
            self.to_look += 1

    def chip_to_hand(self) -> None:
        """A chip comes into the hand at once, if there is one."""
        if self.chips > 0:
            self.chips -= 1
            self.words[HANDS + self.turn] += 1
            self.emit(CHIP, self.turn, 1, 1)
        else:
            self.emit(CHIP, self.turn, 1, 0)

    def invest(self, where: i64) -> None:
        """A cube leaves the supply for an area or the Mayor [CDC-3.7]."""
        self.cubes -= 1
        self.words[CUBES_ON + where] += 1
        self.emit(CUBE, self.turn, where, -1)
        if self.cubes == 0:
            self.end(NO_CUBES)

    def end(self, why: i64) -> None:
        """The supply has run out of something [CDC-8.1] [CDC-8.2] [CDC-8.3]."""
        if self.ended == NO_END:
            self.ended = why
            self.emit(ENDING, self.turn, why, 0)

    def settle(self) -> None:
        """Tokens go onto their areas; where five lie already, room must be made first [CDC-6.1] [CDC-6.2]."""
        area: i64 = 0
        while self.beside:
            if self.token_beside(area):
                if self.is_full(self.turn, area):
                    self.room = area
                    self.phase = ROOM
                    self.to_act = self.turn + 1
                    return
                self.move_onto(area)
            area += 1
        self.look_or_leave()

    def discard(self, which: i64) -> None:
        """One of six tokens leaves the game."""
        area = self.room
        self.room = NONE
        self.discarded = DISCARDS * area + which
        newcomer = self.lift(area)
        if which == NEWCOMER:
            self.to_box(newcomer)
        else:
            place = SIDES + AREAS * self.turn + area
            leaving = self.token_on(self.turn, area, which)
            self.to_box(leaving)
            self.words[place] ^= (leaving ^ newcomer) << TOKEN_BITS * which
            self.emit(SETTLED, self.turn, area << PLACE_BITS | which, newcomer)
            if newcomer == UNSEEN:
                self.to_look += 1
        if self.pocketing:
            self.look_or_leave()
        else:
            self.settle()

    def to_box(self, token: i64) -> None:
        """A token is out of the game; a bribe stays face down, if it was [CDC-5.4]."""
        value = token & TOKEN_VALUE
        if token == UNSEEN:
            self.box_unseen += 1
        elif token < UNSEEN:
            self.words[BOX_INFLUENCE + value - 1] += 1
        elif token < OPEN:
            self.words[BOX_SEEN + VALUES * self.turn + value - 1] += 1
        else:
            self.words[BOX_OPEN + value - 1] += 1

    def look_or_leave(self) -> None:
        """New bribes on areas are looked at by their owner; then the turn goes on or ends [CDC-5.2]."""
        if self.to_look:
            self.phase = LOOKING
            self.to_act = CHANCE_ACTS
        elif self.pocketing:
            self.pocketing = 0
            self.phase = TURN
            self.to_act = self.turn + 1
        else:
            self.gain()
            self.finish_turn()

    def look(self, value: i64) -> None:
        """The first bribe that nobody has seen gets its value, which only its owner sees [CDC-5.5]."""
        self.words[POOL + value] -= 1
        area = self.unseen_area()
        place = SIDES + AREAS * self.turn + area
        circle: i64 = 0
        while self.token_on(self.turn, area, circle) != UNSEEN:
            circle += 1
        self.words[place] += (value + 1) << TOKEN_BITS * circle
        self.to_look -= 1
        self.look_or_leave()

    def unseen_area(self) -> i64:
        """The first area with a bribe that its owner has yet to look at."""
        area: i64 = 0
        while True:
            circle: i64 = 0
            while circle < CIRCLES:
                if self.token_on(self.turn, area, circle) == UNSEEN:
                    return area
                circle += 1
            area += 1

    def gain(self) -> None:
        """Chips beside the Mayor come into the hand, then the extortion bonus [CDC-6.3]."""
        seat = self.turn
        if self.chips_beside:
            self.words[HANDS + seat] += self.chips_beside
            self.emit(CHIPS_TAKEN, seat, self.chips_beside, 0)
            self.chips_beside = 0
        if self.level < HALF_BONUS:
            return
        cubes = self.words[CUBES_ON + MAYOR]
        if self.level == HALF_BONUS:
            cubes >>= 1  # [CDC-6.4]
        self.words[CUBES_ON + MAYOR] -= cubes
        self.words[GAINED + seat] += cubes
        self.emit(BONUS, seat, self.level, cubes)
        if self.level == TOP_LEVEL:
            refill: i64 = MAYOR_CUBES  # [CDC-6.5]
            if self.cubes < refill:
                refill = self.cubes
            self.cubes -= refill
            self.words[CUBES_ON + MAYOR] += refill
            self.emit(REFILLED, refill, 0, 0)
            if self.cubes == 0:
                self.end(NO_CUBES)

    def bust(self, why: i64) -> None:
        """All that lies beside goes back; what some rolls bring first stays [CDC-4.6]."""
        seat = self.turn
        self.emit(BUSTED, seat, why, self.dice)
        if why == BY_LEVEL and self.declared == NONE:  # [CDC-4.7]
            action = ROLL_ACTIONS[self.dice]
            if action == FOURS:
                self.chip_to_hand()
            elif action == MAYOR_ROLL:
                self.invest(MAYOR)
        self.declared = NONE
        area: i64 = 0
        while self.beside:
            token = self.token_beside(area)
            if token:
                self.beside ^= token << TOKEN_BITS * area
                self.emit(LOST, seat, area, token)
                if token == UNSEEN:
                    self.bribes += 1
                else:
                    self.words[INFLUENCE_LEFT + token - 1] += 1
            area += 1
        self.chips += self.chips_beside
        self.chips_beside = 0
        self.finish_turn()

    def finish_turn(self) -> None:
        """Chips over the limit go back, and the dice go to the other seat, or the game is over."""
        seat = self.turn
        excess = self.words[HANDS + seat] - CHIP_LIMIT
        if excess > 0:
            self.pay(seat, excess)  # [CDC-6.7]
            self.emit(CHIPS_RETURNED, seat, excess, 0)
        if self.ended:
            self.finish_game()
            return
        self.begin_turn(1 - seat)
        self.emit(NEXT, 1 - seat, 0, 0)

    def finish_game(self) -> None:
        """Bribes are turned up and the areas go to whoever has most influence there [CDC-9.1]."""
        self.phase = OVER
        self.to_act = NOBODY
        if self.effects is not None:
            self.tell_the_end()

    def tell_the_end(self) -> None:
        """Tell what lay face down, and who wins what."""
        for seat in range(2):
            for area in range(AREAS):
                if self.words[SIDES + AREAS * seat + area] & FACE_DOWN:
                    for circle in range(CIRCLES):
                        token = self.token_on(seat, area, circle)
                        if token > SEEN and token < OPEN:
                            self.emit(REVEALED, seat, area << PLACE_BITS | circle, token - SEEN)
        for area in range(AREAS):
            if self.has_won(0, area):
                self.emit(WON, 0, area, 1 + self.words[CUBES_ON + area])
            elif self.has_won(1, area):
                self.emit(WON, 1, area, 1 + self.words[CUBES_ON + area])
            else:
                self.emit(TIED, area, 0, 0)  # [CDC-9.2]
        self.emit(FINISHED, 0, 0, 0)
