"""Counters agree with the games they observe."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Position
from caponata.engine.playout import GreedyPolicy, Policy, RandomPolicy, legal_moves, play_game
from caponata.lab.counters import CHOICE, NO_SEAT, STAGES, WIN, GameCounter, leader, winnings
from caponata.lab.move_kinds import MoveKinds

GAMES = [*BUILT_IN, *TUTORIAL]


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """A game of the catalogue."""
    return str(request.param)


def recorded_game(name: str, seed: int, greedy: int = 0) -> tuple[Position, GameCounter]:
    """A game whose moves were recorded and counted."""
    game = find_game(name)
    counter = GameCounter(*MoveKinds(game.space).numbering(), counts=True, records=True)
    position = game.start(game.seats[0], game.options())
    policies: list[Policy] = [
        GreedyPolicy(game.hints) if greedy >> seat & 1 else RandomPolicy() for seat in range(8)
    ]
    play_game(position, policies, Rng(seed), Rng(seed + 1), counter)
    return position, counter


def test_counts_agree_with_a_replay(name: str) -> None:
    game = find_game(name)
    kinds = MoveKinds(game.space)
    end, counter = recorded_game(name, 5, greedy=1)
    position = game.start(game.seats[0], game.options())
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    users: set[tuple[str, int]] = set()
    leads: list[int] = []
    widths: list[int] = []
    draws, starter = 0, NO_SEAT

    def named(move: int) -> str:
        text = game.space.text(move)
        return text if text in known else game.space.verb(move).name

    known = set(kinds.names)
    for by, move in zip(counter.by, counter.moves, strict=True):
        if by == CHANCE:
            assert position.to_act == CHANCE_ACTS
            draws += 1
            position.play(CHANCE, move)
            continue
        moves = legal_moves(position, by)
        widths.append(len(moves))
        offered.update({named(each) for each in moves})
        chosen[named(move)] += 1
        users.add((named(move), by))
        if starter == NO_SEAT and position.to_act == 1 << by and not position.is_sealed():
            starter = by
        position.play(by, move)
        leads.append(leader(position))
    assert position.to_act == NOBODY
    assert position.fingerprint() == end.fingerprint()
    counted = dict(zip(kinds.names, counter.move_counts(), strict=True))
    assert {key: row[0] for key, row in counted.items() if row[0]} == offered
    assert {key: row[2] for key, row in counted.items() if row[2]} == chosen
    assert {key: row[3] for key, row in counted.items() if row[3]} == Counter(key for key, _ in users)
    for key, row in counted.items():
        assert row[4] == sum(winnings(position, seat) for used, seat in users if used == key)
    assert (counter.decisions, counter.draws, counter.choices) == (len(widths), draws, sum(widths))
    assert (counter.forced, counter.widest) == (widths.count(1), max(widths))
    assert counter.starter == starter
    alone = [lead for lead in leads if lead != NO_SEAT]
    assert counter.lead_changes == sum(one != other for one, other in pairwise(alone))
    led = [lead != NO_SEAT and position.place(lead) == 0 for lead in leads]
    assert counter.settled == max((i + 1 for i, is_led in enumerate(led) if not is_led), default=0)
    course = counter.stage_counts()
    assert sum(stage[0] for stage in course) == len(widths)
    assert sum(stage[1] for stage in course) == sum(widths)
    assert course[STAGES - 1][2] == int(led[-1])


def test_expected_choices_add_up_to_the_decisions(name: str) -> None:
    """Expected choices add up to one per decision, apart from rounding."""
    _, counter = recorded_game(name, 8)
    expected = sum(row[1] for row in counter.move_counts())
    assert expected <= counter.decisions * CHOICE
    assert expected / CHOICE == pytest.approx(counter.decisions, rel=0.01)


def test_winnings_add_up_to_one_win(name: str) -> None:
    position, _ = recorded_game(name, 9)
    assert sum(winnings(position, seat) for seat in range(position.seats)) == WIN


def test_a_deal_does_not_depend_on_decisions() -> None:
    game = find_game("capital-lux")
    first: list[list[int]] = []
    for choices in (1, 2):
        counter = GameCounter(*MoveKinds(game.space).numbering(), counts=False, records=True)
        play_game(game.start(3, game.options()), [RandomPolicy()] * 3, Rng(77), Rng(choices), counter)
        dealt = list(counter.by).index(0)
        first.append(list(counter.moves)[:dealt])
    assert first[0] == first[1]
    assert len(first[0]) > 10


def test_only_decisions_and_draws_are_counted_by_default() -> None:
    game = find_game("capital-lux")
    counter = GameCounter(*MoveKinds(game.space).numbering(), counts=False, records=False)
    play_game(game.start(2, game.options()), [RandomPolicy()] * 2, Rng(1), Rng(2), counter)
    assert counter.decisions > 20
    assert (counter.choices, counter.by, counter.moves, counter.leaders) == (0, [], [], [])
    assert not any(any(row) for row in counter.move_counts())
