"""The ladder seats everybody fairly, counts what it sees, and rates who wins higher."""

from __future__ import annotations

from collections import Counter

import pytest

from caponata.bots import BotError, make_bot
from caponata.bots.levels import LEVELS, bot_of, make_player
from caponata.catalogue import SHELF, WORKSHOP, find_game
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.lab import ladder
from caponata.lab.ladder import Played, Rung, Task, climb, tasks


def test_the_upper_level_sits_on_every_seat_equally_often() -> None:
    seated = Counter((task.rung, task.at) for task in tasks(LUX, 3, 7, seed=1))
    assert seated == {(rung, seat): 3 for rung in (1, 2, 3) for seat in range(3)}


def test_every_seat_of_a_rung_gets_the_same_draws() -> None:
    by_seed = Counter((task.rung, task.seed) for task in tasks(LUX, 2, 10, seed=1))
    assert set(by_seed.values()) == {2}


def test_who_wins_is_counted_and_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    def upper_wins(task: Task) -> Played:
        places = tuple(0 if seat == task.at else 1 for seat in range(task.seats))
        return Played(task.rung, task.at, places, 1.0)

    monkeypatch.setattr(ladder, "play_one", upper_wins)
    found = climb(LUX, seats=3, games=12, processes=1)
    assert [(rung.level, rung.below, rung.games, rung.wins) for rung in found.rungs] == [
        ("casual", "beginner", 12, 12.0),
        ("club", "casual", 12, 12.0),
        ("expert", "club", 12, 12.0),
    ]
    means = [found.ratings[level][0] for level in LEVELS]
    assert means == sorted(means) and means[0] < means[-1]
    assert found.goal == pytest.approx(1.3 / 3)


def test_a_rung_knows_its_interval() -> None:
    rate, width = Rung("casual", "beginner", games=100, wins=70.0, squares=70.0).rate
    assert rate == pytest.approx(0.7) and width == pytest.approx(0.09, abs=0.003)


def test_the_ladder_of_a_small_game_is_the_same_on_any_number_of_cores() -> None:
    one, two = (climb(CAPER, seats=2, games=2, processes=cores) for cores in (1, 2))
    assert one == two


@pytest.mark.parametrize("name", [*SHELF, *WORKSHOP])
def test_every_level_of_every_game_is_a_bot(name: str) -> None:
    game = find_game(name)
    bots = [bot_of(game, level) for level in LEVELS]
    assert len(set(bots)) == len(LEVELS)
    for bot in bots:
        assert make_bot(game, bot, 1) is not None
    assert "random" not in bots


def test_a_bots_own_name_is_a_level_too_and_others_are_refused() -> None:
    assert bot_of(LUX, "tree:7") == "tree:7"
    with pytest.raises(BotError, match="no level 'wizard'; there are beginner, casual, club, expert"):
        make_player(LUX, "wizard", 1)
