"""Datasets: rows are whole games, which replay by the rules."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.game import CHANCE
from caponata.engine.reader import load_record
from caponata.engine.record import save_record
from caponata.engine.replay import Replay
from caponata.lab import Dataset, LabError, dataset
from caponata.lab.tables import SCHEMA
from tests.lab.studies import contents, frames


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Thirty games of Capital Lux."""
    return dataset(
        "capital-lux", games=30, seats=3, out=tmp_path_factory.mktemp("lux") / "games", processes=1
    )


@pytest.mark.parametrize("name", [*BUILT_IN, *TUTORIAL])
def test_rows_replay_by_the_rules(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    found = dataset(name, games=3, out=tmp_path / "games", processes=1)
    for row in found.rows():
        position = game.start(len(row["players"]), game.options())
        for step in found.steps(row):
            assert step.position.fingerprint() == position.fingerprint()
            if step.by != CHANCE:
                assert step.view == game.view(position, step.by)
            position.play(step.by, step.move)
        outcome = position.outcome()
        assert outcome is not None
        assert (list(outcome.scores), list(outcome.places)) == (row["scores"], row["places"])
        assert (outcome.rule, outcome.decided_by) == (row["ended_by"], row["decided_by"])
        assert row["decisions"] == sum(by != CHANCE for by in row["by"])


def test_the_schema_is_the_documented_one(data: Dataset) -> None:
    frame = frames(data.folder.path)
    assert {name: str(kind) for name, kind in frame.schema.items()} == {
        name: SCHEMA[name] for name in Dataset.tables["games"]
    }
    assert data.scan().select(pl.len()).collect().item() == 30
    page = (Path(__file__).parents[2] / "docs/lab.md").read_text(encoding="utf-8")
    for name, kind in SCHEMA.items():
        assert f"| `{name}` | `{kind}` |" in page


def test_a_row_becomes_a_record_that_replays(data: Dataset, tmp_path: Path) -> None:
    row = next(data.rows())
    save_record(data.record(row), tmp_path / "game.json")
    record = load_record(tmp_path / "game.json")
    assert len(list(Replay(record, data.game))) == len(row["moves"])


def test_a_dataset_can_be_opened_again(data: Dataset) -> None:
    assert list(Dataset.open(data.folder.path).rows()) == list(data.rows())


def test_equal_seeds_give_equal_files_on_one_core_and_on_two(tmp_path: Path) -> None:
    for cores in (1, 2):
        dataset("capital-lux", games=200, seats="greedy,mc:2", out=tmp_path / str(cores), processes=cores)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_invalid_rows_are_refused(data: Dataset) -> None:
    row = next(data.rows())
    with pytest.raises(LabError, match="move 1 of deal 0 is not a legal move of Capital Lux"):
        list(data.steps(row | {"moves": [0] * len(row["by"])}))
    with pytest.raises(LabError, match="this row is not a game"):
        list(data.steps(row | {"moves": row["moves"][:-1]}))
    with pytest.raises(LabError, match="this row is not a game"):
        list(data.steps({"variant": 0}))
