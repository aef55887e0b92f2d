"""Events of Capio: what everybody sees of moves and their effects. All seats see the same."""

from __future__ import annotations

from typing import Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, DIE_NAMES, THROWS
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    CARD_SCORED,
    CLEARED,
    DESTINATION_BITS,
    DESTINATION_MASK,
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
)
from caponata.games.capio.legality import spot_for
from caponata.games.capio.moves import (
    BESIDE,
    CHOOSE,
    DEAL,
    DESTINATION_NAMES,
    LET_GO,
    PARK_OFFSET,
    READY,
    REST,
    ROLL,
    STOP,
    TAKE,
    TRIPLES,
    card_of,
    colour_of,
    destination_of,
    die_type_of,
    is_chance_move,
    kind_of,
    number_of,
    throw_of,
    triple_of,
    verb_of,
)
from caponata.games.capio.rules import CapioPosition

# Event name and rule of the verbs without arguments.
PLAIN_EVENTS: Final = {
    int(READY): ("ready", "CAPIO-2.6"),
    int(STOP): ("stop", "CAPIO-4.1"),
    int(REST): ("rest", "CAPIO-4.3"),
}


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """The event of a move about to be played."""
    assert isinstance(position, CapioPosition)
    if is_chance_move(move):
        return chance_event(int(position.next), move)
    verb = int(verb_of(move))
    if verb in PLAIN_EVENTS:
        name, rule = PLAIN_EVENTS[verb]
        return {"event": name, "seat": mover, "rule": rule}
    if verb == TAKE:
        return {"event": "take", "seat": mover, "rule": "CAPIO-3.2", "die": DIE_NAMES[die_type_of(move)]}
    die = DIE_NAMES[position.die_type(position.hand(mover))]
    if verb == LET_GO:
        return {"event": "let-go", "seat": mover, "rule": "CAPIO-4.2", "die": die}
    return {
        "event": "place",
        "seat": mover,
        "rule": "CAPIO-3.4",
        "die": die,
        "card": KIND_NAMES[kind_of(move)],
        "where": DESTINATION_NAMES[visible_destination(position, mover, move)],
    }


def visible_destination(position: CapioPosition, mover: int, move: int) -> int:
    """The destination of a `place` move; an occupied field is the same as beside the card."""
    kind = kind_of(move)
    destination = destination_of(move)
    if destination > PARK_OFFSET:
        return int(destination)
    spot = spot_for(position, mover, position.slot_of(mover, kind), kind, destination)
    return int(BESIDE) if spot == BESIDE_SPOT else int(destination)


def chance_event(turn: int, move: int) -> Event:
    """The event of a chance move; `turn` is the seat that it concerns."""
    verb = verb_of(move)
    if verb == CHOOSE:
        kinds = [KIND_NAMES[kind] for kind in TRIPLES[triple_of(move)]]
        return {"event": "choose", "seat": turn, "rule": "CAPIO-2.2", "kinds": kinds}
    if verb == DEAL:
        return {"event": "deal", "seat": turn, "rule": "CAPIO-2.2", "card": CARD_NAMES[card_of(move)]}
    if verb == ROLL:
        number = int(number_of(move))
        counts = "word" if number % 2 else "print"
        return {"event": "roll", "seat": turn, "rule": "CAPIO-2.5", "number": number, "counts": counts}
    return {
        "event": "throw",
        "seat": None,
        "rule": "CAPIO-2.6",
        "colour": COLOUR_NAMES[colour_of(move)],
        "faces": list(THROWS[throw_of(move)]),
    }


def effect_event(effect: Effect, seat: int) -> Event:
    """The event of an effect; all effects are public."""
    name, a, b, _ = effect
    if name == STARTED:
        return {"event": "go", "seat": None, "rule": "CAPIO-2.6"}
    if name == LIFTED:
        return {"event": "lifted", "seat": a, "rule": "CAPIO-3.7", "field": b}
    if name == STOPPED:
        rule = "CAPIO-4.3" if b else "CAPIO-4.2"
        return {"event": "idle" if b else "stopped", "seat": None, "rule": rule, "hands": a}
    return scoring_event(effect)


def scoring_event(effect: Effect) -> Event:
    """The event of an effect at the end of a playthrough."""
    name, a, b, c = effect
    if name == CARD_SCORED:
        return {
            "event": "card-scored",
            "seat": a,
            "rule": SCORE_RULES[b],
            "card": KIND_NAMES[b],
            "points": c >> 1,
            "full": bool(c & 1),
        }
    if name == SEVERAL:
        return {"event": "several", "seat": a, "rule": "CAPIO-5.9", "cards": b, "points": c}
    if name == CLEARED:
        return {"event": "cleared", "seat": a, "rule": "CAPIO-6.5"}
    if name == MISSED:
        return {
            "event": "missed",
            "seat": a,
            "rule": "CAPIO-6.1",
            "die": DIE_NAMES[b],
            "card": KIND_NAMES[c >> int(DESTINATION_BITS)],
            "where": DESTINATION_NAMES[c & int(DESTINATION_MASK)],
        }
    if name == PENALTY:
        return {"event": "penalty", "seat": a, "rule": "CAPIO-6.6", "dice": b}
    if name == TALLIED:
        return {"event": "tallied", "seat": a, "rule": "CAPIO-7.2", "points": b, "total": c}
    if name == PASSED:
        return {"event": "passed", "seat": None, "rule": "CAPIO-2.3"}
    if name == ROUND:
        return {"event": "round", "seat": None, "rule": "CAPIO-2.1", "number": a + 1}
    return {"event": "finished", "seat": None, "rule": "CAPIO-7.1"}


def reveals(effect: Effect) -> bool:
    """Return False: nothing is hidden in Capio, so no effect reveals anything."""
    return False
