"""A replay in the browser: its moments are the views of the game, and every draw can be redone."""

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
from tests.web.node import ask

FILMING = """({ Film }) => {
    let film;
    return {
        load: (played) => { film = new Film(played); },
        say: (method, ...args) => film[method](...args),
        read: (name) => film[name],
        lines: (names) => film.lines({ event: ({ event, rule }) => ({ text: event, rule }) }, names),
    };
}"""
CHECKING = """({ obstacle, redraw, verdict }) => ({
    obstacle,
    check: (played) => {
        const draws = [...redraw(played)];
        return { verdict: verdict(draws), draws };
    },
})"""
START = 1_700_000_000_000
A_SECOND = 1000


@pytest.fixture(scope="module")
def record() -> Record:
    """A game in which draws were taken back too."""
    return closed_record(3, luck=2)


@pytest.fixture(scope="module")
def played(record: Record) -> dict[str, Any]:
    """The replay of a game with an undo and a rewind, as seat 0 saw it; entries come a second apart."""
    timed = replace(record, times=tuple(START + A_SECOND * entry.number for entry in record.entries))
    shown = json.loads(json.dumps(replay_json(timed, GAME, [0])))
    whole: dict[str, Any] = shown["0"]
    return whole


def filmed(played: dict[str, Any], *calls: list[Any]) -> list[Any]:
    """What the film of a game answers."""
    return ask("film.js", [["load", played], *calls], context=FILMING)[1:]


def checked(played: dict[str, Any]) -> dict[str, Any]:
    """What the fairness check finds."""
    (found,) = ask("redraw.js", [["check", played]], context=CHECKING)
    result: dict[str, Any] = found
    return result


def draw_of(played: dict[str, Any], number: int) -> dict[str, Any]:
    """The frame of a draw."""
    return next(frame for frame in played["frames"] if frame["draw"] == number)


# Moments


def test_every_moment_shows_the_view_of_that_moment(record: Record, played: dict[str, Any]) -> None:
    replay = Replay(record, GAME)
    views = [GAME.view(replay.position, 0)] + [GAME.view(step.position, 0) for step in replay]
    calls = [["say", "view", step] for step in range(len(views))]
    assert filmed(played, *calls) == json.loads(json.dumps(views))


def test_a_moment_beyond_the_ends_is_the_nearest_one(played: dict[str, Any]) -> None:
    last = len(played["frames"])
    calls: list[list[Any]] = [["say", "within", step] for step in (-3, 5, 5.5, last + 1)]
    assert filmed(played, *calls, ["say", "within", None], ["read", "last"]) == [0, 5, 5, last, 0, last]


def test_rounds_are_marked_where_they_begin(played: dict[str, Any]) -> None:
    marks, forward, back, end = filmed(
        played,
        ["read", "rounds"],
        ["say", "nextRound", 0, 1],
        ["say", "nextRound", 10_000, -1],
        ["say", "nextRound", len(played["frames"]) - 1, 1],
    )
    assert [mark["round"] for mark in marks] == [1, 2, 3]
    assert marks[0]["step"] == 0
    assert forward == marks[1]["step"]
    assert back == len(played["frames"])
    assert end == len(played["frames"])


def test_those_who_are_to_act_are_those_of_the_view(played: dict[str, Any]) -> None:
    step = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == 1)
    (acting,) = filmed(played, ["say", "acting", step])
    assert 1 in acting


def test_playing_lingers_on_choices_and_hurries_through_draws(played: dict[str, Any]) -> None:
    draw = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == "chance")
    choice = next(i for i, frame in enumerate(played["frames"]) if frame["by"] == 0)
    last = len(played["frames"])
    hurried, lingered, doubled, timed, over = filmed(
        played,
        ["say", "stay", draw, 1],
        ["say", "stay", choice, 1],
        ["say", "stay", choice, 2],
        ["say", "stay", choice, "played"],
        ["say", "stay", last, 1],
    )
    assert hurried < lingered == 2 * doubled
    assert timed == A_SECOND
    assert over == 0


def test_a_long_thought_is_cut_short_as_it_was_played(played: dict[str, Any]) -> None:
    slow = copy.deepcopy(played)
    for frame in slow["frames"][7:]:
        frame["at"] += 3_600 * A_SECOND
    assert filmed(slow, ["say", "stay", 7, "played"], ["read", "isTimed"]) == [10 * A_SECOND, True]


def test_a_game_without_times_can_be_played_at_fixed_speeds_only(played: dict[str, Any]) -> None:
    untimed = copy.deepcopy(played)
    untimed["frames"][3]["at"] = None
    assert filmed(untimed, ["read", "isTimed"]) == [False]


def test_the_log_leads_to_moments_and_strikes_what_was_taken_back(played: dict[str, Any]) -> None:
    (lines,) = filmed(played, ["lines", ["Anna", "Ben", "Cleo"]])
    dealt = next(line for line in lines if line["text"] == "draw" and line["times"] > 1)
    assert dealt["step"] - dealt["from"] == dealt["times"] - 1
    assert any(line["struck"] for line in lines)
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
    assert sum(line["times"] for line in lines) == sum(len(frame["events"]) for frame in played["frames"])


# The fairness check


def test_every_draw_of_a_fair_game_is_found_right(played: dict[str, Any]) -> None:
    found = checked(played)
    draws = [frame for frame in played["frames"] if frame["by"] == "chance"]
    assert found["verdict"] == "fair"
    assert [draw["draw"] for draw in found["draws"]] == list(range(1, len(draws) + 1))
    assert [draw["expected"] for draw in found["draws"]] == [frame["move"] for frame in draws]
    assert any(draw["cancelled"] for draw in found["draws"])
    assert all(0 < draw["chances"] <= draw["weight"] for draw in found["draws"])


def test_a_card_that_was_swapped_is_found_and_the_right_one_named(played: dict[str, Any]) -> None:
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


def test_a_ticket_a_number_or_a_weight_that_was_changed_is_found(played: dict[str, Any]) -> None:
    for field, value in (("ticket", 10**6), ("draw", 99), ("odds", [["draw green-2", 1]]), ("odds", None)):
        forged = copy.deepcopy(played)
        draw_of(forged, 12)[field] = value
        assert checked(forged)["verdict"] == "wrong-draw", field


def test_a_draw_that_was_left_out_is_found(played: dict[str, Any]) -> None:
    forged = copy.deepcopy(played)
    forged["frames"].remove(draw_of(forged, 4))
    assert checked(forged)["verdict"] == "wrong-draw"


def test_what_a_seat_threw_in_counts(played: dict[str, Any]) -> None:
    assert checked(played | {"entropy": ["another", *played["entropy"][1:]]})["verdict"] == "wrong-draw"
    assert checked(played | {"table": "another"})["verdict"] == "wrong-draw"


def test_only_the_seed_that_was_sealed_is_worth_checking(record: Record, played: dict[str, Any]) -> None:
    calls = [
        ["obstacle", played],
        ["obstacle", played | {"seed": "00" * 32}],
        ["obstacle", played | {"seed": None}],
        ["obstacle", played | {"seed": None, "commitment": None}],
    ]
    assert ask("redraw.js", calls, context=CHECKING) == [None, "wrong-seed", "sealed", "uncommitted"]


def test_a_spectator_can_check_as_well(record: Record) -> None:
    shown = replay_json(record, GAME, [SPECTATOR])
    assert checked(shown[SPECTATOR])["verdict"] == "fair"
