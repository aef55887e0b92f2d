"""The view of Caper: what each seat may know, built up field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.games.caper.moves import NUMBERS
from caponata.games.caper.rules import NOT_LAID, RULES_VERSION, CaperPosition
from caponata.games.caper.view_types import CaperView, Options


def view(position: Position, seat: int) -> View:
    """Return everything a seat, or `SPECTATOR`, may know [CPR-4.1]."""
    assert isinstance(position, CaperPosition)
    seats = range(position.seats)
    is_dealing = position.to_act == CHANCE_ACTS
    fields: CaperView = {
        "game": "caper",
        "rules_version": RULES_VERSION,
        "options": cast("Options", asdict(position.options)),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "dealing": position.to_deal,
        "to_act": [other for other in seats if not is_dealing and position.to_act >> other & 1],
        "points": list(position.points),
        "cards": [sum(position.hand(other)) + (position.laid[other] != NOT_LAID) for other in seats],
        "discards": by_number(position.discards),
    }
    if seat >= 0:
        fields["hand"] = by_number(position.hand(seat))
        fields["laid"] = position.laid[seat] + 1 if position.laid[seat] != NOT_LAID else None
    return cast("View", fields)


def by_number(copies: list[int]) -> dict[str, int]:
    """Return the copies of each card by its number."""
    return {str(card + 1): count for card, count in enumerate(copies)}


def census(position: Position) -> Mapping[str, int]:
    """Return the number of copies of every card, wherever they are."""
    assert isinstance(position, CaperPosition)
    hands = [position.hand(seat) for seat in range(position.seats)]
    piles = [position.deck, position.discards, *hands]
    return {
        f"card {card + 1}": sum(pile[card] for pile in piles) + position.laid.count(card)
        for card in range(NUMBERS)
    }
