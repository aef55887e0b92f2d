"""What each seat of Capo dei Capi may know, and the meaning of the dice: built up, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.engine.options import shown_options
from caponata.games.capo_dei_capi.layout import (
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    BUSTS,
    CUBES_ON,
    DECLARING,
    ENDS,
    GAINED,
    HANDS,
    HIDDEN,
    INFLUENCE_LEFT,
    NO_BUST,
    NONE,
    OPEN,
    OVER,
    PAYING,
    PHASES,
    POOL,
    ROOM,
    SEEN,
    SIDES,
    TOKEN,
    TOKEN_BITS,
    TOKEN_NAMES,
    TOKEN_VALUE,
    TOP_LEVEL,
    TURN,
    UNSEEN,
)
from caponata.games.capo_dei_capi.legality import MOST_CAPO_MOVES
from caponata.games.capo_dei_capi.meaning import meanings
from caponata.games.capo_dei_capi.moves import (
    ACTIONS,
    AREA_NAMES,
    AREAS,
    CIRCLES,
    DISCARDS,
    EXPOSE_ROLL,
    FACES,
    LOW_DOUBLES,
    MAYOR,
    NEWCOMER,
    ROLL_ACTIONS,
    ROLLS,
    SPACE,
    VALUES,
)
from caponata.games.capo_dei_capi.risk import Risk, bonus, outlook
from caponata.games.capo_dei_capi.rules import RULES_VERSION, DeiCapiPosition


def view(position: Position, seat: int) -> View:
    """All that a seat may know, what it has seen of its bribes included [CDC-5.1] [CDC-5.2] [CDC-5.3]."""
    assert isinstance(position, DeiCapiPosition)
    words = position.words
    unseen = hidden_bribes(position, seat)
    areas = [area_view(position, seat, area, unseen) for area in range(AREAS)]
    known: View = {
        "game": "capo-dei-capi",
        "rules_version": RULES_VERSION,
        "options": shown_options(position.options),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "phase": PHASES[position.phase],
        "turn": position.turn,
        "to_act": to_act(position),
        "rolls": position.rolls,
        "must_roll": position.must_roll != 0,
        "level": position.level,
        "hit_man": position.hit_man != 0,
        "promised": position.promised != 0,
        "dice": None if position.dice == NONE else [position.dice // FACES + 1, position.dice % FACES + 1],
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
        "room": room(position),
        "pocketing": position.pocketing != 0,
        "discarded": discarded(position),
        "unseen": unseen,
        "box": box(position, seat),
        "scores": scores(position, areas),
        "ended": None if not position.ended else ENDS[position.ended],
        "actions": [ACTIONS[action] for action in ROLL_ACTIONS],
    }
    if position.phase >= TURN and position.phase <= PAYING:
        risk = outlook(position, seat)
        known["next"] = next_roll(position, risk)
        known["stake"] = stake(position, risk)
        known["roll"] = the_roll(position, risk)
    else:
        known["next"] = known["stake"] = known["roll"] = None
    return known


def to_act(position: DeiCapiPosition) -> list[int]:
    """The seats that may act; chance is none."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(2) if position.to_act >> seat & 1]


# Tokens


def area_view(position: DeiCapiPosition, viewer: int, area: i64, unseen: list[int]) -> dict[str, Any]:
    """One area: its cubes, its tokens by seat and circle, and who leads as far as the viewer can tell."""
    beside = position.token_beside(area)
    mine = side_total(position, viewer, 0, area, unseen)
    theirs = side_total(position, viewer, 1, area, unseen)
    return {
        "name": AREA_NAMES[area],
        "cubes": position.words[CUBES_ON + area],
        "beside": TOKEN_NAMES[beside] if beside else None,
        "tokens": [side_view(position, viewer, 0, area), side_view(position, viewer, 1, area)],
        "totals": [mine, theirs],
        "leader": leader(mine, theirs),
    }


def side_view(position: DeiCapiPosition, viewer: int, seat: i64, area: i64) -> list[str]:
    """The tokens of a seat on an area, circle by circle."""
    side = position.words[SIDES + AREAS * seat + area]
    shown: list[str] = []
    while side:
        token = side & TOKEN
        if token > SEEN and token < OPEN and seat != viewer and position.phase != OVER:
            shown.append(HIDDEN)
        else:
            shown.append(TOKEN_NAMES[token])
        side >>= TOKEN_BITS
    return shown


def side_total(
    position: DeiCapiPosition, viewer: int, seat: i64, area: i64, unseen: list[int]
) -> dict[str, int]:
    """A seat's influence on an area, from `low` to `high` as far as the viewer knows [CDC-9.1]."""
    side = position.words[SIDES + AREAS * seat + area]
    shown: i64 = 0
    hidden: i64 = 0
    while side:
        token = side & TOKEN
        if token == UNSEEN or (token > SEEN and token < OPEN and seat != viewer and position.phase != OVER):
            hidden += 1
        else:
            shown += token & TOKEN_VALUE
        side >>= TOKEN_BITS
    if hidden == 0:
        return {"low": shown, "high": shown}
    return {"low": shown + extreme(unseen, hidden, 0, 1), "high": shown + extreme(unseen, hidden, 2, -1)}


def extreme(unseen: list[int], count: i64, value: i64, step: i64) -> i64:
    """The least, or most, that so many unseen bribes can be worth together."""
    total: i64 = 0
    while count > 0 and value >= 0 and value < VALUES:
        taken: i64 = unseen[value]
        if taken > count:
            taken = count
        total += taken * (value + 1)
        count -= taken
        value += step
    return total


def leader(zero: dict[str, int], one: dict[str, int]) -> str | int | None:
    """The seat that leads an area, `tied`, or nothing while hidden bribes decide it [CDC-9.2]."""
    if zero["low"] > one["high"]:
        return 0
    if one["low"] > zero["high"]:
        return 1
    if zero["low"] == zero["high"] == one["low"] == one["high"]:
        return "tied"
    return None


def hidden_bribes(position: DeiCapiPosition, viewer: int) -> list[int]:
    """How many bribes worth 1, 2 and 3 this viewer cannot see, wherever they are [CDC-5.5]."""
    words = position.words
    counts = [int(words[POOL + value]) for value in range(VALUES)]
    for seat in range(2):
        if seat != viewer:
            for value in range(VALUES):
                counts[value] += words[BOX_SEEN + VALUES * seat + value]
            if position.phase != OVER:
                for area in range(AREAS):
                    side = words[SIDES + AREAS * seat + area]
                    while side:
                        token = side & TOKEN
                        if token > SEEN and token < OPEN:
                            counts[token - SEEN - 1] += 1
                        side >>= TOKEN_BITS
    return counts


def box(position: DeiCapiPosition, viewer: int) -> dict[str, Any]:
    """The tokens out of the game; bribes by value only where the viewer has seen it [CDC-5.4]."""
    words = position.words
    seen = [[int(words[BOX_SEEN + VALUES * seat + value]) for value in range(VALUES)] for seat in range(2)]
    return {
        "influence": [words[BOX_INFLUENCE + value] for value in range(VALUES)],
        "open": [words[BOX_OPEN + value] for value in range(VALUES)],
        "seen": [sum(seen[0]), sum(seen[1])],
        "yours": seen[viewer] if viewer >= 0 else None,
        "unseen": position.box_unseen,
    }


def scores(position: DeiCapiPosition, areas: list[dict[str, Any]]) -> list[dict[str, int]]:
    """Each seat's points if the game ended now, from `low` to `high` as far as the viewer can tell."""
    shown: list[dict[str, int]] = []
    for seat in range(2):
        low = high = int(position.words[GAINED + seat])
        for area in areas:
            points = 1 + area["cubes"]
            if area["leader"] == seat:
                low += points
            if area["totals"][seat]["high"] > area["totals"][1 - seat]["low"]:
                high += points
        shown.append({"low": low, "high": high})
    return shown


def room(position: DeiCapiPosition) -> dict[str, str] | None:
    """Where room is to be made, and for which token."""
    if position.phase != ROOM:
        return None
    return {
        "area": AREA_NAMES[position.room],
        "token": TOKEN_NAMES[position.token_beside(position.room)],
    }


def discarded(position: DeiCapiPosition) -> dict[str, Any] | None:
    """From where the last token left the game: a circle, or nothing for the newcomer."""
    if position.discarded == NONE:
        return None
    which = position.discarded % DISCARDS
    circle = None if which == NEWCOMER else which + 1
    return {"area": AREA_NAMES[position.discarded // DISCARDS], "circle": circle}


# The dice


def next_roll(position: DeiCapiPosition, risk: Risk) -> dict[str, Any]:
    """The exact chance that the next roll busts, by cause and by roll, and what it gains [CDC-10.1]."""
    return {
        "of": risk.of,
        "bust": risk.by_doubles + risk.by_token + risk.by_level,
        "doubles": risk.by_doubles,
        "token": risk.by_token,
        "level": risk.by_level,
        "gain": risk.gain,
        "busts": [busting_ways(position, risk, roll) for roll in range(ROLLS)],
    }


def busting_ways(position: DeiCapiPosition, risk: Risk, roll: i64) -> int:
    """In how many ways one of the 36 rolls busts: all of them, none, or as a flipped bribe decides."""
    if position.bust_of(roll) != NO_BUST:
        return risk.of // ROLLS
    if ROLL_ACTIONS[roll] != EXPOSE_ROLL:
        return 0
    return sum(risk.ways(value) for value in range(1, VALUES + 1) if position.level + value > TOP_LEVEL)


def stake(position: DeiCapiPosition, risk: Risk) -> dict[str, int]:
    """What a stop would bring now, and a bust would cost [CDC-10.2]."""
    influence: i64 = 0
    bribes: i64 = 0
    beside = position.beside
    while beside:
        if beside & TOKEN == UNSEEN:
            bribes += 1
        else:
            influence += beside & TOKEN
        beside >>= TOKEN_BITS
    return {
        "influence": influence,
        "bribes": bribes,
        "chips": position.chips_beside,
        "cubes": bonus(position.level, position.words[CUBES_ON + MAYOR]),
        "worth": risk.now,
    }


def the_roll(position: DeiCapiPosition, risk: Risk) -> dict[str, Any] | None:
    """What the roll on the table means, and what each way to use it would do [CDC-3.1]."""
    if position.phase == TURN:
        return None
    action = ROLL_ACTIONS[position.dice]
    flipped = position.phase < PAYING and position.phase > DECLARING and position.declared != NONE
    why = 0
    if PHASES[position.phase] == "busting":
        why = 3 if flipped else position.bust_of(position.dice)
    options: list[dict[str, Any]] = []
    if position.phase == DECLARING:
        buffer = vec[i64]([0] * MOST_CAPO_MOVES)
        options = meanings(position, risk, [buffer[i] for i in range(position.declarations(buffer))])
    elif position.declared != NONE and not why:
        options = meanings(position, risk, [position.declared])
    return {
        "white": position.dice // FACES + 1,
        "black": position.dice % FACES + 1,
        "action": ACTIONS[action],
        "doubles": action >= LOW_DOUBLES,
        "bust": BUSTS[why] if why else None,
        "options": options,
    }


def census(position: Position) -> Mapping[str, int]:
    """All pieces by kind, wherever they are."""
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
    lying = [position.token_beside(area) for area in range(AREAS)]
    for seat in range(2):
        for area in range(AREAS):
            lying += [position.token_on(seat, area, circle) for circle in range(CIRCLES)]
    for token in lying:
        if token == UNSEEN:
            pieces["bribes not decided"] += 1
        elif token:
            kind = "influence" if token < UNSEEN else "bribe"
            pieces[f"{kind} {token & TOKEN_VALUE}"] += 1
    return pieces
