"""The board in a terminal: it shows what a player needs and no secrets."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from caponata.engine.game import SPECTATOR
from caponata.engine.record import Choice
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.terminal import WIDE, board, is_quiet, paint
from caponata.texts import Texts
from tests.engine.tables import table_at
from tests.games.capo_dei_capi.positions import between_rolls, roll
from tests.games.capo_dei_capi.test_legality import POSITIONS

NAMES = ("Ann", "Ben")


def printed(position: DeiCapiPosition, viewer: int, width: int = 100) -> str:
    """The printed board of a viewer."""
    console = Console(width=width, file=None, record=True, force_terminal=False, quiet=False)
    with console.capture() as output:
        console.print(board(GAME.view(position, viewer), NAMES, Texts(GAME), width))
    return output.get()


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("width", [70, 120])
def test_every_kind_of_position_can_be_drawn_for_every_viewer(
    position: DeiCapiPosition, viewer: int, width: int
) -> None:
    text = printed(position, viewer, width)
    assert ("Police  White 1" if width >= WIDE else "Police  W1") in text
    assert "white-1" not in text
    assert all(len(line) <= width for line in text.splitlines())


@pytest.mark.parametrize(
    ("fields", "words"),
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
def test_the_board_shows_the_important_facts(fields: dict[str, Any], words: list[str]) -> None:
    """[CDC-10.1]"""
    text = printed(between_rolls(**fields), 0)
    for word in words:
        assert word in text


def test_a_hidden_bribe_is_a_question_mark_for_the_opponent() -> None:
    """[CDC-5.2]"""
    position = between_rolls(on={"white-1": ("influence-2 bribe-3", "")})
    assert "3…5  2 [?]" in printed(position, 1)
    assert "[3]" not in printed(position, SPECTATOR)


def test_the_board_explains_the_roll_on_the_table() -> None:
    """[CDC-3.1]"""
    position = between_rolls(chips=(2, 0), level=5)
    roll(position, 3, 1)
    text = printed(position, 0)
    assert "One die is the token, the other the area it goes beside." in text
    assert "influence protection 1" in text
    assert "1 beside Protection" in text
    busting = between_rolls(chips=(2, 0), level=5)
    roll(busting, 4, 2)
    assert "Bust: the level passes 6" in printed(busting, 0)


def test_moves_keep_their_words_when_painted_and_the_log_skips_quiet_events() -> None:
    assert paint("influence police 2").plain == "influence police 2 "
    assert is_quiet({"event": "placed", "seat": 0, "rule": None})
    assert not is_quiet({"event": "busted", "seat": 0, "rule": None})


def test_areas_can_be_typed_by_name_and_are_recorded_by_their_die() -> None:
    """[CDC-1.1]"""
    table = table_at(between_rolls(beside={"white-1": "influence-2"}, chips=(1, 0)), game=GAME)
    table.play(0, "deceive police gambling-houses")
    (entry,) = table.entries
    assert isinstance(entry, Choice)
    assert entry.move == "deceive white-1 black-2"
