"""The games that adapters are tried with."""

from __future__ import annotations

from importlib.util import find_spec

from caponata.catalogue import SHELF, WORKSHOP, find_game

GAMES = [name for name in (*SHELF, *WORKSHOP) if find_spec(f"{find_game(name).package}.features") is not None]
TABLES = [(name, seats) for name in GAMES for seats in find_game(name).seats]
