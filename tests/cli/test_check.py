"""`caponata check-game` on games of the catalogue, modules and invalid names. See also tests/secrecy."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata import catalogue
from tests.cli.keyboard import caponata

BROKEN = 1
BAD_INPUT = 2
LEAKING_GAME = """
from dataclasses import replace
from caponata.games.caper import GAME as CAPER

def view(position, seat):
    return CAPER.view(position, seat) | {"deck": list(position.deck)}

GAME = replace(CAPER, name="peeping", view=view)
"""


@pytest.fixture(autouse=True)
def _no_registered_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "REGISTERED", {})


def test_a_game_that_keeps_its_promises_passes() -> None:
    run = caponata("check-game", "caper", "--games", "2", "--seats", "2", "--stories", "0")
    assert (run.code, run.err) == (0, "")
    assert run.out == "promises, at 26 positions: all kept\n"


def test_a_module_in_the_current_folder_is_checked_and_its_leak_named() -> None:
    Path("peeping.py").write_text(LEAKING_GAME, encoding="utf-8")
    run = caponata("check-game", "peeping", "--games", "1", "--stories", "0")
    assert run.code == BROKEN
    assert "a world looks the same, broken" in run.out
    assert "gives away what is hidden, in deck" in run.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["monopoly"], "there is no module 'monopoly' to find a game in"),
        (["caper", "--seats", "7"], "Caper is for 2, 3, 4 seats, not for 7"),
    ],
)
def test_an_impossible_check_is_refused(words: list[str], sentence: str) -> None:
    run = caponata("check-game", *words)
    assert (run.code, run.err) == (BAD_INPUT, f"caponata: {sentence}\n")
