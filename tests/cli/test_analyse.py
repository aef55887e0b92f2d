"""Luck and skill in the terminal: a progress bar, the ledger, curves, and a file beside the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from caponata.bots.ledger import Account
from caponata.cli.results import CURVE_WIDTH, SPARKS, curve, rounded
from caponata.engine.record import save_record
from caponata.engine.table import Table
from caponata.games.caper import GAME as CAPER
from tests.bots.test_ledger import played
from tests.cli.keyboard import Run, caponata, one_line
from tests.engine.tables import fair, people

PARTS = re.compile(r"^(\S+) +(\d+)% +(\d+)%" + 4 * r" +([+-]\d+)% ± \d+%" + r" +(\S+)$")


def analysed(*words: str) -> Run:
    save_record(played(CAPER, ["novice"] * 3), "game.json", overwrite=True)
    run = caponata("analyse", "game.json", "--playouts", "4", "--processes", "1", *words)
    assert run.code == 0, run.err
    return run


def test_an_analysis_is_printed_and_saved_beside_the_record() -> None:
    run = analysed()
    rows = [found for line in run.out.splitlines() if (found := PARTS.match(line.strip()))]
    assert len(rows) == 3
    for row in rows:
        result, *parts = map(int, row.groups()[1:-1])
        assert sum(parts) == result
        assert set(row[8]) <= set(SPARKS)
    assert "The luckiest draws" in run.out
    assert "Caper" in run.err  # the progress bar
    assert "saved in game.json.analysis.json" in one_line(run.out)
    kept = json.loads(Path("game.json.analysis.json").read_text(encoding="utf-8"))
    assert kept["format"] == "caponata-analysis" and len(kept["accounts"]) == 3


def test_all_draws_and_decisions_are_printed_with_all() -> None:
    assert "All draws" not in analysed().out
    run = analysed("--all")
    kept = json.loads(Path("game.json.analysis.json").read_text(encoding="utf-8"))
    printed = run.out.partition("All draws\n")[2]
    entries = [int(number) for number in re.findall(r"^ +(\d+)  ", printed, flags=re.MULTILINE)]
    assert entries == [each["entry"] for each in (*kept["draws"], *kept["decisions"], *kept["choices"])]


def test_an_unfinished_game_is_refused() -> None:
    table = Table(CAPER, people(2), draws=fair(2))
    save_record(table.record(), "game.json")
    run = caponata("analyse", "game.json", "--processes", "1")
    assert run.code == 2
    assert "only a game that ended can be analysed" in one_line(run.err)


@pytest.mark.parametrize("length", [1, 2, CURVE_WIDTH, CURVE_WIDTH + 1, 1000])
def test_a_curve_goes_from_the_first_chance_to_the_last(length: int) -> None:
    printed = curve([0.0] * (length - 1) + [1.0])
    assert len(printed) == min(length, CURVE_WIDTH)
    assert printed[-1] == SPARKS[-1]
    assert length == 1 or printed[0] == SPARKS[0]


def test_rounded_parts_add_up() -> None:
    account = Account(result=1.0, start=1 / 3, luck=0.125, own=-0.004, others=0.126, unseen=1 - 1 / 3 - 0.247)
    assert rounded(account) == (100, 33, 12, 0, 13, 42)
