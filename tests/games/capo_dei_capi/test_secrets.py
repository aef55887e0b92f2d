"""What is public, what only an owner sees, and which moves can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.fair import SeededDraws
from caponata.engine.game import SPECTATOR
from caponata.engine.preview import preview
from caponata.engine.record import Seat
from caponata.engine.table import Table
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.view import view
from tests.games.capo_dei_capi.positions import between_rolls, play, roll

UNUSUAL_OPTIONS = DeiCapiOptions(influence="15-10-5", bribes="4-5-6", scandal_chip=True)
SECRET_FIELDS = ("seat", "areas", "unseen", "box", "scores", "next", "stake", "roll")


def test_conformance_holds_with_unusual_options() -> None:
    report = conformance(GAME, games=6, seed=21, options=UNUSUAL_OPTIONS)
    assert report.is_clean, str(report)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everything_except_bribes_is_public(viewer: int) -> None:
    """[CDC-5.2]"""
    position = between_rolls(
        on={"white-1": ("influence-2 bribe-3", "open-1")},
        beside={"black-2": "bribe"},
        cubes={"white-1": 2},
        chips=(3, 4),
        gained=(1, 0),
        level=4,
        hit_man=True,
    )
    mine, public = view(position, viewer), view(position, SPECTATOR)
    assert {key: mine[key] for key in mine if key not in SECRET_FIELDS} == {
        key: public[key] for key in public if key not in SECRET_FIELDS
    }
    assert mine["areas"][0]["tokens"][1] == ["open-1"]
    assert mine["areas"][4]["beside"] == "bribe"


def test_totals_and_scores_are_ranges_of_what_the_viewer_knows() -> None:
    """[CDC-9.1] [CDC-9.2]"""
    position = between_rolls(on={"white-1": ("influence-2 bribe-3", "influence-3")}, cubes={"white-1": 2})
    owner, other = view(position, 0), view(position, 1)
    assert owner["areas"][0]["totals"] == [{"low": 5, "high": 5}, {"low": 3, "high": 3}]
    assert owner["areas"][0]["leader"] == 0
    assert owner["scores"] == [{"low": 3, "high": 3}, {"low": 0, "high": 0}]
    assert other["areas"][0]["totals"][0] == {"low": 3, "high": 5}
    assert other["areas"][0]["leader"] is None
    assert other["scores"] == [{"low": 0, "high": 3}, {"low": 0, "high": 0}]
    assert other["areas"][1]["leader"] == "tied"


def test_every_view_explains_the_roll_on_the_table() -> None:
    """[CDC-3.1] [CDC-2.3]"""
    position = between_rolls(chips=(2, 1), supply_influence=[5, 1, 5])
    roll(position, 1, 2)
    for viewer in (0, 1, SPECTATOR):
        rolled = view(position, viewer)["roll"]
        assert (rolled["white"], rolled["black"], rolled["action"]) == (1, 2, "influence")
        assert [(option["area"], option["token"], option["ends"]) for option in rolled["options"]] == [
            ("white-1", "influence-2", "influence-2"),
            ("black-2", "influence-1", None),
        ]
    play(position, 0, "influence black-2 1")
    opponent = view(position, 1)
    assert opponent["declared"] == "influence black-2 1"
    assert [option["move"] for option in opponent["roll"]["options"]] == ["influence black-2 1"]


@pytest.mark.parametrize(
    ("dice", "fields", "expected"),
    [
        ((4, 3), {"level": 2}, {"level": [5], "chips": 1, "bonus": [1]}),
        ((6, 4), {"level": 2}, {"level": [5], "chips": 1, "bonus": [1], "area": "mayor", "cube": True}),
        ((4, 4), {"level": 5}, {"level": [6], "chips": 1, "hand": 1, "bonus": [2]}),
        ((5, 4), {"level": 1}, {"level": [3], "chips": 1, "bust": 0}),
        ((1, 5), {}, {"area": "white-1", "token": "bribe", "level": [0], "chips": 0}),
        ((6, 2), {}, {"area": "black-2", "cube": True, "from": None}),
        ((6, 1), {"supply_cubes": 1}, {"ends": "cubes"}),
        ((1, 5), {"supply_bribes": 1}, {"ends": "bribes"}),
    ],
)
def test_the_view_lists_what_a_use_of_the_roll_would_do(
    dice: tuple[int, int], fields: dict[str, Any], expected: dict[str, Any]
) -> None:
    """[CDC-3.1]"""
    position = between_rolls(chips=(2, 0), **fields)
    roll(position, *dice)
    [option] = view(position, 0)["roll"]["options"]
    assert {key: option[key] for key in expected} == expected


def test_the_view_shows_how_likely_a_flip_is_to_bust() -> None:
    """[CDC-4.5]"""
    position = between_rolls(level=5, on={"white-1": ("", "bribe-1")}, chips=(2, 0))
    roll(position, 5, 4)
    [option] = view(position, 0)["roll"]["options"]
    assert (option["bust"], option["of"], option["level"]) == (10, 15, [6])
    [known] = view(position, 1)["roll"]["options"]
    assert (known["bust"], known["of"]) == (0, 1)


def test_the_view_shows_the_cause_of_a_bust_and_keeps_the_dice() -> None:
    """[CDC-4.1]"""
    position = between_rolls(level=5, chips=(2, 0))
    roll(position, 4, 3)
    assert view(position, 1)["roll"]["bust"] == "level"
    play(position, 0, "bust")
    after = view(position, 1)
    assert after["roll"] is None
    assert after["dice"] == [4, 3]


def test_every_view_shows_a_promise() -> None:
    """[CDC-7.9]"""
    position = between_rolls(chips=(0, 3))
    roll(position, 4, 1)
    play(position, 1, "let-all-pass")
    assert all(view(position, viewer)["promised"] for viewer in (0, 1, SPECTATOR))


def table() -> Table:
    """A table with two people before the first roll."""
    seats = [Seat("Ann", "person"), Seat("Ben", "person")]
    return Table(GAME, seats, draws=SeededDraws(3))


def test_a_scandal_can_be_undone_at_once_and_a_roll_cannot() -> None:
    """[CDC-7.11]"""
    playing = table()
    first = playing.acting[0]
    playing.play(first, "scandal 2")
    assert playing.can_undo(first)
    playing.undo(first)
    assert playing.view(first)["level"] == 0
    playing.play(first, "roll")
    assert not playing.can_undo(first)


def test_a_flip_reveals_something_and_cannot_be_undone_at_once() -> None:
    """[CDC-5.3]"""
    position = between_rolls(on={"white-1": ("", "bribe-1 bribe-2")})
    roll(position, 5, 4)
    position.effects = []
    position.play(0, SPACE.read("flip white-1 2"))
    assert any(GAME.reveals(effect) for effect in position.effects)


def test_a_preview_shows_certain_changes_and_no_hidden_values() -> None:
    """[CDC-5.2]"""
    position = between_rolls(beside={"white-1": "influence-2"}, chips=(3, 0))
    changed = preview(GAME, view(position, 0), SPACE.read("scandal 2"), Rng(1))
    assert changed["level"] == 2
    assert changed["chips"] == [1, 0]
    flips = between_rolls(on={"white-1": ("", "bribe-1 bribe-2")}, level=1)
    roll(flips, 5, 4)
    previews = [
        preview(GAME, view(flips, 0), SPACE.read("flip white-1 1"), Rng(seed)).get("areas")
        for seed in range(20)
    ]
    assert None in previews, "worlds disagree about the value of the flipped bribe"
