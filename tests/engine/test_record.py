"""Records as files: one entry per line, written completely or not at all, never over another file."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from caponata.engine.fair import SeededDraws
from caponata.engine.reader import load_record, read_record
from caponata.engine.record import (
    Choice,
    Draw,
    Entry,
    RecordError,
    Rewind,
    Seat,
    Undo,
    cancelled_entries,
    marked,
    record_text,
    save_record,
)
from caponata.engine.table import Table
from caponata.games.capital_lux import GAME as LUX
from tests.engine.tables import ENTROPY, SEED, closed_record, fresh


def files_in(folder: Path) -> list[str]:
    """The names of all files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_record_can_be_read_back() -> None:
    record = closed_record()
    assert read_record(record_text(record)) == record
    assert {type(entry) for entry in record.entries} == {Choice, Draw, Undo, Rewind}


def test_times_of_a_record_can_be_read_back() -> None:
    record = closed_record()
    timed = replace(record, times=tuple(range(100, 100 + len(record.entries))))
    text = record_text(timed)
    assert [json.loads(line.rstrip(","))["at"] for line in text.splitlines() if '"n":' in line] == list(
        timed.times or ()
    )
    assert read_record(text) == timed != record
    assert "at" not in json.loads(record_text(record))["entries"][0]
    assert read_record(record_text(record)).times is None


def test_record_has_a_time_for_each_entry_or_none() -> None:
    with pytest.raises(RecordError, match=r"entries have 2 times: each has one, or none"):
        replace(closed_record(), times=(1, 2))


def test_each_entry_is_on_its_own_line() -> None:
    record = closed_record()
    lines = record_text(record).splitlines()
    for entry in read_record(record_text(record)).entries:
        assert entry.line is not None
        assert json.loads(lines[entry.line - 1].rstrip(","))["n"] == entry.number


def test_header_has_game_players_and_commitment() -> None:
    table = fresh(3)
    plain = json.loads(record_text(table.record()))
    assert plain["format"] == "caponata-record"
    assert plain["version"] == 1
    assert plain["game"] == "capital-lux"
    assert plain["rules_version"] == LUX.rules_version
    assert plain["options"] == {"opening_cards": 1, "hand_size": "rulebook", "bonus_cards": "open"}
    assert plain["seats"][0] == {"name": "Anna", "player": "person"}
    assert plain["table"] == "the-kitchen-table"
    assert plain["entropy"] == list(ENTROPY[:3])
    assert plain["seed"] is None
    assert plain["result"] is None
    assert plain["entries"][1] == {"n": 2, "by": "chance", "draw": 2, "move": plain["entries"][1]["move"]}


def test_record_contains_the_seed_only_after_the_table_is_closed() -> None:
    table = fresh(2)
    assert SEED.hex() not in record_text(table.record())
    table.close(abandon=True)
    assert table.record().seed == SEED.hex()


def test_result_explains_every_score() -> None:
    result = json.loads(record_text(closed_record()))["result"]
    assert set(result) == {"rule", "decided_by", "scores", "places", "lines"}
    for score, lines in zip(result["scores"], result["lines"], strict=True):
        assert score == sum(line["points"] for line in lines)


def test_cancelled_entries_are_marked_and_stay() -> None:
    entries: list[Entry] = [
        Draw(1, 1, "flip won"),
        Choice(2, 0, "pick"),
        Choice(3, 1, "pick"),
        Undo(4, 0, 2),
        Choice(5, 0, "pick"),
        Draw(6, 2, "flip won"),
        Rewind(7, 5),
        Choice(8, 0, "pick"),
    ]
    assert cancelled_entries(entries) == {2, 5, 6}
    cancelled = [
        entry.number for entry in marked(entries) if isinstance(entry, Choice | Draw) and entry.cancelled
    ]
    assert cancelled == [2, 5, 6]


def test_record_of_seeded_draws_has_no_commitment() -> None:
    table = Table(LUX, [Seat("Anna", "greedy"), Seat("Ben", "random")], draws=SeededDraws(1))
    record = table.record()
    assert record.commitment is None
    assert read_record(record_text(record)) == record


def test_record_is_saved_and_loaded(tmp_path: Path) -> None:
    record = closed_record()
    save_record(record, tmp_path / "game.json")
    assert load_record(tmp_path / "game.json") == record
    assert files_in(tmp_path) == ["game.json"]


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("my diary")
    with pytest.raises(RecordError, match="exists already and was left as it is"):
        save_record(closed_record(), path)
    assert path.read_text() == "my diary"
    assert files_in(tmp_path) == ["game.json"]


def test_existing_file_is_overwritten_on_request(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("my diary")
    record = closed_record()
    save_record(record, path, overwrite=True)
    assert load_record(path) == record
    assert files_in(tmp_path) == ["game.json"]


def test_existing_file_is_safe_on_a_file_system_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    record = closed_record()
    save_record(record, tmp_path / "game.json")
    assert load_record(tmp_path / "game.json") == record
    with pytest.raises(RecordError, match="exists already"):
        save_record(record, tmp_path / "game.json")
    assert files_in(tmp_path) == ["game.json"]


def test_error_names_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="nowhere/game.json cannot be written: No such file or directory"):
        save_record(closed_record(), tmp_path / "nowhere" / "game.json")
    with pytest.raises(RecordError, match="is not the name of a file"):
        save_record(closed_record(), "")


def test_player_name_that_cannot_be_encoded_leaves_no_file(tmp_path: Path) -> None:
    table = Table(LUX, [Seat("\udcff", "person"), Seat("Ben", "person")], draws=SeededDraws(1))
    with pytest.raises(RecordError, match="unpaired surrogate"):
        save_record(table.record(), tmp_path / "game.json")
    assert files_in(tmp_path) == []


def test_error_names_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"game.json cannot be read: No such file or directory"):
        load_record(tmp_path / "game.json")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\xff")
    with pytest.raises(RecordError, match=r"picture.png is not a record"):
        load_record(tmp_path / "picture.png")
