"""The STOP check, exactly: the most dice of the middle that the caller could have added together.

Every die that might be added is wanted by a *want*: a set of dice of which one will do. Wants that are worth
something only together (the missing fields of lines, the numbers of a chain, a pair, a tower) are options of
a *group*, of which one option or none is chosen; others stand alone; a Target takes what is left, as long as
the sum allows it. For chosen options, dice are given to wants by augmenting paths. The sets of wants that can
be served at once are a matroid, so taking lone wants first, then Target dice from the lowest number up, is
the best that can be added to a choice; and over choices of options a branch-and-bound search decides.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import (
    CARD_KINDS,
    CHAIN,
    CONFUSION,
    LINES,
    NINE,
    SETS,
    TARGET,
    TARGETS,
    TOPS,
    TOWERS,
    TWELVE,
)
from caponata.games.capio.dice import ANY_COLOUR, COPIES, DICE, FACES
from caponata.games.capio.layout import (
    FACE,
    FACE_BITS,
    HOME,
    IN_MIDDLE,
    NONE,
    PARKED_FIELD,
    PARKED_SPOT,
    SLOTS,
    WHERE_BITS,
)
from caponata.games.capio.reckoning import (
    SHORTEST_RUN,
    lines_of,
    longest_run,
    numbers_of,
    right_fields,
    sets_of,
    target_kept,
)
from caponata.games.capio.state import CapioState

MOST_WANTS: Final[i64] = 72
MOST_GROUPS: Final[i64] = 16
MOST_OPTIONS: Final[i64] = 640
SIZES: Final[i64] = 10  # options have up to nine wants
ROW: Final[i64] = 3
# Powers of two have different remainders: which bit is it?
PRIME: Final[i64] = 67
BIT_NUMBERS: Final = vec[i64]([next((n for n in range(66) if 2**n % 67 == left), 0) for left in range(67)])


def size_of(bits: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@final
class Overlooked:
    """What the caller of a STOP has overlooked: `count` dice, and for each die where it could go."""

    def __init__(self, position: CapioState, seat: i64) -> None:
        self.position: CapioState = position
        self.seat: i64 = seat
        self.count: i64 = 0
        self.best_places: vec[i64] = vec[i64]([-1] * DICE)
        self.nodes: i64 = 0
        # dice
        self.free: i64 = 0
        self.seen: i64 = 0
        self.owners: vec[i64] = vec[i64]([0] * DICE)
        self.by_colour: vec[i64] = vec[i64]([0] * 11)  # any colour last
        self.by_face: vec[i64] = vec[i64]([0] * 7)
        # wants
        self.wants: i64 = 0
        self.masks: vec[i64] = vec[i64]([0] * MOST_WANTS)
        self.places: vec[i64] = vec[i64]([0] * MOST_WANTS)
        self.lone: i64 = 0  # the wants that stand alone come first
        # groups: the first want of each, its options, and the most that it can add
        self.groups: i64 = 0
        self.first_wants: vec[i64] = vec[i64]([0] * MOST_GROUPS)
        self.first_options: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))
        self.rest: vec[i64] = vec[i64]([0] * (MOST_GROUPS + 1))
        self.option_count: i64 = 0
        self.options: vec[i64] = vec[i64]([0] * MOST_OPTIONS)
        # Target
        self.room: i64 = 0
        self.hope: i64 = 0  # what lone wants and the Target can add at most
        self.ceiling: i64 = 0
        self.saved: vec[i64] = vec[i64]([0] * (DICE * (MOST_GROUPS + 2)))
        self.look_at_the_middle()
        if self.free:
            self.look_at_the_cards()
            self.decide()

    def look_at_the_middle(self) -> None:
        """Which dice are there."""
        bit: i64 = 1
        die: i64 = 0
        while die < DICE:
            word = self.position.dice[die]
            if word >> FACE_BITS & HOME == IN_MIDDLE:
                self.free |= bit
                self.by_colour[die // COPIES] |= bit
                self.by_face[word & FACE] |= bit
            bit <<= 1
            die += 1
        self.by_colour[ANY_COLOUR] = self.free

    def look_at_the_cards(self) -> None:
        """Which dice are wanted: those that stand alone first."""
        slot: i64 = 0
        while slot < SLOTS:
            card = self.position.card(self.seat, slot)
            kind = CARD_KINDS[card]
            if kind == TARGET:
                first = self.position.spots_of(self.seat, slot)
                self.room = TARGETS[card] - target_kept(self.position, first, TARGETS[card])  # [CAPIO-6.4]
            elif kind == CONFUSION:
                self.want_confusion(slot)
            elif kind == TOWERS:
                self.want_begun_towers(slot)
            slot += 1
        self.lone = self.wants
        slot = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.position.card(self.seat, slot)]
            if kind == TOWERS:
                self.want_towers(slot)
            elif kind == LINES:
                self.want_lines(slot)
            elif kind == CHAIN:
                self.want_chain(slot)
            elif kind == SETS:
                self.want_sets(slot)
            slot += 1

    # Wants

    def mask_of(self, slot: i64, place: i64) -> i64:
        """The dice of the middle that a place asks for."""
        colour = self.position.asked_colour(self.seat, slot, place)
        faces = self.position.asked_faces(self.seat, slot, place)
        found: i64 = 0
        face: i64 = 1
        while face <= FACES:
            if faces >> face & 1:
                found |= self.by_face[face]
            face += 1
        return found & self.by_colour[colour]

    def want(self, mask: i64, kind: i64, where: i64) -> None:
        """One of these dice would do for this place."""
        self.masks[self.wants] = mask
        self.places[self.wants] = kind << WHERE_BITS | where
        self.wants += 1

    def is_empty(self, slot: i64, spot: i64) -> bool:
        """Whether nothing lies there: an occupied field is closed, rightly filled or not [CAPIO-6.2]."""
        return self.position.words[self.position.spots_of(self.seat, slot) + spot] == 0

    def want_confusion(self, slot: i64) -> None:
        """Each empty field stands alone."""
        field: i64 = 1
        while field <= NINE:
            if self.is_empty(slot, field):
                mask = self.mask_of(slot, field)
                if mask:
                    self.want(mask, CONFUSION, field)
            field += 1

    def want_begun_towers(self, slot: i64) -> None:
        """A right base wants its top, a right parked die its base: one die each [CAPIO-6.3]."""
        first = self.position.spots_of(self.seat, slot)
        waiting = self.position.words[first + PARKED_FIELD]
        field: i64 = 1
        while field <= NINE:
            base = self.position.words[first + field]
            mask: i64 = 0
            if base:
                if self.is_empty(slot, TOPS + field) and self.position.fits(self.seat, slot, field, base - 1):
                    mask = self.mask_of(slot, TOPS + field)
            elif waiting == field:
                parked = self.position.words[first + PARKED_SPOT] - 1
                if self.position.fits(self.seat, slot, TOPS + field, parked):
                    mask = self.mask_of(slot, field)
            if mask:
                self.want(mask, TOWERS, field)
            field += 1

    def want_towers(self, slot: i64) -> None:
        """A fresh tower is a group of two dice [CAPIO-6.3]."""
        waiting = self.position.words[self.position.spots_of(self.seat, slot) + PARKED_FIELD]
        field: i64 = 1
        while field <= NINE:
            if waiting != field and self.is_empty(slot, field):
                base = self.mask_of(slot, field)
                top = self.mask_of(slot, TOPS + field)
                if base and top:
                    self.begin_group()
                    self.want(top, TOWERS, field)
                    self.want(base, TOWERS, field)
                    self.add_option(3)
                    self.end_group()
            field += 1

    def want_lines(self, slot: i64) -> None:
        """The missing fields of lines, all that belong together being one option."""
        right = right_fields(self.position, self.seat, slot)
        self.begin_group()
        open_fields: i64 = 0
        field: i64 = 1
        while field <= NINE:
            mask: i64 = 0
            if self.is_empty(slot, field):
                mask = self.mask_of(slot, field)
                if mask:
                    open_fields |= 2 << (field - 1)
            self.want(mask, LINES, field)
            field += 1
        added = open_fields
        while added:
            if lines_of(right | added) & added == added:
                self.add_option(added >> 1)
            added = added - 1 & open_fields
        self.end_group()

    def want_sets(self, slot: i64) -> None:
        """Each row is a group: the empty fields that score together."""
        right = right_fields(self.position, self.seat, slot)
        row: i64 = 0
        while row < ROW:
            self.begin_group()
            open_fields: i64 = 0
            column: i64 = 1
            while column <= ROW:
                field = ROW * row + column
                mask: i64 = 0
                if self.is_empty(slot, field):
                    mask = self.mask_of(slot, field)
                    if mask:
                        open_fields |= 2 << (field - 1)
                self.want(mask, SETS, field)
                column += 1
            added = open_fields
            while added:
                if sets_of(right | added) & added == added:
                    self.add_option(added >> (ROW * row + 1))
                added = added - 1 & open_fields
            self.end_group()
            row += 1

    def want_chain(self, slot: i64) -> None:
        """The numbers that make the run longer, each once; no other run takes its place."""
        right = right_fields(self.position, self.seat, slot)
        numbers = numbers_of(self.position, self.seat, slot, right)
        self.begin_group()
        self.want_numbers(slot, numbers)
        length = longest_run(numbers)
        low: i64 = 1
        while low < FACES:
            high = low + SHORTEST_RUN - 1
            while high <= FACES:
                interval = (2 << high) - (1 << low)
                missing = interval & ~numbers
                if missing and keeps_a_run(numbers, interval, length) and self.can_have(missing):
                    self.add_option(missing >> 1)
                high += 1
            low += 1
        self.end_group()

    def want_numbers(self, slot: i64, numbers: i64) -> None:
        """For each number that is not there, the dice that one of its empty fields asks for."""
        face: i64 = 1
        while face <= FACES:
            mask: i64 = 0
            if not numbers >> face & 1:
                field: i64 = 1
                while field <= TWELVE:
                    if self.position.asked_faces(self.seat, slot, field) >> face & 1 and self.is_empty(
                        slot, field
                    ):
                        mask |= self.mask_of(slot, field)
                    field += 1
            self.want(mask, CHAIN, face)  # the field follows from the die
            face += 1

    def can_have(self, numbers: i64) -> bool:
        """Whether each of these numbers has a die that would do."""
        first = self.first_wants[self.groups]
        face: i64 = 1
        while face <= FACES:
            if numbers >> face & 1 and not self.masks[first + face - 1]:
                return False
            face += 1
        return True

    # Groups

    def begin_group(self) -> None:
        """The wants that follow belong together."""
        self.first_wants[self.groups] = self.wants
        self.first_options[self.groups] = self.option_count

    def add_option(self, chosen: i64) -> None:
        """Some wants of the group, as a set."""
        at = self.first_options[self.groups]
        while at < self.option_count:
            if self.options[at] == chosen:
                return
            at += 1
        self.options[self.option_count] = chosen
        self.option_count += 1

    def end_group(self) -> None:
        """Sort the options, the largest first; a group without any is none."""
        first = self.first_options[self.groups]
        if self.option_count == first:
            self.wants = self.first_wants[self.groups]
            return
        size = SIZES
        sorted_to = first
        while size > 0:
            at = sorted_to
            while at < self.option_count:
                option = self.options[at]
                if size_of(option) == size:
                    self.options[at] = self.options[sorted_to]
                    self.options[sorted_to] = option
                    sorted_to += 1
                at += 1
            size -= 1
        self.groups += 1
        self.first_options[self.groups] = self.option_count

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
        all_dice = self.free
        self.hope = self.fill_up()
        self.free = all_dice
        total: i64 = 0
        group = self.groups
        while group > 0:
            group -= 1
            total += size_of(self.options[self.first_options[group]])
            self.rest[group] = total
        self.ceiling = self.most_of_all()
        self.free = all_dice
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
            if self.by_colour[ANY_COLOUR] & bit and not self.free & bit:
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


def keeps_a_run(numbers: i64, interval: i64, length: i64) -> bool:
    """Whether a run of this length among the numbers, if there is any, lies within an interval."""
    return length == 0 or longest_run(numbers & interval) == length
