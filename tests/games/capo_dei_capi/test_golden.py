"""Two whole games as readable text: a typical one, and an unusual one with other splits of tokens."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.games.capo_dei_capi import GAME
from tests.golden import assert_golden

PAGES = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["typical", "strange"])
def test_game_matches_its_golden_page(name: str) -> None:
    assert_golden(PAGES / f"{name}.json", GAME)
