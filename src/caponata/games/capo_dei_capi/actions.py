"""What every move of Capo dei Capi does, from the first roll to the last."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capo_dei_capi.busts import bust_cause, level_rise
from caponata.games.capo_dei_capi.dice import (
    DOUBLE_4,
    EXPOSE_ROLL,
    LOW_DOUBLES,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    ROLLS,
)
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BETWEEN_ROLLS,
    BUSTING,
    BY_LEVEL,
    BY_SCANDAL,
    CUBE_MOVED,
    CUBES_ON,
    DECLARED,
    DECLARING,
    FIRST_CHIPS,
    HANDS,
    HIGH_PRICE,
    HIT_MAN_TAKEN,
    LEVEL_BITS,
    LOOKING,
    LOW_PRICE,
    MAKING_ROOM,
    MAYOR,
    NONE,
    PAYING,
    RAISED,
    ROLLING,
    SECOND_CHIPS,
    TOKEN_BITS,
    TOP_LEVEL,
    UNSEEN,
)
from caponata.games.capo_dei_capi.legality import only_declaration
from caponata.games.capo_dei_capi.moves import (
    BACKSTAB,
    BRIBE,
    BUST,
    DECEIVE,
    DICE,
    DISCARD,
    EXPOSE,
    EXTORT,
    FLIP,
    INFLUENCE,
    INVEST,
    LET_ALL_PASS,
    LET_PASS,
    LOOK,
    PAYOFF,
    RENEG,
    ROLL_MOVE,
    SCANDAL,
    STOP_MOVE,
    area_of,
    circle_of,
    is_answer,
    is_chance,
    is_declaration,
    levels_of,
    roll_of,
    seat_of,
    source_of,
    value_of,
    verb_of,
)
from caponata.games.capo_dei_capi.odds import chance_move, total_weight
from caponata.games.capo_dei_capi.pieces import (
    add_cube,
    flip_bribe,
    lift_token,
    pay,
    place_token,
    put_chip_beside_mayor,
    settle_token,
    take_chip,
)
from caponata.games.capo_dei_capi.state import DeiCapiState
from caponata.games.capo_dei_capi.turn_end import begin_turn, bust, discard, look, settle


def play(state: DeiCapiState, move: i64) -> None:
    """Play a legal move."""
    if move == ROLL_MOVE:
        throw_dice(state)
    elif move == STOP_MOVE:
        settle(state)
    elif is_declaration(move):
        declare(state, move)
    elif is_answer(move):
        answer_roll(state, verb_of(move))
    elif is_chance(move):
        play_chance_move(state, move)
    elif verb_of(move) == DISCARD:
        discard(state, circle_of(move))
    else:
        use_chips(state, move)


def play_chance(state: DeiCapiState, rng: Rng) -> None:
    """Play chance moves while chance is to act."""
    while state.to_act == CHANCE_ACTS:
        if state.phase == ROLLING:
            take_roll(state, rng.below(ROLLS))
        else:
            play_chance_move(state, chance_move(state, rng.below(total_weight(state))))


def play_chance_move(state: DeiCapiState, move: i64) -> None:
    """Roll the dice, decide the value of a bribe, or draw the starting player."""
    verb = verb_of(move)
    if verb == DICE:
        take_roll(state, roll_of(move))
    elif verb == LOOK:
        look(state, value_of(move))
    else:
        start_game(state, seat_of(move))


def start_game(state: DeiCapiState, seat: i64) -> None:
    """Give the first turn to the seat drawn by lot [CDC-1.5]."""
    state.words[HANDS + seat] = FIRST_CHIPS
    state.words[HANDS + 1 - seat] = SECOND_CHIPS
    state.chips -= FIRST_CHIPS + SECOND_CHIPS
    begin_turn(state, seat)


# Rolls


def throw_dice(state: DeiCapiState) -> None:
    """Wait for the dice; a roll taken back is made again at once [CDC-2.5]."""
    state.declared = NONE
    state.phase = ROLLING
    state.to_act = CHANCE_ACTS


def take_roll(state: DeiCapiState, roll: i64) -> None:
    """Bust, ask for a declaration, or make the only possible one [CDC-2.3]."""
    state.dice = roll
    state.rolls += 1
    state.must_roll = 0
    can_reneg = state.words[HANDS + state.turn] >= HIGH_PRICE
    cause = bust_cause(state, roll)
    state.to_act = state.turn + 1
    if cause:
        if can_reneg:
            state.phase = BUSTING
        else:
            bust(state, cause)
    elif can_reneg:
        state.phase = DECLARING
    else:
        move = only_declaration(state)  # a decision without a choice is skipped [CDC-2.4]
        if move == NONE:
            state.phase = DECLARING
        else:
            state.emit(DECLARED, state.turn, move, roll)
            declare(state, move)


def declare(state: DeiCapiState, move: i64) -> None:
    """Declare the use of the roll; the opponent may object before any piece moves [CDC-8.5]."""
    state.declared = move
    if state.words[HANDS + 1 - state.turn] >= LOW_PRICE and not state.promised:
        state.phase = BACKSTABBING
        state.to_act = 2 - state.turn
    else:
        accept_roll(state)


def answer_roll(state: DeiCapiState, verb: i64) -> None:
    """Take a roll back, bust, let it pass, or pay off or take the hit man."""
    if verb == RENEG:
        pay(state, state.turn, HIGH_PRICE)  # [CDC-7.10]
        throw_dice(state)
    elif verb == BUST:
        cause = BY_LEVEL
        if state.declared == NONE:
            cause = bust_cause(state, state.dice)
        bust(state, cause)
    elif verb == BACKSTAB:
        pay(state, 1 - state.turn, LOW_PRICE)  # [CDC-7.8]
        throw_dice(state)
    elif verb == LET_PASS:
        accept_roll(state)
    elif verb == LET_ALL_PASS:
        state.promised = 1  # [CDC-7.9]
        accept_roll(state)
    elif verb == PAYOFF:
        pay(state, state.turn, LOW_PRICE)  # [CDC-7.7]
        state.must_roll = 1  # [CDC-7.2]
        perform(state)
    else:
        take_hit_man(state)


def accept_roll(state: DeiCapiState) -> None:
    """Carry out a roll that nobody objects to; doubles bring the hit man first [CDC-3.14]."""
    state.to_act = state.turn + 1
    if ROLL_ACTIONS[state.dice] < LOW_DOUBLES:
        perform(state)
    elif state.words[HANDS + state.turn] >= LOW_PRICE:
        state.phase = PAYING
    else:
        take_hit_man(state)


def take_hit_man(state: DeiCapiState) -> None:
    """Give the active player the hit man, then carry out the roll."""
    state.hit_man = 1
    state.emit(HIT_MAN_TAKEN, state.turn, 0, 0)
    perform(state)


def perform(state: DeiCapiState) -> None:
    """Carry out the declaration; the turn goes on unless it busts or the supply has run out."""
    move = state.declared
    state.declared = NONE
    verb = verb_of(move)
    if verb == INFLUENCE:
        place_token(state, area_of(move), value_of(move))
    elif verb == EXTORT:
        extort(state)
    elif verb == BRIBE:
        place_token(state, area_of(move), UNSEEN)
    elif verb == FLIP:
        rise = flip_bribe(state, area_of(move), circle_of(move))
        if state.level + rise > TOP_LEVEL:
            overreach(state, move)  # [CDC-4.5]
            return
        raise_level(state, rise, EXPOSE_ROLL)
        put_chip_beside_mayor(state)
    elif verb == INVEST:
        add_cube(state, area_of(move))
    elif verb == EXPOSE:
        add_cube(state, area_of(move))
        flip_bribe(state, area_of(move), circle_of(move))  # [CDC-3.9]
    else:
        state.words[CUBES_ON + source_of(move)] -= 1  # [CDC-3.13]
        state.words[CUBES_ON + area_of(move)] += 1
        state.emit(CUBE_MOVED, state.turn, area_of(move), source_of(move))
    if state.ended:
        settle(state)  # as after a stop, and nobody may use chips [CDC-8.4] [CDC-8.6]
    else:
        state.phase = BETWEEN_ROLLS
        state.to_act = state.turn + 1


def extort(state: DeiCapiState) -> None:
    """Raise the level and put a chip beside the Mayor, with the extra effects of 6-4 and 4-4."""
    action = ROLL_ACTIONS[state.dice]
    rise = level_rise(state, state.dice)
    if action == MAYOR_ROLL:
        rise = state.words[CUBES_ON + MAYOR] + 1
        add_cube(state, MAYOR)  # [CDC-3.8]
    elif action == DOUBLE_4:
        take_chip(state)  # [CDC-3.11]
    if state.level + rise <= TOP_LEVEL:
        raise_level(state, rise, action)
    put_chip_beside_mayor(state)


def raise_level(state: DeiCapiState, rise: i64, cause: i64) -> None:
    """Raise the extortion level because of a roll or a Scandal."""
    state.level += rise
    state.emit(RAISED, state.turn, rise, cause << LEVEL_BITS | state.level)


def overreach(state: DeiCapiState, move: i64) -> None:
    """Ask for a Reneg or bust, after a flipped bribe was worth too much."""
    if state.words[HANDS + state.turn] >= HIGH_PRICE:
        state.declared = move  # marks a bust that follows the flip
        state.phase = BUSTING
        state.to_act = state.turn + 1
    else:
        bust(state, BY_LEVEL)


# Chips


def use_chips(state: DeiCapiState, move: i64) -> None:
    """Carry out a Scandal, Pocket or Deceive; at least one more roll must follow [CDC-7.2]."""
    state.must_roll = 1
    verb = verb_of(move)
    if verb == SCANDAL:
        pay(state, state.turn, HIGH_PRICE)
        raise_level(state, levels_of(move), BY_SCANDAL)  # [CDC-7.11]
        if state.options.scandal_chip:
            put_chip_beside_mayor(state)
        return
    pay(state, state.turn, LOW_PRICE)
    area = area_of(move)
    if verb == DECEIVE:
        token = lift_token(state, source_of(move))
        state.beside |= token << TOKEN_BITS * area  # [CDC-7.4]
        return
    if state.is_full(state.turn, area):
        state.pocketing = 1
        state.room = area  # [CDC-7.6]
        state.phase = MAKING_ROOM
        return
    settle_token(state, area)  # [CDC-7.5]
    if state.to_look:
        state.pocketing = 1
        state.phase = LOOKING
        state.to_act = CHANCE_ACTS
