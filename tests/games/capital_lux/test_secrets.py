"""What is public, what is hidden, and what a seat may remember."""

from typing import Any

import pytest

from caponata.engine.game import CHANCE, SPECTATOR
from caponata.games.capital_lux.cards import CARD_NAMES
from caponata.games.capital_lux.events import effect_event, move_event
from caponata.games.capital_lux.layout import LOG_DREW, LuxOptions
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import LuxPosition
from caponata.games.capital_lux.view import view
from tests.games.capital_lux.positions import chance, events, lux, phase, play, reckoned

PACKETS = [
    "green-2 green-3 green-4 green-5 green-6 pink-2",
    "yellow-2 yellow-3 yellow-4 yellow-5 yellow-6 pink-3",
    "blue-2 blue-3 blue-4 blue-5 blue-6 pink-4",
]


def event_for(position: LuxPosition, seat: int, mover: int, text: str) -> dict[str, Any]:
    """Return what a seat sees of a move about to be played."""
    return move_event(position, seat, mover, SPACE.read(text))


def busy_position() -> LuxPosition:
    """Return a position in the middle of a round with pieces in every place."""
    return lux(
        hands=["green-2 pink-5", "yellow-6", "blue-3 blue-3"],
        homes=["green-4", "", "pink-2 pink-2"],
        bonuses=["yellow-5", "", ""],
        gold=[0, 2, 1],
        capital="green-6 blue-2",
        deck="green-3 pink-6",
        modifiers="-3 green 1, +4 pink 2",
        round=2,
        starter=1,
        turn=0,
    )


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_everybody_sees_public_pieces_and_the_number_of_hidden_ones(viewer: int) -> None:
    """[LUX-6.1]"""
    fields = view(busy_position(), viewer)
    assert fields["homes"] == [["green-4"], [], ["pink-2", "pink-2"]]
    assert fields["capital"] == ["green-6", "blue-2"]
    assert fields["bonuses"] == [["yellow-5"], [], []]
    assert fields["gold"] == [0, 2, 1]
    assert fields["gold_pile"] == 5
    assert fields["cards"] == [2, 1, 2]
    assert fields["deck"] == 2
    assert fields["discards"].count("green-3") == 3
    placed = [(row["seat"], row["colour"]) for row in fields["modifiers"]["placed"]]
    assert placed == [(1, "green"), (2, "pink")]
    assert fields["modifiers"]["left"] == 2


def test_hand_sizes_do_not_change_during_secret_picks() -> None:
    """[LUX-6.1] [LUX-2.2]"""
    position = lux(hands=PACKETS, phase="first-pick")
    play(position, 0, "pick green-2 green-3")
    assert view(position, 1)["cards"] == [6, 6, 6]
    assert view(position, 1)["to_act"] == [1, 2]


def test_only_the_owner_of_a_modifier_sees_its_value_during_the_round() -> None:
    """[LUX-3.11]"""
    values = {
        viewer: [row["value"] for row in view(busy_position(), viewer)["modifiers"]["placed"]]
        for viewer in (0, 1, 2, SPECTATOR)
    }
    assert values == {0: [None, None], 1: [-3, None], 2: [None, 4], SPECTATOR: [None, None]}


def test_limits_are_ranges_that_depend_on_what_the_viewer_knows() -> None:
    """[LUX-3.11]"""
    assert view(busy_position(), 0)["limits"]["green"] == {"cards": 6, "hidden": 1, "low": 3, "high": 10}
    assert view(busy_position(), 1)["limits"]["green"] == {"cards": 6, "hidden": 0, "low": 3, "high": 3}
    assert view(busy_position(), 2)["limits"]["green"] == {"cards": 6, "hidden": 1, "low": 3, "high": 8}


def test_only_the_agents_player_sees_the_modifier_in_hand() -> None:
    """[LUX-3.11]"""
    position = lux(hands=["blue-3 pink-2", "pink-3"])
    play(position, 0, "capital blue-3")
    assert event_for(position, 0, CHANCE, "modifier +4")["modifier"] == 4
    assert event_for(position, 1, CHANCE, "modifier +4")["modifier"] is None
    assert event_for(position, 1, CHANCE, "modifier +4") == event_for(position, 1, CHANCE, "modifier -3")
    chance(position, "modifier +4")
    assert event_for(position, 0, 0, "place green")["modifier"] == 4
    assert event_for(position, 1, 0, "place green")["modifier"] is None
    assert event_for(position, SPECTATOR, 0, "place green")["modifier"] is None


def test_a_modifier_belongs_to_the_seat_whose_agent_placed_it() -> None:
    """[LUX-3.11]"""
    position = lux(hands=["pink-3", "pink-3", "blue-3 pink-2"], turn=2)
    play(position, 2, "capital blue-3")
    chance(position, "modifier +2")
    play(position, 2, "place pink")
    assert view(position, 2)["modifiers"]["placed"] == [{"seat": 2, "colour": "pink", "value": 2}]
    assert view(position, 0)["modifiers"]["placed"] == [{"seat": 2, "colour": "pink", "value": None}]


def test_everybody_sees_the_modifiers_at_the_reckoning() -> None:
    """[LUX-3.11] [LUX-4.5]"""
    position = lux(homes=["blue-6", ""], gold=[8, 0], modifiers="-1 blue 0, +2 pink 1")
    reckoned(position)
    assert phase(position) == "settling"
    assert [row["value"] for row in view(position, 1)["modifiers"]["placed"]] == [-1, 2]
    assert view(position, SPECTATOR)["limits"]["blue"]["high"] == -1


def test_hands_and_the_deck_are_hidden() -> None:
    """[LUX-6.2]"""
    one = lux(hands=["green-2", "blue-3 blue-4"], deck="pink-6 pink-5")
    other = lux(hands=["green-2", "pink-6 blue-4"], deck="blue-3 pink-5")
    assert view(one, 0) == view(other, 0)
    assert view(one, 0)["hand"] == ["green-2"]
    assert view(one, 1) != view(other, 1)
    assert "hand" not in view(one, SPECTATOR)
    assert "memory" not in view(one, SPECTATOR)


def test_picks_are_hidden() -> None:
    """[LUX-6.2]"""
    views = []
    for picks in ("green-2 green-3", "green-6 pink-2"):
        position = lux(hands=PACKETS, phase="first-pick")
        assert event_for(position, 0, 0, f"pick {picks}")["cards"] == picks.split()
        assert event_for(position, 1, 0, f"pick {picks}")["cards"] is None
        play(position, 0, f"pick {picks}")
        views.append((view(position, 1), view(position, 2), view(position, SPECTATOR)))
    assert views[0] == views[1]


def test_second_picks_are_hidden_from_the_seat_that_passed_the_packet() -> None:
    """[LUX-6.2]"""
    views = []
    for picks in ("green-4 green-5", "green-6 pink-2"):
        position = lux(hands=PACKETS, phase="first-pick")
        play(position, 0, "pick green-2 green-3")
        play(position, 1, "pick yellow-2 yellow-3")
        play(position, 2, "pick blue-2 blue-3")
        play(position, 1, f"pick {picks}")
        views.append((view(position, 0), view(position, 2)))
    assert views[0] == views[1]


def test_only_the_owner_sees_a_card_that_is_dealt_or_drawn() -> None:
    """[LUX-6.2]"""
    deal = lux(seats=3, phase="dealing", turn=1)
    dealt = [event_for(deal, seat, CHANCE, "draw pink-6")["card"] for seat in range(3)]
    assert dealt == [None, "pink-6", None]
    scholar = lux(hands=["pink-2", "pink-3"], phase="scholar", turn=0)
    drawn = [event_for(scholar, seat, CHANCE, "draw pink-6")["card"] for seat in range(2)]
    assert drawn == ["pink-6", None]
    opening = lux(seats=2, phase="opening")
    assert event_for(opening, SPECTATOR, CHANCE, "draw pink-6")["card"] == "pink-6"


def test_only_the_receiver_sees_a_passed_packet() -> None:
    """[LUX-6.2]"""
    position = lux(hands=PACKETS, phase="first-pick")
    position.effects = []
    for seat, colour in enumerate(["green", "yellow", "blue"]):
        play(position, seat, f"pick {colour}-2 {colour}-3")
    assert events(position) == ["passed"] * 3
    seen_by_one = [effect_event(effect, 1) for effect in position.effects]
    [own] = [event for event in seen_by_one if event["seat"] == 1]
    assert own["cards"] == ["green-4", "green-5", "green-6", "pink-2"]
    assert all(event["cards"] is None for event in seen_by_one if event["seat"] != 1)
    assert all(event["count"] == 4 for event in seen_by_one)


def test_a_seat_remembers_what_it_picked_and_what_it_passed_on() -> None:
    """[LUX-6.3]"""
    position = lux(hands=PACKETS, phase="first-pick")
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick yellow-2 yellow-3")
    play(position, 2, "pick blue-2 blue-3")
    assert view(position, 0)["memory"]["passed_first"] == ["green-4", "green-5", "green-6", "pink-2"]
    play(position, 0, "pick blue-4 blue-5")
    play(position, 1, "pick green-4 green-5")
    play(position, 2, "pick yellow-4 yellow-5")
    assert view(position, 0)["memory"] == {
        "picked_first": ["green-2", "green-3"],
        "picked_second": ["blue-4", "blue-5"],
        "passed_first": ["green-4", "green-5", "green-6", "pink-2"],
        "passed_last": ["blue-6", "pink-4"],
        "received_last": ["yellow-6", "pink-3"],
    }


def test_seat_remembers_a_short_draft() -> None:
    """[LUX-6.3] [LUX-2.6]"""
    position = lux(hands=["green-2 green-3 green-4", "blue-2 blue-3 blue-4"], phase="first-pick", deal=3)
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick blue-2 blue-3")
    memory = view(position, 0)["memory"]
    assert memory["passed_first"] == ["green-4"]
    assert memory["picked_second"] == ["blue-4"]
    assert memory["passed_last"] == []


def test_everybody_remembers_the_cards_played_this_round() -> None:
    """[LUX-6.3]"""
    position = lux(hands=["green-2 pink-5", "yellow-6 yellow-4"], deck="pink-6")
    play(position, 0, "capital green-2")
    chance(position, "draw pink-6")
    play(position, 1, "home yellow-6")
    played = [[{"card": "green-2", "drew": True}], [{"card": "yellow-6", "drew": False}]]
    assert view(position, 1)["plays"] == played
    assert view(position, SPECTATOR)["plays"] == played


def test_play_log_is_long_enough_for_the_longest_round() -> None:
    """The log of one seat holds 18 Scholars and a full hand [LUX-6.3]."""
    position = lux(hands=["green-3 pink-2", "pink-6"], phase="playing")
    entries = [("green-3", True)] * 18 + [("pink-2", False)] * 6
    for card, drew in entries:
        position.log_play(0, CARD_NAMES.index(card) + (LOG_DREW if drew else 0))
    assert [(play["card"], play["drew"]) for play in view(position, 1)["plays"][0]] == entries


def test_memory_is_cleared_between_rounds() -> None:
    """[LUX-6.3]"""
    position = lux(seats=2, firsts=["green-2 green-3", ""], lasts=["", "pink-2"], round=1)
    reckoned(position)
    assert position.round == 2
    assert set(map(tuple, view(position, 0)["memory"].values())) == {()}


# Bonus cards that lie face down

HIDDEN = LuxOptions(bonus_cards="hidden")
HOMES = ["green-4", "green-2", "pink-2 pink-2"]
BONUSES = ["yellow-5 blue-6", "", "yellow-4"]


def with_bonuses(options: LuxOptions, phase: str = "playing") -> LuxPosition:
    """Return a position in which two seats have bonus cards."""
    return lux(
        hands=["" if phase == "over" else "green-3"] * 3,
        homes=HOMES,
        bonuses=BONUSES,
        gold=[1, 0, 2],
        phase=phase,
        round=3,
        options=options,
    )


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_scores_include_the_bonus_cards_that_lie_open(viewer: int) -> None:
    """[LUX-6.1]"""
    fields = view(with_bonuses(LuxOptions()), viewer)
    assert fields["face_down"] == []
    assert fields["scores"] == [16, 2, 10]


@pytest.mark.parametrize(
    ("viewer", "face_down", "scores"),
    [
        (0, [2], [16, 2, 6]),
        (1, [0, 2], [5, 2, 6]),
        (2, [0], [5, 2, 10]),
        (SPECTATOR, [0, 2], [5, 2, 6]),
    ],
)
def test_scores_leave_out_the_bonus_cards_that_lie_face_down(
    viewer: int, face_down: list[int], scores: list[int]
) -> None:
    """[LUX-6.4]"""
    fields = view(with_bonuses(HIDDEN), viewer)
    assert fields["face_down"] == face_down
    assert fields["scores"] == scores


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_every_viewer_remembers_the_bonus_cards_that_lie_face_down(viewer: int) -> None:
    """[LUX-6.4]"""
    hidden, shown = (view(with_bonuses(options), viewer) for options in (HIDDEN, LuxOptions()))
    assert hidden["bonuses"] == [["yellow-5", "blue-6"], [], ["yellow-4"]]
    different = {name for name in shown if hidden[name] != shown[name]}
    assert different == {"options", "face_down", "scores"}


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_all_bonus_cards_are_turned_up_at_the_end(viewer: int) -> None:
    """[LUX-6.4]"""
    fields = view(with_bonuses(HIDDEN, "over"), viewer)
    assert fields["face_down"] == []
    assert fields["scores"] == [16, 2, 10]


def test_everybody_sees_which_card_becomes_a_face_down_bonus_card() -> None:
    """[LUX-6.4]"""
    position = lux(homes=["green-4", "green-2"], capital="green-6", options=HIDDEN)
    reckoned(position)
    seen = [effect_event(effect, 1) for effect in position.effects or ()]
    won = [(event["seat"], event["card"]) for event in seen if event["event"] == "won"]
    assert won == [(0, "green-6")]


def test_bonus_cards_are_open_or_hidden() -> None:
    """[LUX-6.4]"""
    assert LuxOptions().bonus_cards == "open"
    with pytest.raises(ValueError, match=r"bonus_cards is 'open' or 'hidden', not 'shut' \[LUX-6.4\]"):
        LuxOptions(bonus_cards="shut")
