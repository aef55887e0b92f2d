"""The start of a round: stakes, the deal and the exchange, up to the first trick."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo.cards import DECK_SIZE
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    CHOSEN,
    CUGINE_TITLE,
    DEALING,
    EXCHANGE,
    FIRST_CITY_CARDS,
    FULL_TABLE,
    GIFTS,
    HANDS,
    OWNED,
    PLAYED,
    PLAYING,
    RECEIVED,
    SEAT_BITS,
    SOTO_TITLE,
    STAKED,
    STAKES,
    STAKING,
    STARTING,
)
from caponata.games.capo.piles import (
    EMPTY,
    FULL_DECK,
    HIGH_BIT,
    card_pile,
    city_card,
    city_size,
    nth_card,
    only_colour,
    strongest,
)
from caponata.games.capo.state import CapoState


def deal_city_card(state: CapoState, colour: i64) -> None:
    """Deal one of the first city cards to the seat in turn."""
    state.stock -= city_card(colour)
    state.piles[OWNED + state.turn] += city_card(colour)  # [CAPO-1.4]
    state.to_deal -= 1
    if state.to_deal == 0:
        state.to_deal = FIRST_CITY_CARDS
        state.turn += 1
        if state.turn == state.seats:
            state.turn = 0
            state.to_deal = 0
            state.phase = STARTING


def set_first_dealer(state: CapoState, dealer: i64) -> None:
    """Start the first round: the seat to the left of the dealer leads [CAPO-3.1]."""
    state.leader = state.left_of(dealer)
    start_deal(state)


# Stakes


def start_staking(state: CapoState) -> None:
    """Ask every seat with city cards to stake one; a seat with a single one stakes it at once [CAPO-7.7]."""
    state.phase = STAKING
    state.to_act = NOBODY
    state.gained = 0
    seat: i64 = 0
    while seat < state.seats:
        owned = state.piles[OWNED + seat]
        if owned:
            if city_size(owned) == 1:
                state.piles[STAKES + seat] = owned
                state.piles[OWNED + seat] = EMPTY
                state.emit(STAKED, seat, only_colour(owned), 0)
            else:
                state.to_act |= 1 << seat
        seat += 1
    if state.to_act == NOBODY:
        start_deal(state)


def stake(state: CapoState, seat: i64, colour: i64) -> None:
    """Stake a city card face down; nobody owns it until the end of the round [CAPO-7.7]."""
    state.piles[OWNED + seat] -= city_card(colour)
    state.piles[STAKES + seat] = city_card(colour)
    state.to_act &= ~(1 << seat)
    if state.to_act == NOBODY:
        start_deal(state)


# The deal


def start_deal(state: CapoState) -> None:
    """Shuffle all cards and start dealing, to the leader first."""
    seat: i64 = 0
    while seat < state.seats:
        state.piles[PLAYED + seat] = EMPTY
        seat += 1
    state.deck = FULL_DECK
    state.deck_size = DECK_SIZE
    state.turn = state.leader
    state.to_deal = state.deal_size  # [CAPO-1.5]
    state.phase = DEALING
    state.to_act = CHANCE_ACTS


def deal_card(state: CapoState, card: i64) -> None:
    """Deal a card to the seat in turn."""
    dealt = card_pile(card)
    state.deck -= dealt
    state.deck_size -= 1
    state.piles[HANDS + state.turn] += dealt
    state.counts += HIGH_BIT >> 60 - SEAT_BITS * state.turn
    state.to_deal -= 1
    if state.to_deal == 0:
        state.turn += 1
        if state.turn == state.seats:
            state.turn = 0
        state.to_deal = state.deal_size
        if state.turn == state.leader:
            state.to_deal = 0
            end_deal(state)


def deal_random_hand(state: CapoState, rng: Rng) -> None:
    """Deal the rest of a hand at random: the same as `deal_card` for every card, but faster."""
    deck = state.deck
    size = state.deck_size
    hand = state.piles[HANDS + state.turn]
    left = state.to_deal
    while left > 1:
        dealt = card_pile(nth_card(deck, rng.below(size)))
        deck -= dealt
        hand += dealt
        size -= 1
        left -= 1
    state.deck = deck
    state.deck_size = size
    state.piles[HANDS + state.turn] = hand
    state.counts += state.to_deal - 1 << SEAT_BITS * state.turn
    state.to_deal = 1
    deal_card(state, nth_card(deck, rng.below(size)))


def end_deal(state: CapoState) -> None:
    """Start the exchange or, in the first round, the first trick."""
    state.holding = (1 << state.seats) - 1
    state.turn = state.leader
    if state.places == 0:
        start_trick(state, state.leader)
        return
    state.phase = EXCHANGE
    state.to_act = 1 << state.title_holder(CAPO_TITLE)  # [CAPO-7.6]
    if state.seats >= FULL_TABLE:
        state.to_act |= 1 << state.title_holder(SOTO_TITLE)


# The exchange


def give(state: CapoState, seat: i64, cards: i64) -> None:
    """Set a gift aside face down; the last one starts the exchange."""
    state.piles[CHOSEN + seat] = cards
    state.to_act &= ~(1 << seat)
    if state.to_act == NOBODY:
        exchange(state, state.title_holder(CAPO_TITLE), state.title_holder(CAFONE_TITLE))  # [CAPO-7.3]
        if state.seats >= FULL_TABLE:
            exchange(state, state.title_holder(SOTO_TITLE), state.title_holder(CUGINE_TITLE))  # [CAPO-7.4]
        start_trick(state, state.leader)


def exchange(state: CapoState, upper: i64, lower: i64) -> None:
    """Exchange the cards that the upper title chose for the strongest singles of the lower one."""
    piles = state.piles
    given = piles[CHOSEN + upper]
    owed = strongest(piles[HANDS + lower], state.exchange_size(upper))  # [CAPO-7.3] [CAPO-7.5]
    piles[CHOSEN + upper] = EMPTY
    piles[HANDS + upper] += owed - given
    piles[HANDS + lower] += given - owed
    piles[GIFTS + upper] = given
    piles[GIFTS + lower] = owed
    state.emit(RECEIVED, upper, lower, owed)
    state.emit(RECEIVED, lower, upper, given)


def start_trick(state: CapoState, seat: i64) -> None:
    """Let a seat lead a new trick [CAPO-3.2]."""
    state.top_size = 0
    state.top_cards = EMPTY
    state.top_strength = 0
    state.passed = 0
    state.locked = 0
    state.top_seat = seat
    state.turn = seat
    state.phase = PLAYING
    state.to_act = 1 << seat
