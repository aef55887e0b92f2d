"""Every position of Capital Lux that fits a seat's view, drawn as chance and blind opponents made it.

Cards are physical: two blue 4s are two cards, and an opponent's pick or play may have been any card
it held. Then all cards that a seat has no trace of are exchangeable, and only the cards it passed on
in the draft need care: the packet it passed was split between two neighbours, and a card they have
played since may be one it passed or another of the same kind. `Trail`s list these few possibilities
with their weights, once a view; each sample picks one and shuffles the rest.
"""

from __future__ import annotations

from itertools import combinations
from math import factorial
from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE_ACTS, MIXER, NOBODY, Fact, Position, View, Worlds
from caponata.games.capital_lux.layout import (
    AGENT,
    ALL_MODIFIERS,
    BONUSES,
    CHOSEN,
    FIRST_PICK,
    FIRSTS,
    GOLDS,
    HANDS,
    HOMES,
    LASTS,
    LOG_DREW,
    NONE,
    OPENING,
    PASSED,
    PHASES,
    PLACED_BITS,
    PLAYING,
    SCHOLAR,
    SECOND_PICK,
    SECONDS,
    SETTLING,
    WON,
    LuxOptions,
)
from caponata.games.capital_lux.moves import (
    CARD_NAMES,
    COLOURS,
    DRAW,
    HOME,
    KINDS,
    MODIFIER,
    MODIFIER_COUNT,
    MODIFIERS,
    PICK,
)
from caponata.games.capital_lux.piles import EACH, EMPTY, card, copies, nth, pile_of, size
from caponata.games.capital_lux.rules import (
    LuxPosition,
)

KIND_OF: Final = {name: kind for kind, name in enumerate(CARD_NAMES)}
DRAWN: Final = -1  # a slot for a card the Scholar drew: no draft to remember it by
UNTRACED: Final = -1  # a play that was not one of the traced cards
UNKNOWN: Final = 7  # a modifier whose value the seat may not see


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


def cards_in(names: list[str]) -> list[int]:
    """The kinds of named cards."""
    return [KIND_OF[name] for name in names]


@final
class LuxWorlds(Worlds):
    """The positions that fit a view of Capital Lux."""

    def __init__(self, view: View) -> None:
        self.me: i64 = -1
        if view["seat"] is not None:
            self.me = view["seat"]
        self.base = public_position(view)
        self.sizes: list[int] = view["cards"]
        self.unseen: i64 = EMPTY
        for name, count in view["unseen"].items():
            self.unseen += count * card(KIND_OF[name])
        self.others: list[int] = [seat for seat in range(self.base.seats) if seat != self.me]
        self.passed: list[int] = []
        if self.me >= 0:
            self.place_own_cards(view)
        self.hidden_modifiers: list[int] = hidden_modifiers(view)
        self.plays: list[list[int]] = [
            [KIND_OF[play["card"]] + (LOG_DREW if play["drew"] else 0) for play in seat]
            for seat in view["plays"]
        ]
        self.free: list[list[int]] = [[] for _ in range(self.base.seats)]
        self.stories: list[Story] = []
        self.bounds: list[float] = []
        if self.base.phase >= PLAYING and self.base.phase < SETTLING:
            self.tell_stories()

    def place_own_cards(self, view: View) -> None:
        """Lay down what the seat holds and remembers."""
        words = self.base.words
        memory: dict[str, list[str]] = view["memory"]
        right = (self.me - 1) % self.base.seats
        words[HANDS + self.me] = pile_of(cards_in(view["hand"]))
        words[FIRSTS + self.me] = pile_of(cards_in(memory["picked_first"]))
        words[SECONDS + self.me] = pile_of(cards_in(memory["picked_second"]))
        words[LASTS + self.me] = pile_of(cards_in(memory["passed_last"]))
        words[LASTS + right] = pile_of(cards_in(memory["received_last"]))
        self.passed = cards_in(memory["passed_first"])

    # Preparing

    def tell_stories(self) -> None:
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

    # Sampling

    def sample(self, luck: Luck) -> LuxPosition:
        world = self.base.copy()
        self.deal_modifiers(world, luck)
        if self.stories:
            self.deal_story(world, luck)
        else:
            self.deal_packets(world, luck)
        return world

    # What looks the same

    def look(self, position: Position, mover: i64, move: i64) -> i64:
        if move >= DRAW:
            assert isinstance(position, LuxPosition)
            if position.turn == self.me or position.phase == OPENING:
                return move + 1
            if move < MODIFIER:
                return DRAW + 1  # some card
            return MODIFIER + 1
        if move < HOME and mover != self.me:
            return PICK + 1
        return move + 1

    def hear(self, fact: Fact) -> i64:
        what, first, second, third = fact
        cards: i64 = second
        if what == PASSED and first != self.me:
            cards = size(cards)
        elif what == WON and third > 0:
            third = 1  # how many others took one before is nobody's question
        return ((cards * MIXER ^ first) * MIXER ^ third) * MIXER ^ (what + 1)

    def deal_modifiers(self, world: LuxPosition, luck: Luck) -> None:
        """Give a value to every modifier this seat cannot see."""
        hidden = self.hidden_modifiers
        if not hidden:
            return
        values = list(hidden)
        i = len(values) - 1
        while i > 0:
            j = luck.below(i + 1)
            values[i], values[j] = values[j], values[i]
            i -= 1
        for i in range(world.placed):
            if world.placements >> PLACED_BITS * i & EACH == UNKNOWN:
                world.placements ^= (UNKNOWN ^ values.pop()) << PLACED_BITS * i
        if world.held == UNKNOWN:
            world.held = values.pop()
        world.modifiers_left = 0
        for modifier in values:
            world.modifiers_left |= 1 << modifier

    def deal_packets(self, world: LuxPosition, luck: Luck) -> None:
        """Fill the others' packets before and during the draft; at a reckoning they are empty."""
        pool = self.unseen
        if world.phase == SECOND_PICK and self.me >= 0:
            pool -= pile_of(self.passed)
            self.deal_passed(world, luck)
        words = world.words
        left = size(pool)
        for seat in self.others:
            aside = [FIRSTS + seat] * CHOSEN
            count = self.sizes[seat]
            if world.phase == SECOND_PICK:
                count -= CHOSEN
                for _ in range(CHOSEN):
                    kind = nth(pool, luck.below(left))
                    pool -= card(kind)
                    left -= 1
                    words[FIRSTS + seat] += card(kind)
                aside = [SECONDS + seat] * CHOSEN
                if self.me >= 0 and (seat - 1) % world.seats == self.me:
                    continue
            decided = world.phase in (FIRST_PICK, SECOND_PICK) and not world.to_act >> seat & 1
            slots = aside + [HANDS + seat] * (count - CHOSEN) if decided else [HANDS + seat] * count
            for slot in slots:
                kind = nth(pool, luck.below(left))
                pool -= card(kind)
                left -= 1
                words[slot] += card(kind)
        world.deck = pool

    def deal_passed(self, world: LuxPosition, luck: Luck) -> None:
        """Give the left neighbour the packet this seat passed, and a blind pick from it if it has picked."""
        left = (self.me + 1) % world.seats
        packet = list(self.passed)
        if not world.to_act >> left & 1:
            for _ in range(CHOSEN):
                kind = packet.pop(luck.below(len(packet)))
                world.words[SECONDS + left] += card(kind)
        world.words[HANDS + left] = pile_of(packet)

    def deal_story(self, world: LuxPosition, luck: Luck) -> None:
        """Choose an explanation of the plays and fill what it leaves open."""
        ticket = luck.fraction()
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
                    slot = open_slots.pop(luck.below(len(open_slots)))
                    if slot != DRAWN:
                        words[slot] += card(entry & ~LOG_DREW)
                if entry & LOG_DREW and not self.is_pending(seat, i):
                    open_slots.append(DRAWN)
            for slot in open_slots:
                kind = nth(pool, luck.below(left))
                pool -= card(kind)
                left -= 1
                hand += card(kind)
                if slot != DRAWN:
                    words[slot] += card(kind)
            words[HANDS + seat] = hand
        world.deck = pool


def hidden_modifiers(view: View) -> list[int]:
    """The modifiers whose place this seat does not know."""
    known = [each["value"] for each in view["modifiers"]["placed"]]
    known.append(view["modifiers"]["held"])
    return [i for i, value in enumerate(MODIFIERS) if value not in known]


def public_position(view: View) -> LuxPosition:
    """All of a position that a view shows openly."""
    position = LuxPosition(view["seats"], LuxOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.round = view["round"]
    position.starter = view["starter"]
    position.turn = view["turn"]
    position.last_turns = view["last_turns"]
    position.to_open = view["to_open"]
    position.deal_size = view["deal"]
    position.to_deal = view["to_deal"]
    position.settled = view["settled"]
    position.deck_size = view["deck"]
    position.deck = EMPTY
    position.city = pile_of(cards_in(view["capital"]))
    position.gone = pile_of(cards_in(view["discards"]))
    position.gold_pile = view["gold_pile"]
    position.kept = 0
    for colour in view["kept"]:
        position.kept |= 1 << COLOURS.index(colour)
    for seat in range(position.seats):
        position.words[HOMES + seat] = pile_of(cards_in(view["homes"][seat]))
        position.words[BONUSES + seat] = pile_of(cards_in(view["bonuses"][seat]))
        position.words[GOLDS + seat] = view["gold"][seat]
        for play in view["plays"][seat]:
            position.turn = seat
            position.write_log(KIND_OF[play["card"]] + (LOG_DREW if play["drew"] else 0))
    position.turn = view["turn"]
    place_modifiers(position, view)
    position.to_act = acting(view)
    return position


CHANCE_PHASES: Final = ("opening", "starting", "dealing", "scholar", "agent-draws")


def acting(view: View) -> i64:
    """Who acts next: a view lists seats only."""
    if view["phase"] in CHANCE_PHASES:
        return CHANCE_ACTS
    bits: i64 = NOBODY
    for seat in view["to_act"]:
        bits |= 1 << seat
    return bits


def place_modifiers(position: LuxPosition, view: View) -> None:
    """Lay the modifiers where the seat sees them, `UNKNOWN` where it sees only their backs."""
    shown: dict[str, Any] = view["modifiers"]
    position.modifiers_left = ALL_MODIFIERS
    position.held = NONE
    position.placements = 0
    position.placed = 0
    if position.phase == AGENT:
        position.held = modifier_of(shown["held"])
    for each in shown["placed"]:
        placement = modifier_of(each["value"]) | COLOURS.index(each["colour"]) << 3 | each["seat"] << 6
        position.placements |= placement << PLACED_BITS * position.placed
        position.placed += 1
    for modifier in [position.held, *(modifier_of(each["value"]) for each in shown["placed"])]:
        if modifier >= 0 and modifier < MODIFIER_COUNT:
            position.modifiers_left ^= 1 << modifier
    if position.phase == SETTLING:
        position.set_limits()


def modifier_of(value: int | None) -> int:
    """Which modifier has this value; `UNKNOWN` for one that is face down."""
    return UNKNOWN if value is None else MODIFIERS.index(value)
