"""A search in several processes divides its simulations among workers and merges their results."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from caponata.bots import BotError, make_bot
from caponata.bots.parallel import ParallelTreeBot, SearchTask, merge_stats, search_in_worker
from caponata.engine.playout import legal_moves
from caponata.games.caper import GAME as CAPER
from tests.bots.test_bots import decisions, plain


def test_merging_adds_tries_and_weights_means() -> None:
    merged = merge_stats([[(5, 30, 0.5), (7, 10, 1.0)], [(7, 50, 0.4), (5, 10, 0.9)]])
    assert [(stats.move, stats.tries) for stats in merged] == [(7, 60), (5, 40)]
    assert [stats.mean for stats in merged] == pytest.approx([0.5, 0.6])


def test_workers_share_the_simulations_and_equal_seeds_give_equal_results() -> None:
    position, seat = next(islice(decisions(CAPER, 2, seed=1), 1, None))
    view = plain(CAPER.view(position, seat))
    bots = [ParallelTreeBot(CAPER, 3, processes=2, simulations=40) for _ in range(2)]
    try:
        results = [[(stats.move, stats.tries, stats.mean) for stats in bot.think(view)] for bot in bots]
    finally:
        for bot in bots:
            bot.close()
    assert results[0] == results[1]
    assert sum(tries for _, tries, _ in results[0]) == 40
    assert sorted(move for move, _, _ in results[0]) == sorted(legal_moves(position, seat))


def test_a_worker_receives_the_view_as_json() -> None:
    position, seat = next(decisions(CAPER, 2, seed=1))
    task = SearchTask(CAPER.package, json.dumps(CAPER.view(position, seat)), 1, 20, 0)
    assert sum(tries for _, tries, _ in search_in_worker(task)) == 20


def test_a_bot_name_can_contain_the_number_of_processes() -> None:
    bot = make_bot(CAPER, "tree:40x2", 1)
    assert isinstance(bot, ParallelTreeBot)
    assert (bot.processes, bot.simulations) == (2, 40)
    for name in ("tree:40x0", "tree:40x65", "mc:40x2", "novice:40x2"):
        with pytest.raises(BotError):
            make_bot(CAPER, name, 1)
    with pytest.raises(BotError, match="needs a budget"):
        ParallelTreeBot(CAPER, 1, processes=2)
