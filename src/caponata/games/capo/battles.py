"""Battles: two seats turn over a card, the others may discard one, and the loser gives up a city card."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import NOBODY
from caponata.games.capo.layout import (
    BATTLE,
    BATTLE_WON,
    CHOSEN,
    DISCARDING,
    EVERYBODY,
    FIGHTING,
    FOUGHT,
    HANDS,
    NONE,
    ONE_OF_EACH_COLOUR,
    OWNED,
    PLAYED,
    PROSPECT_ONLY,
    SEAT_BITS,
    YIELDED,
    YIELDING,
)
from caponata.games.capo.piles import (
    EMPTY,
    HIGH_BIT,
    city_card,
    city_copies,
    city_size,
    is_stronger,
    only_colour,
)
from caponata.games.capo.rounds import end_game
from caponata.games.capo.state import CapoState
from caponata.games.capo.tricks import end_play, run_out


def challenge(state: CapoState, seat: i64, foe: i64) -> None:
    """Challenge a seat to a Battle after a 9 [CAPO-4.5]."""
    state.foe = foe
    state.challenger = seat
    start_battle(state)


def start_battle(state: CapoState) -> None:
    """Ask both sides to choose a card in secret [CAPO-5.2]."""
    state.phase = FIGHTING
    state.to_act = 1 << state.challenger | 1 << state.foe
    state.emit(BATTLE, state.challenger, state.foe, state.equal)


def fight(state: CapoState, seat: i64, card: i64) -> None:
    """Lay a card for the Battle face down; the second one turns both over."""
    state.piles[CHOSEN + seat] = card
    state.to_act &= ~(1 << seat)
    if state.to_act == NOBODY:
        reveal(state)


def reveal(state: CapoState) -> None:
    """Turn both cards over and discard them; the better single wins."""
    challenger_card = take_chosen_card(state, state.challenger)
    foe_card = take_chosen_card(state, state.foe)
    state.winner = NONE
    state.loser = NONE
    if is_stronger(challenger_card, foe_card):
        state.winner = state.challenger
        state.loser = state.foe
    elif is_stronger(foe_card, challenger_card):
        state.winner = state.foe
        state.loser = state.challenger
    if state.equal and state.winner != state.challenger:  # [CAPO-5.3]
        state.top_seat = state.foe  # [CAPO-5.7]
    state.emit(BATTLE_WON, state.winner, state.equal, state.top_seat)
    next_discard(state, state.challenger)


def take_chosen_card(state: CapoState, seat: i64) -> i64:
    """Remove the card that a seat chose for the Battle from its hand and return it [CAPO-5.4]."""
    piles = state.piles
    card = piles[CHOSEN + seat]
    piles[CHOSEN + seat] = EMPTY
    piles[HANDS + seat] -= card
    piles[PLAYED + seat] += card
    state.counts -= HIGH_BIT >> 60 - SEAT_BITS * seat
    state.emit(FOUGHT, seat, card, 0)
    return card


# Discards


def next_discard(state: CapoState, after: i64) -> None:
    """Ask the next seat outside the Battle for a discard; after the last, settle the Battle [CAPO-5.4]."""
    seat = state.next_seat(after)
    while seat != state.challenger:
        if seat != state.foe and state.holding >> seat & 1:
            state.turn = seat
            state.phase = DISCARDING
            state.to_act = 1 << seat
            return
        seat = state.next_seat(seat)
    settle(state)


def discard(state: CapoState, seat: i64, card: i64) -> None:
    """Discard a card of a seat outside the Battle, without penalty if it is the last one [CAPO-5.4]."""
    state.piles[HANDS + seat] -= card
    state.piles[PLAYED + seat] += card
    state.counts -= HIGH_BIT >> 60 - SEAT_BITS * seat
    if state.piles[HANDS + seat] == EMPTY:
        run_out(state, seat, 0)
    next_discard(state, seat)


# The prize


def settle(state: CapoState) -> None:
    """Ask the loser for a city card, unless there is no prize or no choice [CAPO-5.5]."""
    if state.winner == NONE or (state.equal and state.options.battle_city_card == PROSPECT_ONLY):
        end_battle(state)
        return
    owned = state.piles[OWNED + state.loser]
    if city_size(owned) == 1:
        give_city_card(state, only_colour(owned))
        return
    state.turn = state.loser
    state.phase = YIELDING
    state.to_act = 1 << state.loser


def give_city_card(state: CapoState, colour: i64) -> None:
    """Give a city card of the loser to the winner; only these two see it."""
    winner = state.winner
    state.piles[OWNED + state.loser] -= city_card(colour)
    state.piles[OWNED + winner] += city_card(colour)
    state.gained |= 1 << winner
    update_known_cities(state, colour)
    state.emit(YIELDED, state.loser, winner, colour)
    if state.has_won(winner):
        end_game(state, winner)
        return
    end_battle(state)


def update_known_cities(state: CapoState, colour: i64) -> None:
    """Update what all viewers know of both sides: the others do not see which card was given [CAPO-10.3]."""
    winner = state.winner
    loser = state.loser
    viewer: i64 = 0
    while viewer <= EVERYBODY:
        known = state.known_cities(viewer, loser)
        if viewer == winner:
            if city_copies(known, colour):
                state.set_known_cities(viewer, loser, known - city_card(colour))
        elif viewer == loser:
            state.set_known_cities(viewer, winner, state.known_cities(viewer, winner) + city_card(colour))
        elif known:
            one_of_each = (known | known >> 1 | known >> 2) & ONE_OF_EACH_COLOUR
            state.set_known_cities(viewer, loser, known - one_of_each)
        viewer += 1


def end_battle(state: CapoState) -> None:
    """Continue after the seat that counts as having played last [CAPO-5.7]."""
    state.equal = 0
    state.challenger = NONE
    state.foe = NONE
    state.winner = NONE
    state.loser = NONE
    end_play(state)
