"""A model of people playing Capio in real time: how they search, reach for dice, misread them and call STOP.

A racer looks at one die after another, in an order of its own. It notices dice that its cards need, unless it
overlooks them, and sometimes misreads a die. Then its hand goes out and, if the die is still there, back to a
card. After a few passes over all dice without finding any it calls STOP. The rules know nothing about time: a
racer only says which move it makes next and after how many milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.engine.parts import Race
from caponata.games.capio.cards import CARD_KINDS, FIELD_COUNTS, TARGET
from caponata.games.capio.dice import DICE
from caponata.games.capio.hints import best_place_move
from caponata.games.capio.layout import CALM, GRABBING, IN_MIDDLE, NONE, ON_CARD, PLACING, SLOTS, SPOTS
from caponata.games.capio.middle_dice import bit_count
from caponata.games.capio.moves import READY_MOVE, STOP_MOVE, TAKE, place_move, take_move, verb_of
from caponata.games.capio.placement_values import PlacementValues
from caponata.games.capio.rules import CapioPosition

THOUSAND: Final[i64] = 1000
HUNDRED: Final[i64] = 100
SPREAD: Final[i64] = 50  # times vary between the shortest and this percentage more
# Time to look at a die with each kind of card, in percent. A Target needs any low die; Color Confusion takes
# two steps of thought.
SEARCH_TIMES: Final = vec[i64]([60, 115, 105, 105, 95, 120])
# Steps through the forty dice that visit each of them: numbers coprime to forty.
STRIDES: Final = vec[i64]([3, 7, 9, 11, 13, 17, 19, 21, 23, 27, 29, 31, 33, 37])
STRIDE_COUNT: Final[i64] = 14
MOST_GUESSES: Final[i64] = 20
LONGEST_TIME: Final[i64] = 600_000  # milliseconds, longer than any playthrough


@final
class Reflexes:
    """The reflexes of a level: shortest times in milliseconds, probabilities in thousandths."""

    def __init__(
        self,
        start: i64,
        look: i64,
        decide: i64,
        reach: i64,
        place: i64,
        overlook: i64,
        misread: i64,
        passes: i64,
    ) -> None:
        self.start: i64 = start  # from GO to the first look
        self.look: i64 = look  # at one die
        self.decide: i64 = decide  # from noticing a die to reaching for it
        self.reach: i64 = reach  # from the seat to the die
        self.place: i64 = place  # from the die to a card
        self.overlook: i64 = overlook  # probability of overlooking a die that is needed
        self.misread: i64 = misread  # probability of misreading a die that is not needed
        self.passes: i64 = passes  # passes over all dice without a find before STOP, in percent

    def fastest(self) -> i64:
        """The shortest possible time from one take to the next."""
        return self.place + self.look * SEARCH_TIMES[TARGET] // HUNDRED + self.decide + self.reach


# Tuned so that the lower of two neighbouring levels wins one game in seven. Better levels are faster, but
# also search longer for a last die before they call STOP.
#                   start  look  decide  reach  place  overlook  misread  passes
LEVELS: Final = {
    "child": Reflexes(1400, 315, 460, 690, 890, 240, 12, 130),
    "beginner": Reflexes(1000, 250, 360, 545, 705, 200, 7, 180),
    "casual": Reflexes(800, 209, 300, 465, 600, 165, 5, 240),
    "club": Reflexes(650, 175, 255, 400, 515, 130, 3, 300),
    "expert": Reflexes(520, 148, 215, 345, 440, 95, 2, 350),
    "tournament": Reflexes(350, 112, 160, 280, 350, 40, 0, 420),
}

# What a racer does at the end of its time.
SEARCHING: Final[i64] = 0
REACHING: Final[i64] = 1
PLACING_DIE: Final[i64] = 2
CALLING_STOP: Final[i64] = 3
DONE: Final[i64] = 4


@final
class Racer:
    """A simulated person at a seat: its next action and the time of it."""

    def __init__(self, seat: i64, reflexes: Reflexes, rng: Rng) -> None:
        self.seat: i64 = seat
        self.reflexes: Reflexes = reflexes
        self.rng: Rng = rng
        self.at: i64 = 0  # time of the action in milliseconds since GO
        self.action: i64 = SEARCHING
        self.next_die: i64 = 0  # the die to look at next
        self.stride: i64 = 1
        self.reached_die: i64 = NONE  # the die that the hand goes for
        self.misread_as: i64 = NONE  # the place move that a misread die seems good for
        self.looks: i64 = 0  # dice looked at since the last one that was needed
        self.last_take: i64 = NONE  # time of the last take
        self.quickest: i64 = LONGEST_TIME  # shortest time from one take to the next
        self.takes: i64 = 0
        self.lost: i64 = 0
        self.misreads: i64 = 0

    def random_time(self, shortest: i64) -> i64:
        """A random time that is not shorter than this."""
        return shortest + self.rng.below(shortest * SPREAD // HUNDRED + 1)

    def begin(self, position: CapioPosition) -> None:
        """Begin to search, with a start time unless the seat has placed a die already."""
        self.next_die = self.rng.below(DICE)
        self.stride = STRIDES[self.rng.below(STRIDE_COUNT)]
        self.looks = 0
        self.reached_die = NONE
        self.misread_as = NONE
        self.last_take = NONE
        self.at = 0
        if not self.has_placed(position):
            self.at = self.random_time(self.reflexes.start)
        self.search(position)

    def has_placed(self, position: CapioPosition) -> bool:
        """Return whether the seat has placed a die since GO."""
        first = ON_CARD + SPOTS * SLOTS * self.seat
        die: i64 = 0
        while die < DICE:
            location = position.location(die)
            if location >= first and location < first + SPOTS * SLOTS:
                return True
            die += 1
        return False

    def search(self, position: CapioPosition) -> None:
        """Look at dice until one seems useful or all passes are done, and plan the next action."""
        values = PlacementValues(position, self.seat)
        needed = values.valuable_dice()
        left = bit_count(values.middle)
        time = self.look_time(position)
        while self.looks * HUNDRED < left * self.reflexes.passes:
            die = self.next_die
            self.next_die = (self.next_die + self.stride) % DICE
            if values.middle >> die & 1:
                self.at += self.random_time(time)
                self.looks += 1
                if needed >> die & 1:
                    if self.rng.below(THOUSAND) >= self.reflexes.overlook:
                        self.reach_for(die, NONE)
                        return
                elif self.rng.below(THOUSAND) < self.reflexes.misread:
                    move = self.random_misread(position)
                    if move != NONE and not position.options.block_mistakes:
                        self.misreads += 1
                        self.reach_for(die, move)
                        return
        self.action = CALLING_STOP
        self.at += self.random_time(self.reflexes.decide)

    def look_time(self, position: CapioPosition) -> i64:
        """The shortest time to look at one die with the seat's cards."""
        total: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            total += SEARCH_TIMES[CARD_KINDS[position.card(self.seat, slot)]]
            slot += 1
        return self.reflexes.look * total // (SLOTS * HUNDRED)

    def random_misread(self, position: CapioPosition) -> i64:
        """The move that a misread die seems good for: to a random field, or NONE if that is occupied."""
        slot = self.rng.below(SLOTS)
        kind = CARD_KINDS[position.card(self.seat, slot)]
        field = 1 + self.rng.below(FIELD_COUNTS[kind])
        if kind != TARGET and position.words[position.first_spot(self.seat, slot) + field]:
            return NONE
        return place_move(kind, field)

    def guess_misread(self, position: CapioPosition) -> i64:
        """A place move for a useless die in hand, which must have been misread; NONE for a useful die."""
        if position.phase != GRABBING or position.options.block_mistakes:
            return NONE
        if PlacementValues(position, self.seat).best_placement(position.hand(self.seat)) != NONE:
            return NONE
        move = NONE
        guesses: i64 = 0
        while move == NONE and guesses < MOST_GUESSES:
            move = self.random_misread(position)
            guesses += 1
        return move

    def reach_for(self, die: i64, misread_as: i64) -> None:
        """Reach for a die."""
        self.reached_die = die
        self.misread_as = misread_as
        self.action = REACHING
        self.at += self.random_time(self.reflexes.decide) + self.random_time(self.reflexes.reach)
        self.looks = 0

    def next_move(self, position: CapioPosition) -> i64:
        """The move that the racer has planned, or NONE if the die that it reached for is gone."""
        if self.action == REACHING:
            die_type = position.die_type(self.reached_die)
            if position.location(self.reached_die) == IN_MIDDLE or position.die_in_middle(die_type) != NONE:
                return take_move(die_type)
            return NONE
        if self.action == PLACING_DIE:
            return self.placement(position)
        return STOP_MOVE

    def placement(self, position: CapioPosition) -> i64:
        """The move for the die in hand: to the best place, or as it was misread."""
        if self.misread_as != NONE:
            return self.misread_as
        values = PlacementValues(position, self.seat)
        return best_place_move(position, self.seat, values, position.hand(self.seat))

    def plan_next(self, position: CapioPosition, move: i64) -> None:
        """Plan the action after a move was played, or after NONE: the die was gone."""
        if move == NONE:
            self.lost += 1
            self.at += self.random_time(self.reflexes.place)  # the empty hand comes back
            self.search(position)
        elif verb_of(move) == TAKE:
            self.takes += 1
            if self.last_take != NONE and self.at - self.last_take < self.quickest:
                self.quickest = self.at - self.last_take
            self.last_take = self.at
            self.action = PLACING_DIE
            self.at += self.random_time(self.reflexes.place)
        else:
            self.misread_as = NONE
            self.action = DONE
            if position.phase == GRABBING:
                self.search(position)


def play_playthrough(position: CapioPosition, racers: list[Racer]) -> i64:
    """Play one playthrough from GO to its scoring in order of time; return its length in milliseconds."""
    for racer in racers:
        racer.begin(position)
    now: i64 = 0
    while position.phase == GRABBING or position.phase == PLACING:
        first = racers[0]
        soonest: i64 = LONGEST_TIME
        for racer in racers:
            if racer.at < soonest and position.to_act >> racer.seat & 1:
                soonest = racer.at
                first = racer
        now = soonest
        move = first.next_move(position)
        if move != NONE:
            position.play(first.seat, move)
        first.plan_next(position, move)
    return now


def play_race(position: CapioPosition, racers: list[Racer], rng: Rng) -> i64:
    """Play a whole game, chance moves included; return the milliseconds of its playthroughs."""
    time: i64 = 0
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            position.play_chance(rng)
        elif position.phase == GRABBING:
            time += play_playthrough(position, racers)
        else:
            seat: i64 = 0
            while seat < position.seats:
                if position.to_act >> seat & 1 and position.to_act != CHANCE_ACTS:
                    position.play(seat, READY_MOVE)
                seat += 1
    return time


def race(position: CapioPosition, levels: Sequence[str], rng: Rng) -> Race:
    """Play a position to its end in simulated time, one level per seat."""
    racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
    milliseconds = int(play_race(position, racers, rng))
    return Race(
        milliseconds,
        tuple([int(racer.takes) for racer in racers]),
        tuple([int(racer.lost) for racer in racers]),
    )


def react(position: CapioPosition, seat: i64, level: str, rng: Rng) -> tuple[int, int]:
    """The milliseconds until somebody of this level acts at a seat that may act, and the move.

    Nothing is remembered between calls: a call after a lost race begins a new search. At a calm table
    everything takes twice as long.
    """
    reflexes = LEVELS[level]
    racer = Racer(seat, reflexes, rng)
    factor = CALM if position.options.calm else 1
    if position.phase != GRABBING and position.phase != PLACING:
        return int(racer.random_time(reflexes.start)), int(READY_MOVE)
    if position.hand(seat) >= 0:
        racer.action = PLACING_DIE
        racer.at = racer.random_time(reflexes.place)
        racer.misread_as = racer.guess_misread(position)
        return factor * int(racer.at), int(racer.placement(position))
    racer.begin(position)
    return factor * int(racer.at), int(racer.next_move(position))
