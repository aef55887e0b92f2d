"""How the opponents may have received the cards they played in a round of Capital Lux.

Cards are physical: two blue 4s are two cards, and an opponent's pick or play may have been any card
it held. So all cards that a seat never saw are exchangeable. Only the cards it passed on in the draft
need care: they were split between two neighbours, and a card that a neighbour has played since may be
one of them or another card of the same kind.

A `Trail` is one possibility for one opponent, a `Story` one for all of them, with its weight. They are
listed once per view; each sample chooses a story and deals the remaining cards at random.
"""

from __future__ import annotations

from itertools import combinations
from math import factorial
from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capital_lux.cards import KIND_COUNT
from caponata.games.capital_lux.layout import (
    HANDS,
    LOG_DREW,
    PASSED_LAST,
    PICK_SIZE,
    PICKED_FIRST,
    PICKED_SECOND,
    SCHOLAR,
)
from caponata.games.capital_lux.piles import EMPTY, card, copies, kinds, nth, size
from caponata.games.capital_lux.rules import LuxPosition

NO_SLOT: Final = -1  # the slot of a card that the draft does not place, such as one drawn by the Scholar
UNTRACED: Final = -1  # a play that was none of the traced cards


@final
class Trail:
    """One way in which an opponent may have received and played the cards that this seat can trace.

    `traced` are the kinds of these cards and `slots` the words into which the draft put them. `plays` has
    the index of the traced card for each play of the opponent, or `UNTRACED`. `ways` is the number of
    choices of untraced cards for the other plays.
    """

    def __init__(self, traced: list[int], slots: list[int], plays: list[int], ways: int) -> None:
        self.traced = traced
        self.slots = slots
        self.plays = plays
        self.ways = ways

    def left(self) -> list[int]:
        """Return the traced cards that are still in hand."""
        return [kind for i, kind in enumerate(self.traced) if i not in self.plays]


@final
class Story:
    """One explanation of everything a seat has seen: a trail for every opponent, and a weight."""

    def __init__(self, trails: list[Trail], pool: i64, weight: int) -> None:
        self.trails = trails
        self.pool = pool
        self.weight = weight


@final
class Stories:
    """All explanations of the plays that a seat has seen, with their weights.

    `base` is the position as far as the seat knows it, `passed` the packet it passed on, `unseen` the pile
    of all cards it does not see, and `plays` the log entries of every seat, in the order of play.
    """

    def __init__(
        self, me: i64, base: LuxPosition, passed: list[int], unseen: i64, plays: list[list[int]]
    ) -> None:
        self.me: i64 = me
        self.base = base
        self.passed = passed
        self.unseen: i64 = unseen
        self.plays = plays
        self.others: list[int] = [seat for seat in range(base.seats) if seat != me]
        self.untraced_slots: list[list[int]] = [[] for _ in range(base.seats)]
        self.stories: list[Story] = []
        self.bounds: list[float] = []  # cumulated weights, scaled to 1
        self.list_stories()

    def list_stories(self) -> None:
        """List all stories, and the bounds by which `deal` chooses one."""
        for kept, passed_on in self.splits():
            self.add_stories(0, kept, passed_on, [])
        if not self.stories:
            raise ValueError("no deal and no draft explain what this view shows")
        total = sum(story.weight for story in self.stories)
        reached = 0
        for story in self.stories:
            reached += story.weight
            self.bounds.append(reached / total)

    def splits(self) -> list[tuple[list[int], list[int]]]:
        """Return how the left neighbour may have split the packet it received: kept and passed on."""
        if self.me < 0:
            return [([], [])]
        if self.base.seats == 2:
            kept = list(self.passed)
            returned = kinds(self.base.words[PASSED_LAST + (self.me + 1) % 2])
            for kind in returned:
                kept.remove(kind)
            return [(kept, returned)]
        indices = range(len(self.passed))
        splits: list[tuple[list[int], list[int]]] = []
        for chosen in combinations(indices, min(PICK_SIZE, len(self.passed))):
            kept = [self.passed[i] for i in chosen]
            splits.append((kept, [self.passed[i] for i in indices if i not in chosen]))
        return splits

    def add_stories(self, index: int, kept: list[int], passed_on: list[int], trails: list[Trail]) -> None:
        """Extend a story by every trail of the next opponent, and add it if there are enough cards."""
        if index == len(self.others):
            pool = self.unseen
            ways = 1
            for trail in trails:
                ways *= trail.ways
                for kind in trail.left():
                    if not copies(pool, kind):
                        return
                    pool -= card(kind)
            orders = factorial(size(pool))
            for kind in range(KIND_COUNT):
                orders //= factorial(copies(pool, kind))
            self.stories.append(Story(trails, pool, ways * orders))
            return
        for trail in self.trails(self.others[index], kept, passed_on):
            self.add_stories(index + 1, kept, passed_on, [*trails, trail])

    def trails(self, seat: int, kept: list[int], passed_on: list[int]) -> list[Trail]:
        """Return the ways in which an opponent may have played the cards that this seat has traced."""
        seats = self.base.seats
        right = (seat - 1) % seats
        first_size = min(PICK_SIZE, self.base.deal_size)
        second_size = min(PICK_SIZE, self.base.deal_size - first_size)
        last_size = self.base.deal_size - first_size - second_size
        traced: list[int] = []
        slots: list[int] = []
        untraced = [PICKED_FIRST + seat] * first_size
        if self.me >= 0 and right == self.me:
            own_last = kinds(self.base.words[PASSED_LAST + right])
            traced += kept + own_last
            slots += [PICKED_SECOND + seat] * len(kept) + [NO_SLOT] * len(own_last)
        else:
            untraced += [PICKED_SECOND + seat] * second_size
            if self.me >= 0 and (right - 1) % seats == self.me:
                traced += passed_on
                slots += [PASSED_LAST + right] * len(passed_on)
            else:
                untraced += [PASSED_LAST + right] * last_size
        self.untraced_slots[seat] = untraced
        trails: list[Trail] = []
        self.add_trails(seat, traced, slots, [], len(untraced), 1, trails)
        return trails

    def add_trails(
        self,
        seat: int,
        traced: list[int],
        slots: list[int],
        plays: list[int],
        untraced: int,
        ways: int,
        trails: list[Trail],
    ) -> None:
        """Extend a trail by the next play: one of the traced cards, or any of the untraced ones."""
        if len(plays) == len(self.plays[seat]):
            trails.append(Trail(traced, slots, plays, ways))
            return
        entry = self.plays[seat][len(plays)]
        drawn = 1 if entry & LOG_DREW and not self.is_draw_pending(seat, len(plays)) else 0
        for i, kind in enumerate(traced):
            if kind == entry & ~LOG_DREW and i not in plays:
                self.add_trails(seat, traced, slots, [*plays, i], untraced + drawn, ways, trails)
        if untraced > 0:
            self.add_trails(
                seat, traced, slots, [*plays, UNTRACED], untraced - 1 + drawn, ways * untraced, trails
            )

    def is_draw_pending(self, seat: int, play: int) -> bool:
        """Return whether the card for a Scholar's play has not been drawn yet."""
        is_last = play == len(self.plays[seat]) - 1
        return self.base.phase == SCHOLAR and seat == self.base.turn and is_last

    def deal(self, world: LuxPosition, rng: Rng) -> None:
        """Choose a story and deal the cards that it leaves open."""
        ticket = rng.fraction()
        index = 0
        while ticket >= self.bounds[index]:
            index += 1
        story = self.stories[index]
        pool = story.pool
        left = size(pool)
        words = world.words
        for seat, trail in zip(self.others, story.trails):
            hand: i64 = EMPTY
            for i, kind in enumerate(trail.traced):
                if trail.slots[i] != NO_SLOT:
                    words[trail.slots[i]] += card(kind)
                if i not in trail.plays:
                    hand += card(kind)
            open_slots = list(self.untraced_slots[seat])
            for i, entry in enumerate(self.plays[seat]):
                if trail.plays[i] == UNTRACED:
                    slot = open_slots.pop(rng.below(len(open_slots)))
                    if slot != NO_SLOT:
                        words[slot] += card(entry & ~LOG_DREW)
                if entry & LOG_DREW and not self.is_draw_pending(seat, i):
                    open_slots.append(NO_SLOT)
            for slot in open_slots:
                kind = nth(pool, rng.below(left))
                pool -= card(kind)
                left -= 1
                hand += card(kind)
                if slot != NO_SLOT:
                    words[slot] += card(kind)
            words[HANDS + seat] = hand
        world.deck = pool
