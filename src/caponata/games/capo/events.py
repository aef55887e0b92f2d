"""Events: what each seat sees of every move and of its effects."""

from __future__ import annotations

from typing import Final

from caponata.engine.game import Effect, Event, Position
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS
from caponata.games.capo.layout import (
    BATTLE,
    BATTLE_WON,
    CITIES,
    FOUGHT,
    LEADS,
    NONE,
    OUT,
    OWNS,
    PLACED,
    RECEIVED,
    SHOWN_STAKE,
    SKIPPED,
    STAKED,
    SWAPPED,
    TAKEN,
    TITLES,
    TRICK,
    YIELDED,
)
from caponata.games.capo.moves import (
    CHALLENGE,
    CITY,
    DEALER,
    DISCARD,
    DRAW,
    FIGHT,
    GIVE,
    HOLD,
    KEEP,
    LAY,
    PASS,
    PICK,
    REFRAIN,
    STAKE,
    TURN,
    YIELD,
    card_count_of,
    card_of,
    cards_of,
    colour_of,
    seat_of,
    verb_of,
)
from caponata.games.capo.piles import pile_size
from caponata.games.capo.plays import play_strength
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.view import PENALTIES, colours, counted, names

SIMPLE_EVENTS: Final = {  # by verb: the event and its rule
    PASS: ("pass", "CAPO-3.5"),
    TURN: ("turn", "CAPO-4.1"),
    KEEP: ("keep", "CAPO-4.1"),
    REFRAIN: ("refrain", "CAPO-4.5"),
    HOLD: ("hold", "CAPO-5.4"),
}
LAY_RULES: Final = ("", "CAPO-2.1", "CAPO-2.2", "CAPO-9.2", "CAPO-2.3", "CAPO-9.3")  # by number of cards
PENALTY_RULES: Final = ("CAPO-6.2", "CAPO-6.5", "CAPO-6.4")
NO_TITLE: Final = "none"
REVEALING: Final = (RECEIVED, FOUGHT, YIELDED, SWAPPED, SHOWN_STAKE, OWNS)


# Moves


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """The event that a seat sees when a move is about to be played."""
    assert isinstance(position, CapoPosition)
    verb = verb_of(move)
    if verb in SIMPLE_EVENTS:
        event, rule = SIMPLE_EVENTS[verb]
        return {"event": event, "seat": mover, "rule": rule}
    if verb == LAY:
        return lay_event(position, mover, move)
    if verb in (DEALER, DRAW, CITY):
        return chance_event(position, seat, move)
    if verb == CHALLENGE:
        return {"event": "challenge", "seat": mover, "rule": "CAPO-4.5", "other": int(seat_of(move))}
    if verb in (STAKE, YIELD, PICK):
        return city_event(position, seat, mover, move)
    is_own = seat == mover
    if verb == GIVE:
        cards = names(cards_of(move)) if is_own else None
        rule = "CAPO-7.3" if card_count_of(move) > 1 else "CAPO-7.4" if position.seats > 3 else "CAPO-7.5"
        return {"event": "give", "seat": mover, "rule": rule, "cards": cards}
    card = CARD_NAMES[card_of(move)]
    if verb == DISCARD:
        return {"event": "discard", "seat": mover, "rule": "CAPO-5.4", "card": card}
    assert verb == FIGHT
    return {"event": "fight", "seat": mover, "rule": "CAPO-5.2", "card": card if is_own else None}


def lay_event(position: CapoPosition, mover: int, move: int) -> Event:
    """The cards that a seat lays, what they count as, and whether they are a Hit."""
    cards, count = cards_of(move), card_count_of(move)
    strength = play_strength(position, cards, count)
    event: Event = {"event": "lay", "seat": mover, "rule": LAY_RULES[count], "cards": names(cards)}
    event |= counted(position, cards, count)
    if position.top_size and strength < position.top_strength:
        event["sort"] = "hit"
        event["rule"] = "CAPO-4.3" if count == 1 else "CAPO-4.4"
    return event


def chance_event(position: CapoPosition, seat: int, move: int) -> Event:
    """The first dealer, or a card that only its receiver sees."""
    if verb_of(move) == DEALER:
        return {"event": "dealer", "seat": int(seat_of(move)), "rule": "CAPO-3.1"}
    receiver = int(position.turn)
    is_own = seat == receiver
    if verb_of(move) == DRAW:
        card = CARD_NAMES[card_of(move)] if is_own else None
        return {"event": "draw", "seat": receiver, "rule": "CAPO-1.5", "card": card}
    colour = CITY_COLOURS[colour_of(move)] if is_own else None
    rule = "CAPO-1.4" if position.phase == CITIES else "CAPO-7.1" if position.pick_place == 0 else "CAPO-7.2"
    return {"event": "city", "seat": receiver, "rule": rule, "colour": colour}


def city_event(position: CapoPosition, seat: int, mover: int, move: int) -> Event:
    """A city card that a seat picks openly, stakes face down or gives to the winner of a Battle."""
    colour = CITY_COLOURS[colour_of(move)]
    if verb_of(move) == PICK:
        return {"event": "pick", "seat": mover, "rule": "CAPO-7.8", "colour": colour}
    seen_colour = colour if seat == mover else None
    if verb_of(move) == STAKE:
        return {"event": "stake", "seat": mover, "rule": "CAPO-7.7", "colour": seen_colour}
    return {
        "event": "yield",
        "seat": mover,
        "rule": "CAPO-5.5",
        "other": int(position.winner),
        "colour": seen_colour,
    }


# Effects


def effect_event(effect: Effect, seat: int) -> Event:
    """The event that a seat sees of an effect."""
    kind, first, second, third = effect
    if kind == SKIPPED:
        return {"event": "skipped", "seat": first, "rule": "CAPO-3.7"}
    if kind == TRICK:
        rule = "CAPO-3.4" if first == second else "CAPO-3.6"
        return {"event": "trick", "seat": first, "rule": rule}
    if kind == OUT:
        rule = PENALTY_RULES[third]
        return {
            "event": "out",
            "seat": first,
            "rule": rule,
            "number": second + 1,
            "penalty": PENALTIES[third],
        }
    if kind == RECEIVED:
        cards = names(third) if seat in (first, second) else None
        return {
            "event": "received",
            "seat": first,
            "rule": "CAPO-7.6",
            "other": second,
            "cards": cards,
            "count": int(pile_size(third)),
        }
    if kind == SWAPPED:
        cards = names(third) if seat in (first, second) else None
        return {"event": "swapped", "seat": first, "rule": "CAPO-4.6", "other": second, "cards": cards}
    if kind in (BATTLE, FOUGHT, BATTLE_WON, YIELDED):
        return battle_event(effect, seat)
    return round_event(effect, seat)


def battle_event(effect: Effect, seat: int) -> Event:
    """The event that a seat sees of a Battle."""
    kind, first, second, third = effect
    if kind == BATTLE:
        rule = "CAPO-5.6" if third else "CAPO-4.5"
        return {"event": "battle", "seat": first, "rule": rule, "other": second}
    if kind == FOUGHT:
        return {"event": "fought", "seat": first, "rule": "CAPO-5.2", "card": names(second)[0]}
    if kind == BATTLE_WON:
        if first == NONE:
            return {"event": "undecided", "seat": None, "rule": "CAPO-5.3"}
        return {"event": "battle-won", "seat": first, "rule": "CAPO-5.7" if second else "CAPO-5.2"}
    colour = CITY_COLOURS[third] if seat in (first, second) else None
    return {"event": "yielded", "seat": first, "rule": "CAPO-5.5", "other": second, "colour": colour}


def round_event(effect: Effect, seat: int) -> Event:
    """The event that a seat sees of stakes, and of the end of a round or of the game."""
    kind, first, second, third = effect
    if kind == PLACED:
        title = NO_TITLE if third == NONE else TITLES[third]
        return {"event": "placed", "seat": first, "rule": "CAPO-6.2", "place": second + 1, "title": title}
    if kind == SHOWN_STAKE:
        return {"event": "shown", "seat": first, "rule": "CAPO-7.8", "colour": CITY_COLOURS[second]}
    if kind == TAKEN:
        return {"event": "taken", "seat": first, "rule": "CAPO-7.8", "colour": CITY_COLOURS[second]}
    if kind == STAKED:
        colour = CITY_COLOURS[second] if seat == first else None
        return {"event": "stake", "seat": first, "rule": "CAPO-7.7", "colour": colour}
    if kind == LEADS:
        return {"event": "leads", "seat": first, "rule": "CAPO-3.1", "round": second}
    if kind == OWNS:
        return {"event": "owns", "seat": first, "rule": "CAPO-8.1", "colours": colours(second)}
    if first == NONE:
        return {"event": "last-round", "seat": None, "rule": "CAPO-8.3"}
    return {"event": "won", "seat": first, "rule": "CAPO-8.1"}


def reveals(effect: Effect) -> bool:
    """Return whether an effect shows somebody something hidden."""
    return effect[0] in REVEALING
