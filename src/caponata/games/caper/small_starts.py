"""Starts of Caper with few cards, from which it can be solved."""

from __future__ import annotations

from typing import Final

from caponata.engine.parts import SmallStart

SMALL_STARTS: Final = {
    "small": SmallStart(
        seats=2,
        about="the numbers 4, 5 and 6, two cards each",
        view={
            "options": {"hand_size": 2},
            "dealing": 4,
            "discards": {"1": 2, "2": 2, "3": 2, "4": 0, "5": 0, "6": 0},
        },
    ),
}
