"""A replay in the browser: its steps show the views of the game, and every draw can be recomputed."""

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from caponata.engine.frames import replay_json
from caponata.engine.game import SPECTATOR
from caponata.engine.record import Record
from caponata.engine.replay import Replay
from caponata.games.capital_lux import GAME
from tests.engine.tables import closed_record
from tests.web.node import call_module

WITH_REPLAY = """({ Replay }) => {
    let replay;
    return {
        load: (played) => { replay = new Replay(played); },
        call: (method, ...args) => replay[method](...args),
        read: (name) => replay[name],
        lines: (names) => replay.lines({ event: ({ event, rule }) => ({ text: event, rule }) }, names),
    };
}"""
WITH_CHECK = """({ findObstacle, checkDraws, verdict }) => ({
    findObstacle,
    check: (played) => {
        const draws = [...checkDraws(played)];
        return { verdict: verdict(draws), draws };
    },
})"""
START = 1_700_000_000_000
A_SECOND = 1000


@pytest.fixture(scope="module")
def record() -> Record:
    """A game in which some draws were taken back."""
    return closed_record(3, rng=2)


@pytest.fixture(scope="module")
def played(record: Record) -> dict[str, Any]:
    """The replay of a game with an undo and a rewind, as seat 0 saw it; entries come a second apart."""
    timed = replace(record, times=tuple(START + A_SECOND * entry.number for entry in record.entries))
    frames = json.loads(json.dumps(replay_json(timed, GAME, [0])))
    whole: dict[str, Any] = frames["0"]
    return whole


def replayed(played: dict[str, Any], *calls: list[Any]) -> list[Any]:
    """Return the results of calls to the replay of a game."""
    return call_module("replay.js", [["load", played], *calls], context=WITH_REPLAY)[1:]


def checked(played: dict[str, Any]) -> dict[str, Any]:
    """Return the result of the fairness check."""
    (found,) = call_module("drawcheck.js", [["check", played]], context=WITH_CHECK)
    result: dict[str, Any] = found
    return result


def draw_of(played: dict[str, Any], number: int) -> dict[str, Any]:
    """The frame of a draw."""
    return next(frame for frame in played["frames"] if frame["draw"] == number)


# Steps


def test_every_step_shows_the_view_at_that_step(record: Record, played: dict[str, Any]) -> None:
    replay = Replay(record, GAME)
    views = [GAME.view(replay.position, 0)] + [GAME.view(step.position, 0) for step in replay]
    calls = [["call", "view", step] for step in range(len(views))]
    assert replayed(played, *calls) == json.loads(json.dumps(views))


def test_a_step_beyond_the_ends_becomes_the_nearest_one(played: dict[str, Any]) -> None:
    last = len(played["frames"])
    calls: list[list[Any]] = [["call", "clamp", step] for step in (-3, 5, 5.5, last + 1)]
    assert replayed(played, *calls, ["call", "clamp", None], ["read", "last"]) == [0, 5, 5, last, 0, last]


def test_rounds_are_marked_where_they_begin(played: dict[str, Any]) -> None:
    marks, forward, back, end = replayed(
        played,
        ["read", "rounds"],
        ["call", "nextRound", 0, 1],
        ["call", "nextRound", 10_000, -1],
        ["call", "nextRound", len(played["frames"]) - 1, 1],
    )
    assert [mark["round"] for mark in marks] == [1, 2, 3]
    assert marks[0]["step"] == 0
    assert forward == marks[1]["step"]
    assert back == len(played["frames"])
    assert end == len(played["frames"])


def test_acting_seats_come_from_the_view(played: dict[str, Any]) -> None:
    step = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == 1)
    (acting,) = replayed(played, ["call", "acting", step])
    assert 1 in acting


def test_choices_are_shown_longer_than_draws(played: dict[str, Any]) -> None:
    draw = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == "chance")
    choice = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == 0)
    last = len(played["frames"])
    draw_time, choice_time, doubled, timed, over = replayed(
        played,
        ["call", "duration", draw, 1],
        ["call", "duration", choice, 1],
        ["call", "duration", choice, 2],
        ["call", "duration", choice, "played"],
        ["call", "duration", last, 1],
    )
    assert draw_time < choice_time == 2 * doubled
    assert timed == A_SECOND
    assert over == 0


def test_long_thinking_is_shortened_at_original_speed(played: dict[str, Any]) -> None:
    slow = copy.deepcopy(played)
    for frame in slow["frames"][7:]:
        frame["at"] += 3_600 * A_SECOND
    assert replayed(slow, ["call", "duration", 7, "played"], ["read", "isTimed"]) == [10 * A_SECOND, True]


def test_a_game_without_times_has_no_original_speed(played: dict[str, Any]) -> None:
    untimed = copy.deepcopy(played)
    untimed["frames"][3]["at"] = None
    assert replayed(untimed, ["read", "isTimed"]) == [False]


def test_log_lines_name_their_steps_and_cancelled_ones_are_struck(played: dict[str, Any]) -> None:
    (lines,) = replayed(played, ["lines", ["Anna", "Ben", "Cleo"]])
    dealt = next(line for line in lines if line["text"] == "draw" and line["count"] > 1)
    assert dealt["step"] - dealt["from"] == dealt["count"] - 1
    assert any(line["isStruck"] for line in lines)
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
    assert sum(line["count"] for line in lines) == sum(len(frame["events"]) for frame in played["frames"])


# The fairness check


def test_every_draw_of_a_fair_game_is_correct(played: dict[str, Any]) -> None:
    found = checked(played)
    draws = [frame for frame in played["frames"] if frame["by"] == "chance"]
    assert found["verdict"] == "fair"
    assert [draw["draw"] for draw in found["draws"]] == list(range(1, len(draws) + 1))
    assert [draw["expected"] for draw in found["draws"]] == [frame["move"] for frame in draws]
    assert any(draw["cancelled"] for draw in found["draws"])
    assert all(0 < draw["chances"] <= draw["weight"] for draw in found["draws"])


def test_a_swapped_card_is_found_and_the_correct_one_named(played: dict[str, Any]) -> None:
    forged = copy.deepcopy(played)
    frame = draw_of(forged, 9)
    right = frame["move"]
    frame["move"] = next(move for move, _ in frame["odds"] if move != right)
    found = checked(forged)
    assert found["verdict"] == "wrong-draw"
    (wrong,) = [draw for draw in found["draws"] if not draw["isRight"]]
    assert wrong["draw"] == 9
    assert wrong["expected"] == right
    assert wrong["move"] == frame["move"]


def test_a_changed_ticket_number_or_weight_is_found(played: dict[str, Any]) -> None:
    for field, value in (("ticket", 10**6), ("draw", 99), ("odds", [["draw green-2", 1]]), ("odds", None)):
        forged = copy.deepcopy(played)
        draw_of(forged, 12)[field] = value
        assert checked(forged)["verdict"] == "wrong-draw", field


def test_a_missing_draw_is_found(played: dict[str, Any]) -> None:
    forged = copy.deepcopy(played)
    forged["frames"].remove(draw_of(forged, 4))
    assert checked(forged)["verdict"] == "wrong-draw"


def test_changed_entropy_is_found(played: dict[str, Any]) -> None:
    assert checked(played | {"entropy": ["another", *played["entropy"][1:]]})["verdict"] == "wrong-draw"
    assert checked(played | {"table": "another"})["verdict"] == "wrong-draw"


def test_only_the_committed_seed_can_be_checked(record: Record, played: dict[str, Any]) -> None:
    calls = [
        ["findObstacle", played],
        ["findObstacle", played | {"seed": "00" * 32}],
        ["findObstacle", played | {"seed": None}],
        ["findObstacle", played | {"seed": None, "commitment": None}],
    ]
    assert call_module("drawcheck.js", calls, context=WITH_CHECK) == [
        None,
        "wrong-seed",
        "sealed",
        "uncommitted",
    ]


def test_a_spectator_can_check_the_draws(record: Record) -> None:
    frames = replay_json(record, GAME, [SPECTATOR])
    assert checked(frames[SPECTATOR])["verdict"] == "fair"
