"""Balance studies: figures agree with their rows and detect planted differences."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from caponata.lab import Balance, Dataset, LabError, Tournament, balance
from caponata.lab.folder import Folder
from caponata.lab.metrics import METRICS
from caponata.lab.report.pages import balance_page
from tests.lab.studies import frames


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Balance:
    """Two variants of Capital Lux for three."""
    out = tmp_path_factory.mktemp("lux") / "study"
    return balance("capital-lux", games=300, seats=3, out=out, processes=1, vary={"opening_cards": [1, 3]})


@pytest.fixture(scope="module")
def rows(study: Balance) -> list[dict[str, Any]]:
    """The games of the first variant in the folder, without contrasts."""
    frame = frames(study.folder.path)
    return [row for row in frame.iter_rows(named=True) if row["variant"] == 0 and row["play"] < 2]


def test_figures_agree_with_the_rows(study: Balance, rows: list[dict[str, Any]]) -> None:
    assert len(rows) == 300
    for seat in range(3):
        won = fmean((row["places"][seat] == 0) / row["places"].count(0) for row in rows)
        assert study.figure("seats", f"seat {seat + 1}").value == pytest.approx(won)
        score = fmean(row["scores"][seat] for row in rows)
        assert study.figure("scores", f"score of seat {seat + 1}").value == pytest.approx(score)
    started = fmean((row["places"][row["starter"]] == 0) / row["places"].count(0) for row in rows)
    assert study.figure("start", "starting player").value == pytest.approx(started)
    assert study.figure("length", "decisions").value == pytest.approx(fmean(row["decisions"] for row in rows))
    branching = sum(row["choices"] for row in rows) / sum(row["decisions"] for row in rows)
    assert study.figure("branching", "moves at a decision").value == pytest.approx(branching)
    settled = fmean(row["settled"] / row["decisions"] for row in rows)
    assert study.figure("lead", "settled after").value == pytest.approx(settled)
    margins = [max(row["scores"]) - sorted(row["scores"])[-2] for row in rows]
    assert study.figure("decisiveness", "margin").value == pytest.approx(fmean(margins))


def test_every_figure_has_an_interval(study: Balance) -> None:
    for variant in range(2):
        lines = study.lines(variant)
        assert {line.metric for line in lines} == set(METRICS)
        assert all(0 <= line.figure.width < 100 for line in lines)
        wavering = [line for line in lines if line.metric in ("seats", "start", "luck", "lead")]
        assert all(line.figure.width > 0 for line in wavering)


def test_shares_of_wins_are_shares(study: Balance) -> None:
    for metric in ("seats", "start"):
        assert sum(line.figure.value for line in study.lines(0, [metric])) == pytest.approx(1)
    lines = {line.name: line.figure.value for line in study.lines(0, ["luck"])}
    assert lines["skill against random players"] + lines["luck against random players"] == pytest.approx(1)
    parts = ("same deal, same result", "who sits where", "the course of play")
    assert sum(lines[name] for name in parts) == pytest.approx(1)


def test_a_greedy_player_among_random_ones_shows_skill(study: Balance) -> None:
    """94 % with three seats, as in docs/design/hints.md."""
    assert not study.figure("luck", "wins among random players").excludes(0.94)
    assert study.figure("luck", "skill against random players").low > 0.3


def test_a_game_of_pure_chance_shows_only_luck(tmp_path: Path) -> None:
    """With one card each there is no decision in Caper: the deal is the result."""
    dealt = balance("caper", games=400, seats=2, out=tmp_path / "one", processes=1, options={"hand_size": 1})
    assert dealt.figure("luck", "the course of play").value == pytest.approx(0)
    assert dealt.figure("luck", "same deal, same result").value > 0.95
    assert dealt.figure("branching", "without a choice").value == 1
    assert not dealt.figure("luck", "wins among random players").excludes(0.5)
    assert dealt.figure("luck", "luck against random players").high > 0.9


def test_the_seat_of_the_better_player_wins_more(tmp_path: Path) -> None:
    mixed = balance("capital-lux", games=200, seats="greedy,random", out=tmp_path / "mixed", processes=1)
    assert mixed.figure("seats", "seat 1").low > 0.9
    assert mixed.figure("luck", "who sits where").value > 0.7


def test_a_change_between_variants_has_an_interval(study: Balance) -> None:
    change = study.change("length", "draws", 1)
    other = study.figure("length", "draws", 1)
    assert change.value == pytest.approx(other.value - study.figure("length", "draws").value)
    assert change.excludes(0)


def test_variants_with_other_seats_are_compared_by_their_own_formulas(tmp_path: Path) -> None:
    found = balance("caper", games=60, out=tmp_path / "seats", processes=1, vary={"seats": [2, 3]})
    for name in ("who sits where", "luck against random players"):
        change = found.change("luck", name, 1)
        difference = found.figure("luck", name, 1).value - found.figure("luck", name).value
        assert change.value == pytest.approx(difference)
    page = balance_page(found, ["seats"])
    assert "fair: 50.0" not in page.split("What stands out")[0].split('class="variant"')[0]


def test_moves_cards_and_rules_are_counted(study: Balance, rows: list[dict[str, Any]]) -> None:
    uses = {use.name: use for use in study.uses()}
    decisions = sum(row["decisions"] for row in rows)
    assert sum(use.chosen for use in uses.values()) == decisions
    assert sum(figure.value for _, figure in study.verbs()) == pytest.approx(decisions / 300)
    assert uses["discard"].verdict in ("never", "rarely")  # greedy places its modifiers
    assert all(use.rate.value == pytest.approx(use.chosen / use.offered) for use in uses.values())
    cards = study.pieces()["card"]
    assert len(cards) == 20
    assert set(cards["blue-4"]) == {"pick", "home", "capital"}
    (ended,) = study.endings("ended_by")
    assert ended[0] == "LUX-5.1"
    assert ended[1].value == 1
    happened = {name: times.value for name, _, times, _ in study.events()}
    assert happened["finished"] == 1
    means = {name: mean.value for name, _, mean, _ in study.sources()}
    scores = fmean(fmean(row["scores"]) for row in rows)
    assert sum(means.values()) == pytest.approx(scores)


def test_the_course_of_a_game_ends_with_its_winner(study: Balance) -> None:
    course = study.course()
    assert len(course) == 20
    assert course[-1][1].value > 0.9
    assert course[0][1].value < 0.5


def test_an_unknown_metric_or_figure_is_refused(study: Balance) -> None:
    with pytest.raises(LabError, match="there is no metric 'seat'; did you mean 'seats'?"):
        study.lines(0, ["seat"])
    with pytest.raises(LabError, match="there is no metric 'xyz'; known are seats, start"):
        study.lines(0, ["xyz"])
    with pytest.raises(LabError, match="there is no figure of 'lead' 'lead change'; did you mean"):
        study.figure("lead", "lead change")


def test_another_kind_of_study_is_refused(study: Balance) -> None:
    for kind in (Dataset, Tournament):
        with pytest.raises(LabError, match="holds a balance, not a"):
            kind(Folder.open(study.folder.path))


def test_games_of_slow_bots_are_counted(tmp_path: Path) -> None:
    found = balance("caper", games=6, seats="mc:4,greedy", out=tmp_path / "slow", processes=1)
    assert found.games == 6
    assert found.figure("length", "decisions").value == 6
