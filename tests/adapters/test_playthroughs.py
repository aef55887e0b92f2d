"""Every game agrees with its reviewed playthrough of OpenSpiel's generator."""

from __future__ import annotations

import pytest

from caponata.adapters.openspiel import short_name
from caponata.catalogue import find_game
from tests.adapters.games import GAMES
from tests.adapters.playthroughs import FOLDER, assert_matches_page

PLAYED = [short_name(find_game(name)) for name in GAMES]


@pytest.mark.parametrize("game", PLAYED)
def test_a_playthrough_agrees_with_its_page(game: str) -> None:
    assert_matches_page(game)


def test_every_page_belongs_to_a_game() -> None:
    assert {page.stem for page in FOLDER.glob("*.txt")} == set(PLAYED)
