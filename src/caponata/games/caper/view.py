"""What each seat of Caper may know, what it sees of every move, and the worlds that fit its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, Effect, Event, Position, View, Worlds
from caponata.games.caper.rules import (
    DEAL,
    LAY,
    NOT_LAID,
    NUMBERS,
    RULES_VERSION,
    SHOWN,
    CaperOptions,
    CaperPosition,
)


def view(position: Position, seat: int) -> View:
    """All that a seat may know [CPR-4.1]."""
    assert isinstance(position, CaperPosition)
    seats = range(position.seats)
    known: View = {
        "game": "caper",
        "rules_version": RULES_VERSION,
        "options": asdict(position.options),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "dealing": position.to_deal,
        "to_act": [each for each in seats if position.to_act != CHANCE_ACTS and position.to_act >> each & 1],
        "points": list(position.points),
        "cards": [sum(position.hands[each]) + (position.laid[each] != NOT_LAID) for each in seats],
        "discards": list(position.discards),
    }
    if seat >= 0:
        known["hand"] = list(position.hands[seat])
        known["laid"] = position.laid[seat] + 1 if position.laid[seat] != NOT_LAID else None
    return known


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """What a seat sees of a move about to be played."""
    assert isinstance(position, CaperPosition)
    if move >= DEAL:
        receiver = position.to_deal % position.seats
        number = move - DEAL + 1 if receiver == seat else None
        return {"event": "deal", "seat": receiver, "rule": "CPR-1.2", "number": number}
    number = move - LAY + 1 if mover == seat else None
    return {"event": "lay", "seat": mover, "rule": "CPR-2.1", "number": number}


def effect_event(fact: Effect, seat: int) -> Event:
    """The event of a fact; all are open."""
    what, who, card, _ = fact
    if what == SHOWN:
        return {"event": "shown", "seat": who, "rule": "CPR-2.2", "number": card + 1}
    return {"event": "scored", "seat": who, "rule": "CPR-2.2", "number": card + 1}


def reveals(fact: Effect) -> bool:
    """Turning the cards over shows what was laid."""
    return fact[0] == SHOWN


def census(position: Position) -> Mapping[str, int]:
    """All cards by number, wherever they are."""
    assert isinstance(position, CaperPosition)
    piles = [position.deck, position.discards, *position.hands]
    return {
        f"card {card + 1}": sum(pile[card] for pile in piles) + position.laid.count(card)
        for card in range(NUMBERS)
    }


class CaperWorlds(Worlds):
    """The positions that fit a view: the cards one has not seen, dealt again."""

    def __init__(self, view: View) -> None:
        seats = view["seats"]
        base = CaperPosition(seats, CaperOptions(**view["options"]))
        base.discards = list(view["discards"])
        base.points = list(view["points"])
        base.to_deal = view["dealing"]
        base.to_act = CHANCE_ACTS if base.to_deal else sum(1 << seat for seat in view["to_act"])
        base.deck = [count - gone for count, gone in zip(base.deck, base.discards, strict=True)]
        if view["seat"] is not None:
            base.hands[view["seat"]] = list(view["hand"])
            base.deck = [count - held for count, held in zip(base.deck, view["hand"], strict=True)]
            if view["laid"] is not None:
                base.laid[view["seat"]] = view["laid"] - 1
                base.deck[view["laid"] - 1] -= 1
        self.base = base
        self.missing = [0 if seat == view["seat"] else view["cards"][seat] for seat in range(seats)]

    def sample(self, rng: Rng) -> CaperPosition:
        world = self.base.copy()
        pool = [card for card in range(NUMBERS) for _ in range(world.deck[card])]
        for seat, missing in enumerate(self.missing):
            dealt = [pool.pop(rng.below(len(pool))) for _ in range(missing)]
            if dealt and world.is_sealed() and not world.to_act >> seat & 1:
                world.laid[seat] = dealt.pop()
            for card in dealt:
                world.hands[seat][card] += 1
        world.deck = [pool.count(card) for card in range(NUMBERS)]
        return world
