"""What a seat may think of the cards that the others have played in a round of Capital Lux.

Cards are physical: two blue 4s are two cards, and an opponent's pick or play may have been any card
it held. Then all cards that a seat has no trace of are exchangeable, and only the cards it passed on
in the draft need care: the packet it passed was split between two neighbours, and a card they have
played since may be one it passed or another of the same kind. `Trail`s list these few possibilities
with their weights, once a view; each sample picks one and shuffles the rest.
"""

from __future__ import annotations

from itertools import combinations
from math import factorial
from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capital_lux.layout import CHOSEN, FIRSTS, HANDS, LASTS, LOG_DREW, SCHOLAR, SECONDS
from caponata.games.capital_lux.moves import KINDS
from caponata.games.capital_lux.piles import EMPTY, card, copies, nth, size
from caponata.games.capital_lux.rules import LuxPosition

DRAWN: Final = -1  # a slot for a card the Scholar drew: no draft to remember it by
UNTRACED: Final = -1  # a play that was not one of the traced cards


@final
class Trail:
    """One way in which an opponent may have come by, and played, the cards this seat can trace.

    `traced` are those cards, `slots` the words where the draft put them, and `plays` says for each of
    the opponent's plays which of them it was. `ways` counts the untraced slots the other plays may
    have come from.
    """

    def __init__(self, traced: list[int], slots: list[int], plays: list[int], ways: int) -> None:
        self.traced = traced
        self.slots = slots
        self.plays = plays
        self.ways = ways

    def left(self) -> list[int]:
        """The traced cards still in hand."""
        return [kind for i, kind in enumerate(self.traced) if i not in self.plays]


@final
class Story:
    """One explanation of all that a seat has seen: a trail for every opponent, and its weight."""

    def __init__(self, trails: list[Trail], pool: i64, weight: int) -> None:
        self.trails = trails
        self.pool = pool
        self.weight = weight


@final
class Stories:
    """The ways to explain the plays that a seat has seen so far, with their weights.

    `base` is all that the seat knows of the position, `passed` the packet it passed on, `unseen` the pile
    of all that it does not see, and `plays` what everybody has played, in the order of play.
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
        self.free: list[list[int]] = [[] for _ in range(base.seats)]
        self.stories: list[Story] = []
        self.bounds: list[float] = []
        self.emit()

    def emit(self) -> None:
        """List the ways to explain the plays seen so far, with their weights."""
        for second, last in self.splits():
            self.combine(0, second, last, [])
        if not self.stories:
            raise ValueError("no deal and no draft explain what this view shows")
        total = sum(story.weight for story in self.stories)
        reached = 0
        for story in self.stories:
            reached += story.weight
            self.bounds.append(reached / total)

    def splits(self) -> list[tuple[list[int], list[int]]]:
        """The ways in which the left neighbour may have divided the packet it was passed: kept, passed on."""
        if self.me < 0:
            return [([], [])]
        if self.base.seats == 2:
            kept = list(self.passed)
            came_back = [kind for kind in range(KINDS) for _ in range(self.came_back(kind))]
            for kind in came_back:
                kept.remove(kind)
            return [(kept, came_back)]
        places = range(len(self.passed))
        found: list[tuple[list[int], list[int]]] = []
        for chosen in combinations(places, min(CHOSEN, len(self.passed))):
            kept = [self.passed[i] for i in chosen]
            found.append((kept, [self.passed[i] for i in places if i not in chosen]))
        return found

    def came_back(self, kind: int) -> int:
        """How many cards of a kind returned to this seat at the end of a draft of two."""
        return copies(self.base.words[LASTS + (self.me + 1) % 2], kind)

    def combine(self, index: int, second: list[int], last: list[int], trails: list[Trail]) -> None:
        """Extend a story by every trail of the next opponent; keep it when the cards suffice."""
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
            for kind in range(KINDS):
                orders //= factorial(copies(pool, kind))
            self.stories.append(Story(trails, pool, ways * orders))
            return
        for trail in self.trails(self.others[index], second, last):
            self.combine(index + 1, second, last, [*trails, trail])

    def trails(self, seat: int, second: list[int], last: list[int]) -> list[Trail]:
        """The ways in which an opponent's plays may draw on the cards this seat has traced."""
        seats = self.base.seats
        right = (seat - 1) % seats
        first_size = min(CHOSEN, self.base.deal_size)
        second_size = min(CHOSEN, self.base.deal_size - first_size)
        last_size = self.base.deal_size - first_size - second_size
        traced: list[int] = []
        slots: list[int] = []
        free = [FIRSTS + seat] * first_size
        if self.me >= 0 and right == self.me:
            mine = [
                kind for kind in range(KINDS) for _ in range(copies(self.base.words[LASTS + right], kind))
            ]
            traced += second + mine
            slots += [SECONDS + seat] * len(second) + [DRAWN] * len(mine)
        else:
            free += [SECONDS + seat] * second_size
            if self.me >= 0 and (right - 1) % seats == self.me:
                traced += last
                slots += [LASTS + right] * len(last)
            else:
                free += [LASTS + right] * last_size
        self.free[seat] = free
        found: list[Trail] = []
        self.follow(seat, traced, slots, [], len(free), 1, found)
        return found

    def follow(
        self,
        seat: int,
        traced: list[int],
        slots: list[int],
        plays: list[int],
        free: int,
        ways: int,
        found: list[Trail],
    ) -> None:
        """Extend a trail by the next play: one of the traced cards, or any untraced one."""
        if len(plays) == len(self.plays[seat]):
            found.append(Trail(traced, slots, plays, ways))
            return
        entry = self.plays[seat][len(plays)]
        drew = 1 if entry & LOG_DREW and not self.is_pending(seat, len(plays)) else 0
        for i, kind in enumerate(traced):
            if kind == entry & ~LOG_DREW and i not in plays:
                self.follow(seat, traced, slots, [*plays, i], free + drew, ways, found)
        if free > 0:
            self.follow(seat, traced, slots, [*plays, UNTRACED], free - 1 + drew, ways * free, found)

    def is_pending(self, seat: int, play: int) -> bool:
        """Whether the card drawn for this play has yet to come from the deck."""
        last = play == len(self.plays[seat]) - 1
        return self.base.phase == SCHOLAR and seat == self.base.turn and last

    def deal(self, world: LuxPosition, rng: Rng) -> None:
        """Choose an explanation of the plays and fill what it leaves open."""
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
                if trail.slots[i] != DRAWN:
                    words[trail.slots[i]] += card(kind)
                if i not in trail.plays:
                    hand += card(kind)
            open_slots = list(self.free[seat])
            for i, entry in enumerate(self.plays[seat]):
                if trail.plays[i] == UNTRACED:
                    slot = open_slots.pop(rng.below(len(open_slots)))
                    if slot != DRAWN:
                        words[slot] += card(entry & ~LOG_DREW)
                if entry & LOG_DREW and not self.is_pending(seat, i):
                    open_slots.append(DRAWN)
            for slot in open_slots:
                kind = nth(pool, rng.below(left))
                pool -= card(kind)
                left -= 1
                hand += card(kind)
                if slot != DRAWN:
                    words[slot] += card(kind)
            words[HANDS + seat] = hand
        world.deck = pool
