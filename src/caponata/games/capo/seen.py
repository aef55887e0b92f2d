"""What each seat of CAPO sees of every move, and is told of what it brought about."""

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
)
from caponata.games.capo.piles import size
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.sets import set_pile, set_size
from caponata.games.capo.view import PENALTIES, colours, counted, names

LAY_RULES: Final = ("", "CAPO-2.1", "CAPO-2.2", "CAPO-9.2", "CAPO-2.3", "CAPO-9.3")
PLAIN: Final = {
    PASS: ("pass", "CAPO-3.5"),
    TURN: ("turn", "CAPO-4.1"),
    KEEP: ("keep", "CAPO-4.1"),
    REFRAIN: ("refrain", "CAPO-4.5"),
    HOLD: ("hold", "CAPO-5.4"),
}
NO_TITLE: Final = "none"
PENALTY_RULES: Final = ("CAPO-6.2", "CAPO-6.5", "CAPO-6.4")


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, CapoPosition)
    if move in PLAIN:
        event, rule = PLAIN[move]
        return {"event": event, "seat": mover, "rule": rule}
    if move >= DEALER:
        return seen_draw(position, seat, move)
    if move >= LAY:
        return seen_lay(position, mover, move)
    mine = seat == mover
    if move >= GIVE:
        cards = names(set_pile(move - GIVE)) if mine else None
        rule = "CAPO-7.3" if set_size(move - GIVE) > 1 else "CAPO-7.4" if position.seats > 3 else "CAPO-7.5"
        return {"event": "give", "seat": mover, "rule": rule, "cards": cards}
    if move >= PICK:
        return {"event": "pick", "seat": mover, "rule": "CAPO-7.8", "colour": CITY_COLOURS[move - PICK]}
    if move >= YIELD:
        colour = CITY_COLOURS[move - YIELD] if mine else None
        return {
            "event": "yield",
            "seat": mover,
            "rule": "CAPO-5.5",
            "other": int(position.winner),
            "colour": colour,
        }
    if move >= STAKE:
        colour = CITY_COLOURS[move - STAKE] if mine else None
        return {"event": "stake", "seat": mover, "rule": "CAPO-7.7", "colour": colour}
    if move >= DISCARD:
        return {"event": "discard", "seat": mover, "rule": "CAPO-5.4", "card": CARD_NAMES[move - DISCARD]}
    if move >= FIGHT:
        card = CARD_NAMES[move - FIGHT] if mine else None
        return {"event": "fight", "seat": mover, "rule": "CAPO-5.2", "card": card}
    return {"event": "challenge", "seat": mover, "rule": "CAPO-4.5", "other": int(move - CHALLENGE)}


def seen_lay(position: CapoPosition, mover: int, move: int) -> Event:
    """Laid cards, what they count as, and how they stand against those before."""
    cards, count = set_pile(move - LAY), set_size(move - LAY)
    strength = position.strength(cards, count)
    event: Event = {"event": "lay", "seat": mover, "rule": LAY_RULES[count], "cards": names(cards)}
    event |= counted(position, cards, count)
    if position.top_size and strength < position.top_strength:
        event["sort"] = "hit"
        event["rule"] = "CAPO-4.3" if count == 1 else "CAPO-4.4"
    return event


def seen_draw(position: CapoPosition, seat: int, move: int) -> Event:
    """What chance brings: only who receives a card sees it."""
    if move < DRAW:
        return {"event": "dealer", "seat": int(move - DEALER), "rule": "CAPO-3.1"}
    mine = seat == position.turn
    receiver = int(position.turn)
    if move < CITY:
        card = CARD_NAMES[move - DRAW] if mine else None
        return {"event": "draw", "seat": receiver, "rule": "CAPO-1.5", "card": card}
    colour = CITY_COLOURS[move - CITY] if mine else None
    rule = "CAPO-1.4" if position.phase == CITIES else "CAPO-7.1" if position.pick_place == 0 else "CAPO-7.2"
    return {"event": "city", "seat": receiver, "rule": rule, "colour": colour}


def effect_event(fact: Effect, seat: int) -> Event:
    """What a seat sees of a fact."""
    what, first, second, third = fact
    if what == SKIPPED:
        return {"event": "skipped", "seat": first, "rule": "CAPO-3.7"}
    if what == TRICK:
        rule = "CAPO-3.4" if first == second else "CAPO-3.6"
        return {"event": "trick", "seat": first, "rule": rule}
    if what == OUT:
        rule = PENALTY_RULES[third]
        return {
            "event": "out",
            "seat": first,
            "rule": rule,
            "number": second + 1,
            "penalty": PENALTIES[third],
        }
    if what == RECEIVED:
        cards = names(third) if seat in (first, second) else None
        return {
            "event": "received",
            "seat": first,
            "rule": "CAPO-7.6",
            "other": second,
            "cards": cards,
            "count": int(size(third)),
        }
    if what == SWAPPED:
        cards = names(third) if seat in (first, second) else None
        return {"event": "swapped", "seat": first, "rule": "CAPO-4.6", "other": second, "cards": cards}
    if what in (BATTLE, FOUGHT, BATTLE_WON, YIELDED):
        return told_battle(fact, seat)
    return told_end(fact, seat)


def told_end(fact: Effect, seat: int) -> Event:
    """What a seat sees at the end of a round or of the game, and at the stakes."""
    what, first, second, third = fact
    if what == PLACED:
        title = NO_TITLE if third == NONE else TITLES[third]
        return {"event": "placed", "seat": first, "rule": "CAPO-6.2", "place": second + 1, "title": title}
    if what == SHOWN_STAKE:
        return {"event": "shown", "seat": first, "rule": "CAPO-7.8", "colour": CITY_COLOURS[second]}
    if what == TAKEN:
        return {"event": "taken", "seat": first, "rule": "CAPO-7.8", "colour": CITY_COLOURS[second]}
    if what == STAKED:
        colour = CITY_COLOURS[second] if seat == first else None
        return {"event": "stake", "seat": first, "rule": "CAPO-7.7", "colour": colour}
    if what == LEADS:
        return {"event": "leads", "seat": first, "rule": "CAPO-3.1", "round": second}
    if what == OWNS:
        return {"event": "owns", "seat": first, "rule": "CAPO-8.1", "colours": colours(second)}
    if first == NONE:
        return {"event": "last-round", "seat": None, "rule": "CAPO-8.3"}
    return {"event": "won", "seat": first, "rule": "CAPO-8.1"}


def told_battle(fact: Effect, seat: int) -> Event:
    """What a seat sees of a Battle."""
    what, first, second, third = fact
    if what == BATTLE:
        rule = "CAPO-5.6" if third else "CAPO-4.5"
        return {"event": "battle", "seat": first, "rule": rule, "other": second}
    if what == FOUGHT:
        return {"event": "fought", "seat": first, "rule": "CAPO-5.2", "card": names(second)[0]}
    if what == BATTLE_WON:
        if first == NONE:
            return {"event": "undecided", "seat": None, "rule": "CAPO-5.3"}
        return {"event": "battle-won", "seat": first, "rule": "CAPO-5.7" if second else "CAPO-5.2"}
    colour = CITY_COLOURS[third] if seat in (first, second) else None
    return {"event": "yielded", "seat": first, "rule": "CAPO-5.5", "other": second, "colour": colour}


SHOWING: Final = (RECEIVED, FOUGHT, YIELDED, SWAPPED, SHOWN_STAKE, OWNS)


def reveals(fact: Effect) -> bool:
    """Whether a fact opens something that was hidden."""
    return fact[0] in SHOWING
