from __future__ import annotations

from dataclasses import replace

import pytest

from caponata.engine.versions import version_conflict
from tests.engine.tables import COINS_GAME

CHANGED = replace(COINS_GAME, changed_rule=lambda version, seats, options: "COIN-1.1" if seats == 3 else None)


def test_game_of_the_same_version_can_be_opened() -> None:
    assert version_conflict(COINS_GAME, 4, 3, {}) is None


@pytest.mark.parametrize("version", [3, 5])
def test_game_of_another_version_cannot_be_opened_if_nothing_is_known_of_its_changes(version: int) -> None:
    assert version_conflict(COINS_GAME, version, 2, {}) == "only version 4 is available"


def test_older_game_is_opened_if_no_rule_changed_for_it() -> None:
    assert version_conflict(CHANGED, 3, 2, {}) is None
    assert version_conflict(CHANGED, 3, 3, {}) == "version 4 plays it differently [COIN-1.1]"


def test_newer_game_is_never_opened() -> None:
    assert version_conflict(CHANGED, 5, 2, {}) == "only version 4 is available"


def test_older_game_with_an_unknown_option_is_not_opened() -> None:
    assert version_conflict(CHANGED, 3, 2, {"coppers": 1}) == "only version 4 is available"
