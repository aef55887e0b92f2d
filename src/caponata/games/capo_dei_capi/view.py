"""The views of Capo dei Capi: what each seat may know, and what the dice may bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, cast

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.engine.options import shown_options
from caponata.games.capo_dei_capi.busts import bust_cause
from caponata.games.capo_dei_capi.dice import (
    ACTIONS,
    EXPOSE_ROLL,
    LOW_DOUBLES,
    ROLL_ACTIONS,
    ROLLS,
    black_of,
    white_of,
)
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    AREAS,
    BETWEEN_ROLLS,
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    BUSTING,
    BUSTS,
    BY_LEVEL,
    CIRCLES,
    CUBES_ON,
    DECLARING,
    DISCARD_CHOICES,
    ENDS,
    GAINED,
    HANDS,
    HIDDEN,
    HIGH_PRICE,
    INFLUENCE_LEFT,
    LOW_PRICE,
    MAKING_ROOM,
    MAYOR,
    NEW_TOKEN,
    NO_BUST,
    NONE,
    OPEN,
    OVER,
    PAYING,
    PHASES,
    POOL,
    SEEN,
    TOKEN_BITS,
    TOKEN_MASK,
    TOKEN_NAMES,
    TOP_LEVEL,
    UNSEEN,
    VALUE_MASK,
    VALUES,
    side_of,
)
from caponata.games.capo_dei_capi.legality import MOST_DEI_CAPI_MOVES, declarations
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.risk import Risk, bonus, next_roll_risk
from caponata.games.capo_dei_capi.roll_options import roll_options
from caponata.games.capo_dei_capi.rules import RULES_VERSION, DeiCapiPosition
from caponata.games.capo_dei_capi.view_types import (
    Area,
    Box,
    Bust,
    DeiCapiView,
    Discard,
    End,
    Next,
    Option,
    Options,
    Roll,
    Room,
    Span,
    Stake,
    Token,
)

PRICES: Final = {  # in chips [CDC-7.1]
    "scandal": int(HIGH_PRICE),
    "reneg": int(HIGH_PRICE),
    "pocket": int(LOW_PRICE),
    "deceive": int(LOW_PRICE),
    "payoff": int(LOW_PRICE),
    "backstab": int(LOW_PRICE),
}


def view(position: Position, seat: int) -> View:
    """Everything a seat may know, including the bribes it has looked at [CDC-5.1] [CDC-5.2] [CDC-5.3]."""
    assert isinstance(position, DeiCapiPosition)
    words = position.words
    unseen = unseen_bribes(position, seat)
    areas = [area_view(position, seat, area, unseen) for area in range(AREAS)]
    fields: DeiCapiView = {
        "game": "capo-dei-capi",
        "rules_version": RULES_VERSION,
        "options": cast("Options", shown_options(position.options)),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "phase": PHASES[position.phase],
        "turn": position.turn,
        "to_act": acting_seats(position),
        "rolls": position.rolls,
        "must_roll": position.must_roll != 0,
        "level": position.level,
        "hit_man": position.hit_man != 0,
        "promised": position.promised != 0,
        "dice": None if position.dice == NONE else [white_of(position.dice), black_of(position.dice)],
        "declared": None if position.declared == NONE else SPACE.text(position.declared),
        "chips": [words[HANDS], words[HANDS + 1]],
        "gained": [words[GAINED], words[GAINED + 1]],
        "mayor": {"cubes": words[CUBES_ON + MAYOR], "chips": position.chips_beside},
        "supply": {
            "influence": [words[INFLUENCE_LEFT], words[INFLUENCE_LEFT + 1], words[INFLUENCE_LEFT + 2]],
            "bribes": position.bribes,
            "cubes": position.cubes,
            "chips": position.chips,
        },
        "areas": areas,
        "room": room_view(position),
        "pocketing": position.pocketing != 0,
        "discarded": discard_view(position),
        "unseen": unseen,
        "box": box_view(position, seat),
        "scores": score_ranges(position, areas),
        "ended": None if not position.ended else cast("End", ENDS[position.ended]),
        "actions": [ACTIONS[action] for action in ROLL_ACTIONS],
        "prices": dict(PRICES),
        "next": None,
        "stake": None,
        "roll": None,
    }
    if position.phase >= BETWEEN_ROLLS and position.phase <= PAYING:
        risk = next_roll_risk(position, seat)
        fields["next"] = next_roll(position, risk)
        fields["stake"] = stake_view(position, risk)
        fields["roll"] = roll_view(position, risk)
    return cast("View", fields)


def acting_seats(position: DeiCapiPosition) -> list[int]:
    """The seats that may act; none while chance is to act."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(2) if position.to_act >> seat & 1]


# Tokens


def area_view(position: DeiCapiPosition, viewer: int, area: i64, unseen: list[int]) -> Area:
    """One area: its cubes, its tokens by seat and circle, and the leader as far as the viewer can tell."""
    beside = position.token_beside(area)
    totals = [side_total(position, viewer, seat, area, unseen) for seat in range(2)]
    return {
        "name": AREA_NAMES[area],
        "cubes": position.words[CUBES_ON + area],
        "beside": cast("Token", TOKEN_NAMES[beside]) if beside else None,
        "tokens": [side_view(position, viewer, 0, area), side_view(position, viewer, 1, area)],
        "totals": totals,
        "leader": leader(totals[0], totals[1]),
    }


def is_hidden(position: DeiCapiPosition, viewer: int, seat: i64, token: i64) -> bool:
    """Return whether a token on an area is a bribe that only its owner has seen, and not the viewer."""
    return token > SEEN and token < OPEN and seat != viewer and position.phase != OVER


def side_view(position: DeiCapiPosition, viewer: int, seat: i64, area: i64) -> list[Token]:
    """The tokens of a seat on an area, circle by circle."""
    side = position.words[side_of(seat, area)]
    names: list[Token] = []
    while side:
        token = side & TOKEN_MASK
        if is_hidden(position, viewer, seat, token):
            names.append(HIDDEN)
        else:
            names.append(cast("Token", TOKEN_NAMES[token]))
        side >>= TOKEN_BITS
    return names


def side_total(position: DeiCapiPosition, viewer: int, seat: i64, area: i64, unseen: list[int]) -> Span:
    """A seat's influence on an area, from `low` to `high` as far as the viewer knows [CDC-9.1]."""
    side = position.words[side_of(seat, area)]
    visible: i64 = 0
    hidden: i64 = 0
    while side:
        token = side & TOKEN_MASK
        if token == UNSEEN or is_hidden(position, viewer, seat, token):
            hidden += 1
        else:
            visible += token & VALUE_MASK
        side >>= TOKEN_BITS
    if hidden == 0:
        return {"low": visible, "high": visible}
    low = extreme_total(unseen, hidden, 1, 1)
    high = extreme_total(unseen, hidden, VALUES, -1)
    return {"low": visible + low, "high": visible + high}


def extreme_total(unseen: list[int], count: i64, first: i64, step: i64) -> i64:
    """The lowest or highest total of some unseen bribes: values are taken from `first` on, by `step`."""
    total: i64 = 0
    value = first
    while count > 0 and value >= 1 and value <= VALUES:
        taken: i64 = unseen[value - 1]
        if taken > count:
            taken = count
        total += taken * value
        count -= taken
        value += step
    return total


def leader(zero: Span, one: Span) -> int | Literal["tied"] | None:
    """The seat that leads an area, `tied`, or None if hidden bribes decide it [CDC-9.2]."""
    if zero["low"] > one["high"]:
        return 0
    if one["low"] > zero["high"]:
        return 1
    if zero["low"] == zero["high"] == one["low"] == one["high"]:
        return "tied"
    return None


def unseen_bribes(position: DeiCapiPosition, viewer: int) -> list[int]:
    """The number of bribes worth 1, 2 and 3 that a viewer has not seen, wherever they are [CDC-5.5]."""
    words = position.words
    counts = [int(words[POOL + value]) for value in range(VALUES)]
    for seat in range(2):
        if seat != viewer:
            for value in range(VALUES):
                counts[value] += words[BOX_SEEN + VALUES * seat + value]
            if position.phase != OVER:
                for area in range(AREAS):
                    side = words[side_of(seat, area)]
                    while side:
                        token = side & TOKEN_MASK
                        if token > SEEN and token < OPEN:
                            counts[token - SEEN - 1] += 1
                        side >>= TOKEN_BITS
    return counts


def box_view(position: DeiCapiPosition, viewer: int) -> Box:
    """The tokens out of the game; bribes by value only if the viewer has seen it [CDC-5.4]."""
    words = position.words
    seen = [[int(words[BOX_SEEN + VALUES * seat + value]) for value in range(VALUES)] for seat in range(2)]
    return {
        "influence": [words[BOX_INFLUENCE + value] for value in range(VALUES)],
        "open": [words[BOX_OPEN + value] for value in range(VALUES)],
        "seen": [sum(seen[0]), sum(seen[1])],
        "yours": seen[viewer] if viewer >= 0 else None,
        "unseen": position.box_unseen,
    }


def score_ranges(position: DeiCapiPosition, areas: list[Area]) -> list[Span]:
    """Each seat's points if the game ended now, from `low` to `high` as far as the viewer can tell."""
    ranges: list[Span] = []
    for seat in range(2):
        low = high = int(position.words[GAINED + seat])
        for area in areas:
            points = 1 + area["cubes"]
            if area["leader"] == seat:
                low += points
            if area["totals"][seat]["high"] > area["totals"][1 - seat]["low"]:
                high += points
        ranges.append({"low": low, "high": high})
    return ranges


def room_view(position: DeiCapiPosition) -> Room | None:
    """The full area and its new token while room must be made, else None."""
    if position.phase != MAKING_ROOM:
        return None
    return {
        "area": AREA_NAMES[position.room],
        "token": cast("Token", TOKEN_NAMES[position.token_beside(position.room)]),
    }


def discard_view(position: DeiCapiPosition) -> Discard | None:
    """The area and circle of the last discard, or None; the circle of a new token is None."""
    if position.discarded == NONE:
        return None
    area, circle = position.discarded // DISCARD_CHOICES, position.discarded % DISCARD_CHOICES
    return {"area": AREA_NAMES[area], "circle": None if circle == NEW_TOKEN else circle + 1}


# The dice


def next_roll(position: DeiCapiPosition, risk: Risk) -> Next:
    """The exact chance that the next roll busts, by cause and by roll, and its total gain [CDC-10.1]."""
    return {
        "of": risk.of,
        "bust": risk.by_doubles + risk.by_token + risk.by_level,
        "doubles": risk.by_doubles,
        "token": risk.by_token,
        "level": risk.by_level,
        "gain": risk.gain,
        "busts": [bust_cases(position, risk, roll) for roll in range(ROLLS)],
    }


def bust_cases(position: DeiCapiPosition, risk: Risk, roll: i64) -> int:
    """The number of cases in which a roll busts; it depends on the value of a flipped bribe."""
    if bust_cause(position, roll) != NO_BUST:
        return risk.of // ROLLS
    if ROLL_ACTIONS[roll] != EXPOSE_ROLL:
        return 0
    return sum(risk.ways(value) for value in range(1, VALUES + 1) if position.level + value > TOP_LEVEL)


def stake_view(position: DeiCapiPosition, risk: Risk) -> Stake:
    """What a stop would bring now and a bust would cost [CDC-10.2]."""
    influence: i64 = 0
    bribes: i64 = 0
    beside = position.beside
    while beside:
        if beside & TOKEN_MASK == UNSEEN:
            bribes += 1
        else:
            influence += beside & TOKEN_MASK
        beside >>= TOKEN_BITS
    return {
        "influence": influence,
        "bribes": bribes,
        "chips": position.chips_beside,
        "cubes": bonus(position.level, position.words[CUBES_ON + MAYOR]),
        "worth": risk.now,
    }


def roll_view(position: DeiCapiPosition, risk: Risk) -> Roll | None:
    """The roll on the table, its action and what each way to use it would do [CDC-3.1]."""
    if position.phase == BETWEEN_ROLLS:
        return None
    action = ROLL_ACTIONS[position.dice]
    cause: i64 = NO_BUST
    if position.phase == BUSTING:
        cause = bust_cause(position, position.dice)
        if position.declared != NONE:  # a flipped bribe raises the level too far
            cause = BY_LEVEL
    options: list[Option] = []
    if position.phase == DECLARING:
        buffer = vec[i64]([0] * MOST_DEI_CAPI_MOVES)
        options = roll_options(position, risk, [buffer[i] for i in range(declarations(position, buffer))])
    elif position.declared != NONE and cause == NO_BUST:
        options = roll_options(position, risk, [position.declared])
    return {
        "white": white_of(position.dice),
        "black": black_of(position.dice),
        "action": ACTIONS[action],
        "doubles": action >= LOW_DOUBLES,
        "bust": None if cause == NO_BUST else cast("Bust", BUSTS[cause]),
        "options": options,
    }


def census(position: Position) -> Mapping[str, int]:
    """Count all pieces by kind, wherever they are."""
    assert isinstance(position, DeiCapiPosition)
    words = position.words
    pieces = {
        "cubes": position.cubes + words[GAINED] + words[GAINED + 1],
        "chips": position.chips + position.chips_beside + words[HANDS] + words[HANDS + 1],
        "bribes not decided": position.bribes + position.box_unseen,
    }
    for where in range(MAYOR + 1):
        pieces["cubes"] += words[CUBES_ON + where]
    for value in range(VALUES):
        pieces["bribes not decided"] -= words[POOL + value]
        pieces[f"influence {value + 1}"] = words[INFLUENCE_LEFT + value] + words[BOX_INFLUENCE + value]
        pieces[f"bribe {value + 1}"] = (
            words[POOL + value]
            + words[BOX_OPEN + value]
            + words[BOX_SEEN + value]
            + words[BOX_SEEN + VALUES + value]
        )
    tokens = [position.token_beside(area) for area in range(AREAS)]
    for seat in range(2):
        for area in range(AREAS):
            tokens += [position.token_on(seat, area, circle) for circle in range(CIRCLES)]
    for token in tokens:
        if token == UNSEEN:
            pieces["bribes not decided"] += 1
        elif token:
            kind = "influence" if token < UNSEEN else "bribe"
            pieces[f"{kind} {token & VALUE_MASK}"] += 1
    return pieces
