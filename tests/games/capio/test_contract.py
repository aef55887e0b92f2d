"""The contract of a game: conformance, views, worlds and hints."""

from __future__ import annotations

import json

import pytest

from caponata.bots.policies import compiled_policies
from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance, next_move
from caponata.engine.game import NOBODY, SPECTATOR
from caponata.engine.playout import best_choice, play_game
from caponata.games.capio import GAME
from caponata.games.capio.layout import GRABBING, THROWING, CapioOptions
from caponata.games.capio.rules import CapioPosition, start
from caponata.games.capio.view import view
from tests.games.capio.positions import capio, fitting_die, moves

UNUSUAL = CapioOptions(
    block_mistakes=True, course=True, confusion_pips=False, colour_words="box", idle_after=0, quiet_after=0
)


@pytest.mark.parametrize(("seats", "options"), [(2, CapioOptions()), (3, UNUSUAL), (4, CapioOptions())])
def test_game_conforms_to_the_contract(seats: int, options: CapioOptions) -> None:
    report = conformance(GAME, seats=seats, options=options, pairs=900, seed=seats)
    assert report.is_clean, str(report)


def test_everybody_sees_the_same() -> None:
    """[CAPIO-8.1]"""
    position = capio(["target-1 towers-1 lines-1"], hands={1: "red-1"}, middle="blue-2")
    views = [view(position, viewer) | {"seat": None} for viewer in (0, 1, SPECTATOR)]
    assert views[0] == views[1] == views[2]


def test_no_die_has_a_number_before_it_is_thrown() -> None:
    """[CAPIO-8.1]"""
    rng = Rng(1)
    position = start(2, CapioOptions())
    while position.phase < GRABBING:
        if position.phase < THROWING:
            assert all(position.dice[die] == 0 for die in range(40))
        position.play(*next_move(position, rng))


def test_thrown_numbers_are_in_the_view_from_go_on_and_never_change() -> None:
    """[CAPIO-8.1] The page derives the places of the dice from them, so they must not change."""
    rng = Rng(2)
    position = start(2, CapioOptions())
    thrown: dict[int, str] = {}
    while position.round == 0:
        seat_view = view(position, 0)
        if seat_view["phase"] in ("gathering", "throwing"):
            assert seat_view["thrown"] is None
        elif seat_view["thrown"] is not None:
            first = thrown.setdefault(seat_view["playthrough"], seat_view["thrown"])
            assert first == seat_view["thrown"]
        position.play(*next_move(position, rng))
    assert sorted(thrown) == [1, 2]
    assert thrown[1] != thrown[2]
    assert all(len(numbers) == 40 and set(numbers) <= set("123456") for numbers in thrown.values())


def test_view_contains_the_whole_position() -> None:
    rng = Rng(5)
    position = start(3, CapioOptions())
    while position.to_act != NOBODY:
        seat_view = json.loads(json.dumps(view(position, 1)))
        world = GAME.worlds(seat_view).sample(rng)
        assert view(world, 1) == seat_view
        mover, move = next_move(position, rng)
        world.play(mover, move)
        position.play(mover, move)
        assert view(world, 1) == view(position, 1)


# Hints


def best_move(position: CapioPosition, seat: int = 0) -> str:
    """The most appealing move."""
    return GAME.space.text(best_choice(position, seat, GAME.hints, Rng(1)))


def test_hints_take_a_fitting_die_and_place_it_where_it_fits() -> None:
    cards = ["target-1 towers-1 confusion-1"]
    die = fitting_die("confusion-1", 4)
    full = {"target 1": "white-6"}
    assert best_move(capio(cards, laid={0: full}, middle=f"{die}", rolls={0: 1})) == f"take {die}"
    assert best_move(capio(cards, laid={0: full}, hands={0: die}, rolls={0: 1})) == "place confusion 4"


def test_hints_park_a_top_while_a_base_is_available() -> None:
    cards = ["target-1 towers-1 sets-1"]
    top, base = fitting_die("towers-1", 1, top=True), fitting_die("towers-1", 1)
    full = {"target 1": "white-6"}
    assert best_move(capio(cards, laid={0: full}, hands={0: top}, middle=base)) == "place towers park-1"
    assert (
        best_move(capio(cards, laid={0: full | {"towers park-1": top}}, hands={0: base})) == "place towers 1"
    )


def test_hints_call_stop_when_no_useful_die_is_left() -> None:
    cards = ["target-1 towers-1 sets-1"]
    assert best_move(capio(cards, laid={0: {"target 1": "red-6"}})) == "stop"
    assert best_move(capio(cards, laid={0: {"target 1": "red-5"}}, middle="red-1")) == "take red-1"


def test_play_by_hints_beats_random_play() -> None:
    rng = Rng(3)
    for seat in (0, 1):
        position = start(2, CapioOptions())
        players = ["greedy" if each == seat else "random" for each in range(2)]
        play_game(position, compiled_policies(GAME, players), rng, rng)
        assert position.score(seat) > 0 > position.score(1 - seat)


def test_takes_need_an_empty_hand_and_placements_a_full_one() -> None:
    position = capio(["target-1 towers-1 lines-1"], middle="red-1 blue-2 grey-6", hands={1: "red-4"})
    assert {move.split()[0] for move in moves(position, 0)} == {"take", "stop", "rest"}
    assert {move.split()[0] for move in moves(position, 1)} == {"place", "stop", "rest"}
