"""What Capo dei Capi knows about good play: a stop against a roll over 36 outcomes, and where tokens help."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Hints, Position
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BUSTING,
    CHEAP,
    CUBES_ON,
    DEAR,
    GAINED,
    HANDS,
    INFLUENCE_LEFT,
    OPEN,
    PAYING,
    ROOM,
    SEEN,
    SIDES,
    TOKEN,
    TOKEN_BITS,
    TOKEN_VALUE,
    TURN,
    UNSEEN,
)
from caponata.games.capo_dei_capi.moves import (
    AREAS,
    BACKSTAB,
    BRIBE,
    BUST,
    CIRCLES,
    DECEIVE,
    DISCARD,
    DISCARDS,
    EXPOSE,
    EXPOSE_ROLL,
    EXTORT,
    FLIP,
    HIT_MAN,
    INFLUENCE,
    INVEST,
    LET_ALL_PASS,
    LET_PASS,
    MAYOR_ROLL,
    NEWCOMER,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    ROLL_ACTIONS,
    SCANDAL,
    SHIFT,
    STOP,
    VALUES,
)
from caponata.games.capo_dei_capi.risk import CHIP_WORTH, CUBE_WORTH, POINT, Risk
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

EVEN: Final[i64] = 50  # the chance in percent to win an area on which both are equal
SLOPE: Final[i64] = 8  # what each point of influence more adds to it
SURE: Final[i64] = 96
HOPE: Final[i64] = 1  # the cubes that an area may still get
DECIDED: Final[i64] = 1000  # to end the game while ahead, or to keep it going while behind
CURIOSITY: Final[i64] = 10  # what it is worth to see a bribe
MOOD: Final[i64] = 30  # how far a playout may misjudge a roll
SELDOM: Final[i64] = 6  # a playout thinks of chips once in so many decisions
DOUBT: Final[i64] = 60  # what looks worse than the best by more is not searched
FAITH: Final = 5.0  # so much of a game is luck that a search alone would chase it
HORIZON: Final[i64] = 30  # a playout of a few turns tells as much as one to the end, in less time
LEAD_POINT: Final = 0.02  # a win is mostly luck: points tell more of a playout
RENEG_PRICE: Final[i64] = 80  # two chips, in hundredths of a victory point


@final
class DeiCapiHints(Hints):
    """Judges a move by what its seat can see.

    Between rolls, in hundredths of influence, by what one more roll gains on average; when a roll is used,
    in hundredths of victory points, by how much likelier areas become one's own.
    """

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, DeiCapiPosition)
        risk = Risk(position, seat)
        phase = position.phase
        if phase == TURN:
            return appeal_of_turn(position, risk, seat, move)
        if phase == BACKSTABBING:
            return appeal_of_backstab(position, risk, seat, move)
        if phase == BUSTING:
            if move == RENEG:
                return risk.stake(position) - DEAR * CHIP_WORTH
            return 0
        if phase == PAYING:
            return appeal_of_payoff(position, risk, seat, move)
        if phase == ROOM:
            return -worth_to_owner(position, risk, seat, move)
        return appeal_of_use(position, risk, seat, move)

    def playout_move(self, position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Mostly a roll or a stop, as it looks give or take a little: most chip actions are foolish."""
        assert isinstance(position, DeiCapiPosition)
        phase = position.phase
        mood = rng.below(2 * MOOD) - MOOD
        if phase == TURN:
            if rng.below(SELDOM) == 0:
                move = position.random_move(seat, rng, buffer)
                if move > STOP and self.appeal(position, seat, move) > mood:
                    return move
            if position.must_roll or self.appeal(position, seat, ROLL) > mood:
                return ROLL
            return STOP
        if phase == BACKSTABBING:
            if self.appeal(position, seat, BACKSTAB) > mood:
                return BACKSTAB
            return LET_PASS
        if phase == BUSTING:
            if self.appeal(position, seat, RENEG) > mood:
                return RENEG
            return BUST
        if phase == PAYING:
            if self.appeal(position, seat, PAYOFF) > self.appeal(position, seat, HIT_MAN) + mood:
                return PAYOFF
            return HIT_MAN
        return super().playout_move(position, seat, rng, buffer)

    def search_margin(self) -> i64:
        return DOUBT

    def prior_weight(self) -> float:
        return FAITH

    def horizon(self) -> i64:
        return HORIZON

    def point_value(self) -> float:
        return LEAD_POINT


def appeal_of_turn(position: DeiCapiPosition, risk: Risk, seat: i64, move: i64) -> i64:
    """What a move between rolls gains, against a stop here and now."""
    if move == STOP:
        return 0
    if move == ROLL:
        return mean_gain(position, risk, seat)
    before = risk.stake(position)
    level = position.level
    beside = position.beside
    price = CHEAP
    safe: i64 = 0
    if move < POCKET:
        price = DEAR
        position.level += 1 + move - SCANDAL
    elif move < DECEIVE:
        area = move - POCKET
        token = position.lift(area)
        safe = risk.token_worth(token)
        if position.is_full(seat, area):
            safe -= POINT * least_on(position, seat, area)
    else:
        source = (move - DECEIVE) // AREAS
        target = (move - DECEIVE) % AREAS
        token = position.lift(source)
        more = risk.token_worth(token)
        safe = help_of(position, risk, seat, target, more) - help_of(position, risk, seat, source, more)
        safe = safe * CUBE_WORTH // POINT
        position.beside |= token << TOKEN_BITS * target
    position.words[HANDS + seat] -= price
    after = risk.stake(position) + safe + mean_gain(position, risk, seat)
    position.words[HANDS + seat] += price
    position.level = level
    position.beside = beside
    return after - before - CHIP_WORTH * price


def mean_gain(position: DeiCapiPosition, risk: Risk, seat: i64) -> i64:
    """What the next roll gains on average; a bust may cost a Reneg only."""
    risk.weigh(position)
    gain = risk.gain
    price = DEAR * CHIP_WORTH
    if position.words[HANDS + position.turn] >= DEAR and risk.now > price:
        gain += (risk.by_doubles + risk.by_token + risk.by_level) * (risk.now - price)
    return gain // risk.of


def appeal_of_backstab(position: DeiCapiPosition, risk: Risk, seat: i64, move: i64) -> i64:
    """What it is worth to take this roll from the opponent and let it roll again."""
    if move > BACKSTAB:
        if move == LET_ALL_PASS:
            return -CHIP_WORTH
        return 0
    won = CHIP_WORTH
    if ROLL_ACTIONS[position.dice] != EXPOSE_ROLL:
        won = risk.won(position, position.dice)
    appeal = won - mean_gain(position, risk, position.turn) - CHIP_WORTH
    if ends(position, position.declared):
        if expected_lead(position, risk, seat) < 0:
            appeal += DECIDED
        else:
            appeal -= DECIDED
    return appeal


def appeal_of_payoff(position: DeiCapiPosition, risk: Risk, seat: i64, move: i64) -> i64:
    """Without the hit man another roll must follow; with him one may stop."""
    if move == PAYOFF:
        return mean_gain(position, risk, seat) - CHIP_WORTH
    position.hit_man = 1
    gain = mean_gain(position, risk, seat)
    position.hit_man = 0
    if gain < 0:
        return 0
    return gain


def appeal_of_use(position: DeiCapiPosition, risk: Risk, seat: i64, move: i64) -> i64:
    """What a use of the roll does for the areas, and whether the game should end."""
    if move == RENEG:
        return -RENEG_PRICE
    appeal: i64 = 0
    if ends(position, move):
        if expected_lead(position, risk, seat) > 0:
            appeal = DECIDED
        else:
            appeal = -DECIDED
    if move < EXTORT:
        more = POINT * ((move - INFLUENCE) % VALUES + 1)
        return appeal + help_of(position, risk, seat, (move - INFLUENCE) // VALUES, more)
    if move == EXTORT:
        return appeal
    if move < FLIP:
        return appeal + help_of(position, risk, seat, move - BRIBE, risk.mean)
    if move < INVEST:
        area = (move - FLIP) // CIRCLES
        return appeal + CURIOSITY * (1 + position.words[CUBES_ON + area])
    if move < EXPOSE:
        return appeal + tilt(position, risk, seat, move - INVEST)
    if move < SHIFT:
        return appeal + CURIOSITY + tilt(position, risk, seat, (move - EXPOSE) // CIRCLES)
    target = (move - SHIFT) % AREAS
    return appeal + tilt(position, risk, seat, target) - tilt(position, risk, seat, (move - SHIFT) // AREAS)


def ends(position: DeiCapiPosition, move: i64) -> bool:
    """Whether a use of the roll takes the last piece of its kind."""
    if move < EXTORT:
        return position.words[INFLUENCE_LEFT + (move - INFLUENCE) % VALUES] == 1
    if move == EXTORT:
        return ROLL_ACTIONS[position.dice] == MAYOR_ROLL and position.cubes == 1
    if move < FLIP:
        return position.bribes == 1
    return move >= INVEST and move < SHIFT and position.cubes == 1


# Areas


def expected(position: DeiCapiPosition, risk: Risk, viewer: i64, seat: i64, area: i64) -> i64:
    """A seat's influence on an area in hundredths, bribes the viewer has not seen at their mean."""
    side = position.words[SIDES + AREAS * seat + area]
    total: i64 = 0
    while side:
        token = side & TOKEN
        if token == UNSEEN or (token > SEEN and token < OPEN and seat != viewer):
            total += risk.mean
        else:
            total += POINT * (token & TOKEN_VALUE)
        side >>= TOKEN_BITS
    return total


def lead_on(position: DeiCapiPosition, risk: Risk, seat: i64, area: i64) -> i64:
    """By how much a seat leads an area as it sees it, in hundredths."""
    return expected(position, risk, seat, seat, area) - expected(position, risk, seat, 1 - seat, area)


def hold(lead: i64) -> i64:
    """The chance in percent that such a lead wins an area in the end."""
    chance = EVEN + SLOPE * lead // POINT
    if chance > SURE:
        return SURE
    if chance < POINT - SURE:
        return POINT - SURE
    return chance


def help_of(position: DeiCapiPosition, risk: Risk, seat: i64, area: i64, more: i64) -> i64:
    """What more influence on an area is worth, in hundredths of a victory point."""
    lead = lead_on(position, risk, seat, area)
    points = 1 + HOPE + position.words[CUBES_ON + area]
    return points * (hold(lead + more) - hold(lead))


def tilt(position: DeiCapiPosition, risk: Risk, seat: i64, area: i64) -> i64:
    """What one more cube on an area is worth: it goes to whoever wins there."""
    return 2 * hold(lead_on(position, risk, seat, area)) - POINT


def expected_lead(position: DeiCapiPosition, risk: Risk, seat: i64) -> i64:
    """By how much a seat would be ahead, as it sees the table, if the game ended with what lies beside."""
    lead = position.words[GAINED + seat] - position.words[GAINED + 1 - seat]
    area: i64 = 0
    while area < AREAS:
        here = lead_on(position, risk, seat, area)
        token = position.token_beside(area)
        if seat == position.turn:
            here += risk.token_worth(token)
        else:
            here -= risk.token_worth(token)
        if here > 0:
            lead += 1 + position.words[CUBES_ON + area]
        elif here < 0:
            lead -= 1 + position.words[CUBES_ON + area]
        area += 1
    return lead


def least_on(position: DeiCapiPosition, seat: i64, area: i64) -> i64:
    """The lowest value among a seat's own tokens on an area."""
    lowest: i64 = VALUES
    side = position.words[SIDES + AREAS * seat + area]
    while side:
        if side & TOKEN_VALUE < lowest:
            lowest = side & TOKEN_VALUE
        side >>= TOKEN_BITS
    return lowest


def worth_to_owner(position: DeiCapiPosition, risk: Risk, seat: i64, move: i64) -> i64:
    """What the token that a discard takes is worth to its owner."""
    which = (move - DISCARD) % DISCARDS
    if which == NEWCOMER:
        return risk.token_worth(position.token_beside(position.room))
    return POINT * (position.token_on(seat, position.room, which) & TOKEN_VALUE)
