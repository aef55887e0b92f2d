"""Simulations: tallies add up, intervals are right, and cores and interrupts do not change results."""

from __future__ import annotations

import math
from itertools import islice
from pathlib import Path
from statistics import NormalDist, fmean, stdev

import pytest

from caponata.bots import BotError, RandomBot, make_bot
from caponata.bots.policies import compiled_policies, view_policies
from caponata.engine.chance import Rng
from caponata.engine.game import Game, View
from caponata.engine.playout import play_game, reward
from caponata.games.caper import GAME as CAPER
from caponata.games.caper.rules import CaperOptions
from caponata.games.capio import GAME as CAPIO
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import LuxOptions
from caponata.lab.simulate import (
    QUICK_CHUNK,
    SLOW_CHUNK,
    SeatTally,
    SimulationTask,
    Tally,
    interval,
    play_task,
    simulate,
    simulation_tasks,
)

GREEDY_FIRST = ("greedy", "random", "random")


# Counting


def test_half_width_of_an_interval_is_the_standard_error_times_the_normal_quantile() -> None:
    numbers = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    mean, width = interval(sum(numbers), sum(number**2 for number in numbers), len(numbers))
    assert mean == pytest.approx(fmean(numbers))
    quantile = NormalDist().inv_cdf(0.975)
    assert width == pytest.approx(quantile * stdev(numbers) / math.sqrt(len(numbers)), rel=1e-6)


def test_a_seat_that_won_all_games_has_an_interval() -> None:
    rate, width = Tally(games=100, seats=[SeatTally("greedy", wins=100.0, wins_squared=100.0)]).win_rate(0)
    assert rate == 1.0
    assert 0.03 < width < 0.04


def test_equal_results_have_no_interval_and_single_ones_an_infinite_one() -> None:
    assert interval(70.0, 490.0, 10) == (7.0, 0.0)
    assert interval(0.3 * 7, 7 * 0.3**2, 7)[1] == pytest.approx(0.0, abs=1e-6)
    assert interval(7.0, 49.0, 1) == (7.0, math.inf)
    assert interval(0.0, 0.0, 0) == (0.0, math.inf)


def test_a_tally_agrees_with_single_games() -> None:
    task = SimulationTask(
        "capital-lux", GREEDY_FIRST, {"opening_cards": 1, "hand_size": "rulebook"}, 200, seed=9
    )
    tally = play_task(task)
    rng = Rng(9)
    wins: list[list[float]] = [[], [], []]
    points: list[list[int]] = [[], [], []]
    decisions = 0
    policies = compiled_policies(LUX, GREEDY_FIRST)
    for _ in range(200):
        position = LUX.start(3, LuxOptions())
        decisions += play_game(position, policies, rng, rng)
        for seat in range(3):
            wins[seat].append(reward(position, seat))
            points[seat].append(position.score(seat))
    assert tally.games == 200
    assert tally.decisions == decisions
    for seat in range(3):
        rate, width = tally.win_rate(seat)
        assert rate == pytest.approx(fmean(wins[seat]))
        end = rate + width if rate < 0.5 else rate - width  # the longer end of Wilson's interval
        assert width == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / 200))
        score, spread = tally.mean_score(seat)
        assert score == pytest.approx(fmean(points[seat]))
        assert spread == pytest.approx(1.959964 * stdev(points[seat]) / math.sqrt(200))


@pytest.mark.parametrize("game", [LUX, CAPER], ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_has_exactly_one_win_to_share(game: Game, seats: int) -> None:
    tally = simulate(game, ["random"] * seats, games=300, seed=2, processes=1)
    assert tally.games == 300
    assert sum(seat.wins for seat in tally.seats) == pytest.approx(300)
    assert sum(tally.win_rate(seat)[0] for seat in range(seats)) == pytest.approx(1)
    assert 0 <= tally.shared_wins <= 300
    assert [seat.player for seat in tally.seats] == ["random"] * seats


def test_shared_wins_are_counted_once_per_game() -> None:
    """With one card each, a game of Caper is won alone or shared by both."""
    tally = simulate(CAPER, ["random", "random"], games=400, options=CaperOptions(1), processes=1)
    assert 0 < tally.shared_wins < 400
    halves = 4 * sum(seat.wins - seat.wins_squared for seat in tally.seats) / 2
    assert tally.shared_wins == halves


def test_tallies_add_up() -> None:
    tasks = list(simulation_tasks(LUX, GREEDY_FIRST, 1200, 3, LuxOptions()))
    whole = Tally(seats=[SeatTally(player) for player in GREEDY_FIRST])
    for task in tasks:
        whole.add(play_task(task))
    assert whole == simulate(LUX, GREEDY_FIRST, games=1200, seed=3, processes=1)
    parts = [play_task(task) for task in tasks]
    assert whole.games == sum(part.games for part in parts) == 1200
    assert whole.decisions == sum(part.decisions for part in parts)
    for seat in range(3):
        assert whole.seats[seat].points == sum(part.seats[seat].points for part in parts)
        assert whole.seats[seat].points_squared == sum(part.seats[seat].points_squared for part in parts)


def test_tallies_of_different_numbers_of_seats_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Tally(seats=[SeatTally("random")] * 2).add(Tally(seats=[SeatTally("random")] * 1))


# Seeds and cores


@pytest.mark.parametrize("players", [["greedy", "random"], ["mc:3", "greedy"]], ids=["quick", "slow"])
def test_equal_seeds_give_equal_tallies_on_one_core_and_on_two(players: list[str]) -> None:
    games = 1700 if "mc:3" not in players else 23
    alone = simulate(LUX, players, games=games, seed=4, processes=1)
    assert alone.games == games
    assert alone == simulate(LUX, players, games=games, seed=4, processes=2)
    assert alone != simulate(LUX, players, games=games, seed=5, processes=1)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**70])
def test_tasks_cover_all_games_with_distinct_seeds(seed: int) -> None:
    tasks = list(islice(simulation_tasks(LUX, ["mc:10", "random"], 10_003, seed, LuxOptions()), 5000))
    assert sum(task.games for task in tasks) == 10_003
    assert {task.games for task in tasks[:-1]} == {SLOW_CHUNK}
    everybody = [task.seed + bot for task in tasks for bot in range(4)]  # chance, then one bot per seat
    assert len(set(everybody)) == len(everybody)
    quick = list(simulation_tasks(LUX, GREEDY_FIRST, 1234, seed, LuxOptions()))
    assert [task.games for task in quick] == [QUICK_CHUNK, QUICK_CHUNK, 234]


def test_tasks_of_neighbouring_seeds_are_distinct() -> None:
    one, other = (
        {task.seed for task in simulation_tasks(LUX, GREEDY_FIRST, 10**6, seed, LuxOptions())}
        for seed in (1, 2)
    )
    assert not one & other


def test_options_reach_the_games() -> None:
    (task,) = simulation_tasks(LUX, GREEDY_FIRST, 10, 1, LuxOptions(3, 6))
    assert task.options == {"opening_cards": 3, "hand_size": 6, "bonus_cards": "open"}
    plain = simulate(LUX, ["random"] * 4, games=300, processes=1)
    sequel = simulate(LUX, ["random"] * 4, games=300, options=LuxOptions(3, 6), processes=1)
    assert plain.decisions != sequel.decisions


def test_a_single_game_is_played_in_this_process() -> None:
    tally = simulate(LUX, ["greedy", "mc:5"], games=1, seed=6)
    assert tally.games == 1
    assert sum(seat.wins for seat in tally.seats) == 1
    assert tally.win_rate(0)[1] == math.inf
    assert tally == simulate(LUX, ["greedy", "mc:5"], games=1, seed=6, processes=2)


def test_an_unknown_bot_is_refused_before_the_first_game() -> None:
    played: list[int] = []
    with pytest.raises(BotError, match="there is no bot 'oracle'"):
        simulate(LUX, ["random", "oracle"], games=10, progress=lambda done, total: played.append(done))
    assert played == []


# Progress and interrupts


@pytest.mark.parametrize("processes", [1, 2])
def test_progress_rises_task_by_task_to_the_total(processes: int) -> None:
    done: list[tuple[int, int]] = []
    simulate(
        LUX,
        ["random", "random"],
        games=2300,
        processes=processes,
        progress=lambda *numbers: done.append(numbers),
    )
    assert done == [(games, 2300) for games in (500, 1000, 1500, 2000, 2300)]


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupted_simulation_returns_its_games(processes: int) -> None:
    def interrupt(done: int, total: int) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    tally = simulate(
        LUX, ["greedy", "random"], games=100_000, seed=8, processes=processes, progress=interrupt
    )
    assert tally == simulate(LUX, ["greedy", "random"], games=1000, seed=8, processes=1)


# Bots with views


def test_bots_in_a_simulation_receive_views_of_their_own_seat() -> None:
    shown: list[View] = []

    class RecordingBot(RandomBot):
        def choose(self, view: View) -> int:
            shown.append(view)
            return super().choose(view)

    position = LUX.start(3, LuxOptions())
    bots = [RecordingBot(LUX, seed) for seed in range(3)]
    decisions = play_game(position, view_policies(LUX, bots), Rng(1), Rng(1))
    assert decisions == len(shown)
    assert position.outcome() is not None
    assert all(type(view) is dict and view["seat"] in view["to_act"] for view in shown)


def test_games_with_views_and_games_in_compiled_code_are_of_equal_strength() -> None:
    """The same bots, with views instead of compiled policies."""
    slow = Tally(seats=[SeatTally("greedy"), SeatTally("random")])
    rng = Rng(3)
    bots = [make_bot(LUX, "greedy", 1), make_bot(LUX, "random", 2)]
    for _ in range(120):
        position = LUX.start(2, LuxOptions())
        slow.decisions += play_game(position, view_policies(LUX, bots), rng, rng)
        slow.add_game(position)
    quick = simulate(LUX, ["greedy", "random"], games=2000, seed=3, processes=1)
    (one, width), (other, other_width) = slow.win_rate(0), quick.win_rate(0)
    assert abs(one - other) < 2 * (width + other_width)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    """A task leaves nothing in memory: mypyc once leaked every move buffer that Python passed to it."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("/proc/self/statm exists only on Linux")

    def resident() -> int:
        return int(statm.read_text().split()[1])

    task = SimulationTask("capital-lux", ("greedy", "random"), {}, 1, 1)
    for _ in range(100):
        play_task(task)
    before = resident()
    for _ in range(600):
        play_task(task)
    assert resident() - before < 600  # pages of 4 kB; 600 lost buffers would be 4,800


# Without turns


def test_levels_of_a_game_without_turns_race_in_simulated_time() -> None:
    tally = simulate(CAPIO, ["child", "club", "tournament"], games=12, processes=1)
    takes = [tally.takes_a_minute(seat) for seat in range(3)]
    assert takes == sorted(takes) and 5 < takes[0] < takes[2] < 60
    assert tally.games == 12
    assert tally.milliseconds > 12 * 9 * 5_000
    assert tally.decisions == 2 * sum(seat.takes for seat in tally.seats)


def test_the_number_of_cores_does_not_change_a_race() -> None:
    games = QUICK_CHUNK + 1
    one, two = (simulate(CAPIO, ["club", "expert"], games=games, processes=cores) for cores in (1, 2))
    assert one == two
    assert one.games == games


def test_racing_levels_and_bots_with_turns_do_not_mix() -> None:
    with pytest.raises(BotError, match="'greedy' takes turns, and the levels of Capio race"):
        simulate(CAPIO, ["club", "greedy"], games=1)
    assert simulate(CAPIO, ["greedy", "random"], games=2, processes=1).milliseconds == 0
