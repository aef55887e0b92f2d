"""People at a table of Capio, in time: how long they look and reach, what they misread, when they stop.

A racer looks at one die after another in an order of its own. What its cards want catches its eye, unless it
overlooks it; now and then it takes a die for another one. Then the hand goes out, and if the die is still
there, back to a card. When everything has been looked at a few times and nothing was found, it calls STOP.
The rules know nothing of this: a racer only says what it does next, and in how many milliseconds.
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
from caponata.games.capio.glance import Glance
from caponata.games.capio.hints import place_for
from caponata.games.capio.layout import GRABBING, IN_MIDDLE, NONE, ON_CARD, PLACING, SLOTS, SPOTS
from caponata.games.capio.middle import size_of
from caponata.games.capio.moves import PLACE, READY, STOP, TAKE, WHERES
from caponata.games.capio.rules import CapioPosition

THOUSAND: Final[i64] = 1000
HUNDRED: Final[i64] = 100
SPREAD: Final[i64] = 50  # a time is up to so many hundredths longer than the shortest
# How long a look takes with each kind of card in mind, in hundredths: a Target wants any low die, Color
# Confusion takes two thoughts.
SEARCH_TIMES: Final = vec[i64]([60, 115, 105, 105, 95, 120])
# Ways to go through forty dice one by one: steps that have no divisor in common with forty.
STRIDES: Final = vec[i64]([3, 7, 9, 11, 13, 17, 19, 21, 23, 27, 29, 31, 33, 37])
STRIDE_COUNT: Final[i64] = 14
GUESSES: Final[i64] = 20
LONGEST: Final[i64] = 600_000  # milliseconds: nobody sits that long before the middle


@final
class Reflexes:
    """A level: the shortest times in milliseconds, and chances in thousandths."""

    def __init__(
        self,
        start: i64,
        look: i64,
        decide: i64,
        reach: i64,
        lay: i64,
        overlook: i64,
        misread: i64,
        passes: i64,
    ) -> None:
        self.start: i64 = start  # from GO to the first look
        self.look: i64 = look  # a die
        self.decide: i64 = decide  # from seeing to reaching
        self.reach: i64 = reach  # the hand on its way out
        self.lay: i64 = lay  # and back to a card
        self.overlook: i64 = overlook  # a die that is wanted
        self.misread: i64 = misread  # a die that is not
        self.passes: i64 = passes  # over all dice, in hundredths, without finding any, before STOP

    def fastest(self) -> i64:
        """The least time from one grab to the next."""
        return self.lay + self.look * SEARCH_TIMES[TARGET] // HUNDRED + self.decide + self.reach


# So close that whoever is a level below wins a game in seven: the better are quicker, but also make sure
# that nothing is left before they call STOP.
#                   start  look  decide  reach  lay  overlook  misread  passes
LEVELS: Final = {
    "child": Reflexes(1400, 315, 460, 690, 890, 240, 12, 130),
    "beginner": Reflexes(1000, 250, 360, 545, 705, 200, 7, 180),
    "casual": Reflexes(800, 209, 300, 465, 600, 165, 5, 240),
    "club": Reflexes(650, 175, 255, 400, 515, 130, 3, 300),
    "expert": Reflexes(520, 148, 215, 345, 440, 95, 2, 350),
    "tournament": Reflexes(350, 112, 160, 280, 350, 40, 0, 420),
}

LOOKING: Final[i64] = 0
REACHING: Final[i64] = 1
LAYING: Final[i64] = 2
CALLING: Final[i64] = 3
DONE: Final[i64] = 4


@final
class Racer:
    """Somebody at a seat: what it is about to do, and when."""

    def __init__(self, seat: i64, reflexes: Reflexes, rng: Rng) -> None:
        self.seat: i64 = seat
        self.reflexes: Reflexes = reflexes
        self.rng: Rng = rng
        self.at: i64 = 0  # milliseconds since GO
        self.doing: i64 = LOOKING
        self.eye: i64 = 0  # the die that is looked at next
        self.stride: i64 = 1
        self.aim: i64 = NONE  # the die that the hand goes for
        self.meant: i64 = NONE  # the place it is meant for, if it was misread
        self.seen: i64 = 0  # dice looked at since the last that was wanted
        self.last: i64 = NONE  # when the last die was taken
        self.quickest: i64 = LONGEST  # the least time from one take to the next
        self.takes: i64 = 0
        self.lost: i64 = 0
        self.misreads: i64 = 0

    def lasting(self, shortest: i64) -> i64:
        """A time that is never shorter than the level allows."""
        return shortest + self.rng.below(shortest * SPREAD // HUNDRED + 1)

    def begin(self, position: CapioPosition) -> None:
        """GO, or a fresh look: eyes up."""
        self.eye = self.rng.below(DICE)
        self.stride = STRIDES[self.rng.below(STRIDE_COUNT)]
        self.seen = 0
        self.aim = NONE
        self.meant = NONE
        self.last = NONE
        self.at = 0
        if not self.has_laid(position):
            self.at = self.lasting(self.reflexes.start)
        self.look(position)

    def has_laid(self, position: CapioPosition) -> bool:
        """Whether the seat has laid a die since GO: its eyes are up already."""
        first = ON_CARD + SPOTS * SLOTS * self.seat
        die: i64 = 0
        while die < DICE:
            home = position.home(die)
            if home >= first and home < first + SPOTS * SLOTS:
                return True
            die += 1
        return False

    def look(self, position: CapioPosition) -> None:
        """Look at dice until one is wanted, or nothing is left to find: then plan the next deed."""
        glance = Glance(position, self.seat)
        wanted = glance.wanted()
        left = size_of(glance.middle)
        time = self.look_time(position)
        while self.seen * HUNDRED < left * self.reflexes.passes:
            die = self.eye
            self.eye = (self.eye + self.stride) % DICE
            if glance.middle >> die & 1:
                self.at += self.lasting(time)
                self.seen += 1
                if wanted >> die & 1:
                    if self.rng.below(THOUSAND) >= self.reflexes.overlook:
                        self.reach_for(die, NONE)
                        return
                elif self.rng.below(THOUSAND) < self.reflexes.misread:
                    place = self.mistaken_place(position)
                    if place != NONE and not position.options.block_mistakes:
                        self.misreads += 1
                        self.reach_for(die, place)
                        return
        self.doing = CALLING
        self.at += self.lasting(self.reflexes.decide)

    def look_time(self, position: CapioPosition) -> i64:
        """How long a look at a die takes with these cards."""
        total: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            total += SEARCH_TIMES[CARD_KINDS[position.card(self.seat, slot)]]
            slot += 1
        return self.reflexes.look * total // (SLOTS * HUNDRED)

    def mistaken_place(self, position: CapioPosition) -> i64:
        """A field that a misread die is believed to fit: any of the seat's that is empty."""
        slot = self.rng.below(SLOTS)
        kind = CARD_KINDS[position.card(self.seat, slot)]
        field = 1 + self.rng.below(FIELD_COUNTS[kind])
        if kind != TARGET and position.words[position.spots_of(self.seat, slot) + field]:
            return NONE
        return PLACE + WHERES * kind + field

    def guess(self, position: CapioPosition) -> i64:
        """Where a die in hand that has no place was meant to go, if it was misread: nobody remembers."""
        if position.phase != GRABBING or position.options.block_mistakes:
            return NONE
        if Glance(position, self.seat).best_place(position.hand(self.seat)) != NONE:
            return NONE
        place = NONE
        tries: i64 = 0
        while place == NONE and tries < GUESSES:
            place = self.mistaken_place(position)
            tries += 1
        return place

    def reach_for(self, die: i64, meant: i64) -> None:
        """The hand goes out."""
        self.aim = die
        self.meant = meant
        self.doing = REACHING
        self.at += self.lasting(self.reflexes.decide) + self.lasting(self.reflexes.reach)
        self.seen = 0

    def next_move(self, position: CapioPosition) -> i64:
        """What the racer does when its time has come, or -1 if the die it reached for is gone."""
        if self.doing == REACHING:
            look = position.look(self.aim)
            if position.home(self.aim) == IN_MIDDLE or position.die_in_middle(look) != NONE:
                return TAKE + look
            return NONE
        if self.doing == LAYING:
            return self.placement(position)
        return STOP

    def placement(self, position: CapioPosition) -> i64:
        """Where the die in hand goes: where it was meant to, or to the best place."""
        if self.meant != NONE:
            return self.meant
        return place_for(position, self.seat, Glance(position, self.seat), position.hand(self.seat))

    def go_on(self, position: CapioPosition, move: i64) -> None:
        """After its deed, or after it came late: plan the next."""
        if move == NONE:
            self.lost += 1
            self.at += self.lasting(self.reflexes.lay)  # the hand comes back empty
            self.look(position)
        elif move < PLACE:
            self.takes += 1
            if self.last != NONE and self.at - self.last < self.quickest:
                self.quickest = self.at - self.last
            self.last = self.at
            self.doing = LAYING
            self.at += self.lasting(self.reflexes.lay)
        else:
            self.meant = NONE
            self.doing = DONE
            if position.phase == GRABBING:
                self.look(position)


def play_playthrough(position: CapioPosition, racers: list[Racer]) -> i64:
    """Play one playthrough from GO to its scoring in the order of time; return its length in milliseconds."""
    for racer in racers:
        racer.begin(position)
    now: i64 = 0
    while position.phase == GRABBING or position.phase == PLACING:
        first = racers[0]
        soonest: i64 = LONGEST
        for racer in racers:
            if racer.at < soonest and position.to_act >> racer.seat & 1:
                soonest = racer.at
                first = racer
        now = soonest
        move = first.next_move(position)
        if move != NONE:
            position.play(first.seat, move)
        first.go_on(position, move)
    return now


def play_game(position: CapioPosition, racers: list[Racer], rng: Rng) -> i64:
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
                    position.play(seat, READY)
                seat += 1
    return time


def race(position: CapioPosition, levels: Sequence[str], rng: Rng) -> Race:
    """Play a position to its end in simulated time, one level per seat."""
    racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
    milliseconds = int(play_game(position, racers, rng))
    return Race(
        milliseconds,
        tuple([int(racer.takes) for racer in racers]),
        tuple([int(racer.lost) for racer in racers]),
    )


def react(position: CapioPosition, seat: i64, level: str, rng: Rng) -> tuple[int, int]:
    """What somebody of a level does next at a seat that may act, and after how many milliseconds.

    It remembers nothing from one deed to the next: whoever asks again, say because the die was gone, sees
    somebody look anew. At a calm table everything takes twice as long.
    """
    reflexes = LEVELS[level]
    racer = Racer(seat, reflexes, rng)
    slow = 2 if position.options.calm else 1
    if position.phase != GRABBING and position.phase != PLACING:
        return int(racer.lasting(reflexes.start)), int(READY)
    if position.hand(seat) >= 0:
        racer.doing = LAYING
        racer.at = racer.lasting(reflexes.lay)
        racer.meant = racer.guess(position)
        return slow * int(racer.at), int(racer.placement(position))
    racer.begin(position)
    return slow * int(racer.at), int(racer.next_move(position))
