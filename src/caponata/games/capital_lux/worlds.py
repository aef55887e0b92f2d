"""Every position of Capital Lux that fits a seat's view, drawn as chance and blind opponents made it."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, MIXER, NOBODY, Effect, Position, View, Worlds
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
    MODIFIER,
    MODIFIER_COUNT,
    MODIFIERS,
    PICK,
)
from caponata.games.capital_lux.piles import EACH, EMPTY, card, nth, pile_of, size
from caponata.games.capital_lux.rules import LuxPosition
from caponata.games.capital_lux.stories import Stories

KIND_OF: Final = {name: kind for kind, name in enumerate(CARD_NAMES)}
UNKNOWN: Final = 7  # a modifier whose value the seat may not see


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
        self.stories: Stories | None = None
        if self.base.phase >= PLAYING and self.base.phase < SETTLING:
            plays = [
                [KIND_OF[play["card"]] + (LOG_DREW if play["drew"] else 0) for play in seat]
                for seat in view["plays"]
            ]
            self.stories = Stories(self.me, self.base, self.passed, self.unseen, plays)

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

    # Sampling

    def sample(self, rng: Rng) -> LuxPosition:
        world = self.base.copy()
        self.deal_modifiers(world, rng)
        if self.stories is not None:
            self.stories.deal(world, rng)
        else:
            self.deal_packets(world, rng)
        return world

    def deal_modifiers(self, world: LuxPosition, rng: Rng) -> None:
        """Give a value to every modifier this seat cannot see."""
        hidden = self.hidden_modifiers
        if not hidden:
            return
        values = list(hidden)
        rng.shuffle(values)
        for i in range(world.placed):
            if world.placements >> PLACED_BITS * i & EACH == UNKNOWN:
                world.placements ^= (UNKNOWN ^ values.pop()) << PLACED_BITS * i
        if world.held == UNKNOWN:
            world.held = values.pop()
        world.modifiers_left = 0
        for modifier in values:
            world.modifiers_left |= 1 << modifier

    def deal_packets(self, world: LuxPosition, rng: Rng) -> None:
        """Fill the others' packets before and during the draft; at a reckoning they are empty."""
        pool = self.unseen
        if world.phase == SECOND_PICK and self.me >= 0:
            pool -= pile_of(self.passed)
            self.deal_passed(world, rng)
        words = world.words
        left = size(pool)
        for seat in self.others:
            aside = [FIRSTS + seat] * CHOSEN
            count = self.sizes[seat]
            if world.phase == SECOND_PICK:
                count -= CHOSEN
                for _ in range(CHOSEN):
                    kind = nth(pool, rng.below(left))
                    pool -= card(kind)
                    left -= 1
                    words[FIRSTS + seat] += card(kind)
                aside = [SECONDS + seat] * CHOSEN
                if self.me >= 0 and (seat - 1) % world.seats == self.me:
                    continue
            decided = world.phase in (FIRST_PICK, SECOND_PICK) and not world.to_act >> seat & 1
            slots = aside + [HANDS + seat] * (count - CHOSEN) if decided else [HANDS + seat] * count
            for slot in slots:
                kind = nth(pool, rng.below(left))
                pool -= card(kind)
                left -= 1
                words[slot] += card(kind)
        world.deck = pool

    def deal_passed(self, world: LuxPosition, rng: Rng) -> None:
        """Give the left neighbour the packet this seat passed, and a blind pick from it if it has picked."""
        left = (self.me + 1) % world.seats
        packet = list(self.passed)
        if not world.to_act >> left & 1:
            for _ in range(CHOSEN):
                kind = packet.pop(rng.below(len(packet)))
                world.words[SECONDS + left] += card(kind)
        world.words[HANDS + left] = pile_of(packet)

    # What looks the same

    def move_key(self, position: Position, mover: i64, move: i64) -> i64:
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

    def effect_key(self, fact: Effect) -> i64:
        what, first, second, third = fact
        cards: i64 = second
        if what == PASSED and first != self.me:
            cards = size(cards)
        elif what == WON and third > 0:
            third = 1  # how many others took one before is nobody's question
        return ((cards * MIXER ^ first) * MIXER ^ third) * MIXER ^ (what + 1)


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
