"""The end of a round: places and titles, city cards, and the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo.deals import start_deal, start_staking
from caponata.games.capo.layout import (
    AWARDING,
    CAFONE_TITLE,
    CROOKED_PLACE,
    DRAFTING,
    EVERYBODY,
    FINISHED,
    FULL_TABLE,
    GIFTS,
    HANDS,
    LEADS,
    NONE,
    OVER,
    OWNED,
    OWNS,
    PLACED,
    ROUNDS,
    SEAT_BITS,
    SEAT_MASK,
    SHOWN_STAKE,
    STAKES,
    TAKEN,
)
from caponata.games.capo.piles import (
    EMPTY,
    HIGH_BIT,
    city_card,
    city_copies,
    city_size,
    nth_city,
    only_colour,
)
from caponata.games.capo.state import CapoState


def end_round(state: CapoState) -> None:
    """End the round when one seat is left with cards: rank the seats, then hand out city cards."""
    last: i64 = 0
    while not state.holding >> last & 1:
        last += 1
    state.outs |= last << SEAT_BITS * state.out_count
    rank_seats(state)
    clear_round(state)
    state.pick_place = 0
    state.picks_left = 2  # [CAPO-7.1] [CAPO-7.8]
    if show_stakes(state):
        next_pick(state)
    else:
        next_award(state)


def rank_seats(state: CapoState) -> None:
    """Fill the places from the top, each with the earliest seat out that may take it [CAPO-6.6]."""
    state.places = 0
    left = state.outs
    count = state.seats
    place: i64 = 0
    while count > 0:
        index: i64 = 0
        while index < count and best_place(state, left >> SEAT_BITS * index & SEAT_MASK) > place:
            index += 1
        if index == count:
            index = 0
        seat = left >> SEAT_BITS * index & SEAT_MASK
        before = left & (HIGH_BIT >> 60 - SEAT_BITS * index) - 1
        left = left >> SEAT_BITS * (index + 1) << SEAT_BITS * index | before
        state.places |= seat << SEAT_BITS * place
        state.emit(PLACED, seat, place, state.title_at(place))
        count -= 1
        place += 1


def best_place(state: CapoState, seat: i64) -> i64:
    """The best place that a seat may take, counted from 0 [CAPO-6.4] [CAPO-6.5]."""
    limit = state.place_limits >> SEAT_BITS * seat & SEAT_MASK
    if state.seats < FULL_TABLE and limit > CROOKED_PLACE:
        return CROOKED_PLACE  # [CAPO-6.7]
    return limit


def clear_round(state: CapoState) -> None:
    """Return the hands to the deck unseen and reset the round, except for the cards played openly."""
    piles = state.piles
    seat: i64 = 0
    while seat < state.seats:
        state.deck += piles[HANDS + seat]
        state.deck_size += state.hand_count(seat)
        piles[HANDS + seat] = EMPTY
        piles[GIFTS + seat] = EMPTY
        seat += 1
    state.counts = 0
    state.holding = 0
    state.outs = 0
    state.out_count = 0
    state.place_limits = 0
    state.swapped = 0
    state.mamma_due = 0
    state.backwards = 0  # [CAPO-4.2]
    state.top_size = 0
    state.top_cards = EMPTY
    state.top_strength = 0
    state.top_seat = 0
    state.passed = 0
    state.locked = 0


# Stakes


def show_stakes(state: CapoState) -> bool:
    """Turn up all stakes, and return whether there are any [CAPO-7.8]."""
    state.open_stakes = EMPTY
    seat: i64 = 0
    while seat < state.seats:
        staked = state.piles[STAKES + seat]
        if staked:
            colour = only_colour(staked)
            state.piles[STAKES + seat] = EMPTY
            state.open_stakes += staked
            state.emit(SHOWN_STAKE, seat, colour, 0)
            viewer: i64 = 0
            while viewer <= EVERYBODY:
                known = state.known_cities(viewer, seat)
                if city_copies(known, colour):
                    state.set_known_cities(viewer, seat, known - staked)
                viewer += 1
        seat += 1
    return state.open_stakes != EMPTY


def next_pick(state: CapoState) -> None:
    """Ask the next place to pick a stake; without a choice it takes one at once [CAPO-7.8]."""
    while state.open_stakes:
        if state.picks_left == 0:
            state.pick_place += 1
            state.picks_left = 1
        seat = state.seat_at(state.pick_place)
        colour = only_colour(state.open_stakes)
        if city_size(state.open_stakes) <= state.picks_left:
            colour = nth_city(state.open_stakes, 0)
        if colour < 0:
            state.turn = seat
            state.phase = DRAFTING
            state.to_act = 1 << seat
            return
        state.emit(TAKEN, seat, colour, 0)
        if take_stake(state, seat, colour):
            return
    close_round(state)


def pick(state: CapoState, colour: i64) -> None:
    """Pick a stake for the seat in turn."""
    if not take_stake(state, state.turn, colour):
        next_pick(state)


def take_stake(state: CapoState, seat: i64, colour: i64) -> bool:
    """Give a stake to a seat in view of everybody, and return whether that ended the game."""
    card = city_card(colour)
    state.open_stakes -= card
    state.piles[OWNED + seat] += card
    state.picks_left -= 1
    viewer: i64 = 0
    while viewer <= EVERYBODY:
        if viewer != seat and (viewer < state.seats or viewer == EVERYBODY):
            state.set_known_cities(viewer, seat, state.known_cities(viewer, seat) + card)
        viewer += 1
    if state.has_won(seat):
        end_game(state, seat)
        return True
    return False


# City cards from the stock


def award(state: CapoState, colour: i64) -> None:
    """Give a city card from the stock to the seat in turn."""
    state.stock -= city_card(colour)
    state.piles[OWNED + state.turn] += city_card(colour)  # [CAPO-7.1]
    if state.has_won(state.turn):
        end_game(state, state.turn)
        return
    state.picks_left -= 1
    next_award(state)


def next_award(state: CapoState) -> None:
    """Draw the next city card of the Capo or, with the option, the Soto Capo, while the stock lasts."""
    has_second = state.options.soto_capo_city_card and state.seats >= FULL_TABLE
    if has_second and state.picks_left == 0 and state.pick_place == 0:
        state.pick_place = 1  # [CAPO-7.2]
        state.picks_left = 1
    if state.picks_left == 0 or state.stock == EMPTY:
        close_round(state)
        return
    state.turn = state.seat_at(state.pick_place)
    state.phase = AWARDING
    state.to_act = CHANCE_ACTS


# The next round


def close_round(state: CapoState) -> None:
    """Start the next round, which the Cafone deals and leads, or end the game after the last round."""
    state.pick_place = 0
    state.picks_left = 0
    if state.round == ROUNDS:  # [CAPO-8.3]
        end_game(state, NONE)
        return
    state.round += 1
    state.leader = state.title_holder(CAFONE_TITLE)  # [CAPO-3.1]
    state.emit(LEADS, state.leader, state.round, 0)
    if state.stock == EMPTY:
        start_staking(state)
    else:
        start_deal(state)


def end_game(state: CapoState, champion: i64) -> None:
    """End the game and show all city cards [CAPO-8.1]."""
    clear_round(state)
    state.equal = 0
    state.challenger = NONE
    state.foe = NONE
    state.winner = NONE
    state.loser = NONE
    state.champion = champion
    state.phase = OVER
    state.to_act = NOBODY
    seat: i64 = 0
    while seat < state.seats:
        state.emit(OWNS, seat, state.piles[OWNED + seat], 0)
        seat += 1
    state.emit(FINISHED, champion, 0, 0)
