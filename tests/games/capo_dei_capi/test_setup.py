"""The table before the first roll."""

import pytest

from caponata.engine.options import OptionError, read_options
from caponata.engine.playout import chance_moves
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import start
from caponata.games.capo_dei_capi.view import census, view
from tests.games.capo_dei_capi.positions import chance, cubes_on, hands, phase


def test_six_areas_have_five_circles_on_each_side() -> None:
    """[CDC-1.1]"""
    areas = view(start(2, DeiCapiOptions()), -1)["areas"]
    assert [area["name"] for area in areas] == [
        *("white-1", "white-2", "white-3"),
        *("black-1", "black-2", "black-3"),
    ]
    discards = [text for text in map(SPACE.text, SPACE) if text.startswith("discard white-1 ")]
    assert discards == [f"discard white-1 {circle}" for circle in (1, 2, 3, 4, 5, "new")]


def test_the_game_starts_with_all_pieces() -> None:
    """[CDC-1.2] [CDC-1.3]"""
    pieces = dict(census(start(2, DeiCapiOptions())))
    assert pieces.pop("bribes not decided") == 0
    assert pieces == {
        "cubes": 21,
        "chips": 15,
        **{f"influence {value}": 10 for value in (1, 2, 3)},
        **{f"bribe {value}": 5 for value in (1, 2, 3)},
    }


def test_the_splits_of_tokens_are_options() -> None:
    """[CDC-1.3]"""
    options = read_options(GAME, {"influence": "15-10-5", "bribes": "4-5-6"})
    pieces = census(start(2, options))
    assert [pieces[f"influence {value}"] for value in (1, 2, 3)] == [15, 10, 5]
    assert [pieces[f"bribe {value}"] for value in (1, 2, 3)] == [4, 5, 6]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("influence", "10-10-11", "influence must add up to 30, not 31"),
        ("influence", "30", "influence must be three numbers such as 10-10-10"),
        ("influence", "0-15-15", "influence must be three numbers"),
        ("bribes", "5-5-6", "bribes must add up to 15, not 16"),
        ("bribes", "a-b-c", "bribes must be three numbers such as 5-5-5"),
    ],
)
def test_a_split_that_does_not_add_up_is_refused(name: str, value: str, message: str) -> None:
    """[CDC-1.3]"""
    with pytest.raises(OptionError, match=message):
        read_options(GAME, {name: value})


def test_two_cubes_start_on_the_mayor_and_nineteen_in_the_supply() -> None:
    """[CDC-1.4]"""
    position = start(2, DeiCapiOptions())
    assert cubes_on(position, "mayor") == 2
    assert position.cubes == 19
    assert position.level == 0


def test_the_first_player_is_drawn_by_lot() -> None:
    """[CDC-1.5]"""
    position = start(2, DeiCapiOptions())
    odds = {SPACE.text(move): weight for move, weight in chance_moves(position)}
    assert odds == {"starter 1": 1, "starter 2": 1}


@pytest.mark.parametrize(("first", "chips"), [(1, (4, 5)), (2, (5, 4))])
def test_the_first_player_gets_four_chips_and_the_other_five(first: int, chips: tuple[int, int]) -> None:
    """[CDC-1.5]"""
    position = start(2, DeiCapiOptions())
    chance(position, f"starter {first}")
    assert hands(position) == chips
    assert position.chips == 6
    assert position.turn == first - 1
    assert phase(position) == "turn"
