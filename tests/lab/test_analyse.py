"""An analysis is the same on any number of cores, reports progress, and is saved beside the record."""

from __future__ import annotations

import json
from pathlib import Path

from caponata.bots.analysis import (
    FEWEST_PLAYOUTS,
    MOST_BESIDE_DRAWS,
    MOST_PER_DECISION,
    MOST_PLAYOUTS,
    analysis_seed,
    effort_for,
)
from caponata.bots.ledger import Effort
from caponata.engine.record import record_text
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.lab.analyse import analyse, save_analysis
from tests.bots.test_ledger import played

QUICK = Effort(playouts=4, simulations=4)


def test_the_number_of_cores_does_not_change_an_analysis() -> None:
    record = played(CAPER, ["novice"] * 3)
    alone, together = (analyse(record, effort=QUICK, processes=cores) for cores in (1, 2))
    assert alone == together
    assert analyse(record, effort=QUICK, processes=1, seed=2) != alone


def test_a_game_with_bot_levels_of_its_own_is_analysed() -> None:
    assert LUX.bot_levels is not None
    assert analyse(played(LUX, ["greedy"] * 2), effort=QUICK, processes=1).game == "capital-lux"


def test_equal_records_have_equal_seeds() -> None:
    one, other = (record_text(played(CAPER, ["novice"] * 2, number)) for number in (1, 2))
    assert analysis_seed(one) == analysis_seed(one) != analysis_seed(other)
    record = played(CAPER, ["novice"] * 2)
    found = analyse(record, effort=QUICK, processes=1)
    assert found == analyse(record, effort=QUICK, processes=1, seed=analysis_seed(record_text(record)))
    assert found != analyse(record, effort=QUICK, processes=1, seed=1)


def test_progress_counts_every_step_and_the_start() -> None:
    calls: list[tuple[int, int]] = []
    found = analyse(
        played(CAPER, ["novice"] * 2),
        effort=QUICK,
        processes=1,
        progress=lambda done, total: calls.append((done, total)),
    )
    steps = len(found.steps) + 1
    assert calls == [(number, steps) for number in range(1, steps + 1)]


def test_an_analysis_is_saved_beside_its_record(tmp_path: Path) -> None:
    found = analyse(played(CAPER, ["novice"] * 2), effort=QUICK, processes=1)
    path = save_analysis(found, tmp_path / "game.json")
    assert path == tmp_path / "game.json.analysis.json"
    kept = json.loads(path.read_text())
    assert (kept["format"], kept["version"], kept["game"]) == ("caponata-analysis", 2, "caper")
    assert kept["accounts"][0].keys() == {
        *("result", "start", "luck", "own", "others", "unseen"),
        *("luck_error", "own_error", "others_error", "unseen_error"),
    }
    assert [draw["entry"] for draw in kept["draws"]] == [draw.entry for draw in found.draws]
    assert len(kept["decisions"]) == len(found.decisions)
    assert len(kept["choices"]) == len(found.choices)
    assert kept["curve"] == found.curve


def test_the_effort_fits_the_time_within_its_bounds() -> None:
    text = record_text(played(CAPER, ["novice"] * 2))
    assert effort_for(text, CAPER, 1, 0.0).playouts == FEWEST_PLAYOUTS
    much = effort_for(text, CAPER, 1, 1e6)
    assert (much.playouts, much.beside_draws, much.per_decision) == (
        MOST_PLAYOUTS,
        MOST_BESIDE_DRAWS,
        MOST_PER_DECISION,
    )
