"""The ladder seats all levels fairly, counts wins, and rates winners higher."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from caponata.bots import BotError, make_bot
from caponata.bots.levels import DEFAULT_BOTS, LEVELS, describe_level, level_bot
from caponata.catalogue import BUILT_IN, find_game
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.lab import LabError, ladder, ladder_log
from caponata.lab.ladder import Rung, climb, logged_ladder, page, play_task, tasks, verdict
from caponata.lab.ladder_log import LadderGame, LadderLog, LadderTask
from caponata.lab.sources import bots_digest, code_without_comments


def test_the_upper_level_sits_on_every_seat_equally_often() -> None:
    seated = Counter((task.rung, task.at) for task in tasks(LUX, 3, 7, seed=1))
    assert seated == {(rung, seat): 3 for rung in (1, 2, 3) for seat in range(3)}


def test_every_seat_of_a_rung_gets_the_same_draws() -> None:
    by_seed = Counter((task.rung, task.seed) for task in tasks(LUX, 2, 10, seed=1))
    assert set(by_seed.values()) == {2}


def test_wins_are_counted_and_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    def upper_wins(task: LadderTask) -> LadderGame:
        places = tuple(0 if seat == task.at else 1 for seat in range(task.seats))
        return LadderGame(places, 1.0)

    monkeypatch.setattr(ladder, "play_task", upper_wins)
    found = climb(LUX, seats=3, games=12, processes=1)
    assert [(rung.level, rung.below, rung.games, rung.wins) for rung in found.rungs] == [
        ("casual", "beginner", 12, 12.0),
        ("club", "casual", 12, 12.0),
        ("expert", "club", 12, 12.0),
    ]
    means = [found.ratings[level][0] for level in LEVELS]
    assert means == sorted(means) and means[0] < means[-1]
    assert found.goal == pytest.approx(1.3 / 3)


def test_games_are_counted_when_the_upper_level_has_played_all_seats() -> None:
    log = LadderLog()
    for at in range(3):
        log.add(LadderTask("caper", 3, 1, at, 7), LadderGame((0, 1, 1), float(at == 0)))
    for at in range(2):  # stopped before the last seat
        log.add(LadderTask("caper", 3, 1, at, 8), LadderGame((0, 0, 0), 1.0))
    rung = logged_ladder(CAPER, 3, log).rungs[0]
    assert (rung.games, rung.wins) == (3, 1.0)


def test_a_ladder_at_its_time_limit_finishes_the_seats_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def upper_wins(task: LadderTask) -> LadderGame:
        played.append(task)
        return LadderGame((0, 1, 1), 1.0)

    monkeypatch.setattr(ladder, "play_task", upper_wins)
    monkeypatch.setattr(ladder, "time", SimpleNamespace(monotonic=lambda: float(len(played))))
    log = LadderLog()
    found = climb(CAPER, seats=3, games=30, processes=1, log=log, seconds=4.0)
    assert [rung.games for rung in found.rungs] == [3, 3, 0]
    assert len(list(log)) == 6


def test_every_seat_of_the_lower_level_is_rated() -> None:
    """Second and last place differ, but both are of one level: their seats do not matter."""
    ratings = []
    for places in ((0, 1, 2), (0, 2, 1)):
        log = LadderLog()
        for at in range(3):
            log.add(LadderTask("caper", 3, 1, at, 7), LadderGame(places[-at:] + places[:-at], 1.0))
        ratings.append(logged_ladder(CAPER, 3, log).ratings)
    assert ratings[0]["beginner"] == pytest.approx(ratings[1]["beginner"])


def test_a_rung_has_an_interval() -> None:
    rate, width = Rung("casual", "beginner", games=100, wins=70.0, squares=70.0).rate
    assert rate == pytest.approx(0.7) and width == pytest.approx(0.09, abs=0.003)


def test_the_ladder_of_a_small_game_is_the_same_on_any_number_of_cores() -> None:
    one, two = (climb(CAPER, seats=2, games=2, processes=cores) for cores in (1, 2))
    assert one == two


@pytest.mark.parametrize("name", [*BUILT_IN])
def test_every_level_of_every_game_is_a_bot(name: str) -> None:
    game = find_game(name)
    bots = [level_bot(game, level) for level in LEVELS]
    assert len(set(bots)) == len(LEVELS)
    for bot in bots:
        assert make_bot(game, bot, 1) is not None
    assert "random" not in bots


def test_make_bot_accepts_bot_names_and_refuses_unknown_ones() -> None:
    assert level_bot(LUX, "tree:7") == "tree:7"
    with pytest.raises(BotError, match="no bot 'wizard'; known are beginner, casual, club, expert"):
        make_bot(LUX, "wizard", 1)


# Log


def test_a_stopped_ladder_continues_from_its_log(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    whole = climb(CAPER, seats=2, games=4, processes=1)
    climb(CAPER, seats=2, games=2, processes=1, log=LadderLog(path))
    assert len(list(LadderLog(path))) == 6
    with path.open("a") as file:
        file.write('{"task": {"ga')  # killed while writing
    log = LadderLog(path)
    assert climb(CAPER, seats=2, games=4, processes=1, log=log) == whole
    assert logged_ladder(CAPER, 2, log) == whole


def test_logged_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes"
    found = climb(CAPER, seats=2, games=2, processes=1, log=LadderLog(path))

    def never(task: LadderTask) -> LadderGame:
        raise AssertionError(task)

    monkeypatch.setattr(ladder, "play_task", never)
    assert climb(CAPER, seats=2, games=2, processes=1, log=LadderLog(path)) == found


def test_games_of_changed_levels_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes"
    climb(CAPER, seats=2, games=2, processes=1, log=LadderLog(path))
    monkeypatch.setitem(DEFAULT_BOTS, "beginner", "random")
    assert {task.rung for task, _ in LadderLog(path)} == {2, 3}


@pytest.mark.parametrize("name", [*BUILT_IN])
def test_games_of_changed_sources_do_not_count(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "notes", find_game(name)
    LadderLog(path).add(LadderTask(name, game.seats[0], 1, 0, seed=1), LadderGame((0,) * game.seats[0], 1.0))
    assert len(list(LadderLog(path))) == 1
    monkeypatch.setattr(ladder_log, "bots_digest", lambda game: "another")
    assert len(list(LadderLog(path))) == 0


def test_the_digest_ignores_comments_and_docstrings() -> None:
    described = code_without_comments(
        ast.parse('"""Two."""\n\ndef two() -> int:\n    """Gives two."""\n    return 2  # [TWO-1]\n')
    )
    again = code_without_comments(ast.parse('"""Both."""\ndef two() -> int:\n    "A pair."\n    return 2\n'))
    other = code_without_comments(
        ast.parse('"""Two."""\ndef two() -> int:\n    """Gives two."""\n    return 3\n')
    )
    assert described == again != other
    assert len({bots_digest(find_game(name)) for name in BUILT_IN}) == len(BUILT_IN)


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("dear diary\n")
    with pytest.raises(LabError, match="line 1 of .*notes is not a ladder game"):
        LadderLog(path)


def test_a_ladder_without_time_plays_no_games() -> None:
    assert [rung.games for rung in climb(CAPER, seats=2, games=4, processes=1, seconds=0.0).rungs] == [
        0,
        0,
        0,
    ]


# Without turns


def test_levels_of_a_game_without_turns_race() -> None:
    task = LadderTask("capio", 2, 3, 0, seed=1)
    assert play_task(task) == play_task(task)
    wins = sum(play_task(LadderTask("capio", 2, 3, at, seed)).won for seed in range(4) for at in range(2))
    assert wins > 4


# The page


def test_the_page_shows_every_rung_and_missed_goals() -> None:
    log = LadderLog()
    for number, won in enumerate((1.0, 1.0, 1.0, 0.0)):
        log.add(LadderTask("caper", 2, 1, number % 2, number // 2), LadderGame((0, 1), won))
        log.add(LadderTask("caper", 2, 2, number % 2, number // 2), LadderGame((0, 1), 1.0 - won))
    text = page([logged_ladder(CAPER, 2, log)])
    assert "## Caper, 2 seats\n\nGoal: 65.0% against the level below." in text
    assert "| casual | greedy | 75.0% ± 49.0% | 4 |" in text
    assert "| club | tree:100 | 25.0% ± 49.0%, below the goal | 4 |" in text
    assert "| expert | tree:1000 | not played | 0 |" in text


def test_a_rung_without_losses_shows_a_lower_bound() -> None:
    rung = Rung("club", "casual", games=13, wins=13.0, squares=13.0)
    assert verdict(rung, 0.65) == "100.0%, at least 79.4%"


def test_every_level_on_the_page_in_the_docs_reaches_its_goal() -> None:
    text = (Path(__file__).parents[2] / "docs/ladder.md").read_text(encoding="utf-8")
    reached = 0
    for part in text.split("\n## ")[1:]:
        title, goal = part.splitlines()[0], float(part.split("Goal: ")[1].split("%")[0])
        for row in part.splitlines():
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if cells[0] in LEVELS[1:]:
                assert float(cells[2].split("%")[0]) >= goal, f"{title}: {row}"
                reached += 1
    assert reached >= len(BUILT_IN) * (len(LEVELS) - 1)


def test_the_page_in_the_docs_has_the_current_levels() -> None:
    text = (Path(__file__).parents[2] / "docs/ladder.md").read_text(encoding="utf-8")
    for name in BUILT_IN:
        game = find_game(name)
        for seats in game.seats:
            _, _, part = text.partition(f"## {game.title}, {seats} seats\n")
            rows = [
                row.split(" | ")[:2] for row in part.split("\n## ")[0].splitlines() if row.startswith("| ")
            ]
            if seats == game.seats[0] or rows:
                assert rows[1:] == [[f"| {level}", describe_level(game, level)] for level in LEVELS]
