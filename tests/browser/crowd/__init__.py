"""Crowd: Caper for up to eight seats, with options of every kind and a board made of the page's shared parts.

It enlarges Caper's deck, so only processes started by `tests.browser.crowd.serve` import it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from typing import Final

from caponata.games import caper
from caponata.games.caper import rules

COPIES: Final = 5


@dataclass(frozen=True)
class CrowdOptions(rules.CaperOptions):
    """Caper's options and four more: a long list of numbers, a word, a boolean, and one not offered."""

    target: int = 10
    stakes: str = "low"
    whisper: bool = True
    table_edge: tuple[int, ...] = (1, 2)


for module, name, wanted in (("rules", "COPIES", COPIES), ("worlds", "CaperOptions", CrowdOptions)):
    setattr(import_module(f"caponata.games.caper.{module}"), name, wanted)

GAME: Final = replace(
    caper.GAME, name="crowd", title="Crowd", package=__name__, seats=tuple(range(2, 9)), options=CrowdOptions
)
