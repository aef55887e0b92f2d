"""Tournaments: seats and deals are balanced, and ratings and the cross table agree."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from caponata.lab import Tournament, tournament
from caponata.lab.folder import Folder
from caponata.lab.tournament import game_sums
from tests.lab.studies import MOVE_AS_WORDS, NONSENSE, QUITTER, SILENT, frames, program


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """Greedy, random and a searching bot at tables of two."""
    out = tmp_path_factory.mktemp("cup") / "cup"
    return tournament("capital-lux", ["random", "greedy", "mc:3"], games=120, seats=2, out=out, processes=1)


def test_everybody_plays_every_deal_on_every_seat(cup: Tournament) -> None:
    frame = frames(cup.folder.path)
    assert frame.height == cup.games == 120
    seen: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for variant, deal, players in frame.select("variant", "deal", "players").iter_rows():
        seen.setdefault((variant, deal), []).append(tuple(players))
    for met in seen.values():
        assert len(met) == 2
        assert met[0] == met[1][::-1]
    assert [standing.games for standing in cup.standings()] == [80, 80, 80]


def test_the_better_player_is_rated_higher(cup: Tournament) -> None:
    standings = cup.standings()
    assert standings[0].player == "greedy"
    assert standings[0].rating.low > standings[-1].rating.high
    assert all(0 < standing.rating.width < 25 for standing in standings)
    assert all(standing.faults == 0 for standing in standings)


def test_the_cross_table_adds_up(cup: Tournament) -> None:
    for one, other in (("greedy", "random"), ("mc:3", "greedy"), ("random", "mc:3")):
        ahead, behind = cup.against(one, other), cup.against(other, one)
        assert ahead is not None
        assert behind is not None
        assert ahead.value + behind.value == pytest.approx(1)
        assert ahead.width > 0
    rows = frames(cup.folder.path).iter_rows(named=True)
    won = [
        (row["places"][seat] == 0) / row["places"].count(0)
        for row in rows
        for seat, player in enumerate(row["players"])
        if cup.players[player] == "greedy"
    ]
    greedy = next(standing for standing in cup.standings() if standing.player == "greedy")
    assert greedy.wins.value == pytest.approx(fmean(won))
    assert fmean(seat.value for seat in cup.by_seat("greedy")) == pytest.approx(greedy.wins.value)


def test_a_reopened_tournament_is_equal(cup: Tournament) -> None:
    assert Tournament(Folder.open(cup.folder.path)).standings() == cup.standings()


def test_players_who_never_meet_have_no_score(tmp_path: Path) -> None:
    job = Folder.open(_begun(tmp_path)).job
    alone = Tournament(Folder.begin(tmp_path / "cup", job, Tournament.tables))
    assert alone.games == 0
    assert alone.against("greedy", "random") is None


def _begun(tmp_path: Path) -> Path:
    tournament("caper", ["greedy", "random"], games=2, out=tmp_path / "other", processes=1)
    return tmp_path / "other"


def test_two_players_fill_a_table_of_three(tmp_path: Path) -> None:
    cup = tournament(
        "capital-lux", ["greedy", "random"], games=60, seats=3, out=tmp_path / "cup", processes=1
    )
    assert cup.games == 60
    assert [standing.player for standing in cup.standings()] == ["greedy", "random"]
    assert sum(standing.games for standing in cup.standings()) == 180


def test_a_game_is_counted_seat_by_seat() -> None:
    sums = game_sums((2, 0, 1), (10, 10, 3), (0, 0, 2), (0, 1, 0))
    assert (sums["won/2"], sums["won/0"], sums["won/1"]) == (0.5, 0.5, 0)
    assert (sums["before/2/0"], sums["before/0/1"], sums["before/1/0"]) == (0.5, 1, 0)
    assert (sums["score/0"], sums["faults/0"], sums["sat/1/2"]) == (10, 1, 1)


# External programs


def test_an_external_program_plays_by_json_lines(tmp_path: Path) -> None:
    """Both forms of a move are accepted, and both programs play the same moves."""
    for number, text in enumerate((MOVE_AS_WORDS, MOVE_AS_WORDS.replace(".split()", ""))):
        player = program(tmp_path, text)
        cup = tournament("caper", [player, "greedy"], games=4, out=tmp_path / f"cup{number}", processes=1)
        assert all(standing.faults == 0 for standing in cup.standings())
        assert player in cup.players
    one, other = (frames(tmp_path / f"cup{number}") for number in range(2))
    assert one.equals(other)


@pytest.mark.parametrize("text", [NONSENSE, QUITTER, SILENT, "import sys; sys.exit(3)"])
def test_an_invalid_answer_plays_the_default_move_and_counts_a_fault(tmp_path: Path, text: str) -> None:
    player = program(tmp_path, text)
    cup = tournament(
        "caper",
        [player, "random"],
        games=2,
        out=tmp_path / "cup",
        processes=1,
        timeout=0.5 if text is SILENT else 10,
    )
    faults = {standing.player: standing.faults for standing in cup.standings()}
    assert faults["random"] == 0
    assert 0 < faults[player] <= 6
    if text is not QUITTER:
        assert faults[player] == 6
