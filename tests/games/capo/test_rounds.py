"""The end of a round, titles and penalties, city cards, the exchange, stakes and the end of the game."""

from __future__ import annotations

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.engine.playout import playout
from caponata.games.capo import GAME
from caponata.games.capo.deals import start_deal, start_staking, start_trick
from caponata.games.capo.layout import HAND_SIZES, CapoOptions
from caponata.games.capo.rules import CapoPosition
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
    odds,
    owned,
    phase,
    play,
    refused,
    titles,
)


def test_a_round_ends_in_the_middle_of_a_trick_when_one_seat_holds_cards() -> None:
    """[CAPO-6.1]"""
    position = capo(hands=["red-5", "blue-9", ""], outs=[2], top="green-6", top_seat=1)
    lay(position, 0, "red-5")
    assert phase(position) == "awarding"
    assert position.holding == 0


def test_titles_follow_the_order_of_running_out() -> None:
    """[CAPO-6.2]"""
    position = capo(hands=["red-5", "", "blue-9 blue-8", "", ""], outs=[3, 1, 4])
    lay(position, 0, "red-5")
    assert titles(position) == {3: "capo", 1: "soto-capo", 4: "none", 0: "cugine", 2: "cafone"}


def test_with_three_seats_there_are_two_titles() -> None:
    """[CAPO-6.3]"""
    position = capo(hands=["red-5", "blue-9", ""], outs=[2])
    lay(position, 0, "red-5")
    assert titles(position) == {2: "capo", 0: "none", 1: "cafone"}


def titles_after(plays: list[str], seats: int) -> dict[int, str]:
    """The titles after seats 0, 1, ... ran out with these plays, in this order."""
    fillers = ["red-10 blue-10", "green-10 orange-10", "purple-10 orange-9", "purple-9 green-9"]
    hands = plays + fillers[: seats - len(plays)]
    table = capo(hands=hands)
    for seat, cards in enumerate(plays):
        start_trick(table, seat)
        lay(table, seat, cards)
        if phase(table) in {"turning", "challenging"}:
            play(table, seat, "keep" if phase(table) == "turning" else "refrain")
    for seat in range(len(plays), seats - 1):
        start_trick(table, seat)
        while table.holding >> seat & 1:
            start_trick(table, seat)
            play(table, seat, moves(table, seat)[0])
            if phase(table) == "challenging":
                play(table, seat, "refrain")
    return titles(table)


@pytest.mark.parametrize("last", ["police", "police police"])
def test_busted_is_third_at_best(last: str) -> None:
    """[CAPO-6.4]"""
    assert titles_after([last, "red-5", "blue-5"], 5) == {
        1: "capo",
        2: "soto-capo",
        0: "none",
        3: "cugine",
        4: "cafone",
    }


@pytest.mark.parametrize("last", ["police red-2", "red-5 blue-5 red-8 police"])
def test_crooked_is_second_at_best(last: str) -> None:
    """[CAPO-6.5]"""
    by_seat = titles_after([last, "green-5", "orange-5"], 5)
    assert by_seat[1] == "capo"
    assert by_seat[0] == "soto-capo"


def test_several_penalised_seats_fill_the_places_from_the_top() -> None:
    """[CAPO-6.6]"""
    assert titles_after(["police", "police", "red-5"], 4) == {
        2: "capo",
        3: "soto-capo",
        0: "cugine",
        1: "cafone",
    }
    assert titles_after(["police red-2", "police blue-3", "red-5"], 4) == {
        2: "capo",
        0: "soto-capo",
        1: "cugine",
        3: "cafone",
    }


@pytest.mark.parametrize("last", ["police", "police red-2"])
def test_with_two_or_three_seats_a_penalised_winner_drops_one_place(last: str) -> None:
    """[CAPO-6.7]"""
    assert titles_after([last], 2) == {1: "capo", 0: "cafone"}
    assert titles_after([last, "red-5"], 3) == {1: "capo", 0: "none", 2: "cafone"}


# City cards


def before_last_play(cities: list[str], **written: object) -> CapoPosition:
    """Four seats, one play before the end of a round in which seat 0 ran out first."""
    return capo(hands=["", "red-5", "blue-9", ""], outs=[0, 3], turn=1, cities=cities, **written)  # type: ignore[arg-type]


def test_the_capo_takes_two_city_cards_from_the_stock() -> None:
    """[CAPO-7.1]"""
    position = before_last_play(["red", "blue", "green", "purple"])
    lay(position, 1, "red-5")
    assert odds(position) == {
        "city yellow": 4,
        "city red": 3,
        "city blue": 3,
        "city green": 3,
        "city purple": 3,
    }
    chance(position, "city red", "city yellow")
    assert owned(position, 0) == "yellow red red"
    assert phase(position) == "dealing"
    assert position.leader == 2
    assert position.round == 2


def test_the_capo_takes_fewer_city_cards_from_a_short_stock() -> None:
    """[CAPO-7.1]"""
    position = before_last_play(["red blue", "blue blue", "green purple", "purple yellow"], stock="yellow")
    lay(position, 1, "red-5")
    chance(position, "city yellow")
    assert phase(position) == "staking"


def test_the_soto_capo_takes_one_city_card_with_the_option() -> None:
    """[CAPO-7.2]"""
    position = before_last_play(
        ["red", "blue", "green", "purple"], options=CapoOptions(soto_capo_city_card=True)
    )
    lay(position, 1, "red-5")
    chance(position, "city red", "city yellow", "city green")
    assert owned(position, 3) == "green purple"
    assert phase(position) == "dealing"


def test_capo_and_cafone_exchange_two_cards_and_soto_capo_and_cugine_one() -> None:
    """[CAPO-7.3] [CAPO-7.4] [CAPO-7.6]"""
    position = capo(cities=["red"] * 4, places=[0, 1, 2, 3], phase="dealing", seats=4)
    position.leader = position.turn = 3
    start_deal(position)
    deal(
        position,
        "red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-10",
        "blue-2 blue-3 blue-4 blue-5 blue-6 blue-7 blue-8 blue-9",
        "green-3 green-2 green-4 green-5 green-6 green-7 green-8 green-9",
        "orange-3 police orange-4 orange-1 orange-6 orange-7 orange-8 orange-9",
    )
    assert acting(position) == [0, 1]
    assert refused(position, 0, "give red-10") == ("CAPO-7.3", "give-cards")
    assert refused(position, 1, "give blue-9+blue-8") == ("CAPO-7.4", "give-cards")
    assert refused(position, 3, "give orange-3") == ("CAPO-7.6", "others-choose")
    assert len(moves(position, 0)) == 28
    play(position, 1, "give blue-9")
    assert "received" not in events(position)
    play(position, 0, "give red-7+red-10")
    assert hand(position, 0) == "orange-1 red-1 red-2 red-3 red-4 red-5 red-6 police"
    assert "red-7" in hand(position, 3)
    assert "green-2" in hand(position, 1)
    assert hand(position, 2).startswith("green-3")
    assert acting(position) == [3]
    assert effect_events(position, "received", viewer=2)[0]["cards"] is None
    assert effect_events(position, "received", viewer=3)[0]["cards"] == ["orange-1", "police"]


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_seats_one_card_is_exchanged(seats: int) -> None:
    """[CAPO-7.5]"""
    position = capo(places=list(range(seats)), phase="dealing", seats=seats)
    start_deal(position)
    deal(position)
    assert acting(position) == [0]
    assert refused(position, 0, moves(position, 0)[0] + "+" + hand(position, 0).split()[1]) == (
        "CAPO-7.5",
        "give-cards",
    )
    assert len(moves(position, 0)) == 8


# Stakes


def staking(cities: list[str]) -> CapoPosition:
    """A round is about to begin with an empty stock."""
    position = capo(cities=cities, places=list(range(len(cities))), phase="awarding", stock="")
    position.leader = len(cities) - 1
    start_staking(position)
    return position


def test_every_seat_stakes_a_city_card_if_the_stock_is_empty() -> None:
    """[CAPO-7.7]"""
    position = staking(["red blue", "green", "", "blue purple"])
    assert phase(position) == "staking"
    assert acting(position) == [0, 3]
    assert refused(position, 0, "stake green") == ("CAPO-7.7", "no-such-city-card")
    assert refused(position, 0, "pass") == ("CAPO-7.7", "stake-a-city-card")
    assert refused(position, 1, "stake green") == ("CAPO-7.7", "others-choose")
    play(position, 3, "stake purple")
    assert phase(position) == "staking"
    play(position, 0, "stake red")
    assert phase(position) == "dealing"
    assert [owned(position, seat) for seat in range(4)] == ["blue", "", "", "blue"]
    assert effect_events(position, "stake", viewer=1)[0]["colour"] == "green"
    assert effect_events(position, "stake", viewer=0)[0]["colour"] is None


def test_a_staked_city_card_is_not_owned() -> None:
    """[CAPO-7.7]"""
    position = capo(
        hands=["red-9 red-1 red-2", "blue-1 blue-5"], cities=["red", ""], stakes=["", "red"], stock=""
    )
    lay(position, 0, "red-9")
    assert phase(position) == "playing"


def test_stakes_are_picked_in_the_order_of_places() -> None:
    """[CAPO-7.8]"""
    position = before_last_play(
        ["red red red", "blue", "green", "purple"], stakes=["yellow", "blue", "green", "green"], stock=""
    )
    lay(position, 1, "red-5")
    assert phase(position) == "drafting"
    assert [event["colour"] for event in effect_events(position, "shown")] == [
        "yellow",
        "blue",
        "green",
        "green",
    ]
    assert acting(position) == [0]
    assert refused(position, 0, "pick red") == ("CAPO-7.8", "no-such-city-card")
    assert refused(position, 0, "pass") == ("CAPO-7.8", "pick-a-city-card")
    play(position, 0, "pick green", "pick blue")
    assert acting(position) == [3]
    play(position, 3, "pick yellow")
    assert effect_events(position, "taken")[0]["seat"] == 1  # without a choice; the Cafone gets none
    assert [owned(position, seat) for seat in range(4)] == [
        "red red red blue green",
        "blue green",
        "",
        "yellow purple",
    ]
    assert phase(position) == "staking"  # seat 2 has staked its only city card without being asked


def test_a_seat_without_a_stake_may_pick_until_the_stakes_run_out() -> None:
    """[CAPO-7.8]"""
    position = before_last_play(["", "blue", "green", "purple"], stakes=["", "blue", "green", ""], stock="")
    lay(position, 1, "red-5")
    assert owned(position, 0) == "blue green"
    assert [event["seat"] for event in effect_events(position, "taken")] == [0, 0]


def test_the_better_place_wins_first_when_stakes_are_picked() -> None:
    """[CAPO-8.1] [CAPO-7.8]"""
    position = before_last_play(
        ["red red red", "", "", "blue blue blue"], stakes=["red", "blue", "green", "green"], stock=""
    )
    lay(position, 1, "red-5")
    play(position, 0, "pick red")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.rule == outcome.decided_by == "CAPO-8.1"


# The end


def test_four_city_cards_of_a_colour_from_a_title_win_at_once() -> None:
    """[CAPO-8.1]"""
    position = before_last_play(["red red red", "blue", "green", "purple"])
    lay(position, 1, "red-5")
    chance(position, "city red")
    assert position.to_act == NOBODY
    assert events(position)[-1] == "won"
    assert refused(position, 0, "pass") == ("CAPO-8.1", "game-over")
    assert position.place(0) == 0


def test_four_city_cards_of_a_colour_from_a_battle_win_at_once() -> None:
    """[CAPO-8.1]"""
    position = capo(hands=["red-9 red-1 red-2", "blue-1 blue-5"], cities=["red red red", "red"])
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    assert position.champion == 0
    assert position.to_act == NOBODY


def test_yellow_stands_for_any_colour_with_the_option() -> None:
    """[CAPO-8.2]"""
    wild = before_last_play(
        ["red red yellow", "blue", "green", "purple"], options=CapoOptions(yellow_wild=True)
    )
    lay(wild, 1, "red-5")
    chance(wild, "city red")
    assert wild.to_act == NOBODY
    plain = before_last_play(["red red yellow", "blue", "green", "purple"])
    lay(plain, 1, "red-5")
    chance(plain, "city red")
    assert plain.to_act == CHANCE_ACTS


@pytest.mark.parametrize(
    ("cities", "winners", "rule"),
    [
        (["red red red", "blue blue", "green", "purple"], (0,), "CAPO-8.4"),
        (["red red", "blue blue green", "green", "purple"], (1,), "CAPO-8.5"),
        (["red red", "blue blue", "green", "purple"], (0, 1), "CAPO-8.6"),
    ],
)
def test_after_forty_rounds_the_largest_set_wins(
    cities: list[str], winners: tuple[int, ...], rule: str
) -> None:
    """[CAPO-8.3] [CAPO-8.4] [CAPO-8.5] [CAPO-8.6]"""
    position = before_last_play(cities, stock="", round=40)
    lay(position, 1, "red-5")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.rule == "CAPO-8.3"
    assert outcome.winners == winners
    assert outcome.decided_by == rule
    assert [line.rule for line in outcome.lines[0]] == ["CAPO-8.4"]
    assert "last-round" in events(position)


@pytest.mark.parametrize("variant", HAND_SIZES)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_game_ends(seats: int, variant: str) -> None:
    """[CAPO-8.3]"""
    rng = Rng(seats)
    for _ in range(3):
        position = GAME.start(seats, CapoOptions(variant=variant))
        playout(position, rng)
        assert position.outcome() is not None
        assert GAME.view(position, 0)["round"] <= 40


# Variants


def test_cadrie_plain_has_only_singles_and_duos() -> None:
    """[CAPO-9.1]"""
    plain = CapoOptions(variant="cadrie_plain")
    position = capo(hands=["red-2 red-3 red-4 red-5 blue-5", "blue-9"], options=plain)
    assert refused(position, 0, "lay red-2+red-3+red-4+red-5") == ("CAPO-9.1", "no-hands-at-all")
    assert all(text.count("+") < 2 for text in moves(position, 0))
    with pytest.raises(ValueError, match="CAPO-9.1"):
        CapoOptions(variant="bridge")


def test_cadrie_hands_have_three_cards() -> None:
    """[CAPO-9.2]"""
    position = capo(
        hands=["red-2 red-3 red-4 blue-3 green-3 police", "blue-9"], options=CapoOptions(variant="cadrie")
    )
    listed = moves(position, 0)
    assert "lay red-2+red-3+red-4 as famiglia-clan" in listed
    assert "lay red-2+red-3+police as mobsters 2-3-4" in listed
    assert "lay green-3+red-3+police as alliance 3-3-3" in listed
    assert refused(position, 0, "lay red-2+red-3+red-4+police") == ("CAPO-9.2", "wrong-size")
    assert refused(position, 0, "lay red-2+blue-3+police") is None
    assert refused(position, 0, "lay red-2+red-4+green-3") is None


def test_capoker_hands_have_five_cards_and_include_a_high_card() -> None:
    """[CAPO-9.3]"""
    poker = CapoOptions(variant="capoker")
    position = capo(hands=["red-2 blue-4 red-5 green-8 orange-9 police", "blue-9"], options=poker)
    listed = moves(position, 0)
    assert "lay red-2+blue-4+red-5+green-8+orange-9 as high-card" in listed
    assert sum(text.count("+") == 4 for text in listed) == 6
    assert refused(position, 0, "lay red-2+red-5+green-8") == ("CAPO-9.3", "wrong-size")
    straight = capo(
        hands=["red-2 blue-3 red-4 green-5 police red-9 red-10", ""],
        seats=3,
        top="orange-2 blue-2 purple-2 purple-5 purple-9",
        top_seat=2,
        options=poker,
    )
    assert "lay red-2+blue-3+red-4+green-5+police as straight 2-3-4-5-6" in moves(straight, 0)


def test_four_cards_without_a_name_are_no_hand() -> None:
    """[CAPO-2.3]"""
    position = capo(hands=["red-2 blue-4 red-5 green-8 orange-9", "blue-9"])
    assert refused(position, 0, "lay red-2+blue-4+red-5+green-8") == ("CAPO-2.3", "no-hand")
    assert refused(position, 0, "lay red-2+blue-4+red-5") == ("CAPO-2.3", "wrong-size")
    assert refused(position, 0, "lay police+police") == ("CAPO-3.3", "card-not-in-hand")
    single = capo(hands=["red-2 police", "blue-9"])
    assert refused(single, 0, "lay police+police") == ("CAPO-3.3", "one-police")


def test_moves_are_refused_while_cards_are_dealt() -> None:
    """[CAPO-1.5]"""
    assert refused(capo(seats=2, phase="dealing"), 0, "pass") == ("CAPO-1.5", "wait-for-the-draw")
