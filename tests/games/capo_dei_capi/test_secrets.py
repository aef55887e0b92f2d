"""What everybody may see, what only an owner may, and what a choice may be taken back for."""

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
from tests.games.capo_dei_capi.positions import capo, play, roll

UNUSUAL = DeiCapiOptions(influence="15-10-5", bribes="4-5-6", scandal_chip=True)
SECRETS = ("seat", "areas", "unseen", "box", "scores", "next", "stake", "roll")


def test_every_promise_is_kept_under_other_options() -> None:
    report = conformance(GAME, games=6, seed=21, options=UNUSUAL)
    assert report.is_clean, str(report)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everything_but_bribes_is_open(viewer: int) -> None:
    """[CDC-5.2]"""
    position = capo(
        on={"white-1": ("influence-2 bribe-3", "open-1")},
        beside={"black-2": "bribe"},
        cubes={"white-1": 2},
        chips=(3, 4),
        gained=(1, 0),
        level=4,
        hit_man=True,
    )
    mine, watched = view(position, viewer), view(position, SPECTATOR)
    assert {key: mine[key] for key in mine if key not in SECRETS} == {
        key: watched[key] for key in watched if key not in SECRETS
    }
    assert mine["areas"][0]["tokens"][1] == ["open-1"]
    assert mine["areas"][4]["beside"] == "bribe"


def test_totals_and_scores_are_as_wide_as_the_viewers_knowledge() -> None:
    """[CDC-9.1] [CDC-9.2]"""
    position = capo(on={"white-1": ("influence-2 bribe-3", "influence-3")}, cubes={"white-1": 2})
    owner, other = view(position, 0), view(position, 1)
    assert owner["areas"][0]["totals"] == [{"low": 5, "high": 5}, {"low": 3, "high": 3}]
    assert owner["areas"][0]["leader"] == 0
    assert owner["scores"] == [{"low": 3, "high": 3}, {"low": 0, "high": 0}]
    assert other["areas"][0]["totals"][0] == {"low": 3, "high": 5}
    assert other["areas"][0]["leader"] is None
    assert other["scores"] == [{"low": 0, "high": 3}, {"low": 0, "high": 0}]
    assert other["areas"][1]["leader"] == "tied"


def test_the_roll_on_the_table_is_explained_to_everybody() -> None:
    """[CDC-3.1] [CDC-2.3]"""
    position = capo(chips=(2, 1), supply_influence=[5, 1, 5])
    roll(position, 1, 2)
    for viewer in (0, 1, SPECTATOR):
        shown = view(position, viewer)["roll"]
        assert (shown["white"], shown["black"], shown["action"]) == (1, 2, "influence")
        assert [(each["area"], each["token"], each["ends"]) for each in shown["options"]] == [
            ("white-1", "influence-2", "influence-2"),
            ("black-2", "influence-1", None),
        ]
    play(position, 0, "influence black-2 1")
    shown = view(position, 1)
    assert shown["declared"] == "influence black-2 1"
    assert [each["move"] for each in shown["roll"]["options"]] == ["influence black-2 1"]


@pytest.mark.parametrize(
    ("dice", "written", "expected"),
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
def test_what_a_roll_would_do_is_told(
    dice: tuple[int, int], written: dict[str, Any], expected: dict[str, Any]
) -> None:
    """[CDC-3.1]"""
    position = capo(chips=(2, 0), **written)
    roll(position, *dice)
    [option] = view(position, 0)["roll"]["options"]
    assert {key: option[key] for key in expected} == expected


def test_a_flip_that_may_bust_says_how_likely() -> None:
    """[CDC-4.5]"""
    position = capo(level=5, on={"white-1": ("", "bribe-1")}, chips=(2, 0))
    roll(position, 5, 4)
    [option] = view(position, 0)["roll"]["options"]
    assert (option["bust"], option["of"], option["level"]) == (10, 15, [6])
    [known] = view(position, 1)["roll"]["options"]
    assert (known["bust"], known["of"]) == (0, 1)


def test_a_bust_says_why_and_keeps_the_dice_on_the_table() -> None:
    """[CDC-4.1]"""
    position = capo(level=5, chips=(2, 0))
    roll(position, 4, 3)
    assert view(position, 1)["roll"]["bust"] == "level"
    play(position, 0, "bust")
    shown = view(position, 1)
    assert shown["roll"] is None
    assert shown["dice"] == [4, 3]


def test_a_promise_is_heard_by_everybody() -> None:
    """[CDC-7.9]"""
    position = capo(chips=(0, 3))
    roll(position, 4, 1)
    play(position, 1, "let-all-pass")
    assert all(view(position, viewer)["promised"] for viewer in (0, 1, SPECTATOR))


def table() -> Table:
    """A table at which the first roll has been declared by a seat that may take it back."""
    seats = [Seat("Ann", "person"), Seat("Ben", "person")]
    return Table(GAME, seats, draws=SeededDraws(3))


def test_a_chip_action_without_a_draw_goes_back_at_once_and_a_roll_does_not() -> None:
    """[CDC-7.11]"""
    playing = table()
    first = playing.acting[0]
    playing.play(first, "scandal 2")
    assert playing.can_undo(first)
    playing.undo(first)
    assert playing.view(first)["level"] == 0
    playing.play(first, "roll")
    assert not playing.can_undo(first)


def test_a_flip_is_not_taken_back_for_free() -> None:
    """[CDC-5.3]"""
    position = capo(on={"white-1": ("", "bribe-1 bribe-2")})
    roll(position, 5, 4)
    position.effects = []
    position.play(0, SPACE.read("flip white-1 2"))
    assert any(GAME.reveals(fact) for fact in position.effects)


def test_a_preview_tells_what_is_certain_and_not_what_is_hidden() -> None:
    """[CDC-5.2]"""
    position = capo(beside={"white-1": "influence-2"}, chips=(3, 0))
    changed = preview(GAME, view(position, 0), SPACE.read("scandal 2"), Rng(1))
    assert changed["level"] == 2
    assert changed["chips"] == [1, 0]
    flips = capo(on={"white-1": ("", "bribe-1 bribe-2")}, level=1)
    roll(flips, 5, 4)
    found = [
        preview(GAME, view(flips, 0), SPACE.read("flip white-1 1"), Rng(seed)).get("areas")
        for seed in range(20)
    ]
    assert None in found, "in some worlds it is another bribe that is turned up"
