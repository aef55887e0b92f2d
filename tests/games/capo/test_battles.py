"""Battles: challenges by a 9, equal plays, the prize, and the discards of the other seats."""

from __future__ import annotations

import pytest

from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.rules import CapoPosition
from tests.games.capo.positions import (
    acting,
    capo,
    effect_events,
    events,
    hand,
    lay,
    moves,
    owned,
    phase,
    play,
    refused,
    top,
)

CITIES = ["red blue", "red green", "blue green"]


def after_a_nine(*, options: CapoOptions | None = None, cities: list[str] | None = None) -> CapoPosition:
    """Seat 0 has laid a 9 and may challenge; seats 1 and 2 have three cards."""
    position = capo(
        hands=["red-9 red-1 red-2", "blue-1 blue-5 blue-6", "green-3 green-5 green-6"],
        cities=CITIES if cities is None else cities,
        options=options or CapoOptions(),
    )
    lay(position, 0, "red-9")
    return position


def equal_duos(*, options: CapoOptions | None = None) -> CapoPosition:
    """Seat 1 may lay a DUO of 3s with as many stars as the one that seat 0 has laid: 5 + 2 and 3 + 4."""
    return capo(
        hands=["red-10 red-1", "blue-3 orange-3 blue-1 blue-6", "orange-5 orange-6 green-9"],
        cities=CITIES,
        top="red-3 green-3",
        top_seat=0,
        turn=1,
        options=options or CapoOptions(),
    )


def test_a_nine_may_challenge_one_seat() -> None:
    """[CAPO-4.5]"""
    position = after_a_nine()
    assert phase(position) == "challenging"
    assert moves(position, 0) == ["refrain", "challenge 2", "challenge 3"]
    assert refused(position, 0, "challenge 1") == ("CAPO-4.5", "challenge-or-refrain")
    play(position, 0, "refrain")
    assert acting(position) == [1]
    assert top(position) == ("red-9", 0)


@pytest.mark.parametrize("duo", ["red-9 blue-9", "red-9 police"])
def test_a_duo_with_a_nine_may_challenge_but_a_hand_may_not(duo: str) -> None:
    """[CAPO-4.5]"""
    position = capo(hands=[f"{duo} red-1 red-2", "blue-1 blue-5"], cities=CITIES[:2])
    lay(position, 0, duo)
    assert phase(position) == "challenging"
    clan = capo(hands=["red-7 red-8 red-9 red-10 red-1 red-2", "blue-1 blue-5"], cities=CITIES[:2])
    lay(clan, 0, "red-7 red-8 red-9 red-10")
    assert phase(clan) == "playing"


@pytest.mark.parametrize(
    ("hands", "cities"),
    [
        (["red-9 red-1", "blue-1 blue-5"], ["red", "red"]),
        (["red-9 red-1 red-2", "blue-1"], ["red", "red"]),
        (["red-9 red-1 red-2", "blue-1 blue-5"], ["", "red"]),
        (["red-9 red-1 red-2", "blue-1 blue-5"], ["red", ""]),
    ],
)
def test_both_sides_of_a_battle_need_a_city_card_and_two_cards(hands: list[str], cities: list[str]) -> None:
    """[CAPO-5.1]"""
    position = capo(hands=hands, cities=cities)
    lay(position, 0, "red-9")
    assert phase(position) == "playing"


def test_a_seat_without_a_city_card_cannot_be_challenged() -> None:
    """[CAPO-5.1]"""
    position = after_a_nine(cities=["red", "", "blue"])
    assert moves(position, 0) == ["refrain", "challenge 3"]
    assert refused(position, 0, "challenge 2") == ("CAPO-5.1", "cannot-be-challenged")


def test_a_locked_seat_may_be_challenged() -> None:
    """[CAPO-5.1]"""
    position = after_a_nine(options=CapoOptions(pass_locks=True))
    position.locked = 0b010
    assert "challenge 2" in moves(position, 0)


def test_both_sides_choose_in_secret_and_the_better_single_wins() -> None:
    """[CAPO-5.2]"""
    position = after_a_nine()
    play(position, 0, "challenge 2")
    assert acting(position) == [0, 1]
    assert position.is_sealed()
    assert refused(position, 2, "fight green-3") == ("CAPO-5.2", "others-choose")
    assert refused(position, 0, "pass") == ("CAPO-5.2", "choose-a-battle-card")
    play(position, 1, "fight blue-1")
    assert "fought" not in events(position)
    play(position, 0, "fight red-1")
    assert [event["card"] for event in effect_events(position, "fought")] == ["red-1", "blue-1"]
    assert effect_events(position, "battle-won")[0]["seat"] == 1  # three stars against one


def test_police_are_best_in_a_battle() -> None:
    """[CAPO-5.2]"""
    position = capo(hands=["red-9 red-1 red-2", "police blue-5"], cities=CITIES[:2])
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight police")
    assert effect_events(position, "battle-won")[0]["seat"] == 1


def test_nobody_wins_a_battle_of_two_police() -> None:
    """[CAPO-5.3]"""
    position = capo(hands=["red-9 police red-2", "police blue-5"], cities=CITIES[:2])
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight police")
    play(position, 1, "fight police")
    assert "undecided" in events(position)
    assert [owned(position, seat) for seat in range(2)] == ["red blue", "red green"]
    assert acting(position) == [1]


def test_battle_cards_are_discarded_and_other_seats_may_discard_one() -> None:
    """[CAPO-5.4]"""
    position = after_a_nine()
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-6")
    assert hand(position, 0) == "red-2"
    assert hand(position, 1) == "blue-1 blue-5"
    assert phase(position) == "discarding"
    assert acting(position) == [2]
    assert refused(position, 2, "pass") == ("CAPO-5.4", "discard-or-hold")
    assert moves(position, 2) == ["hold", "discard green-3", "discard green-5", "discard green-6"]
    play(position, 2, "discard green-6")
    assert hand(position, 2) == "green-3 green-5"


def test_other_seats_discard_in_turn_from_the_challenger() -> None:
    """[CAPO-5.4]"""
    hands = ["red-9 red-1 red-2", "blue-1 blue-5", "green-3 green-5", "orange-3"]
    position = capo(hands=hands, cities=["red", "red", "blue", "blue"], backwards=True)
    lay(position, 0, "red-9")
    play(position, 0, "challenge 3", "fight red-1")
    play(position, 2, "fight green-5")
    assert acting(position) == [3]
    play(position, 3, "hold")
    assert acting(position) == [1]


def test_discarding_the_last_card_has_no_penalty() -> None:
    """[CAPO-5.4]"""
    hands = ["red-9 red-1 red-2", "blue-1 blue-5", "police"]
    position = capo(hands=hands, cities=CITIES)
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    play(position, 2, "discard police")
    assert effect_events(position, "out")[0]["penalty"] == "none"
    assert phase(position) == "yielding"


def test_the_loser_chooses_a_city_card_for_the_winner() -> None:
    """[CAPO-5.5]"""
    position = after_a_nine()
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    play(position, 2, "hold")
    assert acting(position) == [1]
    assert refused(position, 1, "yield blue") == ("CAPO-5.5", "no-such-city-card")
    assert refused(position, 1, "pass") == ("CAPO-5.5", "yield-a-city-card")
    assert refused(position, 0, "pass") == ("CAPO-5.5", "not-your-turn")
    play(position, 1, "yield green")
    assert owned(position, 0) == "red blue green"
    assert owned(position, 1) == "red"
    assert [effect_events(position, "yielded", viewer)[0]["colour"] for viewer in range(3)] == [
        "green",
        "green",
        None,
    ]
    assert acting(position) == [1]
    assert top(position) == ("red-9", 0)  # the Battle does not change who leads


def test_a_loser_with_one_city_card_is_not_asked() -> None:
    """[CAPO-5.5]"""
    position = after_a_nine(cities=["red blue", "green", ""])
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    play(position, 2, "hold")
    assert owned(position, 0) == "red blue green"
    assert phase(position) == "playing"


def test_an_equal_duo_needs_a_battle() -> None:
    """[CAPO-5.6]"""
    position = equal_duos()
    assert "lay blue-3+orange-3" in moves(position, 1)
    lay(position, 1, "blue-3 orange-3")
    assert phase(position) == "fighting"
    assert acting(position) == [0, 1]


def test_an_equal_duo_is_refused_if_no_battle_is_possible() -> None:
    """[CAPO-5.6]"""
    position = capo(
        hands=["red-10", "blue-3 orange-3 blue-1 blue-6"], cities=CITIES[:2], top="red-3 green-3", turn=1
    )
    assert refused(position, 1, "lay blue-3+orange-3") == ("CAPO-5.6", "no-battle-possible")
    assert moves(position, 1) == ["pass"]
    short = capo(
        hands=["red-10 red-1", "blue-3 orange-3 blue-1"], cities=CITIES[:2], top="red-3 green-3", turn=1
    )
    assert refused(short, 1, "lay blue-3+orange-3") == ("CAPO-5.6", "no-battle-possible")


def test_the_winner_of_an_equal_battle_counts_as_having_played_last() -> None:
    """[CAPO-5.7]"""
    position = equal_duos()
    position.passed = 0b100
    lay(position, 1, "blue-3 orange-3")
    play(position, 1, "fight blue-6")
    play(position, 0, "fight red-1")
    play(position, 2, "hold")
    play(position, 1, "yield green")
    assert top(position) == ("blue-3 orange-3", 0)
    assert events(position)[-1] == "skipped"  # seat 1 has one card left
    assert acting(position) == [2]  # its pass is forgotten
    other = equal_duos()
    lay(other, 1, "blue-3 orange-3")
    play(other, 1, "fight blue-1")
    play(other, 0, "fight red-10")
    play(other, 2, "hold")
    play(other, 0, "yield red")
    assert top(other) == ("blue-3 orange-3", 1)
    assert acting(other) == [2]


def test_locked_seats_stay_locked_after_an_equal_battle() -> None:
    """[CAPO-5.7]"""
    position = equal_duos(options=CapoOptions(pass_locks=True))
    position.locked = position.passed = 0b100
    lay(position, 1, "blue-3 orange-3")
    play(position, 1, "fight blue-1")
    play(position, 0, "fight red-10")
    play(position, 2, "hold")
    play(position, 0, "yield red")
    assert acting(position) == [1]  # seat 0 has too few cards, seat 2 is locked: the trick is over
    assert events(position)[-2:] == ["skipped", "trick"]


def test_the_earlier_play_stands_if_nobody_wins_an_equal_battle() -> None:
    """[CAPO-5.3] [CAPO-5.7]"""
    position = capo(
        hands=["police red-1", "blue-3 orange-3 police blue-6", "orange-5 orange-6 green-9"],
        cities=CITIES,
        top="red-3 green-3",
        top_seat=0,
        turn=1,
    )
    lay(position, 1, "blue-3 orange-3")
    play(position, 0, "fight police")
    play(position, 1, "fight police")
    play(position, 2, "hold")
    assert position.top_seat == 0
    assert [owned(position, seat) for seat in range(3)] == CITIES


def test_equal_battles_have_no_prize_with_the_prospect_option() -> None:
    """[CAPO-5.5]"""
    position = equal_duos(options=CapoOptions(battle_city_card="prospect"))
    lay(position, 1, "blue-3 orange-3")
    play(position, 1, "fight blue-1")
    play(position, 0, "fight red-10")
    play(position, 2, "hold")
    assert [owned(position, seat) for seat in range(3)] == CITIES
    with pytest.raises(ValueError, match="CAPO-5.5"):
        CapoOptions(battle_city_card="none")


def test_the_direction_turns_before_an_equal_battle() -> None:
    """[CAPO-5.8]"""
    position = capo(
        hands=["red-10 red-1", "blue-7 orange-7 blue-1 blue-6", "orange-5 orange-6 green-9"],
        cities=CITIES,
        top="red-7 green-7",
        top_seat=0,
        turn=1,
    )
    lay(position, 1, "blue-7 orange-7")
    assert phase(position) == "turning"
    play(position, 1, "turn")
    assert phase(position) == "fighting"
    play(position, 1, "fight blue-1")
    play(position, 0, "fight red-10")
    play(position, 2, "hold")
    play(position, 0, "yield red")
    assert top(position)[1] == 1
    assert events(position)[-1] == "skipped"  # seat 0, now next, has one card
    assert acting(position) == [2]


def test_a_duo_of_nines_that_needed_a_battle_starts_no_second_one() -> None:
    """[CAPO-5.8]"""
    position = capo(
        hands=["red-10 red-1 red-2", "red-9 blue-9 blue-1 blue-6 blue-2", "orange-5 orange-6 green-6"],
        cities=CITIES,
        top="purple-9 orange-9",
        top_seat=0,
        turn=1,
    )
    lay(position, 1, "red-9 blue-9")
    assert phase(position) == "fighting"
    play(position, 1, "fight blue-1")
    play(position, 0, "fight red-10")
    play(position, 2, "hold")
    play(position, 0, "yield red")
    assert phase(position) == "playing"
    assert acting(position) == [2]
