"""The games that adapters are tested with."""

from __future__ import annotations

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game

GAMES = [name for name in (*BUILT_IN, *TUTORIAL) if find_game(name).features]
EVERY_TABLE = [(name, seats) for name in GAMES for seats in find_game(name).seats]
FEWEST = [(name, find_game(name).seats[0]) for name in GAMES]
TABLES = [  # the fewest and the most seats in CI, all of them in the soak tests
    pytest.param(name, seats, marks=[] if seats in (min(numbers), max(numbers)) else pytest.mark.soak)
    for name in GAMES
    for numbers in [find_game(name).seats]
    for seats in numbers
]
