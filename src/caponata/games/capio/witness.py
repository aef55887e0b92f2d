"""What everybody sees of every move of Capio and of what it brings about: all see the same."""

from __future__ import annotations

from typing import Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, FALL_COUNT, FALLS, LOOK_NAMES
from caponata.games.capio.layout import (
    CARD_SCORED,
    CLEARED,
    LIFTED,
    MISSED,
    PASSED,
    PENALTY,
    ROUND,
    SCORE_RULES,
    SEVERAL,
    STARTED,
    STOPPED,
    TALLIED,
    WHERE,
    WHERE_BITS,
)
from caponata.games.capio.moves import (
    CHOOSE,
    DEAL,
    LET_GO,
    PARK,
    PLACE,
    READY,
    REST,
    ROLL,
    STOP,
    TAKE,
    THROW,
    TRIPLES,
    WHERE_NAMES,
    WHERES,
)
from caponata.games.capio.rules import CapioPosition

PLAIN: Final = {
    int(READY): ("ready", "CAPIO-2.6"),
    int(STOP): ("stop", "CAPIO-4.1"),
    int(REST): ("rest", "CAPIO-4.3"),
}


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, CapioPosition)
    if move in PLAIN:
        name, rule = PLAIN[move]
        return {"event": name, "seat": mover, "rule": rule}
    if move >= CHOOSE:
        return seen_chance(int(position.next), move)
    if move < PLACE:
        return {"event": "take", "seat": mover, "rule": "CAPIO-3.2", "die": LOOK_NAMES[move - int(TAKE)]}
    die = LOOK_NAMES[position.look(position.hand(mover))]
    if move == LET_GO:
        return {"event": "let-go", "seat": mover, "rule": "CAPIO-4.2", "die": die}
    kind, where = divmod(move - int(PLACE), int(WHERES))
    if where <= PARK and not position.spot_for(mover, position.slot_of(mover, kind), kind, where):
        where = 0  # an occupied field and the table beside it are the same in the end
    return {
        "event": "place",
        "seat": mover,
        "rule": "CAPIO-3.4",
        "die": die,
        "card": KIND_NAMES[kind],
        "where": WHERE_NAMES[where],
    }


def seen_chance(turn: int, move: int) -> Event:
    """What everybody sees of chance: it comes to this seat."""
    if move < DEAL:
        kinds = [KIND_NAMES[kind] for kind in TRIPLES[move - int(CHOOSE)]]
        return {"event": "choose", "seat": turn, "rule": "CAPIO-2.2", "kinds": kinds}
    if move < ROLL:
        return {"event": "deal", "seat": turn, "rule": "CAPIO-2.2", "card": CARD_NAMES[move - int(DEAL)]}
    if move < THROW:
        number = move - int(ROLL) + 1
        counts = "word" if number % 2 else "print"
        return {"event": "roll", "seat": turn, "rule": "CAPIO-2.5", "number": number, "counts": counts}
    colour, fall = divmod(move - int(THROW), int(FALL_COUNT))
    return {
        "event": "throw",
        "seat": None,
        "rule": "CAPIO-2.6",
        "colour": COLOUR_NAMES[colour],
        "faces": list(FALLS[fall]),
    }


def effect_event(fact: Effect, seat: int) -> Event:
    """The event of a fact; all are open."""
    what, a, b, _ = fact
    if what == STARTED:
        return {"event": "go", "seat": None, "rule": "CAPIO-2.6"}
    if what == LIFTED:
        return {"event": "lifted", "seat": a, "rule": "CAPIO-3.7", "field": b}
    if what == STOPPED:
        rule = "CAPIO-4.3" if b else "CAPIO-4.2"
        return {"event": "idle" if b else "stopped", "seat": None, "rule": rule, "hands": a}
    return told_points(fact)


def told_points(fact: Effect) -> Event:
    """The events of a reckoning, and of what follows it."""
    what, a, b, c = fact
    if what == CARD_SCORED:
        return {
            "event": "card-scored",
            "seat": a,
            "rule": SCORE_RULES[b],
            "card": KIND_NAMES[b],
            "points": c >> 1,
            "full": bool(c & 1),
        }
    if what == SEVERAL:
        return {"event": "several", "seat": a, "rule": "CAPIO-5.9", "cards": b, "points": c}
    if what == CLEARED:
        return {"event": "cleared", "seat": a, "rule": "CAPIO-6.5"}
    if what == MISSED:
        return {
            "event": "missed",
            "seat": a,
            "rule": "CAPIO-6.1",
            "die": LOOK_NAMES[b],
            "card": KIND_NAMES[c >> int(WHERE_BITS)],
            "where": WHERE_NAMES[c & int(WHERE)],
        }
    if what == PENALTY:
        return {"event": "penalty", "seat": a, "rule": "CAPIO-6.6", "dice": b}
    if what == TALLIED:
        return {"event": "tallied", "seat": a, "rule": "CAPIO-7.2", "points": b, "total": c}
    if what == PASSED:
        return {"event": "passed", "seat": None, "rule": "CAPIO-2.3"}
    if what == ROUND:
        return {"event": "round", "seat": None, "rule": "CAPIO-2.1", "number": a + 1}
    return {"event": "finished", "seat": None, "rule": "CAPIO-7.1"}


def reveals(fact: Effect) -> bool:
    """There is nothing hidden that could be shown."""
    return False
