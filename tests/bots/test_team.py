"""Several processes search together, and nothing but the time depends on them being several."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from caponata.bots import BotError, make_bot
from caponata.bots.team import TeamBot, added, think_apart
from caponata.engine.playout import legal_moves
from caponata.games.caper import GAME as CAPER
from tests.bots.test_bots import decisions, plain


def test_counts_are_added_and_means_weighed() -> None:
    found = added([[(5, 30, 0.5), (7, 10, 1.0)], [(7, 50, 0.4), (5, 10, 0.9)]])
    assert [(answer.move, answer.tries) for answer in found] == [(7, 60), (5, 40)]
    assert [answer.mean for answer in found] == pytest.approx([0.5, 0.6])


def test_a_team_shares_its_simulations_out_and_answers_as_its_members_do() -> None:
    position, seat = next(islice(decisions(CAPER, 2, seed=1), 1, None))
    view = plain(CAPER.view(position, seat))
    teams = [TeamBot(CAPER, 3, processes=2, simulations=40) for _ in range(2)]
    try:
        answers = [[(each.move, each.tries, each.mean) for each in team.think(view)] for team in teams]
    finally:
        for team in teams:
            team.close()
    assert answers[0] == answers[1]
    assert sum(tries for _, tries, _ in answers[0]) == 40
    assert sorted(move for move, _, _ in answers[0]) == sorted(legal_moves(position, seat))


def test_a_member_is_told_a_view_as_json() -> None:
    position, seat = next(decisions(CAPER, 2, seed=1))
    found = think_apart(CAPER.package, json.dumps(CAPER.view(position, seat)), 1, 20, 0)
    assert sum(tries for _, tries, _ in found) == 20


def test_a_team_has_a_name_and_a_budget() -> None:
    team = make_bot(CAPER, "tree:40x2", 1)
    assert isinstance(team, TeamBot)
    assert (team.processes, team.simulations) == (2, 40)
    for name in ("tree:40x0", "tree:40x65", "mc:40x2", "novice:40x2"):
        with pytest.raises(BotError):
            make_bot(CAPER, name, 1)
    with pytest.raises(BotError, match="needs a budget"):
        TeamBot(CAPER, 1, processes=2)
