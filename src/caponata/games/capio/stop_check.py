"""The STOP check: the largest number of dice in the middle that the caller could have added together.

For a given choice of options, dice are assigned to needs along augmenting paths (bipartite matching). The
sets of needs that can be met together form a matroid, so a greedy order is optimal: single needs first, then
dice on the Target in ascending order. A branch-and-bound search tries the choices of options.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.card_needs import MOST_GROUPS, CardNeeds
from caponata.games.capio.cards import CHAIN, TARGET
from caponata.games.capio.dice import DICE, FACES
from caponata.games.capio.layout import DESTINATION_BITS, NONE
from caponata.games.capio.middle_dice import bit_count
from caponata.games.capio.state import CapioState

# The index of a single bit: the powers of two have different remainders modulo this prime.
PRIME: Final[i64] = 67
BIT_INDICES: Final = vec[i64](
    [next((n for n in range(66) if 2**n % 67 == remainder), 0) for remainder in range(67)]
)


@final
class StopCheck(CardNeeds):
    """The dice that the caller of STOP missed.

    `count` is their number, 0 or less if there are none. `best_places` holds for each die the place where it
    could go, kind << DESTINATION_BITS | field, or NONE. `nodes` counts the steps of the search.
    """

    def __init__(self, state: CapioState, seat: i64) -> None:
        super().__init__(state, seat)
        self.count: i64 = 0
        self.best_places: vec[i64] = vec[i64]([-1] * DICE)
        self.nodes: i64 = 0
        self.free: i64 = self.middle  # dice that are not assigned
        self.visited: i64 = 0  # dice on the current augmenting path
        self.owners: vec[i64] = vec[i64]([0] * DICE)  # the need that an assigned die meets
        self.saved: vec[i64] = vec[i64]([0] * (DICE * (MOST_GROUPS + 2)))
        self.most_extra: i64 = 0  # upper bound on what single needs and the Target add
        self.upper_bound: i64 = 0
        self.most_left: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))  # upper bound of a group and the next
        if self.middle:
            self.find_best()

    # Assigning dice to needs

    def meet(self, need: i64) -> bool:
        """Assign a die to a need, reassigning other dice along an augmenting path if necessary."""
        wanted = self.masks[need] & ~self.visited
        bit = wanted & self.free
        if bit:
            bit &= -bit
            self.free ^= bit
            self.owners[BIT_INDICES[bit % PRIME]] = need
            return True
        while wanted:
            bit = wanted & -wanted
            self.visited |= bit
            die = BIT_INDICES[bit % PRIME]
            if self.meet(self.owners[die]):
                self.owners[die] = need
                return True
            wanted = self.masks[need] & ~self.visited
        return False

    def meet_all(self, first: i64, option: i64) -> bool:
        """Assign dice to all needs of a group's option; return whether that is possible."""
        need = first
        while option:
            if option & 1:
                self.visited = 0
                if not self.meet(need):
                    return False
            option >>= 1
            need += 1
        return True

    def save(self, level: i64) -> None:
        """Save the assignment of this level of the search."""
        die: i64 = 0
        while die < DICE:
            self.saved[DICE * level + die] = self.owners[die]
            die += 1

    def restore(self, level: i64) -> None:
        """Restore the assignment of this level of the search."""
        die: i64 = 0
        while die < DICE:
            self.owners[die] = self.saved[DICE * level + die]
            die += 1

    def fill_up(self) -> i64:
        """Meet single needs, then add dice to the Target in ascending order; return the number of dice."""
        added: i64 = 0
        need: i64 = 0
        while need < self.singles:
            self.visited = 0
            if self.meet(need):
                added += 1
            need += 1
        room = self.room
        need = self.needs
        face: i64 = 1
        while face <= FACES and face <= room:
            self.masks[need] = self.by_face[face]
            self.places[need] = TARGET << DESTINATION_BITS | 1
            self.visited = 0
            if self.meet(need):
                added += 1
                need += 1
                room -= face
            else:
                face += 1
        return added

    # The search

    def find_best(self) -> None:
        """Find the best choice of options."""
        self.most_extra = self.fill_up()
        self.free = self.middle
        total: i64 = 0
        group = self.groups
        while group > 0:
            group -= 1
            total += bit_count(self.options[self.first_options[group]])
            self.most_left[group] = total
        self.upper_bound = self.most_without_groups()
        self.free = self.middle
        self.count = -1
        self.search(0, 0)

    def most_without_groups(self) -> i64:
        """The number of dice if every need could be met alone: an upper bound for all choices."""
        met: i64 = 0
        need = self.singles
        while need < self.needs:
            self.visited = 0
            if self.masks[need] and self.meet(need):
                met += 1
            need += 1
        return met + self.fill_up()

    def search(self, group: i64, chosen: i64) -> None:
        """Try all options of this group and the following ones; `chosen` dice are assigned already."""
        free = self.free
        self.nodes += 1
        if group == self.groups:
            self.save(group)
            total = chosen + self.fill_up()
            if total > self.count:
                self.count = total
                self.store_places()
            self.restore(group)
            self.free = free
            return
        at = self.first_options[group]
        end = self.first_options[group + 1]
        self.save(group)
        while at < end:
            option = self.options[at]
            size = bit_count(option)
            if not self.can_improve(chosen + size + self.most_left[group + 1]):
                return
            if self.meet_all(self.first_needs[group], option):
                self.search(group + 1, chosen + size)
            self.restore(group)
            self.free = free
            at += 1
        if self.can_improve(chosen + self.most_left[group + 1]):
            self.search(group + 1, chosen)

    def can_improve(self, most: i64) -> bool:
        """Return whether a choice with at most this many dice from groups may beat the best so far."""
        return most + self.most_extra > self.count and self.count != self.upper_bound

    def store_places(self) -> None:
        """Store the place of each assigned die."""
        die: i64 = 0
        bit: i64 = 1
        while die < DICE:
            self.best_places[die] = NONE
            if self.middle & bit and not self.free & bit:
                place = self.places[self.owners[die]]
                if place >> DESTINATION_BITS == CHAIN:
                    place = CHAIN << DESTINATION_BITS | self.chain_field(die)
                self.best_places[die] = place
            bit <<= 1
            die += 1

    def chain_field(self, die: i64) -> i64:
        """The first empty field of the Chain card that a die fits."""
        slot = self.state.slot_of(self.seat, CHAIN)
        field: i64 = 1
        while not (self.is_empty(slot, field) and self.state.fits(self.seat, slot, field, die)):
            field += 1
        return field
