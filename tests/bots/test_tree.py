"""The tree search spends its budget, uses no hidden information, follows chance's odds and keeps its tree."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import islice

import pytest

from caponata.bots import TreeBot
from caponata.bots.nodes import NO_ARM, Node, SearchStyle, combine_keys, next_node, ticket_stride
from caponata.bots.players import STYLE
from caponata.bots.tree import TreeSearch
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Hints, Position
from caponata.engine.playout import first_seat, legal_moves
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.moves import SPACE
from tests.bots.test_bots import decisions
from tests.games.capital_lux.positions import lux, reckoned

BLIND = SearchStyle(exploration=2.0, untried_penalty=0.0, hint_percent=0, use_hints=False, horizon=0)
every_game = pytest.mark.parametrize(
    ("name", "seats"),
    [("capital-lux", 2), ("capital-lux", 4), ("capo-dei-capi", 2), ("capo", 3), ("capone", 3)],
)


def searched(
    game: Game, position: Position, seat: int, simulations: int, style: SearchStyle = STYLE
) -> TreeSearch:
    search = TreeSearch(game, game.worlds(game.view(position, seat)), seat, Rng(1), style)
    search.run(simulations, 0.0)
    return search


# Budgets


@every_game
def test_a_tree_spends_its_simulations_on_the_legal_moves(name: str, seats: int) -> None:
    game = find_game(name)
    for number, (position, seat) in enumerate(islice(decisions(game, seats, seed=3), 60)):
        if number % 6 == 0:
            statistics = searched(game, position, seat, 25).statistics()
            moves = legal_moves(position, seat)
            assert sorted(stats.move for stats in statistics) == sorted(moves)
            assert sum(stats.tries for stats in statistics) == (25 if len(moves) > 1 else 1)
            assert [stats.tries for stats in statistics] == sorted(
                (stats.tries for stats in statistics), reverse=True
            )


def test_a_search_with_a_time_limit_ends() -> None:
    position, seat = next(islice(decisions(LUX, 2, seed=4), 5, None))
    search = TreeSearch(LUX, LUX.worlds(LUX.view(position, seat)), seat, Rng(1), STYLE)
    search.run(0, 0.01)
    assert sum(stats.tries for stats in search.statistics()) > 1


# Hidden information


@every_game
def test_equal_views_give_equal_results_in_all_worlds(name: str, seats: int) -> None:
    """The bot receives JSON and a seed; another world of the same view changes nothing."""
    game, rng = find_game(name), Rng(8)
    differed = 0
    for number, (position, seat) in enumerate(islice(decisions(game, seats, seed=5), 80)):
        if number % 5 == 0:
            sent = json.dumps(game.view(position, seat))
            world = game.worlds(json.loads(sent)).sample(rng)
            differed += world.fingerprint() != position.fingerprint()
            again = json.dumps(game.view(world, seat))
            statistics = [
                [
                    (each.move, each.tries, each.mean)
                    for each in TreeBot(game, 9, simulations=20).think(json.loads(view))
                ]
                for view in (sent, again)
            ]
            assert statistics[0] == statistics[1]
    assert differed > 0


def test_sealed_choices_of_others_share_one_arm() -> None:
    position = CAPER.start(2, CAPER.options())
    rng = Rng(1)
    while position.to_act == CHANCE_ACTS:
        position.play(*next_move(position, rng))
    assert position.is_sealed() and position.to_act == 0b11
    search = searched(CAPER, position, 1, 60)
    assert len(search.root.moves) == 1 and search.root.tries[0] == 60
    assert search.decision is not search.root
    assert sum(stats.tries for stats in search.statistics()) == 60


# Strength


def test_a_tree_pays_for_cards_that_win_the_game() -> None:
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    for style in (STYLE, BLIND):
        statistics = searched(LUX, position, 0, 60, style).statistics()
        assert SPACE.text(statistics[0].move) == "pay blue"
        assert statistics[0].mean > 0.99


class ShortSighted(Hints):
    """Hints that prefer no move and look one decision ahead."""

    def appeal(self, position: Position, seat: int, move: int) -> int:
        return 0

    def horizon(self) -> int:
        return 1

    def point_value(self) -> float:
        return 0.02


def test_a_cut_playout_is_judged_by_the_lead() -> None:
    game = replace(LUX, hints=ShortSighted())
    position, seat = next(islice(decisions(LUX, 2, seed=6), 20, None))
    search = searched(game, position, seat, 30)
    scores = [int(search.scores[each]) for each in range(2)]
    lead = [scores[0] - scores[1], scores[1] - scores[0]]
    for each in range(2):
        share = search.results[each] - 0.02 * lead[each]
        assert share == pytest.approx(1 / (1 + math.exp(-0.2 * lead[each])))
        assert 0.0 < share < 1.0


# Chance


def test_few_tickets_are_taken_in_turn_each_once() -> None:
    for weight in range(2, 37):
        tickets = [number * ticket_stride(weight) % weight for number in range(weight)]
        assert sorted(tickets) == list(range(weight))


def test_a_roll_of_two_dice_has_exactly_its_odds_after_thirty_six_visits() -> None:
    game = find_game("capo-dei-capi")
    rng = Rng(2)
    position = game.start(2, game.options())
    while not (position.to_act == CHANCE_ACTS and position.total_weight() == 36):
        position.play(*next_move(position, rng))
    seat = 0
    search = TreeSearch(game, game.worlds(game.view(position, seat)), seat, rng, STYLE)
    node = Node()
    drawn = [search.draw_chance(position, node) for _ in range(36)]
    expected = [position.chance_move(ticket) for ticket in range(36)]
    assert sorted(drawn) == sorted(expected)


# Memory


def test_a_bot_uses_parts_of_its_last_tree_again() -> None:
    budget = 1500
    bot, rng = TreeBot(LUX, 1, simulations=budget), Rng(3)
    kept = 0
    position = LUX.start(2, LUX.options())
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))
            continue
        seat = first_seat(position.to_act)
        if seat == 0:
            statistics = bot.think(LUX.view(position, 0))
            assert sorted(stats.move for stats in statistics) == sorted(legal_moves(position, 0))
            kept += sum(stats.tries for stats in statistics) > budget
            position.play(0, statistics[0].move)
        else:
            position.play(seat, TreeBot(LUX, 2, simulations=50).choose(LUX.view(position, seat)))
    assert kept > 0


# Nodes


def test_equal_keys_lead_to_the_same_node() -> None:
    node = Node()
    assert next_node(node, 7) is next_node(node, 7)
    assert next_node(node, 7) is not next_node(node, 8)


def test_arms_are_found_by_their_moves() -> None:
    node = Node()
    assert node.arm_of(5) == NO_ARM
    assert (node.add(5, 0.5), node.add(9, 0.5)) == (0, 1)
    assert (node.arm_of(5), node.arm_of(9), node.arm_of(6)) == (0, 1, NO_ARM)


def test_combined_keys_depend_on_the_order() -> None:
    noticed = [(first, then) for first in range(-40, 40) for then in range(-40, 40)]
    assert len({combine_keys(first, then) for first, then in noticed}) == len(noticed)
