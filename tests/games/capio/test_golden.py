"""Two whole games as pages to read: a typical one, and a strange one that a child plays along in."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.games.capio import GAME
from tests.golden import assert_golden

PAGES = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["typical", "strange"])
def test_the_game_reads_as_it_was_reviewed(name: str) -> None:
    assert_golden(PAGES / f"{name}.json", GAME)
