"""A year of Capone: deal and exchange at its start, income and settlement at its end."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capone.cards import full_deck, one_of, size
from caponata.games.capone.layout import (
    CASH,
    CELLS,
    DEALING,
    DRAWING,
    EARNED,
    EXCHANGING,
    FINISHED,
    FRONT_BITS,
    GUARD_MASK,
    GUARD_PRICE,
    GUARDS,
    GUARDS_LOST,
    HANDS,
    HOMES,
    INCOME,
    LAST_CELL,
    LOST,
    MEMBER_BITS,
    MEMBER_MASK,
    MILLION,
    MOST_STEPS,
    NEW_YEAR,
    OVER,
    OWNER_BITS,
    OWNER_MASK,
    PARK,
    RELEASED,
    RETURNED,
    SITES,
    STEP_PRICE,
    STEP_REFUND,
    STEPS,
    TURN,
    YEAR_END,
)
from caponata.games.capone.legality import can_settle
from caponata.games.capone.members import value
from caponata.games.capone.moves import (
    BUY_OUT,
    INVEST,
    LEGAL_COUNT,
    LEISURE_COUNT,
    REHIRE,
    SELL,
    SITE_COUNT,
    guards_of,
    member_of,
    steps_of,
)
from caponata.games.capone.state import CaponeState


def pay(state: CaponeState, seat: i64, money: i64) -> None:
    """Pay money from the bank to a seat; a negative amount is paid to the bank.

    All money moves through this function, except protection money [CAPONE-10.4].
    """
    state.words[CASH + seat] += money
    state.bank -= money


# The deal


def start_year(state: CaponeState) -> None:
    """Shuffle all cards and start to deal, left of the dealer first [CAPONE-2.2]."""
    words = state.words
    state.deck = full_deck(state.seats)
    state.deck_size = size(state.deck)
    state.discards = 0
    seat: i64 = 0
    while seat < state.seats:
        words[HANDS + seat] = 0
        words[RETURNED + seat] = 0
        seat += 1
    state.played = 0
    state.settled = 0
    state.turn = state.left_of(state.dealer)
    state.to_deal = state.hand_size
    state.phase = DEALING
    state.to_act = CHANCE_ACTS


def draw_card(state: CaponeState, kind: i64) -> None:
    """Move a card from the deck to the hand of the seat whose turn it is."""
    card = one_of(state.deck, kind)
    state.deck ^= card
    state.deck_size -= 1
    state.words[HANDS + state.turn] |= card
    state.to_deal -= 1
    if state.to_deal > 0:
        return
    if state.phase == DRAWING:
        end_exchange(state)
        return
    state.turn = state.left_of(state.turn)
    state.to_deal = state.hand_size
    if state.turn == state.left_of(state.dealer):
        state.to_deal = 0
        state.phase = EXCHANGING
        state.to_act = 1 << state.turn


def exchange_cards(state: CaponeState) -> None:
    """Return the cards laid aside for this year, and draw the same number [CAPONE-2.3]."""
    words = state.words
    seat = state.turn
    words[RETURNED + seat] = state.aside
    words[HANDS + seat] &= ~state.aside
    state.to_deal = size(state.aside)
    state.aside = 0
    if state.to_deal == 0:
        end_exchange(state)
    else:
        state.phase = DRAWING
        state.to_act = CHANCE_ACTS


def end_exchange(state: CaponeState) -> None:
    """Let the next seat exchange cards; after the dealer, start the first turn."""
    state.phase = EXCHANGING
    if state.turn == state.dealer:
        state.phase = TURN
    state.turn = state.left_of(state.turn)
    state.to_act = 1 << state.turn  # [CAPONE-2.4]


# The end of the year


def end_year(state: CaponeState) -> None:
    """Pay all seats, send the pieces home, advance the prisoners, and start the settlement."""
    state.turn = state.left_of(state.dealer)
    i: i64 = 0
    while i < state.seats:
        pay_income(state, state.turn)
        state.turn = state.left_of(state.turn)
        i += 1
    send_pieces_home(state)
    i = 0
    while i < state.seats:
        advance_prisoners(state, state.turn)
        state.turn = state.left_of(state.turn)
        i += 1
    continue_settlement(state)


def pay_income(state: CaponeState, seat: i64) -> None:
    """Pay a seat for its pieces, site by site [CAPONE-8.1]."""
    total: i64 = 0
    site: i64 = 0
    while site < SITE_COUNT:
        if state.owner(site) == seat:
            money = state.earnings_at(site)
            state.emit(EARNED, seat, site, money)
            total += money
        site += 1
    pay(state, seat, total)
    state.emit(INCOME, seat, total, 0)


def send_pieces_home(state: CaponeState) -> None:
    """Clear the sites, legal businesses and leisure places [CAPONE-8.3]."""
    words = state.words
    i: i64 = 0
    while i < SITE_COUNT:
        word = words[SITES + i]
        if word:
            owner = (word & OWNER_MASK) - 1
            words[HOMES + owner] |= word >> MEMBER_BITS
            words[GUARDS + owner] += word >> OWNER_BITS & GUARD_MASK
            words[SITES + i] = 0
        i += 1
    i = 0
    while i < LEISURE_COUNT:
        guest = state.guest_at(i)
        if guest:
            words[HOMES + (guest & OWNER_MASK) - 1] |= 1 << (guest >> OWNER_BITS)
        i += 1
    state.leisure = 0
    i = 0
    while i < LEGAL_COUNT:
        seat = state.fronts >> FRONT_BITS * i & OWNER_MASK
        if seat:
            words[GUARDS + seat - 1] += 1  # [CAPONE-4.2]
        i += 1
    state.fronts = 0


def advance_prisoners(state: CaponeState, seat: i64) -> None:
    """Move a seat's prisoners one cell on, and from the first cell home [CAPONE-6.1]."""
    cells = state.words[CELLS + seat]
    if cells == 0:
        return
    if cells & MEMBER_MASK:
        state.words[HOMES + seat] |= cells & MEMBER_MASK
        state.emit(RELEASED, seat, cells & MEMBER_MASK, 0)
    state.words[CELLS + seat] = cells >> MEMBER_BITS


# The settlement


def continue_settlement(state: CaponeState) -> None:
    """Ask the next seat that can buy or sell anything, or finish the year [CAPONE-8.4]."""
    while state.settled < state.seats:
        if can_settle(state, state.turn):
            state.phase = YEAR_END
            state.to_act = 1 << state.turn
            return
        end_settlement(state, state.turn)
    finish_year(state)


def play_settlement(state: CaponeState, verb: i64, move: i64) -> None:
    """Play a buy-out, or a move of the settlement at the end of the year."""
    seat = state.turn
    if verb == BUY_OUT:
        buy_out(state, member_of(move))
    elif verb == REHIRE:
        guards = guards_of(move)
        state.words[PARK + seat] -= guards
        state.words[GUARDS + seat] += guards  # [CAPONE-8.5]
        pay(state, seat, -guards * GUARD_PRICE)
    elif verb == INVEST:
        steps = steps_of(move)
        state.words[STEPS + seat] += steps  # [CAPONE-8.7]
        pay(state, seat, -steps * STEP_PRICE)
        if state.words[STEPS + seat] == MOST_STEPS:
            state.emit(MILLION, seat, 0, 0)
    elif verb == SELL:
        state.words[STEPS + seat] -= 1  # [CAPONE-8.6]
        pay(state, seat, STEP_REFUND)
    else:
        end_settlement(state, seat)
        continue_settlement(state)


def buy_out(state: CaponeState, member: i64) -> None:
    """Free a prisoner of the acting seat for its value in money [CAPONE-6.2]."""
    seat = state.turn
    one: i64 = 1 << member
    state.words[CELLS + seat] &= ~(one | one << MEMBER_BITS | one << LAST_CELL)
    state.words[HOMES + seat] |= one
    pay(state, seat, -value(one, state.weak_right_hand))


def end_settlement(state: CaponeState, seat: i64) -> None:
    """End a seat's settlement: guards that it did not rehire are lost [CAPONE-8.5]."""
    lost = state.words[PARK + seat]
    if lost > 0:
        state.words[LOST + seat] += lost
        state.words[PARK + seat] = 0
        state.emit(GUARDS_LOST, seat, lost, 0)
    state.settled += 1
    state.turn = state.left_of(state.turn)


def finish_year(state: CaponeState) -> None:
    """End the game if a seat has ten steps or the last year is over; otherwise start the next year."""
    if state.most_steps() == MOST_STEPS:
        state.phase = OVER  # [CAPONE-9.1]
        state.to_act = NOBODY
        state.emit(FINISHED, 1, 0, 0)
    elif state.year == state.years:
        state.phase = OVER  # [CAPONE-9.5]
        state.to_act = NOBODY
        state.emit(FINISHED, 0, 0, 0)
    else:
        state.year += 1
        state.dealer = state.left_of(state.dealer)  # [CAPONE-2.1]
        state.emit(NEW_YEAR, state.dealer, state.year, 0)
        start_year(state)
