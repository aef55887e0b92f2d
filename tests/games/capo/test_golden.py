"""Two complete games as readable text: a typical one, and an unusual one with hands of three and Mamma."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.games.capo import GAME
from tests.golden import assert_golden

PAGES = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["typical", "strange"])
def test_the_game_matches_the_reviewed_page(name: str) -> None:
    assert_golden(PAGES / f"{name}.json", GAME)
