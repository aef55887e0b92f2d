"""Golden pages: a typical game, and an unusual one with a child."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.games.capio import GAME
from tests.golden import assert_golden

PAGES = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["typical", "strange"])
def test_game_matches_its_reviewed_page(name: str) -> None:
    assert_golden(PAGES / f"{name}.json", GAME)
