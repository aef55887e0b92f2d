"""Long tests for rare situations: `make soak` runs them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caponata.catalogue import games
from caponata.engine.conformance import conformance
from caponata.engine.game import Game
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from tests.builds import TABLES, compute, compute_interpreted, copy_sources

pytestmark = pytest.mark.soak

LUX_OPTIONS = [
    LuxOptions(cards, hand, bonuses)
    for cards in (1, 3)
    for hand in ("rulebook", 6)
    for bonuses in ("open", "hidden")
]
CAPO_OPTIONS = [DeiCapiOptions(), DeiCapiOptions("15-10-5", "4-5-6", scandal_chip=True)]
OPTIONS: dict[str, list[Any]] = {"capital-lux": LUX_OPTIONS, "capo-dei-capi": CAPO_OPTIONS}
CASES = [
    (game, seats, options)
    for game in games()
    for options in OPTIONS.get(game.name, [game.options()])
    for seats in game.seats
]
PAIRS = -(-100_000 // len(CASES))  # pairs of position and seat, for each case
PARTS = 8
GAMES = -(-20_000 // (PARTS * len(TABLES)))  # per part and table


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Write progress directly to the terminal, past pytest and its workers."""

    def write(sentence: str) -> None:
        with capsys.disabled():
            sys.stderr.write(f"{sentence}\n")
            sys.stderr.flush()

    return write


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].name}-{case[1]}-{case[2]}")
def test_game_keeps_every_promise_in_many_positions(
    case: tuple[Game, int, Any], log: Callable[[str], None]
) -> None:
    game, seats, options = case
    last_logged = 0

    def progress(pairs: int) -> None:
        nonlocal last_logged
        if pairs - last_logged >= PAIRS // 4:
            last_logged = pairs
            log(f"soak: {game.title}, {seats} seats, {options}: {pairs:,} of {PAIRS:,} pairs")

    seed = 1000 + CASES.index(case)
    report = conformance(game, seats=seats, options=options, pairs=PAIRS, seed=seed, progress=progress)
    assert report.is_clean, str(report)
    assert report.pairs >= PAIRS


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources without compiled files."""
    return copy_sources(tmp_path_factory.mktemp("sources"))


@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_games_are_equal_compiled_and_interpreted(
    part: int, sources: Path, log: Callable[[str], None]
) -> None:
    log(f"soak: part {part + 1} of {PARTS}: {GAMES * len(TABLES):,} games in both builds")
    assert compute("logs", GAMES, seed=part) == compute_interpreted(sources, "logs", GAMES, seed=part)


@pytest.mark.parametrize(("subject", "games"), [("views and worlds", 15), ("searches", 8), ("matches", 20)])
def test_long_compiled_and_interpreted_results_are_equal(
    subject: str, games: int, sources: Path, log: Callable[[str], None]
) -> None:
    log(f"soak: {subject} of {games * len(TABLES):,} games in both builds")
    assert compute(subject, games, seed=99) == compute_interpreted(sources, subject, games, seed=99)
