"""The rules of Capo dei Capi: what every move does, from the first roll to the last area."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BONUS,
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    BUSTED,
    BUSTING,
    BY_LEVEL,
    BY_SCANDAL,
    CHEAP,
    CHIP,
    CHIP_LIMIT,
    CHIPS_RETURNED,
    CHIPS_TAKEN,
    CUBE,
    CUBES_ON,
    DEAR,
    DECLARED,
    DECLARING,
    ENDING,
    FACE_DOWN,
    FINISHED,
    FIRST_CHIPS,
    FLIPPED,
    GAINED,
    GUNMAN,
    HALF_BONUS,
    HANDS,
    INFLUENCE_LEFT,
    LOOKING,
    LOST,
    MAYOR_CUBES,
    NEXT,
    NO_BRIBES,
    NO_CUBES,
    NO_END,
    NO_INFLUENCE,
    NONE,
    OPEN,
    OVER,
    PAYING,
    PLACE_BITS,
    PLACED,
    POOL,
    RAISED,
    REFILLED,
    REVEALED,
    ROLLING,
    ROOM,
    SECOND_CHIPS,
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
    CapoOptions,
)
from caponata.games.capo_dei_capi.legality import CapoLegality
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    BACKSTAB,
    BRIBE,
    BUST,
    CIRCLES,
    DECEIVE,
    DICE,
    DISCARD,
    DISCARDS,
    EXPOSE,
    EXPOSE_ROLL,
    EXTORT,
    FLIP,
    FOURS,
    INFLUENCE,
    INVEST,
    LET_ALL_PASS,
    LOOK,
    LOW_DOUBLES,
    MAYOR,
    MAYOR_ROLL,
    NEWCOMER,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    ROLL_ACTIONS,
    ROLLS,
    SCANDAL,
    SHIFT,
    STARTER,
    STOP,
    VALUES,
)

RULES_VERSION: Final = 1


@final
class CapoPosition(CapoLegality):
    """A position of Capo dei Capi."""

    def copy(self) -> CapoPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CapoPosition(self.seats, self.options, self)

    def play(self, seat: i64, move: i64) -> None:
        if move == ROLL:
            self.throw()
        elif move >= DICE:
            if move < LOOK:
                self.rolled(move - DICE)
            else:
                self.look(move - LOOK)
        elif move == STOP:
            self.settle()
        elif move < INFLUENCE:
            self.spend(move)
        elif move < RENEG:
            self.declare(move)
        elif move < DISCARD:
            self.answer(move)
        elif move < STARTER:
            self.discard(move - DISCARD - DISCARDS * self.room)
        else:
            self.start(move - STARTER)

    def play_chance(self, luck: Luck) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == ROLLING:
                self.rolled(luck.below(ROLLS))
            else:
                self.play(0, self.drawn(luck.below(self.weight())))

    def answer(self, move: i64) -> None:
        """A roll is taken back, lost or let pass; the hit man is paid off or taken."""
        if move == RENEG:
            self.pay(self.turn, DEAR)  # [CDC-7.10]
            self.throw()
        elif move == BUST:
            why = BY_LEVEL
            if self.declared == NONE:
                why = self.bust_of(self.dice)
            self.bust(why)
        elif move == BACKSTAB:
            self.pay(1 - self.turn, CHEAP)  # [CDC-7.8]
            self.throw()
        elif move <= LET_ALL_PASS:
            if move == LET_ALL_PASS:
                self.promised = 1  # [CDC-7.9]
            self.go_on()
        elif move == PAYOFF:
            self.pay(self.turn, CHEAP)  # [CDC-7.7]
            self.must_roll = 1  # [CDC-7.2]
            self.perform()
        else:
            self.meet_hit_man()

    def start(self, seat: i64) -> None:
        """The first player is drawn by lot [CDC-1.5]."""
        self.words[HANDS + seat] = FIRST_CHIPS
        self.words[HANDS + 1 - seat] = SECOND_CHIPS
        self.chips -= FIRST_CHIPS + SECOND_CHIPS
        self.begin_turn(seat)

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

    # Rolls

    def throw(self) -> None:
        """The dice are in the air; a roll taken back is made again at once [CDC-2.5]."""
        self.declared = NONE
        self.phase = ROLLING
        self.to_act = CHANCE_ACTS

    def rolled(self, roll: i64) -> None:
        """The dice lie: a bust, a choice, or the one thing that can be done [CDC-2.3]."""
        self.dice = roll
        self.rolls += 1
        self.must_roll = 0
        can_reneg = self.words[HANDS + self.turn] >= DEAR
        why = self.bust_of(roll)
        self.to_act = self.turn + 1
        if why:
            if can_reneg:
                self.phase = BUSTING
            else:
                self.bust(why)
        elif can_reneg:
            self.phase = DECLARING
        else:
            move = self.only_declaration()  # a window without a choice is skipped [CDC-2.4]
            if move == NONE:
                self.phase = DECLARING
            else:
                self.tell(DECLARED, self.turn, move, roll)
                self.declare(move)

    def declare(self, move: i64) -> None:
        """The roll has its use; the opponent may object before any piece moves [CDC-8.5]."""
        self.declared = move
        if self.words[HANDS + 1 - self.turn] >= CHEAP and not self.promised:
            self.phase = BACKSTABBING
            self.to_act = 2 - self.turn
        else:
            self.go_on()

    def go_on(self) -> None:
        """Nobody objects: doubles call for the hit man first [CDC-3.14]."""
        self.to_act = self.turn + 1
        if ROLL_ACTIONS[self.dice] < LOW_DOUBLES:
            self.perform()
        elif self.words[HANDS + self.turn] >= CHEAP:
            self.phase = PAYING
        else:
            self.meet_hit_man()

    def meet_hit_man(self) -> None:
        """The hit man comes, and the roll is carried out."""
        self.hit_man = 1
        self.tell(GUNMAN, self.turn, 0, 0)
        self.perform()

    def perform(self) -> None:
        """Do what was declared; then the turn goes on, unless it was too much or the supply ran out."""
        move = self.declared
        self.declared = NONE
        if move < EXTORT:
            self.lay((move - INFLUENCE) // VALUES, (move - INFLUENCE) % VALUES + 1)
        elif move == EXTORT:
            self.extort()
        elif move < FLIP:
            self.lay(move - BRIBE, UNSEEN)
        elif move < INVEST:
            rise = self.flip((move - FLIP) // CIRCLES, (move - FLIP) % CIRCLES)
            if self.level + rise > TOP_LEVEL:
                self.overreach(move)  # [CDC-4.5]
                return
            self.raise_level(rise, EXPOSE_ROLL)
            self.chip_beside()
        elif move < EXPOSE:
            self.invest(move - INVEST)
        elif move < SHIFT:
            self.invest((move - EXPOSE) // CIRCLES)
            self.flip((move - EXPOSE) // CIRCLES, (move - EXPOSE) % CIRCLES)  # [CDC-3.9]
        else:
            self.words[CUBES_ON + (move - SHIFT) // AREAS] -= 1  # [CDC-3.13]
            self.words[CUBES_ON + (move - SHIFT) % AREAS] += 1
            self.tell(CUBE, self.turn, (move - SHIFT) % AREAS, (move - SHIFT) // AREAS)
        if self.ended:
            self.settle()  # as if stopped, and without a chip [CDC-8.4] [CDC-8.6]
        else:
            self.phase = TURN
            self.to_act = self.turn + 1

    def lay(self, area: i64, token: i64) -> None:
        """A token leaves the supply for the space beside an area [CDC-3.3] [CDC-5.1]."""
        self.beside |= token << TOKEN_BITS * area
        self.tell(PLACED, self.turn, area, token)
        if token == UNSEEN:
            self.bribes -= 1
            if self.bribes == 0:
                self.end(NO_BRIBES)
        else:
            self.words[INFLUENCE_LEFT + token - 1] -= 1
            if self.words[INFLUENCE_LEFT + token - 1] == 0:
                self.end(NO_INFLUENCE + token)

    def extort(self) -> None:
        """The level rises and a chip comes beside the Mayor; some rolls do a little more."""
        action = ROLL_ACTIONS[self.dice]
        rise = self.rise_of(self.dice)
        if action == MAYOR_ROLL:
            rise = self.words[CUBES_ON + MAYOR] + 1
            self.invest(MAYOR)  # [CDC-3.8]
        elif action == FOURS:
            self.chip_to_hand()  # [CDC-3.11]
        if self.level + rise <= TOP_LEVEL:
            self.raise_level(rise, action)
        self.chip_beside()

    def raise_level(self, rise: i64, cause: i64) -> None:
        """The Mayor's pawn moves up, by a roll or a Scandal."""
        self.level += rise
        self.tell(RAISED, self.turn, rise, cause << PLACE_BITS | self.level)

    def chip_beside(self) -> None:
        """A chip goes beside the Mayor, if there is one [CDC-3.15]."""
        if self.chips > 0:
            self.chips -= 1
            self.chips_beside += 1
            self.tell(CHIP, self.turn, 0, 1)
        else:
            self.tell(CHIP, self.turn, 0, 0)

    def chip_to_hand(self) -> None:
        """A chip comes into the hand at once, if there is one."""
        if self.chips > 0:
            self.chips -= 1
            self.words[HANDS + self.turn] += 1
            self.tell(CHIP, self.turn, 1, 1)
        else:
            self.tell(CHIP, self.turn, 1, 0)

    def invest(self, where: i64) -> None:
        """A cube leaves the supply for an area or the Mayor [CDC-3.7]."""
        self.cubes -= 1
        self.words[CUBES_ON + where] += 1
        self.tell(CUBE, self.turn, where, -1)
        if self.cubes == 0:
            self.end(NO_CUBES)

    def flip(self, area: i64, circle: i64) -> i64:
        """One of the opponent's bribes is turned up for good, and its value told [CDC-5.3]."""
        other = 1 - self.turn
        value = self.token_on(other, area, circle) - SEEN
        self.words[SIDES + AREAS * other + area] += (OPEN - SEEN) << TOKEN_BITS * circle
        self.tell(FLIPPED, other, area << PLACE_BITS | circle, value)
        return value

    def overreach(self, move: i64) -> None:
        """The bribe was worth too much: take the roll back, or bust."""
        if self.words[HANDS + self.turn] >= DEAR:
            self.declared = move  # the flip has been made: it is no bust in advance
            self.phase = BUSTING
            self.to_act = self.turn + 1
        else:
            self.bust(BY_LEVEL)

    def end(self, why: i64) -> None:
        """The supply has run out of something [CDC-8.1] [CDC-8.2] [CDC-8.3]."""
        if self.ended == NO_END:
            self.ended = why
            self.tell(ENDING, self.turn, why, 0)

    # Chips

    def spend(self, move: i64) -> None:
        """Scandal, Pocket, Deceive: at least one more roll follows [CDC-7.2]."""
        self.must_roll = 1
        if move < POCKET:
            self.pay(self.turn, DEAR)
            self.raise_level(1 + move - SCANDAL, BY_SCANDAL)  # [CDC-7.11]
            if self.options.scandal_chip:
                self.chip_beside()
            return
        self.pay(self.turn, CHEAP)
        if move >= DECEIVE:
            source = (move - DECEIVE) // AREAS
            token = self.lift(source)
            self.beside |= token << TOKEN_BITS * ((move - DECEIVE) % AREAS)  # [CDC-7.4]
            return
        area = move - POCKET
        if self.is_full(self.turn, area):
            self.pocketing = 1
            self.room = area  # [CDC-7.6]
            self.phase = ROOM
            return
        self.move_onto(area)  # [CDC-7.5]
        if self.to_look:
            self.pocketing = 1
            self.phase = LOOKING
            self.to_act = CHANCE_ACTS

    def lift(self, area: i64) -> i64:
        """Take the token from beside an area."""
        token = self.token_beside(area)
        self.beside ^= token << TOKEN_BITS * area
        return token

    def move_onto(self, area: i64) -> None:
        """The token beside an area goes into a free circle on it."""
        token = self.lift(area)
        circle = self.put_on(self.turn, area, token)
        self.tell(SETTLED, self.turn, area << PLACE_BITS | circle, token)
        if token == UNSEEN:
            self.to_look += 1

    # The end of a turn

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
            self.tell(SETTLED, self.turn, area << PLACE_BITS | which, newcomer)
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
            self.tell(CHIPS_TAKEN, seat, self.chips_beside, 0)
            self.chips_beside = 0
        if self.level < HALF_BONUS:
            return
        cubes = self.words[CUBES_ON + MAYOR]
        if self.level == HALF_BONUS:
            cubes >>= 1  # [CDC-6.4]
        self.words[CUBES_ON + MAYOR] -= cubes
        self.words[GAINED + seat] += cubes
        self.tell(BONUS, seat, self.level, cubes)
        if self.level == TOP_LEVEL:
            refill: i64 = MAYOR_CUBES  # [CDC-6.5]
            if self.cubes < refill:
                refill = self.cubes
            self.cubes -= refill
            self.words[CUBES_ON + MAYOR] += refill
            self.tell(REFILLED, refill, 0, 0)
            if self.cubes == 0:
                self.end(NO_CUBES)

    def bust(self, why: i64) -> None:
        """All that lies beside goes back; what some rolls bring first stays [CDC-4.6]."""
        seat = self.turn
        self.tell(BUSTED, seat, why, self.dice)
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
                self.tell(LOST, seat, area, token)
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
            self.tell(CHIPS_RETURNED, seat, excess, 0)
        if self.ended:
            self.finish_game()
            return
        self.begin_turn(1 - seat)
        self.tell(NEXT, 1 - seat, 0, 0)

    def finish_game(self) -> None:
        """Bribes are turned up and the areas go to whoever has most influence there [CDC-9.1]."""
        self.phase = OVER
        self.to_act = NOBODY
        if self.facts is not None:
            self.tell_the_end()

    def tell_the_end(self) -> None:
        """Tell what lay face down, and who wins what."""
        for seat in range(2):
            for area in range(AREAS):
                if self.words[SIDES + AREAS * seat + area] & FACE_DOWN:
                    for circle in range(CIRCLES):
                        token = self.token_on(seat, area, circle)
                        if token > SEEN and token < OPEN:
                            self.tell(REVEALED, seat, area << PLACE_BITS | circle, token - SEEN)
        for area in range(AREAS):
            if self.has_won(0, area):
                self.tell(WON, 0, area, 1 + self.words[CUBES_ON + area])
            elif self.has_won(1, area):
                self.tell(WON, 1, area, 1 + self.words[CUBES_ON + area])
            else:
                self.tell(TIED, area, 0, 0)  # [CDC-9.2]
        self.tell(FINISHED, 0, 0, 0)


def start(seats: int, options: CapoOptions) -> CapoPosition:
    """The position before the first player is drawn."""
    return CapoPosition(seats, options)
