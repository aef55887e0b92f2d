"""Starts of Capital Lux with few cards, from which it can be solved."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.parts import SmallStart


def _last_round(capital: list[str], deck: dict[str, int]) -> dict[str, Any]:
    """The last round with these cards in the capital and in the deck [LUX-2.5]."""
    cards = {"capital": capital, "deck": sum(deck.values()), "unseen": deck}
    return {"round": 3, "phase": "starting", "to_open": 0, **cards}


SMALL_STARTS: Final = {
    "small": SmallStart(
        seats=2,
        about="the last round, two cards each: how much of a colour dares a hometown hold?",
        view=_last_round(["green-3", "yellow-3"], {"green-4": 2, "yellow-3": 2}),
    ),
    "clerics": SmallStart(
        seats=2,
        about="the last round, two cards each, with cards that take others away",
        view=_last_round(["green-3", "yellow-2"], {"green-4": 1, "yellow-3": 1, "pink-2": 2}),
    ),
    "agents": SmallStart(
        seats=2,
        about="the last round, one card each: a modifier that one seat knows",
        view=_last_round(["blue-4"], {"yellow-3": 1, "blue-2": 1}),
    ),
    "draft": SmallStart(
        seats=2,
        about="the last round, three cards each, two of them picked in secret before the third is passed on",
        view=_last_round(["green-5", "yellow-4"], {"green-4": 4, "yellow-3": 2})
        | {"phase": "dealing", "deal": 3, "to_deal": 3},
    ),
}
