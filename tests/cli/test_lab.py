"""The lab on the command line: its output, and one sentence for every user error."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from tests.cli.keyboard import Run, caponata
from tests.lab.studies import contents

BAD_INPUT = 2


def lab(*words: str, processes: str = "1") -> Run:
    return caponata("lab", *words, "--processes", processes)


def refused(*words: str) -> str:
    run = lab(*words)
    assert run.code == BAD_INPUT
    assert "Traceback" not in run.out + run.err
    return run.err.strip().split("\n")[-1].removeprefix("caponata: ")


def test_a_balance_study_is_printed_and_saved() -> None:
    run = lab("balance", "capital-lux", "--games", "100", "--seats", "2")
    assert run.code == 0
    assert "starting player" in run.out
    assert "±" in run.out
    assert Path("capital-lux-balance-1/report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_findings_of_a_study_are_printed() -> None:
    run = lab("balance", "caper", "--games", "40", "--seats", "2", "--margin", "5")
    said = " ".join(run.out.split())
    assert "40 games with greedy on every seat do not tell whether a seat is favoured." in said
    assert "to see a difference of 5 points" in said


def test_a_second_kind_of_bot_is_played_and_compared() -> None:
    words = ["balance", "caper", "--games", "40", "--seats", "random,random", "--confirm", "greedy"]
    run = lab(*words, "--out", "study")
    assert run.code == 0
    assert "bots random" in run.out
    assert "bots greedy" in run.out
    assert "Only random was tried" not in " ".join(run.out.split())


def test_only_the_requested_metrics_are_printed() -> None:
    run = lab("balance", "caper", "--games", "20", "--metric", "length")
    assert "decisions" in run.out
    assert "seat 1" not in run.out


def test_a_tournament_is_printed() -> None:
    run = lab("tournament", "caper", "--bot", "greedy", "--bot", "random", "--games", "20", "--out", "cup")
    assert run.code == 0
    assert "Who ends before whom" in run.out
    assert Path("cup/report.html").exists()


def test_a_dataset_is_printed() -> None:
    run = lab("dataset", "caper", "--games", "20", "--out", "games")
    assert run.code == 0
    assert "20 games" in run.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["balance", "capital-luxe"], "there is no game 'capital-luxe'; did you mean 'capital-lux'?"),
        (["balance"], "say which game: see 'caponata games'"),
        (["balance", "caper", "--metric", "luk"], "there is no metric 'luk'; did you mean 'luck'?"),
        (
            ["balance", "capo-dei-capi", "--vary", "influence_split=10-10-10,15-10-5"],
            "did you mean 'influence'?",
        ),
        (["balance", "caper", "--vary", "hand_size"], "is not of the form NAME=VALUE,VALUE"),
        (["balance", "caper", "-o", "hand_size"], "is not of the form NAME=VALUE"),
        (["balance", "caper", "-o", "hand_size=9"], "hand_size is 1, 2 or 3, not 9"),
        (["balance", "caper", "--seats", "9"], "Caper is for 2 to 4 seats, not 9"),
        (["balance", "caper", "--resume", "nowhere"], "leave them out"),
        (["balance", "--resume", "nowhere"], "nowhere/study.json cannot be read: No such file"),
        (["tournament", "caper", "--bot", "greedy"], "a tournament is between two players or more"),
        (["tournament", "caper", "--bot", "greedy", "--bot", "oracle"], "there is no bot 'oracle'"),
        (["dataset", "caper", "--ray", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
        (["dataset", "caper", "--ray", "somewhere"], "'somewhere' is not the address of a Ray cluster"),
    ],
)
def test_user_errors_are_reported_in_one_sentence(words: list[str], sentence: str) -> None:
    if "--ray" in words:
        pytest.importorskip("ray")
    assert sentence in refused(*words)


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("polars", ["balance", "caper"], "lab"),
        ("polars", ["dataset", "caper"], "lab"),
        ("polars", ["tournament", "caper", "--bot", "greedy", "--bot", "random"], "lab"),
        ("ray", ["dataset", "caper", "--ray", "auto"], "lab,ray"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, words: list[str], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec

    def without(name: str) -> ModuleSpec | None:
        return None if name == module else find(name)

    monkeypatch.setattr("caponata.lab.errors.find_spec", without)
    assert refused(*words) == (
        f"this needs {module}, which is not installed: pip install 'caponata[{extra}]'"
    )


def test_an_existing_folder_is_not_changed() -> None:
    lab("dataset", "caper", "--games", "20", "--out", "games")
    before = contents(Path("games"))
    assert refused("dataset", "caper", "--out", "games").startswith(
        "games exists already: continue with --resume"
    )
    assert contents(Path("games")) == before


def test_another_kind_of_study_is_not_resumed() -> None:
    lab("dataset", "caper", "--games", "20", "--out", "games")
    assert refused("balance", "--resume", "games") == "games holds a dataset, not a balance study"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
def test_a_study_can_be_resumed_after_ctrl_c(tmp_path: Path) -> None:
    """A whole process with its workers is interrupted as by a terminal."""
    words = ["balance", "caper", "--games", "300", "--seats", "mc:30,greedy", "--out", "study"]
    process = subprocess.Popen(
        [sys.executable, "-m", "caponata", "lab", *words, "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    games = tmp_path / "study" / "games"
    while process.poll() is None and len(list(games.glob("0*.parquet"))) < 3:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "continue with --resume study" in err
    assert "report.html" in out
    assert 3 <= len(list(games.glob("0*.parquet"))) < 75
    assert (tmp_path / "study" / "report.html").exists()
    run = lab("balance", "--resume", "study", "--metric", "length")
    assert run.code == 0
    assert len(list(games.glob("0*.parquet"))) == 75
