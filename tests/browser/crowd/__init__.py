"""Crowd: Caper for up to eight, with options of every kind and a board of the shell's shared parts.

Only a process that runs this shelf imports it: it deals from a bigger deck than Caper does.
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
    """Besides Caper's own: a number of many, a word, yes or no, and what nobody is asked for."""

    target: int = 10
    stakes: str = "low"
    whisper: bool = True
    table_edge: tuple[int, ...] = (1, 2)


for module, name, wanted in (("rules", "COPIES", COPIES), ("worlds", "CaperOptions", CrowdOptions)):
    setattr(import_module(f"caponata.games.caper.{module}"), name, wanted)

GAME: Final = replace(
    caper.GAME, name="crowd", title="Crowd", package=__name__, seats=tuple(range(2, 9)), options=CrowdOptions
)
