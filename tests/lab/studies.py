"""Shared by tests of the lab: programs that play, and the Parquet files of a study."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import polars as pl

FIRST_MOVE = """
import json, sys
hello = json.loads(sys.stdin.readline())
assert hello["caponata"] == 1
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["view"]["seat"] == asked["seat"]
    print(json.dumps({"move": asked["moves"][0]}), flush=True)
"""
MOVE_AS_WORDS = FIRST_MOVE.replace('asked["moves"][0]', 'asked["moves"][0].split()')
NONSENSE = FIRST_MOVE.replace('json.dumps({"move": asked["moves"][0]})', '"no idea"')
SILENT = FIRST_MOVE.replace("print(", "(lambda *_, **__: None)(")
QUITTER = FIRST_MOVE.replace("for line in sys.stdin:", "for line in [sys.stdin.readline()]:")


def program(folder: Path, text: str, name: str = "player.py") -> str:
    """The name of a player that runs this program."""
    file = folder / name
    file.write_text(text)
    return f"program:{sys.executable} {file}"


def frames(folder: Path, table: str = "games") -> Any:
    """A table of a study, all parts in one frame."""
    return pl.concat([pl.read_parquet(file) for file in sorted((folder / table).glob("*.parquet"))])


def contents(folder: Path) -> dict[str, bytes]:
    """All Parquet files of a study."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}
