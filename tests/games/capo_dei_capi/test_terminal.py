"""The table in a terminal: everything a player needs, and nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from caponata.engine.game import SPECTATOR
from caponata.engine.texts import Texts
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.terminal import board, is_quiet, paint
from tests.games.capo_dei_capi.positions import capo, roll
from tests.games.capo_dei_capi.test_legality import POSITIONS

NAMES = ("Ann", "Ben")


def drawn(position: DeiCapiPosition, viewer: int, width: int = 100) -> str:
    """The board as it is printed."""
    console = Console(width=width, file=None, record=True, force_terminal=False, quiet=False)
    with console.capture() as found:
        console.print(board(GAME.view(position, viewer), NAMES, Texts(GAME), width))
    return found.get()


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("width", [70, 120])
def test_every_moment_can_be_drawn_for_everybody(position: DeiCapiPosition, viewer: int, width: int) -> None:
    told = drawn(position, viewer, width)
    assert "White 1" in told
    assert all(len(line) <= width for line in told.splitlines())


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"on": {"white-1": ("influence-2 bribe-3", "open-1")}}, ["5  2 [3]", "1  (1)"]),
        (
            {"level": 5, "beside": {"white-2": "influence-3"}},
            ["busts 25%", "token 3%, level 22%", "gain"],
        ),
        ({"hit_man": True}, ["Hit man", "busts 17% (doubles 17%)"]),
        ({"supply_cubes": 1}, ["the end is near"]),
        ({"mayor_chips": 2}, ["+2 chips beside"]),
    ],
)
def test_what_matters_is_in_sight(written: dict[str, Any], words: list[str]) -> None:
    """[CDC-10.1]"""
    told = drawn(capo(**written), 0)
    for each in words:
        assert each in told


def test_a_hidden_bribe_is_a_question_mark_to_the_other() -> None:
    """[CDC-5.2]"""
    position = capo(on={"white-1": ("influence-2 bribe-3", "")})
    assert "3…5  2 [?]" in drawn(position, 1)
    assert "[3]" not in drawn(position, SPECTATOR)


def test_the_roll_on_the_table_is_explained() -> None:
    """[CDC-3.1]"""
    position = capo(chips=(2, 0), level=5)
    roll(position, 3, 1)
    told = drawn(position, 0)
    assert "One die is the token, the other the area it goes beside." in told
    assert "influence white-3 1" in told
    roll_that_busts = capo(chips=(2, 0), level=5)
    roll(roll_that_busts, 4, 2)
    assert "Bust: the level passes 6" in drawn(roll_that_busts, 0)


def test_moves_are_painted_word_by_word_and_what_the_board_shows_is_not_told_twice() -> None:
    assert paint("influence white-1 2").plain == "influence white-1 2 "
    assert is_quiet({"event": "placed", "seat": 0, "rule": None})
    assert not is_quiet({"event": "busted", "seat": 0, "rule": None})
