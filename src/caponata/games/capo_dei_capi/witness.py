"""What each seat of Capo dei Capi sees of every move and of what it brings about."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capo_dei_capi.layout import (
    BONUS,
    BUSTED,
    BUSTS,
    CHIP,
    CHIPS_RETURNED,
    CHIPS_TAKEN,
    CUBE,
    DECLARED,
    END_RULES,
    ENDING,
    ENDS,
    FLIPPED,
    GUNMAN,
    HALF_BONUS,
    HIDDEN,
    LOST,
    NEXT,
    OPEN,
    PLACE,
    PLACE_BITS,
    PLACED,
    RAISED,
    REFILLED,
    REVEALED,
    SEEN,
    SETTLED,
    TIED,
    TOKEN_NAMES,
    WON,
)
from caponata.games.capo_dei_capi.moves import (
    ACTIONS,
    AREA_NAMES,
    AREAS,
    BACKSTAB,
    BRIBE,
    BUST,
    CIRCLES,
    DECEIVE,
    DICE,
    DISCARD,
    DISCARDS,
    EXPOSE,
    EXTORT,
    FACES,
    FLIP,
    INFLUENCE,
    INVEST,
    LOOK,
    MAYOR,
    NEWCOMER,
    POCKET,
    RENEG,
    ROLL,
    ROLL_ACTIONS,
    SCANDAL,
    SHIFT,
    STARTER,
    VALUES,
)
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

# Of moves that are no more than their name.
PLAIN: Final = {
    int(ROLL): ("roll", "CDC-2.1"),
    int(ROLL) + 1: ("stop", "CDC-6.1"),
    int(RENEG): ("reneg", "CDC-7.10"),
    int(BUST): ("give-up", "CDC-4.6"),
    int(BACKSTAB): ("backstab", "CDC-7.8"),
    int(BACKSTAB) + 1: ("let-pass", "CDC-7.8"),
    int(BACKSTAB) + 2: ("let-all-pass", "CDC-7.9"),
    int(BACKSTAB) + 3: ("payoff", "CDC-7.7"),
    int(BACKSTAB) + 4: ("hit-man", "CDC-3.14"),
}
# By what the roll asks for; then a Scandal.
USE_RULES: Final = (
    *("CDC-3.2", "CDC-3.4", "CDC-3.5", "CDC-3.6", "CDC-3.7", "CDC-3.8", "CDC-3.9"),
    *("CDC-3.10", "CDC-3.11", "CDC-3.12", "CDC-3.13"),
    "CDC-7.11",
)
BUST_RULES: Final = ("", "CDC-4.2", "CDC-4.3", "CDC-4.4")


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, DeiCapiPosition)
    if move in PLAIN:
        name, rule = PLAIN[move]
        return {"event": name, "seat": mover, "rule": rule}
    if move >= STARTER:
        return seen_chance(position, seat, move)
    if move >= DISCARD:
        return seen_discard(position, seat, mover, move - DISCARD)
    if move >= INFLUENCE:
        return declaration(mover, move, position.dice)
    if move < POCKET:
        rise = move - SCANDAL + 1
        return {"event": "scandal", "seat": mover, "rule": "CDC-7.11", "rise": int(rise)}
    if move < DECEIVE:
        area = move - POCKET
        token = TOKEN_NAMES[position.token_beside(area)]
        return {"event": "pocket", "seat": mover, "rule": "CDC-7.5", "area": AREA_NAMES[area], "token": token}
    source, target = divmod(move - int(DECEIVE), int(AREAS))
    return {
        "event": "deceive",
        "seat": mover,
        "rule": "CDC-7.4",
        "from": AREA_NAMES[source],
        "area": AREA_NAMES[target],
        "token": TOKEN_NAMES[position.token_beside(source)],
    }


def seen_chance(position: DeiCapiPosition, seat: int, move: int) -> Event:
    """What a seat sees of a draw: all but the value of a bribe that is another's."""
    if move >= LOOK:
        value = move - int(LOOK) + 1 if seat == position.turn else None
        area = AREA_NAMES[position.unseen_area()]
        return {"event": "look", "seat": position.turn, "rule": "CDC-5.2", "area": area, "value": value}
    if move < DICE:
        return {"event": "starter", "seat": move - int(STARTER), "rule": "CDC-1.5"}
    roll = move - int(DICE)
    return {
        "event": "dice",
        "seat": position.turn,
        "rule": "CDC-3.1",
        "white": roll // int(FACES) + 1,
        "black": roll % int(FACES) + 1,
        "action": ACTIONS[ROLL_ACTIONS[roll]],
    }


def seen_discard(position: DeiCapiPosition, seat: int, mover: int, which: int) -> Event:
    """What a seat sees of a token that leaves the game: bribes stay face down [CDC-5.4]."""
    area, circle = divmod(which, int(DISCARDS))
    token = TOKEN_NAMES[position.token_beside(area)]
    if circle != NEWCOMER:
        lying = position.token_on(mover, area, circle)
        token = HIDDEN if lying > SEEN and lying < OPEN and seat != mover else TOKEN_NAMES[lying]
    return {
        "event": "discard",
        "seat": mover,
        "rule": "CDC-7.6" if position.pocketing else "CDC-6.2",
        "area": AREA_NAMES[area],
        "circle": "new" if circle == NEWCOMER else str(circle + 1),
        "token": token,
    }


def declaration(seat: int, move: int, roll: int) -> Event:
    """What everybody is told a roll is used for."""
    rule = USE_RULES[ROLL_ACTIONS[roll]]
    if move < EXTORT:
        area, value = divmod(move - int(INFLUENCE), int(VALUES))
        return use("influence", seat, rule, area=AREA_NAMES[area], token=TOKEN_NAMES[value + 1])
    if move == EXTORT:
        return use("extort", seat, rule)
    if move < FLIP:
        return use("bribe", seat, rule, area=AREA_NAMES[move - BRIBE])
    if move < INVEST:
        area, circle = divmod(move - int(FLIP), int(CIRCLES))
        return use("flip", seat, rule, area=AREA_NAMES[area], circle=circle + 1)
    if move < EXPOSE:
        return use("invest", seat, rule, area=AREA_NAMES[move - INVEST])
    if move < SHIFT:
        area, circle = divmod(move - int(EXPOSE), int(CIRCLES))
        return use("expose", seat, rule, area=AREA_NAMES[area], circle=circle + 1)
    source, target = divmod(move - int(SHIFT), int(AREAS))
    return use("shift", seat, rule, **{"from": AREA_NAMES[source], "area": AREA_NAMES[target]})


def use(event: str, seat: int, rule: str, **facts: Any) -> Event:
    """The event of a declaration."""
    return {"event": event, "seat": seat, "rule": rule, **facts}


def effect_event(fact: Effect, seat: int) -> Event:
    """What a seat sees of a fact: all of them are open."""
    what, first, second, third = fact
    if what in OF_SEATS:
        name, rule, argument = OF_SEATS[what]
        event = {"event": name, "seat": first, "rule": rule}
        return event | {argument: second} if argument else event
    if what == DECLARED:
        return declaration(first, second, third)
    if what in (PLACED, LOST):
        name, rule = ("placed", "CDC-3.3") if what == PLACED else ("lost", "CDC-4.6")
        return use(name, first, rule, area=AREA_NAMES[second], token=TOKEN_NAMES[third])
    if what in (FLIPPED, REVEALED, SETTLED):
        return told_place(what, first, AREA_NAMES[second >> PLACE_BITS], int(second & PLACE) + 1, third)
    if what == RAISED:
        return use("raised", first, USE_RULES[third >> PLACE_BITS], rise=second, level=int(third & PLACE))
    if what == CHIP:
        rule = "CDC-3.11" if second else "CDC-3.4"
        return use(
            "chip", first, rule if third else "CDC-3.15", to="hand" if second else "mayor", chips=third
        )
    if what == CUBE:
        if third >= 0:
            places = {"area": AREA_NAMES[second], "from": AREA_NAMES[third]}
            return use("cube", first, "CDC-3.13", **places)
        if second == MAYOR:
            return use("cube", first, "CDC-3.8", area="mayor", **{"from": "supply"})
        return use("cube", first, "CDC-3.7", area=AREA_NAMES[second], **{"from": "supply"})
    return told_end(what, first, second, third)


# Facts about a seat and perhaps a number: event, rule, the number's name.
OF_SEATS: Final = {
    GUNMAN: ("gunman", "CDC-3.14", ""),
    CHIPS_TAKEN: ("chips", "CDC-6.3", "count"),
    CHIPS_RETURNED: ("chips-returned", "CDC-6.7", "count"),
    NEXT: ("next", "CDC-6.6", ""),
}
SHOWING: Final = (FLIPPED, REVEALED)


def told_place(what: int, seat: int, area: str, circle: int, third: int) -> Event:
    """A fact about a circle on an area."""
    if what == SETTLED:
        return use("settled", seat, "CDC-6.1", area=area, circle=circle, token=TOKEN_NAMES[third])
    if what == FLIPPED:
        return use("flipped", seat, "CDC-5.3", area=area, circle=circle, value=third)
    return use("revealed", seat, "CDC-9.1", area=area, circle=circle, value=third)


def told_end(what: int, first: int, second: int, third: int) -> Event:
    """A fact about the end of a turn or of the game."""
    if what == BUSTED:
        return use(
            "busted",
            first,
            BUST_RULES[second],
            why=BUSTS[second],
            white=third // int(FACES) + 1,
            black=third % int(FACES) + 1,
        )
    if what == BONUS:
        rule = "CDC-6.4" if second == HALF_BONUS else "CDC-6.5"
        return use("bonus", first, rule, level=second, cubes=third)
    if what == REFILLED:
        return {"event": "refilled", "seat": None, "rule": "CDC-6.5", "cubes": first}
    if what == ENDING:
        return use("ending", first, END_RULES[second], why=ENDS[second])
    if what == WON:
        return use("won", first, "CDC-9.1", area=AREA_NAMES[second], points=third)
    if what == TIED:
        return {"event": "tied", "seat": None, "rule": "CDC-9.2", "area": AREA_NAMES[first]}
    return {"event": "finished", "seat": None, "rule": "CDC-8.4"}


def reveals(fact: Effect) -> bool:
    """Whether a fact opens something that was hidden."""
    return fact[0] in SHOWING
