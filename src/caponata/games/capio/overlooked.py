"""The STOP check, exactly: the most dice of the middle that the caller could have added together.

For chosen options of the groups of wants, dice are given to wants by augmenting paths. The sets of wants
that can be served at once are a matroid, so taking lone wants first, then Target dice from the lowest number
up, is the best that can be added to a choice; and over choices of options a branch-and-bound search decides.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import CHAIN, TARGET
from caponata.games.capio.dice import DICE, FACES
from caponata.games.capio.layout import NONE, WHERE_BITS
from caponata.games.capio.middle import size_of
from caponata.games.capio.state import CapioState
from caponata.games.capio.wants import MOST_GROUPS, Wants

# Powers of two have different remainders: which bit is it?
PRIME: Final[i64] = 67
BIT_NUMBERS: Final = vec[i64]([next((n for n in range(66) if 2**n % 67 == left), 0) for left in range(67)])


@final
class Overlooked(Wants):
    """What the caller of a STOP has overlooked: `count` dice, and for each die where it could go."""

    def __init__(self, position: CapioState, seat: i64) -> None:
        super().__init__(position, seat)
        self.count: i64 = 0
        self.best_places: vec[i64] = vec[i64]([-1] * DICE)
        self.nodes: i64 = 0
        self.free: i64 = self.middle
        self.seen: i64 = 0
        self.owners: vec[i64] = vec[i64]([0] * DICE)
        self.saved: vec[i64] = vec[i64]([0] * (DICE * (MOST_GROUPS + 2)))
        self.hope: i64 = 0  # what lone wants and the Target can add at most
        self.ceiling: i64 = 0
        self.rest: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))  # the most that a group and the next can add
        if self.middle:
            self.decide()

    # Giving dice to wants

    def serve(self, want: i64) -> bool:
        """Give a want a die, and whoever has it another one: an augmenting path."""
        wanted = self.masks[want] & ~self.seen
        bit = wanted & self.free
        if bit:
            bit &= -bit
            self.free ^= bit
            self.owners[BIT_NUMBERS[bit % PRIME]] = want
            return True
        while wanted:
            bit = wanted & -wanted
            self.seen |= bit
            die = BIT_NUMBERS[bit % PRIME]
            if self.serve(self.owners[die]):
                self.owners[die] = want
                return True
            wanted = self.masks[want] & ~self.seen
        return False

    def serve_all(self, first: i64, chosen: i64) -> bool:
        """Give all chosen wants of a group their dice."""
        want = first
        while chosen:
            if chosen & 1:
                self.seen = 0
                if not self.serve(want):
                    return False
            chosen >>= 1
            want += 1
        return True

    def save(self, level: i64) -> None:
        """Remember who has which die."""
        die: i64 = 0
        while die < DICE:
            self.saved[DICE * level + die] = self.owners[die]
            die += 1

    def recall(self, level: i64) -> None:
        """Go back to what was remembered."""
        die: i64 = 0
        while die < DICE:
            self.owners[die] = self.saved[DICE * level + die]
            die += 1

    def fill_up(self) -> i64:
        """Serve lone wants, then the Target from the lowest number up; give how many dice that adds."""
        added: i64 = 0
        want: i64 = 0
        while want < self.lone:
            self.seen = 0
            if self.serve(want):
                added += 1
            want += 1
        room = self.room
        want = self.wants
        face: i64 = 1
        while face <= FACES and face <= room:
            self.masks[want] = self.by_face[face]
            self.places[want] = TARGET << WHERE_BITS | 1
            self.seen = 0
            if self.serve(want):
                added += 1
                want += 1
                room -= face
            else:
                face += 1
        return added

    # The search

    def decide(self) -> None:
        """Find the best choice of options."""
        self.hope = self.fill_up()
        self.free = self.middle
        total: i64 = 0
        group = self.groups
        while group > 0:
            group -= 1
            total += size_of(self.options[self.first_options[group]])
            self.rest[group] = total
        self.ceiling = self.most_of_all()
        self.free = self.middle
        self.count = -1
        self.search(0, 0)

    def most_of_all(self) -> i64:
        """The most dice that could be added if nothing had to be together: no choice can beat it."""
        served: i64 = 0
        want = self.lone
        while want < self.wants:
            self.seen = 0
            if self.masks[want] and self.serve(want):
                served += 1
            want += 1
        return served + self.fill_up()

    def search(self, group: i64, chosen: i64) -> None:
        """Choose an option of this group and of all that follow."""
        free = self.free
        self.nodes += 1
        if group == self.groups:
            self.save(group)
            total = chosen + self.fill_up()
            if total > self.count:
                self.count = total
                self.note()
            self.recall(group)
            self.free = free
            return
        at = self.first_options[group]
        end = self.first_options[group + 1]
        self.save(group)
        while at < end:
            option = self.options[at]
            size = size_of(option)
            if self.is_hopeless(chosen + size + self.rest[group + 1]):
                return
            if self.serve_all(self.first_wants[group], option):
                self.search(group + 1, chosen + size)
            self.recall(group)
            self.free = free
            at += 1
        if not self.is_hopeless(chosen + self.rest[group + 1]):
            self.search(group + 1, chosen)

    def is_hopeless(self, most: i64) -> bool:
        """Whether so many dice, and what may be added to them, beat nothing."""
        return most + self.hope <= self.count or self.count == self.ceiling

    def note(self) -> None:
        """Keep where each die goes."""
        die: i64 = 0
        bit: i64 = 1
        while die < DICE:
            self.best_places[die] = NONE
            if self.middle & bit and not self.free & bit:
                place = self.places[self.owners[die]]
                if place >> WHERE_BITS == CHAIN:
                    place = CHAIN << WHERE_BITS | self.chain_field(die)
                self.best_places[die] = place
            bit <<= 1
            die += 1

    def chain_field(self, die: i64) -> i64:
        """The empty field of the Chain card that asks for a die."""
        slot = self.position.slot_of(self.seat, CHAIN)
        field: i64 = 1
        while not (self.is_empty(slot, field) and self.position.fits(self.seat, slot, field, die)):
            field += 1
        return field
