"""Every position of CAPO that fits a seat's view, drawn as chance and blind opponents made it.

Cards are physical, and what seats laid openly says nothing but that they had it. So hidden cards are dealt by
a shuffle, except for one thing: in the exchange the lower title gave its strongest cards. `Pair`, in
`gifts.py`, weighs the ways in which that can have happened. City cards are shuffled too, but for those that
the seat has seen change hands; nobody may own a winning set.
"""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import View, Worlds
from caponata.games.capo.gifts import Pair, place_of, stronger_counts
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    CHOSEN,
    CUGINE_TITLE,
    EXCHANGE,
    FIGHTING,
    GIFTS,
    HANDS,
    OVER,
    OWNED,
    PLAYED,
    PLAYING,
    SOTO_TITLE,
    STAKES,
    TITLED,
    YIELDING,
)
from caponata.games.capo.piles import (
    EMPTY,
    FULL_DECK,
    card_pile,
    cards_in,
    city_card,
    city_nth,
    city_size,
    colours_in,
    nth,
    pile_of,
    size,
)
from caponata.games.capo.recall import COLOUR_OF, city_named, pile_named, public_position
from caponata.games.capo.rules import CapoPosition


@final
class CapoWorlds(Worlds):
    """The positions that fit a view of CAPO."""

    def __init__(self, view: View) -> None:
        self.me: int = -1 if view["seat"] is None else view["seat"]
        self.base = public_position(view)
        self.others: list[int] = [seat for seat in range(self.base.seats) if seat != self.me]
        self.pool: i64 = EMPTY  # the cards that the seat cannot place
        self.missing: list[int] = [0] * self.base.seats  # cards in each hand that are to be dealt
        self.pairs: list[Pair] = []
        self.bound = -1.0  # of what the second pair can weigh, once it is known
        self.city_pool: list[int] = []
        self.city_missing: list[int] = [0] * self.base.seats
        self.place_cards(view)
        self.whole: list[int] = cards_in(self.pool)
        self.stronger: list[int] = stronger_counts(self.whole)
        if self.pairs:
            self.pairs[0].weigh(self.whole)
        self.place_cities(view)

    # Preparing

    def place_cards(self, view: View) -> None:
        """Lay down the seat's own cards and those it knows of, and count what is missing."""
        base = self.base
        words = base.words
        pool = FULL_DECK
        for seat in range(base.seats):
            pool -= words[PLAYED + seat]
        if self.me >= 0:
            words[HANDS + self.me] = pile_named(view["hand"])
            words[CHOSEN + self.me] = pile_named(view["chosen"])
            pool -= words[HANDS + self.me]
            exchanged: dict[str, Any] | None = view["exchange"]
            if exchanged is not None:
                partner: int = exchanged["with"]
                words[GIFTS + self.me] = pile_named(exchanged["gave"])
                words[GIFTS + partner] = pile_named(exchanged["received"])
                words[HANDS + partner] = pile_named(exchanged["known"])
                pool -= words[HANDS + partner]
        self.pool = pool
        for seat in range(base.seats):
            if seat != self.me:
                self.missing[seat] = base.cards_of(seat) - size(words[HANDS + seat])
        if base.round > 1 and base.phase >= PLAYING and base.phase <= YIELDING:
            self.add_pair(CAPO_TITLE, CAFONE_TITLE)
            if base.seats >= TITLED:
                self.add_pair(SOTO_TITLE, CUGINE_TITLE)

    def add_pair(self, upper_title: i64, lower_title: i64) -> None:
        """Note two seats that exchanged cards, as far as this seat does not know all about it."""
        base = self.base
        words = base.words
        upper = int(base.titled(upper_title))
        lower = int(base.titled(lower_title))
        gifts = int(base.exchanged(upper))
        upper_hand, lower_hand = upper, lower
        if base.swapped and upper_title == CAPO_TITLE:
            upper_hand, lower_hand = lower, upper
        if self.me != upper and self.me != lower:
            self.pairs.append(
                Pair(
                    upper_hand,
                    lower_hand,
                    gifts,
                    cards_in(words[PLAYED + upper_hand]),
                    cards_in(words[PLAYED + lower_hand]),
                    self.missing[upper_hand],
                    self.missing[lower_hand],
                    -1,
                )
            )
        elif self.me == upper and self.missing[lower] > 0:
            owed = max([place_of(card) for card in cards_in(words[GIFTS + lower])])
            self.pairs.append(Pair(upper, lower, 0, [], [], 0, self.missing[lower], owed))

    def place_cities(self, view: View) -> None:
        """Lay down the city cards that the seat knows of, and count what is missing."""
        base = self.base
        words = base.words
        pool: list[int] = colours_in(base.stock)
        for colour in colours_in(base.shown):
            pool.remove(colour)
        for seat in range(base.seats):
            entry: dict[str, Any] = view["cities"][seat]
            known = city_named(entry["known"])
            staked = 1 if entry["staked"] else 0
            for colour in colours_in(known):
                pool.remove(colour)
            words[OWNED + seat] = known
            if seat != self.me:
                self.city_missing[seat] = entry["count"] + staked - city_size(known)
            if entry["stake"] is not None:
                words[STAKES + seat] = city_card(COLOUR_OF[entry["stake"]])
                words[OWNED + seat] -= words[STAKES + seat]
        self.city_pool = pool
        base.stock = EMPTY

    # Sampling

    def sample(self, rng: Rng) -> CapoPosition:
        world = self.base.copy()
        self.deal_cards(world, rng)
        self.deal_cities(world, rng)
        if world.is_sealed():
            self.seal(world, rng)
        return world

    def deal_cards(self, world: CapoPosition, rng: Rng) -> None:
        """Fill the hands that the seat cannot see; the rest is the deck."""
        words = world.words
        hands: list[list[int]] = [[] for _ in range(world.seats)]
        pool = self.deal_pairs(world, hands, rng)
        for seat in self.others:
            for card in hands[seat]:
                words[HANDS + seat] += card_pile(card)
            left = self.missing[seat] - len(hands[seat])
            while left > 0:
                words[HANDS + seat] += card_pile(pool.pop())
                left -= 1
        world.deck = pile_of(pool)

    def deal_pairs(self, world: CapoPosition, hands: list[list[int]], rng: Rng) -> list[int]:
        """Deal to those who exchanged cards, and give what is left, shuffled."""
        pool = list(self.whole)
        while not self.try_pairs(pool, hands, rng):
            pool = list(self.whole)
            for hand in hands:
                hand.clear()
        for pair in self.pairs:
            if pair.gifts:
                upper = pair.lower if self.is_swapped(pair) else pair.upper
                lower = pair.upper if self.is_swapped(pair) else pair.lower
                world.words[GIFTS + upper] = pile_of(pair.given)
                world.words[GIFTS + lower] = pile_of(pair.owed)
        rng.shuffle(pool)
        return pool

    def try_pairs(self, pool: list[int], hands: list[list[int]], rng: Rng) -> bool:
        """Deal to one pair after the other; the second is as likely as the first has left it possible."""
        for number, pair in enumerate(self.pairs):
            if number > 0:
                pair.weigh(pool)
                if self.bound < 0.0:
                    self.bound = pair.most(self.stronger, len(self.whole), len(pool))
                if rng.fraction() * self.bound >= pair.weight:
                    return False
            if not pair.deal(pool, hands, rng):
                return False
        return True

    def is_swapped(self, pair: Pair) -> bool:
        """Whether a pair's hands have changed seats since the exchange."""
        return self.base.swapped != 0 and pair.lower == self.base.titled(CAPO_TITLE)

    def deal_cities(self, world: CapoPosition, rng: Rng) -> None:
        """Fill the city cards that the seat cannot see, until nobody would have won with them."""
        if self.base.phase == OVER:
            world.stock = pile_of_city(self.city_pool)
            return
        known = [world.words[OWNED + seat] for seat in range(world.seats)]
        while True:
            pool = list(self.city_pool)
            rng.shuffle(pool)
            consistent = True
            for seat in self.others:
                pile = known[seat]
                for _ in range(self.city_missing[seat]):
                    pile += city_card(pool.pop())
                world.words[OWNED + seat] = pile
                world.words[STAKES + seat] = EMPTY
                if self.has_staked(seat):
                    if not world.gained >> seat & 1 and world.has_won(seat):
                        consistent = False
                    staked = city_card(city_nth(pile, rng.below(city_size(pile))))
                    world.words[STAKES + seat] = staked
                    world.words[OWNED + seat] = pile - staked
                if world.has_won(seat):
                    consistent = False
            if consistent:
                world.stock = pile_of_city(pool)
                return

    def has_staked(self, seat: int) -> bool:
        """Whether another seat has a city card lying face down."""
        return bool(self.base.words[STAKES + seat] != EMPTY)

    def seal(self, world: CapoPosition, rng: Rng) -> None:
        """Let the seats that have chosen in secret have chosen anything."""
        for seat in self.others:
            if world.to_act >> seat & 1 or not has_choice(world, seat):
                continue
            hand = world.words[HANDS + seat]
            count: i64 = 1
            if world.phase == EXCHANGE:
                count = world.exchanged(seat)
            chosen: i64 = EMPTY
            while count > 0:
                card = card_pile(nth(hand, rng.below(size(hand))))
                hand -= card
                chosen += card
                count -= 1
            world.words[CHOSEN + seat] = chosen


def has_choice(position: CapoPosition, seat: i64) -> bool:
    """Whether a seat takes part in the secret choice of cards that is open."""
    if position.phase == FIGHTING:
        return seat == position.challenger or seat == position.foe
    if position.phase == EXCHANGE:
        return seat == position.titled(CAPO_TITLE) or seat == position.titled(SOTO_TITLE)
    return False


def pile_of_city(cards: list[int]) -> i64:
    """The pile of these city cards."""
    pile: i64 = EMPTY
    for colour in cards:
        pile += city_card(colour)
    return pile
