"""The turns of Capital Lux: playing a card, and the actions of the four professions."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS
from caponata.games.capital_lux.cards import BLUE, GREEN, MODIFIER_COUNT, PINK, YELLOW, card_colour
from caponata.games.capital_lux.layout import (
    AGENT_DRAWS,
    CLERIC,
    CLERIC_COLOURS,
    GOLD,
    GOLD_TAKEN,
    HANDS,
    HOMES,
    IDLE,
    KEPT,
    LAST_TURNS,
    LOG_DREW,
    NO_MODIFIER,
    PLAYING,
    SCHOLAR,
    placement,
)
from caponata.games.capital_lux.piles import EMPTY, card, colour_bits, lowest
from caponata.games.capital_lux.rounds import end_round
from caponata.games.capital_lux.state import LuxState


def start_turns(state: LuxState) -> None:
    """Give the first turn to the starter [LUX-3.1]."""
    state.turn = state.starter
    state.phase = PLAYING
    state.to_act = 1 << state.turn


def play_home(state: LuxState, kind: i64) -> None:
    """Play a card into the hometown of the seat in turn."""
    words = state.words
    played = card(kind)
    words[HANDS + state.turn] -= played
    words[HOMES + state.turn] += played  # [LUX-3.2]
    state.log_play(state.turn, kind)
    end_turn(state)


def play_capital(state: LuxState, kind: i64) -> None:
    """Play a card into the capital, where its profession acts [LUX-3.3]."""
    played = card(kind)
    state.words[HANDS + state.turn] -= played
    state.capital += played
    colour = card_colour(kind)
    if colour == GREEN:
        send_scholar(state, kind)
        return
    state.log_play(state.turn, kind)
    if colour == YELLOW:
        send_merchant(state)
    elif colour == BLUE:
        send_agent(state)
    else:
        send_cleric(state)


def send_scholar(state: LuxState, kind: i64) -> None:
    """Let chance draw a card for the seat in turn."""
    if state.deck_size > 0:
        state.log_play(state.turn, kind + LOG_DREW)
        state.phase = SCHOLAR
        state.to_act = CHANCE_ACTS
        return
    state.log_play(state.turn, kind)
    state.emit(IDLE, state.turn, GREEN, 0)  # [LUX-3.5]
    end_turn(state)


def send_merchant(state: LuxState) -> None:
    """Take a gold disc from the pile."""
    if state.gold_pile > 0:
        state.gold_pile -= 1
        state.words[GOLD + state.turn] += 1  # [LUX-3.6]
        state.emit(GOLD_TAKEN, state.turn, 0, 0)
    else:
        state.emit(IDLE, state.turn, YELLOW, 0)  # [LUX-3.7]
    end_turn(state)


def send_agent(state: LuxState) -> None:
    """Let chance draw a modifier, which the seat in turn then places."""
    if state.placed < MODIFIER_COUNT:
        state.phase = AGENT_DRAWS
        state.to_act = CHANCE_ACTS
        return
    state.emit(IDLE, state.turn, BLUE, 0)  # [LUX-3.10]
    end_turn(state)


def send_cleric(state: LuxState) -> None:
    """Ask for the colour to take a card from. If there is only one, take from it without asking."""
    choices: i64 = 0
    only: i64 = 0
    colour: i64 = 0
    while colour < CLERIC_COLOURS:  # [LUX-3.13]
        if colour_bits(state.capital, colour):
            choices += 1
            only = colour
        colour += 1
    if choices > 1:
        state.phase = CLERIC
        state.to_act = 1 << state.turn
        return
    if choices == 1:
        state.emit(KEPT, state.turn, lowest(state.capital, only), 0)
        take(state, only)
    else:
        state.emit(IDLE, state.turn, PINK, 0)  # [LUX-3.14]
    end_turn(state)


def take(state: LuxState, colour: i64) -> None:
    """Move the lowest card of a colour from the capital into the hometown [LUX-3.12]."""
    taken = card(lowest(state.capital, colour))
    state.capital -= taken
    state.words[HOMES + state.turn] += taken


def place_modifier(state: LuxState, colour: i64) -> None:
    """Place the Agent's modifier above a colour, which may already have some [LUX-3.8] [LUX-3.9]."""
    state.placements |= placement(state.placed, state.held, colour, state.turn)
    state.placed += 1
    state.held = NO_MODIFIER
    end_turn(state)


def end_turn(state: LuxState) -> None:
    """Give the turn to the next seat, or end the round after the last of the last turns."""
    if state.last_turns > 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            end_round(state)
            return
    elif state.words[HANDS + state.turn] == EMPTY:  # [LUX-4.1] [LUX-4.3]
        state.last_turns = state.seats - 1  # [LUX-4.2]
        state.emit(LAST_TURNS, state.turn, 0, 0)
    state.turn = state.left_of(state.turn)
    state.phase = PLAYING
    state.to_act = 1 << state.turn
