"""Why a move may not be played in Capo dei Capi: refusals, each with its rule."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capo_dei_capi.dice import ACTIONS, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BACKSTABBING,
    BETWEEN_ROLLS,
    BUSTING,
    DECLARING,
    HANDS,
    HIGH_PRICE,
    LOW_PRICE,
    MAKING_ROOM,
    NEW_TOKEN,
    OVER,
    TOP_LEVEL,
)
from caponata.games.capo_dei_capi.legality import MOST_DEI_CAPI_MOVES, declarations
from caponata.games.capo_dei_capi.moves import (
    BACKSTAB,
    BRIBE,
    BUST,
    DECEIVE,
    DISCARD,
    HIT_MAN,
    INFLUENCE,
    LET_ALL_PASS,
    LET_PASS,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    SCANDAL,
    STOP,
    area_of,
    circle_of,
    levels_of,
    source_of,
    verb_of,
)
from caponata.games.capo_dei_capi.state import DeiCapiState


def refusal(state: DeiCapiState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move to a seat now, or None."""
    if state.phase == OVER:
        return Refusal("CDC-8.4", "game-over", {})
    if state.to_act == CHANCE_ACTS:
        return Refusal("CDC-2.4", "wait-for-the-dice", {})
    if seat < 0 or seat >= state.seats or not state.to_act >> seat & 1:
        if state.phase == BACKSTABBING:
            return Refusal("CDC-7.8", "wait-for-the-opponent", {"seat": 1 - state.turn})
        return Refusal("CDC-2.1", "not-your-turn", {"seat": state.turn})
    if state.phase == BETWEEN_ROLLS:
        return refuse_between_rolls(state, seat, move)
    if state.phase == DECLARING:
        return refuse_declaration(state, seat, move)
    if state.phase == MAKING_ROOM:
        return refuse_discard(state, move)
    return refuse_answer(state, verb_of(move))


def refuse_answer(state: DeiCapiState, verb: i64) -> Refusal | None:
    """Why a verb does not answer the question about the roll on the table, or None."""
    if state.phase == BUSTING:
        if verb not in (RENEG, BUST):
            return Refusal("CDC-7.3", "reneg-or-bust", {})
    elif state.phase == BACKSTABBING:
        if verb not in (BACKSTAB, LET_PASS, LET_ALL_PASS):
            return Refusal("CDC-7.8", "backstab-or-pass", {})
    elif verb not in (PAYOFF, HIT_MAN):
        return Refusal("CDC-7.7", "pay-or-take-him", {})
    return None


def refuse_between_rolls(state: DeiCapiState, seat: i64, move: i64) -> Refusal | None:
    """Why a move may not be played between rolls, or None."""
    verb = verb_of(move)
    if verb == ROLL:
        return None
    if verb == STOP:
        if not state.must_roll:
            return None
        if state.rolls == 0:
            return Refusal("CDC-2.1", "roll-first", {})
        return Refusal("CDC-7.2", "roll-once-more", {})
    if verb not in (SCANDAL, POCKET, DECEIVE):
        return Refusal("CDC-2.2", "roll-or-stop", {})
    chips = state.words[HANDS + seat]
    price = HIGH_PRICE if verb == SCANDAL else LOW_PRICE
    if chips < price:
        return Refusal("CDC-7.1", "too-few-chips", {"price": price, "chips": chips})
    if verb == SCANDAL:
        if state.level + levels_of(move) > TOP_LEVEL:
            return Refusal("CDC-7.11", "no-scandal-past-six", {"level": state.level})
        return None
    area = area_of(move)
    source = source_of(move) if verb == DECEIVE else area
    if not state.token_beside(source):
        return Refusal("CDC-7.4", "no-token-there", {"area": AREA_NAMES[source]})
    if verb == DECEIVE and state.token_beside(area):
        return Refusal("CDC-7.4", "space-is-taken", {"area": AREA_NAMES[area]})
    return None


def refuse_declaration(state: DeiCapiState, seat: i64, move: i64) -> Refusal | None:
    """Why the roll on the table may not be used in this way, or None."""
    verb = verb_of(move)
    if verb == RENEG:
        chips = state.words[HANDS + seat]
        if chips >= HIGH_PRICE:
            return None
        return Refusal("CDC-7.1", "too-few-chips", {"price": int(HIGH_PRICE), "chips": chips})
    buffer = vec[i64]([0] * MOST_DEI_CAPI_MOVES)
    count = declarations(state, buffer)
    i: i64 = 0
    while i < count:
        if buffer[i] == move:
            return None
        i += 1
    if verb in (INFLUENCE, BRIBE) and state.token_beside(area_of(move)):
        return Refusal("CDC-4.3", "space-is-taken", {"area": AREA_NAMES[area_of(move)]})
    return Refusal("CDC-3.1", "not-for-this-roll", {"action": ACTIONS[ROLL_ACTIONS[state.dice]]})


def refuse_discard(state: DeiCapiState, move: i64) -> Refusal | None:
    """Why a move does not make room on the full area, or None."""
    rule = "CDC-7.6" if state.pocketing else "CDC-6.2"
    if verb_of(move) != DISCARD or area_of(move) != state.room:
        return Refusal(rule, "make-room", {"area": AREA_NAMES[state.room]})
    if circle_of(move) == NEW_TOKEN and state.pocketing:
        return Refusal(rule, "the-newcomer-stays", {})
    return None
