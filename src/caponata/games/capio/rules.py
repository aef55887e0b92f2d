"""The rules of Capio: what every move does, from the first card to the last reckoning."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capio.cards import CARD_KINDS, CONFUSION, FIRST_CARDS, TARGET, TOPS, TOWERS
from caponata.games.capio.dice import COLOURS, COPIES, DICE, FALL_COUNT, FALL_FACES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    BONUS_AT,
    CARD_SCORED,
    CARDS_AT,
    CHOOSING,
    CLEARED,
    COUNT_SPOT,
    DEALING,
    EASY_KINDS,
    FACE_BITS,
    FACE_SPOT,
    FINISHED,
    FULL_LINE,
    GATHERING,
    GONE,
    GRABBING,
    HANDS_AT,
    HARD_KINDS,
    IN_HAND,
    IN_MIDDLE,
    LIFTED,
    LINES_OF_SCORE,
    MISSED,
    MISSED_SHIFT,
    NONE,
    ON_CARD,
    OVER,
    PARKED_FIELD,
    PARKED_SPOT,
    PASSED,
    PENALTY,
    PLACING,
    POINTS_AT,
    RECKONING,
    ROLLING,
    ROLLS_AT,
    ROUND,
    ROUNDS,
    SEVERAL,
    SEVERAL_LINE,
    SLOTS,
    SPOTS_AT,
    STARTED,
    STOP_BONUS,
    STOP_LINE,
    STOPPED,
    SUM_SPOT,
    TALLIED,
    TALLIES_AT,
    THROWING,
    USED_AT,
    WORDS,
    CapioOptions,
)
from caponata.games.capio.legality import CapioLegality
from caponata.games.capio.moves import (
    BESIDE,
    CHOOSE,
    DEAL,
    LET_GO,
    PARK,
    PLACE,
    READY,
    REST,
    ROLL,
    STOP,
    TAKE,
    THROW,
    TRIPLE_KINDS,
    WHERES,
)
from caponata.games.capio.overlooked import Overlooked
from caponata.games.capio.reckoning import reckon

RULES_VERSION: Final = 2
MOST_SEATS: Final[i64] = 4


@final
class CapioPosition(CapioLegality):
    """A position of Capio."""

    def copy(self) -> CapioPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return CapioPosition(self.seats, self.options, self)

    def play(self, seat: i64, move: i64) -> None:
        if move == READY:
            self.get_ready(seat)
        elif move < PLACE:
            self.take(seat, self.die_in_middle(move - TAKE))
        elif move < STOP:
            where = (move - PLACE) % WHERES
            self.put(seat, self.slot_of(seat, (move - PLACE) // WHERES), where)
            self.hands_empty(seat)
        elif move == STOP:
            self.caller = seat  # [CAPIO-4.1]
            self.end_grabbing()
        elif move == REST:
            self.rest(seat)
        elif move == LET_GO:
            self.move_die(self.hand(seat), GONE)  # [CAPIO-4.2]
            self.words[HANDS_AT + seat] = 0
            self.hands_empty(seat)
        else:
            self.fall(move)

    # Before GO

    def fall(self, move: i64) -> None:
        """Chance has decided something."""
        if move < DEAL:
            self.kinds = TRIPLE_KINDS[move - CHOOSE]  # [CAPIO-2.2]
            self.phase = DEALING
        elif move < ROLL:
            self.deal(move - DEAL)
        elif move < THROW:
            self.words[ROLLS_AT + self.next] = move - ROLL + 1  # [CAPIO-2.5]
            self.next += 1
            self.roll_or_gather()
        else:
            self.throw((move - THROW) % FALL_COUNT)

    def begin_round(self) -> None:
        """Every seat gets three new cards, chosen by dice or by the course [CAPIO-2.1]."""
        slot: i64 = 0
        while slot < SLOTS * MOST_SEATS:
            self.words[CARDS_AT + slot] = NONE
            slot += 1
        self.next = 0
        self.to_act = CHANCE_ACTS
        self.begin_choosing()

    def begin_choosing(self) -> None:
        """The next seat rolls for its kinds, unless the course names them [CAPIO-2.4]."""
        self.phase = CHOOSING
        if self.options.course and self.round < ROUNDS - 1:
            self.phase = DEALING
            self.kinds = EASY_KINDS
            if self.round == 1:
                self.kinds = HARD_KINDS

    def deal(self, card: i64) -> None:
        """A seat gets a card, which is never seen again in this game [CAPIO-2.2]."""
        kind = CARD_KINDS[card]
        slot: i64 = 0
        while self.words[CARDS_AT + SLOTS * self.next + slot] != NONE:
            slot += 1
        self.words[CARDS_AT + SLOTS * self.next + slot] = card
        used: i64 = 1
        used <<= card - FIRST_CARDS[kind]
        self.words[USED_AT + kind] |= used
        self.kinds &= self.kinds - 1
        if self.kinds == 0:
            self.next += 1
            if self.next < self.seats:
                self.begin_choosing()
            else:
                self.next = 0
                self.roll_or_gather()

    def clear_table(self) -> None:
        """All dice go back into the box."""
        spot = SPOTS_AT
        while spot < WORDS:
            self.words[spot] = 0
            spot += 1
        die: i64 = 0
        while die < DICE:
            self.dice[die] = 0
            die += 1
        seat: i64 = 0
        while seat < MOST_SEATS:
            self.words[ROLLS_AT + seat] = 0
            self.words[HANDS_AT + seat] = 0
            seat += 1
        self.caller = NONE
        self.resting = 0
        self.next = 0

    def roll_or_gather(self) -> None:
        """The next holder of a Color Confusion card rolls; then everybody looks at the cards [CAPIO-2.6]."""
        while self.next < self.seats:
            if self.slot_of(self.next, CONFUSION) != NONE:
                self.phase = ROLLING
                self.to_act = CHANCE_ACTS
                return
            self.next += 1
        self.next = 0
        self.phase = GATHERING
        self.everybody_acts()

    def everybody_acts(self) -> None:
        """All seats may act."""
        all_seats: i64 = 1
        all_seats <<= self.seats
        self.to_act = all_seats - 1

    def get_ready(self, seat: i64) -> None:
        """A seat is ready; when all are, the dice are thrown, or the next playthrough begins [CAPIO-2.6]."""
        self.to_act &= ~(2 << seat >> 1)
        if self.to_act != NOBODY:
            return
        if self.phase == GATHERING:
            self.phase = THROWING
            self.next = 0
            self.to_act = CHANCE_ACTS
            return
        self.clear_table()
        self.playthrough += 1
        if self.playthrough == self.seats:
            self.playthrough = 0
            self.round += 1
            self.emit(ROUND, self.round, 0, 0)
            self.begin_round()
        else:
            self.pass_cards()
            self.roll_or_gather()

    def pass_cards(self) -> None:
        """All cards go to the left [CAPIO-2.3]."""
        slot: i64 = 0
        while slot < SLOTS:
            last = self.words[CARDS_AT + SLOTS * (self.seats - 1) + slot]
            seat = self.seats - 1
            while seat > 0:
                self.words[CARDS_AT + SLOTS * seat + slot] = self.words[CARDS_AT + SLOTS * (seat - 1) + slot]
                seat -= 1
            self.words[CARDS_AT + slot] = last
            slot += 1
        self.emit(PASSED, 0, 0, 0)

    def throw(self, fall: i64) -> None:
        """Four dice of a colour lie; after the last of them it is GO."""
        copy: i64 = 0
        while copy < COPIES:
            face = FALL_FACES[COPIES * fall + copy]
            self.dice[COPIES * self.next + copy] = face | IN_MIDDLE << FACE_BITS
            copy += 1
        self.next += 1
        if self.next == COLOURS:
            self.next = 0
            self.phase = GRABBING
            self.everybody_acts()
            self.emit(STARTED, 0, 0, 0)

    # Taking and placing

    def move_die(self, die: i64, home: i64) -> None:
        """A die is somewhere else now."""
        self.dice[die] = self.face(die) | home << FACE_BITS

    def take(self, seat: i64, die: i64) -> None:
        """A die comes into a hand, and is nobody else's [CAPIO-3.2]."""
        self.words[HANDS_AT + seat] = die + 1
        self.move_die(die, IN_HAND + seat)

    def put(self, seat: i64, slot: i64, where: i64) -> None:
        """The die in hand lies on a card, for good [CAPIO-3.5]."""
        die = self.hand(seat)
        self.words[HANDS_AT + seat] = 0
        first = self.spots_of(seat, slot)
        kind = CARD_KINDS[self.card(seat, slot)]
        spot = where
        if where == BESIDE:
            self.words[first + BESIDE_SPOT] += 1
        elif kind == TARGET:
            face = self.face(die)
            self.words[first + COUNT_SPOT] += 1
            self.words[first + SUM_SPOT] += face
            self.words[first + FACE_SPOT + face] += 1
        elif where > PARK:
            spot = PARKED_SPOT
            self.words[first + PARKED_SPOT] = die + 1
            self.words[first + PARKED_FIELD] = where - PARK
        else:
            spot = self.spot_for(seat, slot, kind, where)
            if spot == BESIDE_SPOT:
                self.words[first + BESIDE_SPOT] += 1
            else:
                self.words[first + spot] = die + 1
        self.move_die(die, ON_CARD + first - SPOTS_AT + spot)
        if kind == TOWERS and spot == self.words[first + PARKED_FIELD] and spot:
            self.lift(seat, first, spot)

    def lift(self, seat: i64, first: i64, field: i64) -> None:
        """A base lies where a die is parked: that die is lifted onto it [CAPIO-3.7]."""
        parked = self.words[first + PARKED_SPOT]
        self.words[first + PARKED_SPOT] = 0
        self.words[first + PARKED_FIELD] = 0
        self.words[first + TOPS + field] = parked
        self.move_die(parked - 1, ON_CARD + first - SPOTS_AT + TOPS + field)
        self.emit(LIFTED, seat, field, 0)

    def hands_empty(self, seat: i64) -> None:
        """After the end of the grabbing, the last hand that becomes empty brings the reckoning."""
        if self.phase == PLACING:
            self.to_act &= ~(2 << seat >> 1)
            if self.to_act == NOBODY:
                self.settle()

    def rest(self, seat: i64) -> None:
        """A seat grabs no more; when all rest, the playthrough ends without a caller [CAPIO-4.3]."""
        self.resting |= 2 << seat >> 1
        self.to_act &= ~(2 << seat >> 1)
        if self.to_act == NOBODY:
            self.end_grabbing()

    def end_grabbing(self) -> None:
        """No die may be taken any more; what is in hand may still be placed [CAPIO-4.2]."""
        self.phase = PLACING
        self.to_act = NOBODY
        holding: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.words[HANDS_AT + seat]:
                self.to_act |= 2 << seat >> 1
                holding += 1
            seat += 1
        without_caller: i64 = 0
        if self.caller == NONE:
            without_caller = 1
        self.emit(STOPPED, holding, without_caller, 0)
        if holding == 0:
            self.settle()

    # The reckoning

    def settle(self) -> None:
        """Cards are scored seat by seat, the caller's first and checked, and the game goes on or ends."""
        seat: i64 = 0
        if self.caller != NONE:
            seat = self.caller  # [CAPIO-4.4]
        scored: i64 = 0
        while scored < self.seats:
            points = self.settle_cards(seat)
            if seat == self.caller:
                points += self.settle_stop(seat)
            self.words[POINTS_AT + MOST_SEATS * (self.seats * self.round + self.playthrough) + seat] = points
            self.emit(TALLIED, seat, points, self.score(seat))
            seat = (seat + 1) % self.seats
            scored += 1
        if self.round == ROUNDS - 1 and self.playthrough == self.seats - 1:
            self.phase = OVER  # [CAPIO-7.1]
            self.to_act = NOBODY
            self.emit(FINISHED, 0, 0, 0)
        else:
            self.phase = RECKONING
            self.everybody_acts()

    def credit(self, seat: i64, line: i64, points: i64) -> None:
        """Points go to one of a seat's lines."""
        self.words[TALLIES_AT + LINES_OF_SCORE * seat + line] += points

    def settle_cards(self, seat: i64) -> i64:
        """Each card by itself, then the bonus for several that are positive [CAPIO-5.9]."""
        total: i64 = 0
        positive: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.card(seat, slot)]
            found = reckon(self, seat, slot)
            self.credit(seat, kind, found.points)
            self.credit(seat, FULL_LINE, found.full)
            self.words[BONUS_AT + seat] += found.full
            total += found.total()
            if found.total() > 0:
                positive += 1
            self.emit(CARD_SCORED, seat, kind, 2 * found.total() + found.full)
            slot += 1
        if positive > 1:
            self.credit(seat, SEVERAL_LINE, positive)
            self.words[BONUS_AT + seat] += positive
            self.emit(SEVERAL, seat, positive, positive)
            total += positive
        return total

    def settle_stop(self, seat: i64) -> i64:
        """The caller gains two points, or loses one for each die that was overlooked [CAPIO-6.1]."""
        missed = Overlooked(self, seat)
        if missed.count <= 0:
            self.credit(seat, STOP_LINE, STOP_BONUS)  # [CAPIO-6.5]
            self.words[BONUS_AT + seat] += STOP_BONUS
            self.emit(CLEARED, seat, 0, 0)
            return STOP_BONUS
        die: i64 = 0
        while die < DICE:
            place = missed.best_places[die]
            if place != NONE:
                self.dice[die] |= (place + 1) << MISSED_SHIFT
                self.emit(MISSED, seat, self.look(die), place)
            die += 1
        self.credit(seat, STOP_LINE, -missed.count)  # [CAPIO-6.6]
        self.emit(PENALTY, seat, missed.count, 0)
        return -missed.count


def start(seats: int, options: CapioOptions) -> CapioPosition:
    """The position before the first card."""
    position = CapioPosition(seats, options)
    position.begin_round()
    return position
