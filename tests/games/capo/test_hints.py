"""Hints: few plays to empty the hand, strong cards saved, no police at the end, useful city cards."""

from __future__ import annotations

import pytest

from caponata.bots.policies import compiled_policies
from caponata.engine.chance import Rng
from caponata.engine.game import NOBODY
from caponata.engine.playout import best_choice, play_game
from caponata.games.capo import GAME
from caponata.games.capo.deals import start_staking
from caponata.games.capo.hints import fewest_plays
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rules import CapoPosition
from tests.games.capo.positions import capo, lay, moves, pile, play

FOE = "orange-2 orange-3 orange-4 orange-5"


def best(position: CapoPosition, seat: int) -> str:
    """The move with the highest appeal."""
    return SPACE.text(best_choice(position, seat, GAME.hints, Rng(1)))


@pytest.mark.parametrize(
    ("held", "plays"),
    [
        ("red-5", 1),
        ("red-5 blue-5", 1),
        ("red-5 blue-6", 2),
        ("red-5 police", 1),
        ("police police", 1),
        ("red-5 blue-6 police police", 1),
        ("red-5 blue-8 green-9 police police", 2),
        ("red-2 red-3 red-4 red-5 blue-9 green-9", 2),
        ("red-2 red-3 red-4 red-5 blue-9 green-10", 3),
        ("red-2 blue-2 red-9 green-9 red-4 green-7 orange-10 purple-8", 4),
        ("red-2 blue-2 red-9 green-9 red-4 green-4 orange-10 purple-10", 2),
    ],
)
def test_the_fewest_plays_that_empty_a_hand(held: str, plays: int) -> None:
    position = capo(hands=[held, FOE])
    assert fewest_plays(position, pile(held), pile(held)) == plays


def test_the_fewest_plays_of_a_part_of_a_hand() -> None:
    held = "red-5 blue-5 police police green-8"
    position = capo(hands=[held, FOE])
    assert fewest_plays(position, pile(held), pile("police")) == 1
    assert fewest_plays(position, pile(held), pile("red-5 blue-5 green-8")) == 2
    assert fewest_plays(position, pile(held), pile("red-5 police")) == 1
    assert fewest_plays(position, pile(held), 0) == 0


def test_a_hand_that_can_be_laid_in_one_play_is_laid() -> None:
    assert best(capo(hands=["red-2 red-3 red-4 red-5", FOE]), 0) == "lay red-2+red-3+red-4+red-5 as clan"


def test_a_weak_card_is_led_and_a_strong_one_saved() -> None:
    assert best(capo(hands=["red-1 blue-10 green-8", FOE]), 0) == "lay blue-10"


def test_a_pair_is_not_broken_to_beat_a_single() -> None:
    position = capo(hands=["red-5 blue-5 red-6 green-6", FOE], top="red-9", top_seat=1)
    assert best(position, 0) == "pass"


def test_police_are_not_kept_for_the_last_play() -> None:
    """[CAPO-6.4]"""
    position = capo(hands=["police green-8", "orange-2 orange-3 orange-4"])
    assert best(position, 0) == "lay police"


def test_a_colour_that_the_seat_does_not_collect_is_staked() -> None:
    """[CAPO-7.7]"""
    position = capo(cities=["red red blue", "green yellow"], places=[0, 1], phase="awarding", stock="")
    start_staking(position)
    assert best(position, 0) == "stake blue"


def test_the_loser_gives_a_colour_that_it_does_not_collect() -> None:
    """[CAPO-5.5]"""
    position = capo(
        hands=["red-9 red-1 red-2", "blue-4 blue-5 blue-6"], cities=["green", "red red blue"], turn=0
    )
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    assert best(position, 1) == "yield blue"


def test_a_wild_city_card_is_not_staked() -> None:
    """[CAPO-8.2]"""
    wild = CapoOptions(yellow_wild=True)
    position = capo(
        cities=["red red yellow", "green blue"], places=[0, 1], phase="awarding", stock="", options=wild
    )
    start_staking(position)
    assert best(position, 0) == "stake red"


def test_a_discard_that_saves_a_play_is_chosen() -> None:
    position = capo(
        hands=["red-9 red-1 red-2", "blue-1 blue-5", "green-3 orange-3 green-10"], cities=["red", "blue", ""]
    )
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    assert "hold" in moves(position, 2)
    assert best(position, 2) == "discard green-10"


def test_hints_beat_random_play() -> None:
    rng = Rng(8)
    won = 0
    for number in range(60):
        position = GAME.start(4, CapoOptions())
        players = ["greedy" if each == number % 4 else "random" for each in range(4)]
        play_game(position, compiled_policies(GAME, players), rng, rng)
        assert position.to_act == NOBODY
        won += position.place(number % 4) == 0
    assert won > 60 // 4 + 8
