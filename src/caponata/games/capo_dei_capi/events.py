"""What each seat of Capo dei Capi sees of every move and its effects."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capo_dei_capi.dice import ACTIONS, ROLL_ACTIONS, black_of, white_of
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BONUS,
    BUSTED,
    BUSTS,
    CHIP_GAINED,
    CHIPS_RETURNED,
    CHIPS_TAKEN,
    CIRCLE_BITS,
    CIRCLE_MASK,
    CUBE_MOVED,
    DECLARED,
    END_RULES,
    ENDING,
    ENDS,
    FLIPPED,
    HALF_BONUS_LEVEL,
    HIDDEN,
    HIT_MAN_TAKEN,
    LEVEL_BITS,
    LEVEL_MASK,
    MAYOR,
    NEW_TOKEN,
    NONE,
    OPEN,
    PLACED,
    RAISED,
    REFILLED,
    REVEALED,
    SEEN,
    SETTLED,
    TIED,
    TOKEN_LOST,
    TOKEN_NAMES,
    TURN_BEGUN,
    WON,
)
from caponata.games.capo_dei_capi.moves import (
    BACKSTAB,
    BRIBE,
    BUST,
    DICE,
    DISCARD,
    EXPOSE,
    EXTORT,
    FLIP,
    HIT_MAN,
    INFLUENCE,
    INVEST,
    LET_ALL_PASS,
    LET_PASS,
    LOOK,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    SCANDAL,
    STARTER,
    STOP,
    area_of,
    circle_of,
    is_declaration,
    levels_of,
    roll_of,
    seat_of,
    source_of,
    value_of,
    verb_of,
)
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.turn_end import unseen_area

# Event and rule of the moves without arguments.
PLAIN: Final[dict[int, tuple[str, str]]] = {
    ROLL: ("roll", "CDC-2.1"),
    STOP: ("stop", "CDC-6.1"),
    RENEG: ("reneg", "CDC-7.10"),
    BUST: ("give-up", "CDC-4.6"),
    BACKSTAB: ("backstab", "CDC-7.8"),
    LET_PASS: ("let-pass", "CDC-7.8"),
    LET_ALL_PASS: ("let-all-pass", "CDC-7.9"),
    PAYOFF: ("payoff", "CDC-7.7"),
    HIT_MAN: ("hit-man", "CDC-3.14"),
}
# The rule of each action of a roll; then of a Scandal.
ACTION_RULES: Final = (
    *("CDC-3.2", "CDC-3.4", "CDC-3.5", "CDC-3.6", "CDC-3.7", "CDC-3.8", "CDC-3.9"),
    *("CDC-3.10", "CDC-3.11", "CDC-3.12", "CDC-3.13"),
    "CDC-7.11",
)
BUST_RULES: Final = ("", "CDC-4.2", "CDC-4.3", "CDC-4.4")
# Effects about a seat and perhaps a number: event, rule, name of the number.
SEAT_EFFECTS: Final = {
    HIT_MAN_TAKEN: ("gunman", "CDC-3.14", ""),
    CHIPS_TAKEN: ("chips", "CDC-6.3", "count"),
    CHIPS_RETURNED: ("chips-returned", "CDC-6.7", "count"),
    TURN_BEGUN: ("next", "CDC-6.6", ""),
}
REVEALING: Final = (FLIPPED, REVEALED)


# Moves


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, DeiCapiPosition)
    verb = verb_of(move)
    if verb in PLAIN:
        name, rule = PLAIN[verb]
        return event_of(name, mover, rule)
    if verb in (STARTER, DICE, LOOK):
        return chance_event(position, seat, move)
    if verb == DISCARD:
        return discard_event(position, seat, mover, move)
    if is_declaration(move):
        return declaration_event(mover, move, position.dice)
    if verb == SCANDAL:
        return event_of("scandal", mover, "CDC-7.11", rise=levels_of(move))
    area = AREA_NAMES[area_of(move)]
    if verb == POCKET:
        token = TOKEN_NAMES[position.token_beside(area_of(move))]
        return event_of("pocket", mover, "CDC-7.5", area=area, token=token)
    source = source_of(move)
    token = TOKEN_NAMES[position.token_beside(source)]
    return {
        **event_of("deceive", mover, "CDC-7.4"),
        "from": AREA_NAMES[source],
        "area": area,
        "token": token,
    }


def chance_event(position: DeiCapiPosition, seat: int, move: int) -> Event:
    """What a seat sees of a chance move: everything except the value of another seat's bribe."""
    verb = verb_of(move)
    if verb == LOOK:
        value = value_of(move) if seat == position.turn else None
        area = AREA_NAMES[unseen_area(position)]
        return event_of("look", position.turn, "CDC-5.2", area=area, value=value)
    if verb == STARTER:
        return event_of("starter", seat_of(move), "CDC-1.5")
    roll = roll_of(move)
    return event_of(
        "dice",
        position.turn,
        "CDC-3.1",
        white=white_of(roll),
        black=black_of(roll),
        action=ACTIONS[ROLL_ACTIONS[roll]],
    )


def discard_event(position: DeiCapiPosition, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a token that leaves the game: bribes stay face down [CDC-5.4]."""
    area, circle = area_of(move), circle_of(move)
    token = TOKEN_NAMES[position.token_beside(area)]
    if circle != NEW_TOKEN:
        on_area = position.token_on(mover, area, circle)
        is_hidden = on_area > SEEN and on_area < OPEN and seat != mover
        token = HIDDEN if is_hidden else TOKEN_NAMES[on_area]
    return event_of(
        "discard",
        mover,
        "CDC-7.6" if position.pocketing else "CDC-6.2",
        area=AREA_NAMES[area],
        circle="new" if circle == NEW_TOKEN else str(circle + 1),
        token=token,
    )


def declaration_event(seat: int, move: int, roll: int) -> Event:
    """What everybody sees of a declared use of a roll."""
    rule = ACTION_RULES[ROLL_ACTIONS[roll]]
    verb = verb_of(move)
    if verb == EXTORT:
        return event_of("extort", seat, rule)
    area = AREA_NAMES[area_of(move)]
    if verb == INFLUENCE:
        return event_of("influence", seat, rule, area=area, token=TOKEN_NAMES[value_of(move)])
    if verb == BRIBE:
        return event_of("bribe", seat, rule, area=area)
    if verb == FLIP:
        return event_of("flip", seat, rule, area=area, circle=circle_of(move) + 1)
    if verb == INVEST:
        return event_of("invest", seat, rule, area=area)
    if verb == EXPOSE:
        return event_of("expose", seat, rule, area=area, circle=circle_of(move) + 1)
    return event_of("shift", seat, rule, **{"from": AREA_NAMES[source_of(move)], "area": area})


def event_of(name: str, seat: int | None, rule: str, **fields: Any) -> Event:
    """An event with its fields."""
    return {"event": name, "seat": seat, "rule": rule, **fields}


# Effects


def effect_event(effect: Effect, seat: int) -> Event:
    """What a seat sees of an effect: all effects are public."""
    kind, first, second, third = effect
    if kind in SEAT_EFFECTS:
        name, rule, field = SEAT_EFFECTS[kind]
        event = event_of(name, first, rule)
        return event | {field: second} if field else event
    if kind == DECLARED:
        return declaration_event(first, second, third)
    if kind in (PLACED, TOKEN_LOST):
        name, rule = ("placed", "CDC-3.3") if kind == PLACED else ("lost", "CDC-4.6")
        return event_of(name, first, rule, area=AREA_NAMES[second], token=TOKEN_NAMES[third])
    if kind in (FLIPPED, REVEALED, SETTLED):
        return circle_event(kind, first, second, third)
    if kind == RAISED:
        rule = ACTION_RULES[third >> LEVEL_BITS]
        return event_of("raised", first, rule, rise=second, level=third & LEVEL_MASK)
    if kind == CHIP_GAINED:
        rule = "CDC-3.11" if second else "CDC-3.4"
        place = "hand" if second else "mayor"
        return event_of("chip", first, rule if third else "CDC-3.15", to=place, chips=third)
    if kind == CUBE_MOVED:
        return cube_event(first, second, third)
    return end_event(kind, first, second, third)


def circle_event(kind: int, seat: int, spot: int, third: int) -> Event:
    """The event of an effect on a circle of an area; `third` is a token or a value."""
    area, circle = AREA_NAMES[spot >> CIRCLE_BITS], (spot & CIRCLE_MASK) + 1
    if kind == SETTLED:
        return event_of("settled", seat, "CDC-6.1", area=area, circle=circle, token=TOKEN_NAMES[third])
    if kind == FLIPPED:
        return event_of("flipped", seat, "CDC-5.3", area=area, circle=circle, value=third)
    return event_of("revealed", seat, "CDC-9.1", area=area, circle=circle, value=third)


def cube_event(seat: int, target: int, source: int) -> Event:
    """The event of a cube that moves to an area or the Mayor, from an area or the supply."""
    if source != NONE:
        return event_of("cube", seat, "CDC-3.13", **{"area": AREA_NAMES[target], "from": AREA_NAMES[source]})
    if target == MAYOR:
        return event_of("cube", seat, "CDC-3.8", **{"area": "mayor", "from": "supply"})
    return event_of("cube", seat, "CDC-3.7", **{"area": AREA_NAMES[target], "from": "supply"})


def end_event(kind: int, first: int, second: int, third: int) -> Event:
    """The event of an effect at the end of a turn or of the game."""
    if kind == BUSTED:
        dice = {"white": white_of(third), "black": black_of(third)}
        return event_of("busted", first, BUST_RULES[second], why=BUSTS[second], **dice)
    if kind == BONUS:
        rule = "CDC-6.4" if second == HALF_BONUS_LEVEL else "CDC-6.5"
        return event_of("bonus", first, rule, level=second, cubes=third)
    if kind == REFILLED:
        return event_of("refilled", None, "CDC-6.5", cubes=first)
    if kind == ENDING:
        return event_of("ending", first, END_RULES[second], why=ENDS[second])
    if kind == WON:
        return event_of("won", first, "CDC-9.1", area=AREA_NAMES[second], points=third)
    if kind == TIED:
        return event_of("tied", None, "CDC-9.2", area=AREA_NAMES[first])
    return event_of("finished", None, "CDC-8.4")


def reveals(effect: Effect) -> bool:
    """Return whether an effect shows something that was hidden."""
    return effect[0] in REVEALING
