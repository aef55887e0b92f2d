"""Everything is open: views, worlds, hints, and all promises of a game."""

from __future__ import annotations

import json

import pytest

from caponata.bots.policies import compiled_policies
from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance, next_move
from caponata.engine.game import NOBODY, SPECTATOR
from caponata.engine.playout import best_choice, play_game
from caponata.games.capio import GAME
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.rules import CapioPosition, start
from caponata.games.capio.view import view
from tests.games.capio.positions import capio, moves, want

UNUSUAL = CapioOptions(
    block_mistakes=True, course=True, confusion_pips=False, colour_words="box", idle_after=0, quiet_after=0
)


@pytest.mark.parametrize(("seats", "options"), [(2, CapioOptions()), (3, UNUSUAL), (4, CapioOptions())])
def test_every_promise_is_kept(seats: int, options: CapioOptions) -> None:
    report = conformance(GAME, seats=seats, options=options, pairs=900, seed=seats)
    assert report.is_clean, str(report)


def test_everybody_sees_the_same() -> None:
    """[CAPIO-8.1]"""
    position = capio(["target-1 towers-1 lines-1"], hands={1: "red-1"}, middle="blue-2")
    shown = [view(position, viewer) | {"seat": None} for viewer in (0, 1, SPECTATOR)]
    assert shown[0] == shown[1] == shown[2]


def test_before_go_there_is_nothing_to_leak() -> None:
    """[CAPIO-8.1]"""
    rng = Rng(1)
    position = start(2, CapioOptions())
    while position.phase < 5:
        if position.phase < 4:
            assert all(position.dice[die] == 0 for die in range(40))
        position.play(*next_move(position, rng))


def test_what_was_thrown_is_known_from_go_on_wherever_the_dice_are() -> None:
    """[CAPIO-8.1] Where dice lie on the cloth is drawn from it: nobody knows before, nothing moves after."""
    rng = Rng(2)
    position = start(2, CapioOptions())
    thrown: dict[int, str] = {}
    while position.round == 0:
        shown = view(position, 0)
        if shown["phase"] in ("gathering", "throwing"):
            assert shown["thrown"] is None
        elif shown["thrown"] is not None:
            assert thrown.setdefault(shown["playthrough"], shown["thrown"]) == shown["thrown"]
        position.play(*next_move(position, rng))
    assert sorted(thrown) == [1, 2]
    assert thrown[1] != thrown[2]
    assert all(len(numbers) == 40 and set(numbers) <= set("123456") for numbers in thrown.values())


def test_a_view_is_the_whole_position() -> None:
    rng = Rng(5)
    position = start(3, CapioOptions())
    while position.to_act != NOBODY:
        shown = json.loads(json.dumps(view(position, 1)))
        world = GAME.worlds(shown).sample(rng)
        assert view(world, 1) == shown
        mover, move = next_move(position, rng)
        world.play(mover, move)
        position.play(mover, move)
        assert view(world, 1) == view(position, 1)


# Hints


def chosen(position: CapioPosition, seat: int = 0) -> str:
    """What looks best."""
    return GAME.space.text(best_choice(position, seat, GAME.hints, Rng(1)))


def test_a_die_that_fits_is_taken_and_laid_where_it_fits() -> None:
    cards = ["target-1 towers-1 confusion-1"]
    die = want("confusion-1", 4)
    full = {"target 1": "white-6"}
    assert chosen(capio(cards, laid={0: full}, middle=f"{die}", rolls={0: 1})) == f"take {die}"
    assert chosen(capio(cards, laid={0: full}, hands={0: die}, rolls={0: 1})) == "place confusion 4"


def test_a_top_is_parked_while_its_base_can_be_had() -> None:
    cards = ["target-1 towers-1 sets-1"]
    top, base = want("towers-1", 1, top=True), want("towers-1", 1)
    full = {"target 1": "white-6"}
    assert chosen(capio(cards, laid={0: full}, hands={0: top}, middle=base)) == "place towers park-1"
    assert chosen(capio(cards, laid={0: full | {"towers park-1": top}}, hands={0: base})) == "place towers 1"


def test_stop_is_called_when_nothing_is_left() -> None:
    cards = ["target-1 towers-1 sets-1"]
    assert chosen(capio(cards, laid={0: {"target 1": "red-6"}})) == "stop"
    assert chosen(capio(cards, laid={0: {"target 1": "red-5"}}, middle="red-1")) == "take red-1"


def test_greedy_play_beats_blind_play() -> None:
    rng = Rng(3)
    for seat in (0, 1):
        position = start(2, CapioOptions())
        players = ["greedy" if each == seat else "random" for each in range(2)]
        play_game(position, compiled_policies(GAME, players), rng, rng)
        assert position.score(seat) > 0 > position.score(1 - seat)


def test_takes_and_places_are_offered_apart() -> None:
    """Which dice while the hand is empty, which places while it is not: never pairs of both."""
    position = capio(["target-1 towers-1 lines-1"], middle="red-1 blue-2 grey-6", hands={1: "red-4"})
    assert {move.split()[0] for move in moves(position, 0)} == {"take", "stop", "rest"}
    assert {move.split()[0] for move in moves(position, 1)} == {"place", "stop", "rest"}
