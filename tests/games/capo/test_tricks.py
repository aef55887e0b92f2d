"""Tricks: leading, following, passing and special cards."""

from __future__ import annotations

import pytest

from caponata.games.capo.layout import CapoOptions
from tests.games.capo.positions import (
    acting,
    capo,
    chance,
    deal,
    effect_events,
    events,
    hand,
    lay,
    moves,
    phase,
    play,
    refused,
    top,
)

LONG = "red-2 green-2 red-3 green-3"  # a hand that takes several plays


def test_the_seat_left_of_a_random_dealer_leads_the_first_round() -> None:
    """[CAPO-3.1]"""
    position = capo(seats=3, phase="starting")
    chance(position, "dealer 2")
    deal(position)
    assert acting(position) == [2]
    assert moves(position, 2)[0].startswith("lay")


def test_the_leader_must_lay_something() -> None:
    """[CAPO-3.2]"""
    position = capo(hands=["red-5 blue-5 green-9", LONG])
    assert refused(position, 0, "pass") == ("CAPO-3.2", "leader-must-lay")
    assert refused(position, 0, "turn") == ("CAPO-3.2", "lay-a-play")
    assert moves(position, 0) == ["lay red-5", "lay blue-5", "lay green-9", "lay red-5+blue-5"]


def test_other_seats_lay_a_higher_play_of_the_same_sort_or_pass() -> None:
    """[CAPO-3.3]"""
    position = capo(hands=["red-5 blue-5 green-9 blue-2", LONG], top="green-6", top_seat=1)
    assert refused(position, 0, "lay red-5+blue-5") == ("CAPO-3.3", "another-sort")
    assert refused(position, 0, "lay green-9") == ("CAPO-2.1", "too-weak")
    assert refused(position, 0, "lay orange-3") == ("CAPO-3.3", "card-not-in-hand")
    assert refused(position, 0, "keep") == ("CAPO-3.3", "lay-or-pass")
    assert refused(position, 1, "pass") == ("CAPO-3.3", "not-your-turn")
    assert moves(position, 0) == ["pass", "lay blue-2", "lay red-5", "lay blue-5"]


def test_stars_decide_between_singles_of_a_rank() -> None:
    """[CAPO-2.1]"""
    position = capo(hands=["red-9 blue-9 red-10", LONG], top="orange-9", top_seat=1)
    assert moves(position, 0) == ["pass", "lay red-9"]  # orange has 3 stars, red 4 and blue 1


def test_duos_compare_by_rank_then_sum_then_stars() -> None:
    """[CAPO-2.2] [CAPO-2.6]"""
    position = capo(hands=["red-5 blue-5 red-6 green-6 police", LONG], top="green-5 police", top_seat=1)
    police = ["lay red-5+police as duo 5-5", "lay blue-5+police as duo 5-5"]  # more stars than the green 5
    assert moves(position, 0) == ["pass", "lay red-5+blue-5", *police]
    assert refused(position, 0, "lay red-5+red-6") == ("CAPO-2.2", "no-duo")
    assert refused(position, 0, "lay red-6+green-6") == ("CAPO-2.7", "too-weak")
    strong = capo(hands=["red-5 police blue-2", LONG], top="green-5 blue-5", top_seat=1)
    assert refused(strong, 0, "lay red-5+police") == ("CAPO-2.7", "too-weak")


def test_nothing_beats_a_single_police() -> None:
    """[CAPO-2.4] [CAPO-3.7]"""
    position = capo(hands=["police red-9", "police red-1 blue-2", LONG])
    lay(position, 0, "police")
    assert events(position) == ["skipped", "skipped", "trick"]
    assert acting(position) == [0]
    follower = capo(hands=["police red-9", LONG], top="police", top_seat=1)
    assert moves(follower, 0) == ["pass"]
    assert refused(follower, 0, "lay police") == ("CAPO-2.4", "nothing-beats-police")


def test_a_police_beats_a_capo() -> None:
    """[CAPO-2.4]"""
    position = capo(hands=["police red-9", LONG], top="orange-1", top_seat=1)
    assert moves(position, 0) == ["pass", "lay police"]


def test_two_police_beat_every_duo() -> None:
    """[CAPO-2.5]"""
    position = capo(hands=["police police red-9", LONG], top="orange-1 purple-1", top_seat=1)
    assert moves(position, 0) == ["pass", "lay police+police"]
    beaten = capo(hands=["orange-1 purple-1 red-9", LONG], top="police police", top_seat=1)
    assert refused(beaten, 0, "lay purple-1+orange-1") == ("CAPO-2.5", "nothing-beats-police")


def test_police_cannot_be_part_of_a_clan_or_famiglia() -> None:
    """[CAPO-2.6]"""
    position = capo(hands=["red-7 red-8 red-9 police blue-2", LONG])
    assert "lay red-7+red-8+red-9+police as mobsters 7-8-9-10" in moves(position, 0)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("red-1 red-2 red-3 red-4", "blue-2 blue-3 blue-4 blue-5"),
        ("red-2 red-3 red-4 red-5", "blue-3 blue-4 blue-5 blue-6"),
        ("red-9 blue-9 green-9 orange-9", "purple-1 purple-2 purple-4 purple-5"),
        ("red-3 blue-3 red-4 blue-4", "green-3 orange-3 green-5 orange-5"),
        ("red-5 blue-6 green-7 orange-8", "red-6 blue-7 green-8 police"),
        ("red-3 green-3 red-4 green-4", "blue-3 orange-3 blue-4 orange-4"),
    ],
)
def test_hands_compare_by_name_then_sum_then_stars(stronger: str, weaker: str) -> None:
    """[CAPO-2.3] [CAPO-2.7]"""
    joined = "+".join(stronger.split())
    above = capo(hands=[f"{stronger} red-10", ""], seats=3, top=weaker, top_seat=2)
    assert refused(above, 0, f"lay {joined}") is None
    below = capo(hands=[f"{weaker} red-10", ""], seats=3, top=stronger, top_seat=2)
    assert refused(below, 0, f"lay {'+'.join(weaker.split())}") == ("CAPO-2.7", "too-weak")


def test_a_trick_ends_when_all_others_have_passed_since_the_last_play() -> None:
    """[CAPO-3.4]"""
    position = capo(hands=[f"red-9 {LONG}", "blue-8 blue-6 blue-5", "orange-6 orange-5 orange-4"])
    lay(position, 0, "red-9")
    lay(position, 1, "blue-8")
    play(position, 2, "pass")
    play(position, 0, "pass")
    assert top(position) == ("", 1)
    assert acting(position) == [1]
    assert effect_events(position, "trick")[0]["rule"] == "CAPO-3.4"


def test_a_seat_that_passed_may_lay_later_in_the_same_trick() -> None:
    """[CAPO-3.5]"""
    position = capo(hands=[f"red-9 {LONG}", "blue-8 blue-6 blue-5", "orange-6 orange-5 orange-4"])
    lay(position, 0, "red-9")
    play(position, 1, "pass")
    lay(position, 2, "orange-6")
    play(position, 0, "pass")
    assert acting(position) == [1]
    lay(position, 1, "blue-5")
    assert acting(position) == [2]


def test_with_pass_locks_a_pass_is_for_the_whole_trick() -> None:
    """[CAPO-3.5]"""
    locks = CapoOptions(pass_locks=True)
    position = capo(
        hands=[f"red-9 {LONG}", "blue-8 blue-6 blue-5", "orange-6 orange-5 orange-4"], options=locks
    )
    lay(position, 0, "red-9")
    play(position, 1, "pass")
    lay(position, 2, "orange-6")
    lay(position, 0, "red-3")
    assert acting(position) == [2]
    play(position, 2, "pass")
    assert acting(position) == [0]
    assert position.locked == 0


def test_with_pass_locks_a_skipped_seat_stays_locked_whatever_mamma_brings_it() -> None:
    """[CAPO-3.5] [CAPO-3.7]"""
    position = capo(
        hands=[
            "red-3 blue-3 red-4 blue-4 green-5",
            "red-1 blue-1 green-1",
            "red-7 blue-8 green-9 orange-10 red-2 green-2 red-5 blue-5",
            "orange-5 purple-5 orange-6 purple-6",
        ],
        places=[2, 0, 3, 1],
        options=CapoOptions(pass_locks=True, mamma="swap"),
    )
    lay(position, 0, "red-3 blue-3 red-4 blue-4")  # Renegades: seat 1 has too few cards
    lay(position, 2, "red-7 blue-8 green-9 orange-10")  # a Union with a Mamma: seats 1 and 2 swap hands
    assert hand(position, 1) == "green-2 red-2 red-5 blue-5"
    play(position, 3, "pass")
    assert acting(position) == [2]
    assert [event["seat"] for event in effect_events(position, "skipped")] == [1, 0]
    assert position.locked == 0  # the trick is over


def test_with_pass_locks_a_seat_is_skipped_once_in_a_trick() -> None:
    """[CAPO-3.5] [CAPO-3.7]"""
    hands = ["red-9 blue-9 red-5 blue-5 red-4", "red-1", "green-8 blue-8 red-6"]
    locks = capo(hands=hands, options=CapoOptions(pass_locks=True))
    free = capo(hands=hands)
    for position in (locks, free):
        lay(position, 0, "red-9 blue-9")
        lay(position, 2, "green-8 blue-8")
        lay(position, 0, "red-5 blue-5")
    assert [event["seat"] for event in effect_events(locks, "skipped")] == [1, 2]
    assert [event["seat"] for event in effect_events(free, "skipped")] == [1, 1, 2]


def test_the_next_seat_leads_if_the_winner_has_no_cards() -> None:
    """[CAPO-3.6]"""
    position = capo(hands=["red-4", LONG, "orange-6 orange-5 orange-4"])
    lay(position, 0, "red-4")
    play(position, 1, "pass")
    play(position, 2, "pass")
    assert acting(position) == [1]
    assert effect_events(position, "trick")[0]["rule"] == "CAPO-3.6"
    backwards = capo(hands=["red-4", LONG, "orange-6 orange-5 orange-4"], backwards=True)
    lay(backwards, 0, "red-4")
    play(backwards, 2, "pass")
    play(backwards, 1, "pass")
    assert acting(backwards) == [2]


def test_a_seat_with_too_few_cards_is_skipped() -> None:
    """[CAPO-3.7]"""
    position = capo(hands=["red-9 blue-9 red-10", "red-1", LONG])
    lay(position, 0, "red-9 blue-9")
    assert events(position) == ["skipped"]
    assert acting(position) == [2]


# Special cards


def test_a_seven_may_turn_the_direction() -> None:
    """[CAPO-4.1]"""
    position = capo(hands=[f"red-7 {LONG}", "blue-2 blue-3", "orange-2 orange-3"])
    lay(position, 0, "red-7")
    assert phase(position) == "turning"
    assert moves(position, 0) == ["turn", "keep"]
    assert refused(position, 0, "pass") == ("CAPO-4.1", "turn-or-keep")
    play(position, 0, "turn")
    assert acting(position) == [2]
    play(position, 2, "pass")
    assert acting(position) == [1]


@pytest.mark.parametrize("duo", ["red-7 blue-7", "red-7 police"])
def test_a_duo_with_a_seven_may_turn_but_a_hand_may_not(duo: str) -> None:
    """[CAPO-4.1]"""
    position = capo(hands=[f"{duo} red-10", LONG, "orange-2 orange-3 orange-4"])
    lay(position, 0, duo)
    play(position, 0, "keep")
    assert acting(position) == [1]
    straight = capo(hands=["red-7 red-8 red-9 red-10 blue-5", LONG, "orange-2 orange-3 orange-4 orange-5"])
    lay(straight, 0, "red-7 red-8 red-9 red-10")
    assert phase(straight) == "playing"


def test_the_direction_cannot_be_turned_with_two_seats_left() -> None:
    """[CAPO-4.2]"""
    position = capo(hands=["red-7 red-9", "blue-2 blue-3", ""])
    lay(position, 0, "red-7")
    assert phase(position) == "playing"
    assert acting(position) == [1]


def test_a_seat_that_runs_out_with_a_seven_may_turn() -> None:
    """[CAPO-4.1] [CAPO-4.2]"""
    position = capo(hands=["red-7", LONG, "orange-2 orange-3"])
    lay(position, 0, "red-7")
    assert phase(position) == "turning"
    play(position, 0, "turn")
    assert acting(position) == [2]


def test_a_round_begins_clockwise() -> None:
    """[CAPO-4.2]"""
    position = capo(hands=["red-9", "blue-3", ""], backwards=True, outs=[2])
    lay(position, 0, "red-9")
    assert position.backwards == 0


def test_an_eight_hits_the_capo_of_its_family() -> None:
    """[CAPO-4.3]"""
    position = capo(hands=["red-8 blue-8 red-9", LONG], top="red-1", top_seat=1)
    assert moves(position, 0) == ["pass", "lay red-8"]
    assert refused(position, 0, "lay blue-8") == ("CAPO-2.1", "too-weak")
    lay(position, 0, "red-8")
    assert top(position) == ("red-8", 0)
    assert "lay red-3" in moves(position, 1)


def test_two_eights_hit_two_capos_with_equal_stars() -> None:
    """[CAPO-4.4]"""
    held = "red-8 orange-8 green-8 blue-8 red-9"  # 1, 5, 2 and 3 stars
    position = capo(hands=[held, LONG], top="green-1 purple-1", top_seat=1)  # 2 + 4 stars
    assert moves(position, 0) == ["pass", "lay orange-8+red-8"]
    for wrong_stars in ("green-8+blue-8", "orange-8+blue-8"):
        assert refused(position, 0, f"lay {wrong_stars}") == ("CAPO-2.7", "too-weak")
    lay(position, 0, "red-8 orange-8")
    assert top(position)[1] == 0


def test_police_take_no_part_in_a_hit() -> None:
    """[CAPO-4.4]"""
    with_police = capo(hands=["red-8 orange-8 red-9", LONG], top="orange-1 police", top_seat=1)
    assert moves(with_police, 0) == ["pass"]
    police = capo(hands=["orange-8 police red-9", LONG], top="green-1 blue-1", top_seat=1)
    assert moves(police, 0) == ["pass"]


def test_mamma_does_nothing_without_the_option() -> None:
    """[CAPO-4.6]"""
    position = capo(hands=["red-10 red-9", LONG, "blue-5 blue-6"], places=[0, 1, 2])
    lay(position, 0, "red-10")
    assert hand(position, 2) == "blue-5 blue-6"


def test_mamma_makes_the_last_capo_and_cafone_swap_hands() -> None:
    """[CAPO-4.6]"""
    swap = CapoOptions(mamma="swap")
    position = capo(
        hands=["red-9 red-8", "red-10 blue-10 red-2", "blue-5 blue-6 blue-8"],
        places=[0, 1, 2],
        turn=1,
        options=swap,
    )
    lay(position, 1, "red-10")
    assert hand(position, 0) == "blue-5 blue-6 blue-8"
    assert hand(position, 2) == "red-8 red-9"
    assert [position.hand_count(seat) for seat in range(3)] == [3, 2, 2]
    assert effect_events(position, "swapped", viewer=0)[0]["cards"] == ["blue-5", "blue-6", "blue-8"]
    assert effect_events(position, "swapped", viewer=1)[0]["cards"] is None
    play(position, 2, "pass")
    play(position, 0, "pass")
    lay(position, 1, "blue-10")
    assert hand(position, 2) == "red-8 red-9"  # once a round


def test_mamma_does_nothing_unless_both_hold_cards() -> None:
    """[CAPO-4.6]"""
    swap = CapoOptions(mamma="swap")
    position = capo(
        hands=["", "red-10 blue-10 red-2", "blue-5 blue-6 blue-8"],
        places=[0, 1, 2],
        turn=1,
        outs=[0],
        options=swap,
    )
    lay(position, 1, "red-10")
    assert "swapped" not in events(position)
    first = capo(hands=["red-10 red-9", LONG], options=swap)
    lay(first, 0, "red-10")
    assert "swapped" not in events(first)


def test_an_unknown_mamma_option_is_rejected() -> None:
    """[CAPO-4.6]"""
    with pytest.raises(ValueError, match="CAPO-4.6"):
        CapoOptions(mamma="dance")
