"""Worlds: random positions of CAPO that a seat cannot distinguish from the true one.

Opponents are assumed to choose at random, so a card that was laid says only that its seat had it. Hidden
cards are dealt from a shuffled pool, with one exception: in the exchange the lower title gave its strongest
cards. `HiddenExchange` draws those hands with their probability. City cards are shuffled too, except for
those that the seat has seen change hands; worlds in which somebody owns a winning set are rejected.
"""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import View, Worlds
from caponata.games.capo.cards import COLOUR_NUMBERS
from caponata.games.capo.exchanges import HiddenExchange, order_of, stronger_counts
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    CHOSEN,
    CUGINE_TITLE,
    EXCHANGE,
    FIGHTING,
    FULL_TABLE,
    GIFTS,
    HANDS,
    OVER,
    OWNED,
    PLAYED,
    PLAYING,
    SOTO_TITLE,
    STAKES,
    YIELDING,
)
from caponata.games.capo.piles import (
    EMPTY,
    FULL_DECK,
    card_pile,
    cards_in,
    city_card,
    city_pile_of,
    city_size,
    colours_in,
    nth_card,
    nth_city,
    pile_of,
    pile_size,
)
from caponata.games.capo.public_position import city_named, pile_named, public_position
from caponata.games.capo.rules import CapoPosition


@final
class CapoWorlds(Worlds):
    """The worlds of one seat, prepared from its view."""

    def __init__(self, view: View) -> None:
        self.me: int = -1 if view["seat"] is None else view["seat"]
        self.base = public_position(view)
        self.others: list[int] = [seat for seat in range(self.base.seats) if seat != self.me]
        self.pool: i64 = EMPTY  # the cards that the seat neither holds nor has seen nor knows of
        self.missing: list[int] = [0] * self.base.seats  # number of cards to deal to each seat
        self.exchanges: list[HiddenExchange] = []
        self.bound = -1.0  # upper bound of the weight of the second exchange, once it is computed
        self.city_pool: list[int] = []
        self.city_missing: list[int] = [0] * self.base.seats
        self.set_known_cards(view)
        self.pool_cards: list[int] = cards_in(self.pool)
        self.stronger: list[int] = stronger_counts(self.pool_cards)
        if self.exchanges:
            self.exchanges[0].weigh(self.pool_cards)
        self.set_known_city_cards(view)

    # Preparing

    def set_known_cards(self, view: View) -> None:
        """Set the cards that the seat holds or knows of, and count those to deal."""
        base = self.base
        piles = base.piles
        pool = FULL_DECK
        for seat in range(base.seats):
            pool -= piles[PLAYED + seat]
        if self.me >= 0:
            piles[HANDS + self.me] = pile_named(view["hand"])
            piles[CHOSEN + self.me] = pile_named(view["chosen"])
            pool -= piles[HANDS + self.me]
            exchanged: dict[str, Any] | None = view["exchange"]
            if exchanged is not None:
                partner: int = exchanged["with"]
                piles[GIFTS + self.me] = pile_named(exchanged["gave"])
                piles[GIFTS + partner] = pile_named(exchanged["received"])
                piles[HANDS + partner] = pile_named(exchanged["known"])
                pool -= piles[HANDS + partner]
        self.pool = pool
        for seat in range(base.seats):
            if seat != self.me:
                self.missing[seat] = base.hand_count(seat) - pile_size(piles[HANDS + seat])
        if base.round > 1 and base.phase >= PLAYING and base.phase <= YIELDING:
            self.add_exchange(CAPO_TITLE, CAFONE_TITLE)
            if base.seats >= FULL_TABLE:
                self.add_exchange(SOTO_TITLE, CUGINE_TITLE)

    def add_exchange(self, upper_title: i64, lower_title: i64) -> None:
        """Add the exchange between two titles, unless the seat knows everything about it."""
        base = self.base
        piles = base.piles
        upper = int(base.title_holder(upper_title))
        lower = int(base.title_holder(lower_title))
        gifts = int(base.exchange_size(upper))
        upper_hand, lower_hand = upper, lower
        if base.swapped and upper_title == CAPO_TITLE:
            upper_hand, lower_hand = lower, upper
        if self.me != upper and self.me != lower:
            self.exchanges.append(
                HiddenExchange(
                    upper_hand,
                    lower_hand,
                    gifts,
                    cards_in(piles[PLAYED + upper_hand]),
                    cards_in(piles[PLAYED + lower_hand]),
                    self.missing[upper_hand],
                    self.missing[lower_hand],
                    -1,
                )
            )
        elif self.me == upper and self.missing[lower] > 0:
            owed = max([order_of(card) for card in cards_in(piles[GIFTS + lower])])
            self.exchanges.append(HiddenExchange(upper, lower, 0, [], [], 0, self.missing[lower], owed))

    def set_known_city_cards(self, view: View) -> None:
        """Set the city cards that the seat knows, and count those to deal."""
        base = self.base
        piles = base.piles
        pool: list[int] = colours_in(base.stock)
        for colour in colours_in(base.open_stakes):
            pool.remove(colour)
        for seat in range(base.seats):
            entry: dict[str, Any] = view["cities"][seat]
            known = city_named(entry["known"])
            staked = 1 if entry["staked"] else 0
            for colour in colours_in(known):
                pool.remove(colour)
            piles[OWNED + seat] = known
            if seat != self.me:
                self.city_missing[seat] = entry["count"] + staked - city_size(known)
            if entry["stake"] is not None:
                piles[STAKES + seat] = city_card(COLOUR_NUMBERS[entry["stake"]])
                piles[OWNED + seat] -= piles[STAKES + seat]
        self.city_pool = pool
        base.stock = EMPTY

    # Sampling

    def sample(self, rng: Rng) -> CapoPosition:
        world = self.base.copy()
        self.deal_cards(world, rng)
        self.deal_city_cards(world, rng)
        if world.is_sealed():
            self.choose_sealed(world, rng)
        return world

    def deal_cards(self, world: CapoPosition, rng: Rng) -> None:
        """Deal the hands that the seat cannot see; the rest is the deck."""
        piles = world.piles
        hands: list[list[int]] = [[] for _ in range(world.seats)]
        pool = self.deal_exchanges(world, hands, rng)
        for seat in self.others:
            for card in hands[seat]:
                piles[HANDS + seat] += card_pile(card)
            left = self.missing[seat] - len(hands[seat])
            while left > 0:
                piles[HANDS + seat] += card_pile(pool.pop())
                left -= 1
        world.deck = pile_of(pool)

    def deal_exchanges(self, world: CapoPosition, hands: list[list[int]], rng: Rng) -> list[int]:
        """Deal to the seats that exchanged cards, and return the rest of the pool, shuffled."""
        pool = list(self.pool_cards)
        while not self.try_exchanges(pool, hands, rng):
            pool = list(self.pool_cards)
            for hand in hands:
                hand.clear()
        for exchange in self.exchanges:
            if exchange.gifts:
                upper = exchange.lower if self.is_swapped(exchange) else exchange.upper
                lower = exchange.upper if self.is_swapped(exchange) else exchange.lower
                world.piles[GIFTS + upper] = pile_of(exchange.given)
                world.piles[GIFTS + lower] = pile_of(exchange.owed)
        rng.shuffle(pool)
        return pool

    def try_exchanges(self, pool: list[int], hands: list[list[int]], rng: Rng) -> bool:
        """Deal to the seats that exchanged cards. Returns False if the deal is rejected.

        The first exchange is kept with a probability proportional to the number of deals it leaves to the
        second one.
        """
        for number, exchange in enumerate(self.exchanges):
            if number > 0:
                exchange.weigh(pool)
                if self.bound < 0.0:
                    self.bound = exchange.weight_bound(self.stronger, len(self.pool_cards), len(pool))
                if rng.fraction() * self.bound >= exchange.weight:
                    return False
            if not exchange.deal(pool, hands, rng):
                return False
        return True

    def is_swapped(self, exchange: HiddenExchange) -> bool:
        """Return whether Mamma has swapped the hands of an exchange since."""
        return self.base.swapped != 0 and exchange.lower == self.base.title_holder(CAPO_TITLE)

    def deal_city_cards(self, world: CapoPosition, rng: Rng) -> None:
        """Deal the city cards that the seat cannot see; repeat while they would have won the game."""
        if self.base.phase == OVER:
            world.stock = city_pile_of(self.city_pool)
            return
        known = [world.piles[OWNED + seat] for seat in range(world.seats)]
        while True:
            pool = list(self.city_pool)
            rng.shuffle(pool)
            consistent = True
            for seat in self.others:
                pile = known[seat]
                for _ in range(self.city_missing[seat]):
                    pile += city_card(pool.pop())
                world.piles[OWNED + seat] = pile
                world.piles[STAKES + seat] = EMPTY
                if self.has_staked(seat):
                    if not world.gained >> seat & 1 and world.has_won(seat):
                        consistent = False
                    staked = city_card(nth_city(pile, rng.below(city_size(pile))))
                    world.piles[STAKES + seat] = staked
                    world.piles[OWNED + seat] = pile - staked
                if world.has_won(seat):
                    consistent = False
            if consistent:
                world.stock = city_pile_of(pool)
                return

    def has_staked(self, seat: int) -> bool:
        """Return whether another seat has staked a city card."""
        return bool(self.base.piles[STAKES + seat] != EMPTY)

    def choose_sealed(self, world: CapoPosition, rng: Rng) -> None:
        """Draw a random choice for every other seat that has already chosen in secret."""
        for seat in self.others:
            if world.to_act >> seat & 1 or not has_sealed_choice(world, seat):
                continue
            hand = world.piles[HANDS + seat]
            count: i64 = 1
            if world.phase == EXCHANGE:
                count = world.exchange_size(seat)
            chosen: i64 = EMPTY
            while count > 0:
                card = card_pile(nth_card(hand, rng.below(pile_size(hand))))
                hand -= card
                chosen += card
                count -= 1
            world.piles[CHOSEN + seat] = chosen


def has_sealed_choice(position: CapoPosition, seat: i64) -> bool:
    """Return whether a seat chooses cards in secret in this phase."""
    if position.phase == FIGHTING:
        return seat == position.challenger or seat == position.foe
    if position.phase == EXCHANGE:
        return seat == position.title_holder(CAPO_TITLE) or seat == position.title_holder(SOTO_TITLE)
    return False
