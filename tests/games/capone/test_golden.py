"""Two golden games: a typical one, and an unusual one with options and undone moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.games.capone import GAME
from tests.golden import assert_golden

PAGES = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["typical", "strange"])
def test_game_matches_its_golden_page(name: str) -> None:
    assert_golden(PAGES / f"{name}.json", GAME)
