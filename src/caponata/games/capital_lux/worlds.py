"""All positions of Capital Lux that fit a seat's view.

They are sampled with the probability of their chance moves. Opponents are assumed to pick and play at random.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, MIXER, NOBODY, Effect, Position, View, Worlds
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS, MODIFIER_COUNT, MODIFIERS
from caponata.games.capital_lux.layout import (
    AGENT,
    ALL_MODIFIERS,
    BONUSES,
    FIRST_PICK,
    GOLD,
    HANDS,
    HOMES,
    LOG_DREW,
    NO_MODIFIER,
    OPENING,
    PASSED,
    PASSED_LAST,
    PHASES,
    PICK_SIZE,
    PICKED_FIRST,
    PICKED_SECOND,
    PLAYING,
    SECOND_PICK,
    SETTLING,
    WON,
    LuxOptions,
    placed_modifier,
    placement,
)
from caponata.games.capital_lux.limits import store_limits
from caponata.games.capital_lux.moves import (
    DRAW,
    MODIFIER,
    PICK,
    draw_move,
    modifier_move,
    pick_move,
    verb_of,
)
from caponata.games.capital_lux.piles import EMPTY, card, nth, pile_of, size
from caponata.games.capital_lux.rules import LuxPosition
from caponata.games.capital_lux.stories import Stories

KIND_OF_NAME: Final = {name: kind for kind, name in enumerate(CARD_NAMES)}
UNKNOWN: Final = 7  # a modifier whose value the seat may not see
CHANCE_PHASES: Final = ("opening", "starting", "dealing", "scholar", "agent-draws")


@final
class LuxWorlds(Worlds):
    """The positions that fit a view of Capital Lux."""

    def __init__(self, view: View) -> None:
        self.me: i64 = -1
        if view["seat"] is not None:
            self.me = view["seat"]
        self.base = public_position(view)
        self.hand_sizes: list[int] = view["cards"]
        self.unseen: i64 = EMPTY
        for name, count in view["unseen"].items():
            self.unseen += count * card(KIND_OF_NAME[name])
        self.others: list[int] = [seat for seat in range(self.base.seats) if seat != self.me]
        self.passed: list[int] = []
        if self.me >= 0:
            self.place_own_cards(view)
        self.hidden_modifiers: list[int] = hidden_modifiers(view)
        self.stories: Stories | None = None
        if self.base.phase >= PLAYING and self.base.phase < SETTLING:
            plays = [[log_entry(play) for play in seat_plays] for seat_plays in view["plays"]]
            self.stories = Stories(self.me, self.base, self.passed, self.unseen, plays)

    def place_own_cards(self, view: View) -> None:
        """Put the cards that the seat holds and remembers into the base position."""
        words = self.base.words
        memory: dict[str, list[str]] = view["memory"]
        right = (self.me - 1) % self.base.seats
        words[HANDS + self.me] = pile_of(kinds_of(view["hand"]))
        words[PICKED_FIRST + self.me] = pile_of(kinds_of(memory["picked_first"]))
        words[PICKED_SECOND + self.me] = pile_of(kinds_of(memory["picked_second"]))
        words[PASSED_LAST + self.me] = pile_of(kinds_of(memory["passed_last"]))
        words[PASSED_LAST + right] = pile_of(kinds_of(memory["received_last"]))
        self.passed = kinds_of(memory["passed_first"])

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
        """Choose a value for every modifier that the seat cannot see."""
        hidden = self.hidden_modifiers
        if not hidden:
            return
        values = list(hidden)
        rng.shuffle(values)
        for i in range(world.placed):
            if placed_modifier(world.placements, i) == UNKNOWN:
                world.placements ^= placement(i, UNKNOWN ^ values.pop(), 0, 0)
        if world.held == UNKNOWN:
            world.held = values.pop()
        world.modifiers_left = 0
        for modifier in values:
            world.modifiers_left |= 1 << modifier

    def deal_packets(self, world: LuxPosition, rng: Rng) -> None:
        """Fill the other seats' packets before and during the draft; at a reckoning they are empty."""
        pool = self.unseen
        if world.phase == SECOND_PICK and self.me >= 0:
            pool -= pile_of(self.passed)
            self.deal_passed(world, rng)
        words = world.words
        left = size(pool)
        for seat in self.others:
            aside = [PICKED_FIRST + seat] * PICK_SIZE
            count = self.hand_sizes[seat]
            if world.phase == SECOND_PICK:
                count -= PICK_SIZE
                for _ in range(PICK_SIZE):
                    kind = nth(pool, rng.below(left))
                    pool -= card(kind)
                    left -= 1
                    words[PICKED_FIRST + seat] += card(kind)
                aside = [PICKED_SECOND + seat] * PICK_SIZE
                if self.me >= 0 and (seat - 1) % world.seats == self.me:
                    continue
            has_picked = world.phase in (FIRST_PICK, SECOND_PICK) and not world.to_act >> seat & 1
            slots = aside + [HANDS + seat] * (count - PICK_SIZE) if has_picked else [HANDS + seat] * count
            for slot in slots:
                kind = nth(pool, rng.below(left))
                pool -= card(kind)
                left -= 1
                words[slot] += card(kind)
        world.deck = pool

    def deal_passed(self, world: LuxPosition, rng: Rng) -> None:
        """Give the left neighbour the packet that this seat passed, and a random pick if it has picked."""
        left = (self.me + 1) % world.seats
        packet = list(self.passed)
        if not world.to_act >> left & 1:
            for _ in range(PICK_SIZE):
                kind = packet.pop(rng.below(len(packet)))
                world.words[PICKED_SECOND + left] += card(kind)
        world.words[HANDS + left] = pile_of(packet)

    # Keys

    def move_key(self, position: Position, mover: i64, move: i64) -> i64:
        # All hidden moves of a verb share the key of its first move. Keys begin at 1 because NO_KEY is 0.
        verb = verb_of(move)
        if verb == DRAW and self.is_draw_hidden(position):
            return draw_move(0) + 1
        if verb == MODIFIER and self.is_draw_hidden(position):
            return modifier_move(0) + 1
        if verb == PICK and mover != self.me:
            return pick_move(0, 0) + 1
        return move + 1

    def is_draw_hidden(self, position: Position) -> bool:
        """Return whether the seat cannot see the card or modifier that chance draws now."""
        assert isinstance(position, LuxPosition)
        return position.turn != self.me and position.phase != OPENING

    def effect_key(self, effect: Effect) -> i64:
        kind, first, second, third = effect
        cards: i64 = second
        if kind == PASSED and first != self.me:
            cards = size(cards)
        elif kind == WON and third > 0:
            third = 1  # the event does not show how many leaders took a card before
        return ((cards * MIXER ^ first) * MIXER ^ third) * MIXER ^ (kind + 1)


# Reading a view


def kinds_of(names: list[str]) -> list[int]:
    """Return the kinds of named cards."""
    return [KIND_OF_NAME[name] for name in names]


def log_entry(play: dict[str, Any]) -> int:
    """Return the log entry of a play."""
    kind: int = KIND_OF_NAME[play["card"]]
    return kind + LOG_DREW if play["drew"] else kind


def public_position(view: View) -> LuxPosition:
    """Return a position with everything that all seats see."""
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
    position.capital = pile_of(kinds_of(view["capital"]))
    position.discards = pile_of(kinds_of(view["discards"]))
    position.gold_pile = view["gold_pile"]
    position.paid_colours = 0
    for colour in view["kept"]:
        position.paid_colours |= 1 << COLOURS.index(colour)
    for seat in range(position.seats):
        position.words[HOMES + seat] = pile_of(kinds_of(view["homes"][seat]))
        position.words[BONUSES + seat] = pile_of(kinds_of(view["bonuses"][seat]))
        position.words[GOLD + seat] = view["gold"][seat]
        for play in view["plays"][seat]:
            position.log_play(seat, log_entry(play))
    place_modifiers(position, view)
    position.to_act = acting_seats(view)
    return position


def acting_seats(view: View) -> i64:
    """Return `to_act`: a view lists seats only, so chance follows from the phase."""
    if view["phase"] in CHANCE_PHASES:
        return CHANCE_ACTS
    bits: i64 = NOBODY
    for seat in view["to_act"]:
        bits |= 1 << seat
    return bits


def hidden_modifiers(view: View) -> list[int]:
    """Return the modifiers that the seat has not seen this round."""
    seen = [row["value"] for row in view["modifiers"]["placed"]]
    seen.append(view["modifiers"]["held"])
    return [i for i, value in enumerate(MODIFIERS) if value not in seen]


def place_modifiers(position: LuxPosition, view: View) -> None:
    """Place the modifiers of a view; those that the seat sees only face down are `UNKNOWN`."""
    modifiers: dict[str, Any] = view["modifiers"]
    position.modifiers_left = ALL_MODIFIERS
    position.held = NO_MODIFIER
    position.placements = 0
    position.placed = 0
    if position.phase == AGENT:
        position.held = modifier_of_value(modifiers["held"])
    placed = [modifier_of_value(row["value"]) for row in modifiers["placed"]]
    for row, modifier in zip(modifiers["placed"], placed):
        colour = COLOURS.index(row["colour"])
        position.placements |= placement(position.placed, modifier, colour, row["seat"])
        position.placed += 1
    for modifier in [position.held, *placed]:
        if modifier >= 0 and modifier < MODIFIER_COUNT:
            position.modifiers_left ^= 1 << modifier
    if position.phase == SETTLING:
        store_limits(position)


def modifier_of_value(value: int | None) -> int:
    """Return the modifier with this value, or `UNKNOWN` for None."""
    return UNKNOWN if value is None else MODIFIERS.index(value)
