"""Hints of Capo dei Capi: rolls and stops judged over all 36 rolls, and tokens by the areas they help.

Moves between rolls are judged in hundredths of a point of influence, by the mean gain of one more roll. Uses
of a roll are judged in hundredths of a victory point, by how much likelier they make it to win areas.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Hints, Position
from caponata.games.capo_dei_capi.dice import EXPOSE_ROLL, MAYOR_ROLL, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    BACKSTABBING,
    BETWEEN_ROLLS,
    BUSTING,
    CUBES_ON,
    GAINED,
    HANDS,
    HIGH_PRICE,
    INFLUENCE_LEFT,
    LOW_PRICE,
    MAKING_ROOM,
    NEW_TOKEN,
    OPEN,
    PAYING,
    SEEN,
    TOKEN_BITS,
    TOKEN_MASK,
    UNSEEN,
    VALUE_MASK,
    VALUES,
    side_of,
)
from caponata.games.capo_dei_capi.moves import (
    BACKSTAB_MOVE,
    BRIBE,
    BUST_MOVE,
    EXPOSE,
    EXTORT,
    FLIP,
    HIT_MAN_MOVE,
    INFLUENCE,
    INVEST,
    LET_ALL_PASS,
    LET_PASS,
    LET_PASS_MOVE,
    PAYOFF,
    PAYOFF_MOVE,
    POCKET,
    RENEG,
    RENEG_MOVE,
    ROLL,
    ROLL_MOVE,
    SCANDAL,
    STOP,
    STOP_MOVE,
    area_of,
    circle_of,
    levels_of,
    source_of,
    value_of,
    verb_of,
)
from caponata.games.capo_dei_capi.pieces import lift_token
from caponata.games.capo_dei_capi.risk import CHIP_WORTH, CUBE_WORTH, POINT, Risk
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.state import DeiCapiState

EVEN_CHANCE: Final[i64] = 50  # the chance in percent to win an area on which both are equal
CHANCE_PER_POINT: Final[i64] = 8  # added for each point of influence of a lead
HIGHEST_CHANCE: Final[i64] = 96
EXPECTED_CUBES: Final[i64] = 1  # that an area still gets
END_VALUE: Final[i64] = 1000  # of ending the game while ahead, or keeping it going while behind
FLIP_VALUE: Final[i64] = 10  # of seeing a bribe
PLAYOUT_NOISE: Final[i64] = 30  # how far a playout may misjudge a roll
CHIP_MOVE_PERIOD: Final[i64] = 6  # a playout considers a chip move in one of this many decisions
SEARCH_MARGIN: Final[i64] = 60
PRIOR_WEIGHT: Final = 5.0  # high: results are mostly luck, which would mislead a search
HORIZON: Final[i64] = 30  # a playout of a few turns is as informative as a whole game, and faster
POINT_VALUE: Final = 0.02  # a win is mostly luck: the points of a playout say more
RENEG_COST: Final[i64] = 80  # two chips, in hundredths of a victory point


@final
class DeiCapiHints(Hints):
    """Judges moves of Capo dei Capi by what their seat can see."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, DeiCapiPosition)
        risk = Risk(position, seat)
        phase = position.phase
        if phase == BETWEEN_ROLLS:
            return turn_appeal(position, risk, seat, move)
        if phase == BACKSTABBING:
            return backstab_appeal(position, risk, seat, verb_of(move))
        if phase == BUSTING:
            if verb_of(move) == RENEG:
                return risk.stake(position) - HIGH_PRICE * CHIP_WORTH
            return 0
        if phase == PAYING:
            return payoff_appeal(position, risk, seat, verb_of(move))
        if phase == MAKING_ROOM:
            return -discard_cost(position, risk, seat, circle_of(move))
        return declaration_appeal(position, risk, seat, move)

    def playout_move(self, position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """A move by its appeal with some noise: mostly a roll or a stop, since most chip moves are bad."""
        assert isinstance(position, DeiCapiPosition)
        phase = position.phase
        noise = rng.below(2 * PLAYOUT_NOISE) - PLAYOUT_NOISE
        if phase == BETWEEN_ROLLS:
            if rng.below(CHIP_MOVE_PERIOD) == 0:
                move = position.random_move(seat, rng, buffer)
                verb = verb_of(move)
                if verb != ROLL and verb != STOP and self.appeal(position, seat, move) > noise:
                    return move
            if position.must_roll or self.appeal(position, seat, ROLL_MOVE) > noise:
                return ROLL_MOVE
            return STOP_MOVE
        if phase == BACKSTABBING:
            if self.appeal(position, seat, BACKSTAB_MOVE) > noise:
                return BACKSTAB_MOVE
            return LET_PASS_MOVE
        if phase == BUSTING:
            if self.appeal(position, seat, RENEG_MOVE) > noise:
                return RENEG_MOVE
            return BUST_MOVE
        if phase == PAYING:
            if self.appeal(position, seat, PAYOFF_MOVE) > self.appeal(position, seat, HIT_MAN_MOVE) + noise:
                return PAYOFF_MOVE
            return HIT_MAN_MOVE
        return super().playout_move(position, seat, rng, buffer)

    def search_margin(self) -> i64:
        return SEARCH_MARGIN

    def prior_weight(self) -> float:
        return PRIOR_WEIGHT

    def horizon(self) -> i64:
        return HORIZON

    def point_value(self) -> float:
        return POINT_VALUE


# Appeals by phase


def turn_appeal(state: DeiCapiState, risk: Risk, seat: i64, move: i64) -> i64:
    """What a move between rolls gains compared with a stop."""
    verb = verb_of(move)
    if verb == STOP:
        return 0
    if verb == ROLL:
        return mean_gain(state, risk, seat)
    before = risk.stake(state)
    level = state.level
    beside = state.beside
    price = LOW_PRICE
    safe: i64 = 0
    if verb == SCANDAL:
        price = HIGH_PRICE
        state.level += levels_of(move)
    elif verb == POCKET:
        area = area_of(move)
        token = lift_token(state, area)
        safe = risk.token_worth(token)
        if state.is_full(seat, area):
            safe -= POINT * lowest_value(state, seat, area)
    else:
        source = source_of(move)
        target = area_of(move)
        token = lift_token(state, source)
        worth = risk.token_worth(token)
        safe = token_help(state, risk, seat, target, worth) - token_help(state, risk, seat, source, worth)
        safe = safe * CUBE_WORTH // POINT
        state.beside |= token << TOKEN_BITS * target
    state.words[HANDS + seat] -= price
    after = risk.stake(state) + safe + mean_gain(state, risk, seat)
    state.words[HANDS + seat] += price
    state.level = level
    state.beside = beside
    return after - before - CHIP_WORTH * price


def mean_gain(state: DeiCapiState, risk: Risk, seat: i64) -> i64:
    """What the next roll gains on average; a bust may cost only a Reneg."""
    risk.weigh(state)
    gain = risk.gain
    price = HIGH_PRICE * CHIP_WORTH
    if state.words[HANDS + state.turn] >= HIGH_PRICE and risk.now > price:
        gain += (risk.by_doubles + risk.by_token + risk.by_level) * (risk.now - price)
    return gain // risk.of


def backstab_appeal(state: DeiCapiState, risk: Risk, seat: i64, verb: i64) -> i64:
    """What it is worth to make the opponent roll again."""
    if verb == LET_PASS:
        return 0
    if verb == LET_ALL_PASS:
        return -CHIP_WORTH
    gain = CHIP_WORTH
    if ROLL_ACTIONS[state.dice] != EXPOSE_ROLL:
        gain = risk.roll_gain(state, state.dice)
    appeal = gain - mean_gain(state, risk, state.turn) - CHIP_WORTH
    if ends_game(state, state.declared):
        if expected_lead(state, risk, seat) < 0:
            appeal += END_VALUE
        else:
            appeal -= END_VALUE
    return appeal


def payoff_appeal(state: DeiCapiState, risk: Risk, seat: i64, verb: i64) -> i64:
    """What it is worth to pay the hit man off: another roll must follow; with him, one may stop."""
    if verb == PAYOFF:
        return mean_gain(state, risk, seat) - CHIP_WORTH
    state.hit_man = 1
    gain = mean_gain(state, risk, seat)
    state.hit_man = 0
    if gain < 0:
        return 0
    return gain


def declaration_appeal(state: DeiCapiState, risk: Risk, seat: i64, move: i64) -> i64:
    """What a use of the roll does for the areas, and whether the game should end with it."""
    verb = verb_of(move)
    if verb == RENEG:
        return -RENEG_COST
    appeal: i64 = 0
    if ends_game(state, move):
        if expected_lead(state, risk, seat) > 0:
            appeal = END_VALUE
        else:
            appeal = -END_VALUE
    if verb == EXTORT:
        return appeal
    area = area_of(move)
    if verb == INFLUENCE:
        return appeal + token_help(state, risk, seat, area, POINT * value_of(move))
    if verb == BRIBE:
        return appeal + token_help(state, risk, seat, area, risk.mean)
    if verb == FLIP:
        return appeal + FLIP_VALUE * (1 + state.words[CUBES_ON + area])
    if verb == INVEST:
        return appeal + cube_help(state, risk, seat, area)
    if verb == EXPOSE:
        return appeal + FLIP_VALUE + cube_help(state, risk, seat, area)
    return appeal + cube_help(state, risk, seat, area) - cube_help(state, risk, seat, source_of(move))


def ends_game(state: DeiCapiState, move: i64) -> bool:
    """Return whether a use of the roll takes the last piece of its kind."""
    verb = verb_of(move)
    if verb == INFLUENCE:
        return state.words[INFLUENCE_LEFT + value_of(move) - 1] == 1
    if verb == EXTORT:
        return ROLL_ACTIONS[state.dice] == MAYOR_ROLL and state.cubes == 1
    if verb == BRIBE:
        return state.bribes == 1
    return verb in (INVEST, EXPOSE) and state.cubes == 1


def discard_cost(state: DeiCapiState, risk: Risk, seat: i64, circle: i64) -> i64:
    """What the discarded token is worth to its owner."""
    if circle == NEW_TOKEN:
        return risk.token_worth(state.token_beside(state.room))
    return POINT * (state.token_on(seat, state.room, circle) & VALUE_MASK)


# Areas


def expected_influence(state: DeiCapiState, risk: Risk, viewer: i64, seat: i64, area: i64) -> i64:
    """A seat's influence on an area in hundredths, with unseen bribes at their mean value."""
    side = state.words[side_of(seat, area)]
    total: i64 = 0
    while side:
        token = side & TOKEN_MASK
        if token == UNSEEN or (token > SEEN and token < OPEN and seat != viewer):
            total += risk.mean
        else:
            total += POINT * (token & VALUE_MASK)
        side >>= TOKEN_BITS
    return total


def area_lead(state: DeiCapiState, risk: Risk, seat: i64, area: i64) -> i64:
    """A seat's lead on an area as the seat sees it, in hundredths."""
    return expected_influence(state, risk, seat, seat, area) - expected_influence(
        state, risk, seat, 1 - seat, area
    )


def win_chance(lead: i64) -> i64:
    """The estimated chance in percent that a lead wins an area in the end."""
    chance = EVEN_CHANCE + CHANCE_PER_POINT * lead // POINT
    if chance > HIGHEST_CHANCE:
        return HIGHEST_CHANCE
    if chance < POINT - HIGHEST_CHANCE:
        return POINT - HIGHEST_CHANCE
    return chance


def token_help(state: DeiCapiState, risk: Risk, seat: i64, area: i64, worth: i64) -> i64:
    """What a token's worth of influence on an area adds, in hundredths of a victory point."""
    lead = area_lead(state, risk, seat, area)
    points = 1 + EXPECTED_CUBES + state.words[CUBES_ON + area]
    return points * (win_chance(lead + worth) - win_chance(lead))


def cube_help(state: DeiCapiState, risk: Risk, seat: i64, area: i64) -> i64:
    """What one more cube on an area is worth: its winner gets it."""
    return 2 * win_chance(area_lead(state, risk, seat, area)) - POINT


def expected_lead(state: DeiCapiState, risk: Risk, seat: i64) -> i64:
    """A seat's lead in points, as it sees the table, if the turn and the game ended now."""
    lead = state.words[GAINED + seat] - state.words[GAINED + 1 - seat]
    area: i64 = 0
    while area < AREAS:
        area_margin = area_lead(state, risk, seat, area)
        token = state.token_beside(area)
        if seat == state.turn:
            area_margin += risk.token_worth(token)
        else:
            area_margin -= risk.token_worth(token)
        if area_margin > 0:
            lead += 1 + state.words[CUBES_ON + area]
        elif area_margin < 0:
            lead -= 1 + state.words[CUBES_ON + area]
        area += 1
    return lead


def lowest_value(state: DeiCapiState, seat: i64, area: i64) -> i64:
    """The lowest value of a seat's own tokens on an area."""
    lowest: i64 = VALUES
    side = state.words[side_of(seat, area)]
    while side:
        if side & VALUE_MASK < lowest:
            lowest = side & VALUE_MASK
        side >>= TOKEN_BITS
    return lowest
