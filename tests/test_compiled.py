"""Compiled or not, caponata computes the same: logs, views, worlds, hints, searches and matches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.builds import TABLES, computed, computed_plainly, copy_sources, is_compiled

GAMES_IN_CI = 1000


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources without any compiled file."""
    return copy_sources(tmp_path_factory.mktemp("plain"))


@pytest.mark.skipif(os.environ.get("CAPONATA_BUILD") != "compiled", reason="no compiled build is required")
def test_build_is_compiled_if_required() -> None:
    assert is_compiled()


def test_a_thousand_games_have_equal_logs_and_results(plain: Path) -> None:
    each = -(-GAMES_IN_CI // len(TABLES))
    found, tables = computed("logs", each, seed=1)
    assert each * tables >= GAMES_IN_CI
    assert computed_plainly(plain, "logs", each, seed=1) == (found, tables)


@pytest.mark.parametrize(
    ("what", "games", "things"),
    [
        ("views and worlds", 1, 5_000),
        ("searches", 1, 20),
        ("matches", 2, 12),
        ("studies", 1, 12),
        ("capio", 3, 800),
        ("capo", 4, 500),
        ("capone", 4, 5_000),
    ],
)
def test_compiled_and_interpreted_results_are_equal(plain: Path, what: str, games: int, things: int) -> None:
    found, count = computed(what, games, seed=2)
    assert count >= things
    assert computed_plainly(plain, what, games, seed=2) == (found, count)


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        (
            "games/capital_lux/cards.py",
            "MODIFIERS: Final = (4, 2, -1, -3)",
            "MODIFIERS: Final = (4, 2, -1, -2)",
            "logs",
        ),
        (
            "games/capital_lux/hints.py",
            "LOSS_PER_POINT_ABOVE: Final[i64] = 16",
            "LOSS_PER_POINT_ABOVE: Final[i64] = 17",
            "searches",
        ),
        ("bots/search.py", "EXPLORATION: Final = 0.7", "EXPLORATION: Final = 0.71", "searches"),
        ("engine/chance.py", "self.b >> 9", "self.b >> 8", "matches"),
    ],
)
def test_changed_sources_give_other_results(
    tmp_path: Path, file: str, old: str, new: str, what: str
) -> None:
    source = copy_sources(tmp_path) / "caponata" / file
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new))
    assert computed_plainly(tmp_path, what, 1, seed=2) != computed(what, 1, seed=2)
