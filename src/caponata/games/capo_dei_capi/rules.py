"""The rules of Capo dei Capi: what every move does, from the first roll to the last area."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capo_dei_capi.ending import DeiCapiEnding
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BUSTING,
    BY_LEVEL,
    BY_SCANDAL,
    CHEAP,
    CHIP,
    CUBE,
    CUBES_ON,
    DEAR,
    DECLARED,
    DECLARING,
    FIRST_CHIPS,
    FLIPPED,
    GUNMAN,
    HANDS,
    INFLUENCE_LEFT,
    LOOKING,
    NO_BRIBES,
    NO_INFLUENCE,
    NONE,
    OPEN,
    PAYING,
    PLACE_BITS,
    PLACED,
    RAISED,
    ROLLING,
    ROOM,
    SECOND_CHIPS,
    SEEN,
    SIDES,
    TOKEN_BITS,
    TOP_LEVEL,
    TURN,
    UNSEEN,
    DeiCapiOptions,
)
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
class DeiCapiPosition(DeiCapiEnding):
    """A position of Capo dei Capi."""

    def copy(self) -> DeiCapiPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return DeiCapiPosition(self.seats, self.options, self)

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

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == ROLLING:
                self.rolled(rng.below(ROLLS))
            else:
                self.play(0, self.chance_move(rng.below(self.total_weight())))

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
                self.emit(DECLARED, self.turn, move, roll)
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
        self.emit(GUNMAN, self.turn, 0, 0)
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
            self.emit(CUBE, self.turn, (move - SHIFT) % AREAS, (move - SHIFT) // AREAS)
        if self.ended:
            self.settle()  # as if stopped, and without a chip [CDC-8.4] [CDC-8.6]
        else:
            self.phase = TURN
            self.to_act = self.turn + 1

    def lay(self, area: i64, token: i64) -> None:
        """A token leaves the supply for the space beside an area [CDC-3.3] [CDC-5.1]."""
        self.beside |= token << TOKEN_BITS * area
        self.emit(PLACED, self.turn, area, token)
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
        self.emit(RAISED, self.turn, rise, cause << PLACE_BITS | self.level)

    def chip_beside(self) -> None:
        """A chip goes beside the Mayor, if there is one [CDC-3.15]."""
        if self.chips > 0:
            self.chips -= 1
            self.chips_beside += 1
            self.emit(CHIP, self.turn, 0, 1)
        else:
            self.emit(CHIP, self.turn, 0, 0)

    def flip(self, area: i64, circle: i64) -> i64:
        """One of the opponent's bribes is turned up for good, and its value told [CDC-5.3]."""
        other = 1 - self.turn
        value = self.token_on(other, area, circle) - SEEN
        self.words[SIDES + AREAS * other + area] += (OPEN - SEEN) << TOKEN_BITS * circle
        self.emit(FLIPPED, other, area << PLACE_BITS | circle, value)
        return value

    def overreach(self, move: i64) -> None:
        """The bribe was worth too much: take the roll back, or bust."""
        if self.words[HANDS + self.turn] >= DEAR:
            self.declared = move  # the flip has been made: it is no bust in advance
            self.phase = BUSTING
            self.to_act = self.turn + 1
        else:
            self.bust(BY_LEVEL)

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


def start(seats: int, options: DeiCapiOptions) -> DeiCapiPosition:
    """The position before the first player is drawn."""
    return DeiCapiPosition(seats, options)
