"""Events of Capone: what each seat sees of a move and of its effects."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capone.cards import size
from caponata.games.capone.layout import (
    BY_FBI,
    DRAWING,
    DRIVEN_OUT,
    EARNED,
    FREE_SITE,
    FRONT_PAY,
    GUARD_MASK,
    GUARD_PRICE,
    GUARDS_LOST,
    INCOME,
    KILLED,
    MILLION,
    NEW_YEAR,
    NONE,
    OWNER_MASK,
    PAID,
    RELEASED,
    SENT_HOME,
    STEP_PRICE,
    STEP_REFUND,
    STEPS,
    TAKEN_OFF,
)
from caponata.games.capone.members import member_names, piece_names, value
from caponata.games.capone.moves import (
    ADD,
    BUY_OUT,
    CARD_NAMES,
    CONFIRM,
    DEALER,
    DISCARD,
    DRAW,
    EXCHANGE,
    FIRST_LEGAL,
    GUARD,
    INVEST,
    LEISURE,
    MEMBERS,
    PLAY,
    REHIRE,
    RETURN,
    SEIZE,
    SELL,
    SITE,
    SITE_COUNT,
    SITE_NAMES,
    SQUEEZE,
    STRIKE,
    UEBERNAHME,
    VERKEHR,
    card_of,
    guards_of,
    member_of,
    place_of,
    seat_of,
    site_of,
    steps_of,
    verb_of,
)
from caponata.games.capone.placements import chosen_value
from caponata.games.capone.refusals import action_rule, value_rule
from caponata.games.capone.rules import CaponePosition

PLACES: Final = (*SITE_NAMES, *LEISURE)
PIECE_BITS: Final = 5  # of the pieces in an effect: guards in the lowest bits, members above


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """The event that a seat sees of a move about to be played."""
    assert isinstance(position, CaponePosition)
    verb = verb_of(move)
    if verb in (DEALER, DRAW):
        return chance_event(position, seat, move)
    if verb == DISCARD:
        card = CARD_NAMES[card_of(move)]
        return {"event": "discard", "seat": mover, "rule": "CAPONE-2.5", "card": card}
    if verb == PLAY and FIRST_LEGAL <= card_of(move) < VERKEHR:
        money = int(FRONT_PAY[position.words[STEPS + mover]])
        card = CARD_NAMES[card_of(move)]
        return {"event": "front", "seat": mover, "rule": "CAPONE-4.1", "card": card, "money": money}
    if verb in (PLAY, SITE, ADD, GUARD, RETURN):
        return step_event(seat, mover, move)
    if verb == CONFIRM:
        return placement_event(position, mover)
    if verb in (SEIZE, STRIKE, SQUEEZE):
        return action_event(position, mover, move)
    return settlement_event(position, mover, move)


def chance_event(position: CaponePosition, seat: int, move: int) -> Event:
    """The choice of the first dealer, or a drawn card, which only its owner sees."""
    if verb_of(move) == DEALER:
        return {"event": "dealer", "seat": seat_of(move), "rule": "CAPONE-2.1"}
    card = CARD_NAMES[card_of(move)] if seat == position.turn else None
    rule, to = ("CAPONE-2.3", "exchange") if position.phase == DRAWING else ("CAPONE-2.2", "hand")
    return {"event": "draw", "seat": position.turn, "rule": rule, "card": card, "to": to}


def step_event(seat: int, mover: int, move: int) -> Event:
    """A step of a play being composed; other seats see only that there is one [CAPONE-2.6]."""
    step: str | None = None
    piece: str | int | None = None
    if seat == mover:
        verb = verb_of(move)
        if verb == PLAY:
            step, piece = "card", CARD_NAMES[card_of(move)]
        elif verb == SITE:
            step, piece = "site", SITE_NAMES[site_of(move)]
        elif verb == ADD:
            step, piece = "member", MEMBERS[member_of(move)]
        elif verb == GUARD:
            step, piece = "guards", f"guards-{guards_of(move)}"
        else:
            step, piece = "aside", CARD_NAMES[card_of(move)]
    return {"event": "plan", "seat": mover, "rule": "CAPONE-2.6", "step": step, "piece": piece}


def placement_event(position: CaponePosition, mover: int) -> Event:
    """A confirmed placement, which is public."""
    owner = position.owner(position.site)
    how = "empty" if owner == NONE else "own" if owner == mover else "enemy"
    return {
        "event": "place",
        "seat": mover,
        "rule": value_rule(position, mover),
        "card": CARD_NAMES[position.card],
        "site": SITE_NAMES[position.site],
        "pieces": piece_names(position.people, position.guards),
        "value": int(chosen_value(position)),
        "how": "takeover" if position.card == UEBERNAHME else how,
    }


def action_event(position: CaponePosition, mover: int, move: int) -> Event:
    """An action card and its victim; the consequences are events of their own."""
    if verb_of(move) == STRIKE:
        place = place_of(move)
        if place < SITE_COUNT:
            victim = position.owner(place)
        else:
            victim = (position.guest_at(place - SITE_COUNT) & OWNER_MASK) - 1
    else:
        victim = seat_of(move)
    return {
        "event": "action",
        "seat": mover,
        "rule": action_rule(position.card),
        "card": CARD_NAMES[position.card],
        "other": int(victim),
    }


def settlement_event(position: CaponePosition, mover: int, move: int) -> Event:
    """An exchange, a buy-out, or a move of the settlement."""
    event: dict[str, Any] = {"event": "done", "seat": mover, "rule": "CAPONE-8.4"}
    verb = verb_of(move)
    if verb == BUY_OUT:
        member = member_of(move)
        event |= {"event": "buy-out", "rule": "CAPONE-6.2", "member": MEMBERS[member]}
        event["money"] = int(value(1 << member, position.weak_right_hand))
    elif verb == EXCHANGE:
        event |= {"event": "exchange", "rule": "CAPONE-2.3", "count": int(size(position.aside))}
    elif verb == REHIRE:
        guards = int(guards_of(move))
        event |= {"event": "rehire", "rule": "CAPONE-8.5", "guards": guards}
        event["money"] = guards * int(GUARD_PRICE)
    elif verb == INVEST:
        steps = int(steps_of(move))
        event |= {"event": "invest", "rule": "CAPONE-8.7", "steps": steps, "money": steps * int(STEP_PRICE)}
    elif verb == SELL:
        event |= {"event": "sell", "rule": "CAPONE-8.6", "money": int(STEP_REFUND)}
    return event


def effect_event(effect: Effect, seat: int) -> Event:
    """The event of an effect; all effects of Capone are public."""
    kind, first, second, third = effect
    if kind in PIECES_GONE:
        name, rule = PIECES_GONE[kind]
        pieces = piece_names(third >> PIECE_BITS, third & GUARD_MASK)
        return {"event": name, "seat": first, "rule": rule, "place": PLACES[second], "pieces": pieces}
    if kind == TAKEN_OFF:
        to, rule = ("prison", "CAPONE-5.2") if third == BY_FBI else (LEISURE[third], "CAPONE-5.1")
        return {"event": "taken-off", "seat": first, "rule": rule, "member": MEMBERS[second], "to": to}
    if kind == RELEASED:
        return {"event": "released", "seat": first, "rule": "CAPONE-6.1", "members": member_names(second)}
    if kind == NEW_YEAR:
        return {"event": "new-year", "seat": first, "rule": "CAPONE-2.1", "year": second}
    if kind == MILLION:
        return {"event": "million", "seat": first, "rule": "CAPONE-8.7"}
    if kind == FREE_SITE:
        return {"event": "free-site", "seat": None, "rule": "CAPONE-3.7", "place": PLACES[first]}
    if kind == EARNED:
        place = PLACES[second]
        return {"event": "earned", "seat": first, "rule": "CAPONE-8.2", "place": place, "count": third}
    if kind in AMOUNTS:
        name, rule = AMOUNTS[kind]
        return {"event": name, "seat": first, "rule": rule, "count": second}
    rule, how = ("CAPONE-9.1", "million") if first else ("CAPONE-9.5", "late")
    return {"event": "finished", "seat": None, "rule": rule, "how": how}


PIECES_GONE: Final = {
    DRIVEN_OUT: ("driven-out", "CAPONE-3.6"),
    SENT_HOME: ("sent-home", "CAPONE-5.4"),
    KILLED: ("killed", "CAPONE-5.5"),
}
AMOUNTS: Final = {
    INCOME: ("income", "CAPONE-8.1"),
    GUARDS_LOST: ("guards-lost", "CAPONE-8.5"),
    PAID: ("paid", "CAPONE-5.3"),
}


def reveals(effect: Effect) -> bool:
    """Return whether an effect reveals something hidden: none does."""
    return False
