"""Public and hidden information in views and events, and the conformance of the game."""

from __future__ import annotations

from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.game import CHANCE, SPECTATOR
from caponata.engine.playout import legal_moves
from caponata.engine.preview import preview
from caponata.games.capo import GAME
from caponata.games.capo.deals import start_deal, start_staking
from caponata.games.capo.events import move_event
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.view import view
from tests.games.capo.positions import acting, capo, deal, lay, phase, play

MANY_OPTIONS = CapoOptions(
    variant="cadrie", pass_locks=True, yellow_wild=True, soto_capo_city_card=True, mamma="swap"
)
TABLES = [
    *((seats, CapoOptions()) for seats in range(2, 9)),
    (2, CapoOptions(variant="capoker")),
    (3, CapoOptions(variant="cadrie_plain", mamma="swap")),
    (4, MANY_OPTIONS),
    (5, CapoOptions(variant="capoker", mamma="swap", battle_city_card="prospect")),
    (8, CapoOptions(variant="cadrie", mamma="swap")),
]
PAIRS = 700


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_game_conforms_to_the_contract(seats: int, options: CapoOptions) -> None:
    report = conformance(GAME, seats=seats, options=options, pairs=PAIRS, seed=20 + seats)
    assert report.is_clean, str(report)


def seen_event(position: CapoPosition, seat: int, mover: int, text: str) -> dict[str, Any]:
    """The event that a seat sees when a move is about to be played."""
    return move_event(position, seat, mover, SPACE.read(text))


def mid_trick() -> CapoPosition:
    """A position in the middle of a trick, with stakes, city cards and titles."""
    return capo(
        hands=["red-5 red-7 police", "blue-2 blue-9", "green-1 green-4"],
        cities=["red blue", "yellow", "blue blue"],
        stakes=["red", "", "yellow"],
        top="orange-6",
        top_seat=2,
        passed=[1],
        places=[2, 0, 1],
        outs=[],
    )


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_everybody_sees_open_cards_and_the_number_of_hidden_ones(viewer: int) -> None:
    """[CAPO-10.1]"""
    fields = view(mid_trick(), viewer)
    assert fields["cards"] == [3, 2, 2]
    assert [entry["count"] for entry in fields["cities"]] == [2, 1, 2]
    assert [entry["staked"] for entry in fields["cities"]] == [True, False, True]
    assert fields["top"] == {"seat": 2, "cards": ["orange-6"], "sort": "single", "kind": "single", "as": [6]}
    assert fields["passed"] == [1]
    assert fields["titles"] == [None, "cafone", "capo"]
    assert fields["played"] == [[], [], ["orange-6"]]


def test_the_view_has_the_receiver_and_the_size_of_a_gift() -> None:
    """[CAPO-7.3] [CAPO-7.4]"""
    position = capo(places=[3, 1, 0, 2, 4], phase="dealing", seats=5)
    start_deal(position)
    deal(position)
    gifts = [view(position, seat)["gift"] for seat in range(5)]
    assert gifts == [
        None,
        {"to": 2, "count": 1},
        {"to": 1, "count": 1},
        {"to": 4, "count": 2},
        {"to": 3, "count": 2},
    ]
    assert "gift" not in view(position, SPECTATOR)
    assert view(mid_trick(), 1)["gift"] is None


@pytest.mark.parametrize(
    ("variant", "best", "count"),
    [
        *(("classic", "famiglia", 10), ("cadrie_plain", None, 0)),
        *(("cadrie", "famiglia-clan", 4), ("capoker", "five-alike", 10)),
    ],
)
def test_the_view_has_the_stars_of_all_cards_and_the_names_of_hands(
    variant: str, best: str | None, count: int
) -> None:
    """[CAPO-1.2] [CAPO-2.3] [CAPO-9.1] [CAPO-9.2] [CAPO-9.3]"""
    fields = view(capo(hands=["red-5", "blue-2"], options=CapoOptions(variant=variant)), SPECTATOR)
    assert fields["hands"][:1] == ([best] if best else [])
    assert len(fields["hands"]) == count
    assert [sorted(row) for row in fields["stars"]] == [list("12345")] * 10
    assert fields["stars"][1] == "23451"  # the red 2 has two stars, the orange 2 has one


def test_hands_and_city_cards_are_hidden() -> None:
    """[CAPO-10.2]"""
    one = capo(hands=["red-5", "blue-2 blue-9"], cities=["red", "blue blue"])
    other = capo(hands=["red-5", "green-2 police"], cities=["red", "yellow blue"])
    assert view(one, 0) == view(other, 0)
    assert view(one, SPECTATOR) == view(
        capo(hands=["red-7", "blue-2 blue-9"], cities=["blue", "blue blue"]), SPECTATOR
    )
    assert view(one, 1) != view(other, 1)
    assert "hand" not in view(one, SPECTATOR)
    assert "lays" not in view(one, SPECTATOR)


def test_battle_cards_are_sealed_until_both_are_chosen() -> None:
    """[CAPO-10.2] [CAPO-5.2]"""
    views = []
    for card in ("red-1", "red-2"):
        position = capo(
            hands=["red-9 red-1 red-2", "blue-1 blue-5", "green-3"], cities=["red", "blue", "blue"]
        )
        lay(position, 0, "red-9")
        play(position, 0, "challenge 2")
        assert seen_event(position, 0, 0, f"fight {card}")["card"] == card
        assert seen_event(position, 1, 0, f"fight {card}")["card"] is None
        play(position, 0, f"fight {card}")
        assert view(position, 0)["chosen"] == [card]
        views.append((view(position, 1), view(position, 2), view(position, SPECTATOR)))
        assert view(position, 1)["to_act"] == [1]
    assert views[0] == views[1]


def test_stakes_are_sealed_until_the_round_is_over() -> None:
    """[CAPO-10.2] [CAPO-7.7]"""
    views = []
    for colour in ("red", "blue"):
        position = capo(cities=["red blue", "green yellow"], places=[0, 1], phase="awarding", stock="")
        start_staking(position)
        assert seen_event(position, 1, 0, f"stake {colour}")["colour"] is None
        play(position, 0, f"stake {colour}")
        views.append((view(position, 1), view(position, SPECTATOR)))
        assert view(position, 1)["to_act"] == [1]
        assert view(position, 0)["cities"][0]["stake"] == colour
    assert views[0] == views[1]


def test_gifts_are_sealed_until_all_are_chosen() -> None:
    """[CAPO-10.2] [CAPO-7.6]"""
    views = []
    for gift in range(2):
        position = capo(cities=["red"] * 4, places=[0, 1, 2, 3], phase="dealing", seats=4)
        start_deal(position)
        deal(position, "red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-8")
        assert acting(position) == [0, 1]
        text = SPACE.text(legal_moves(position, 0)[gift])
        assert seen_event(position, 2, 0, text)["cards"] is None
        play(position, 0, text)
        views.append([view(position, viewer) for viewer in (1, 2, 3, SPECTATOR)])
    assert views[0] == views[1]


def test_only_the_owner_sees_dealt_cards_and_city_cards() -> None:
    """[CAPO-10.2]"""
    position = capo(seats=3, phase="dealing", turn=1)
    assert [seen_event(position, seat, CHANCE, "draw red-5")["card"] for seat in range(3)] == [
        None,
        "red-5",
        None,
    ]
    first = GAME.start(3, CapoOptions())
    assert isinstance(first, CapoPosition)
    assert [seen_event(first, seat, CHANCE, "city red")["colour"] for seat in range(3)] == ["red", None, None]


def test_the_view_lists_possible_plays_and_why_they_may_be_laid() -> None:
    position = capo(hands=["red-5 red-8 police red-10", "blue-2 blue-9"], top="red-1", top_seat=1)
    assert [(lay["move"], lay["by"]) for lay in view(position, 0)["lays"]] == [
        ("lay police", "higher"),
        ("lay red-8", "hit"),
    ]
    equal = capo(
        hands=["blue-3 orange-3 red-8 red-9", "blue-2 blue-9"],
        cities=["red", "blue"],
        top="red-3 green-3",
        top_seat=1,
    )
    assert [(lay["move"], lay["by"]) for lay in view(equal, 0)["lays"]] == [("lay blue-3+orange-3", "battle")]
    assert view(equal, 1)["lays"] == []


def test_the_view_counts_unseen_cards_by_rank() -> None:
    fields = view(mid_trick(), 0)["unseen"]
    assert fields["5"] == 4
    assert fields["6"] == 4
    assert fields["7"] == 4
    assert fields["1"] == 5
    assert fields["police"] == 1
    assert sum(fields.values()) == 52 - 3 - 1


def test_a_preview_shows_the_changes_of_a_play_and_nothing_hidden() -> None:
    position = mid_trick()
    after = preview(GAME, view(position, 0), SPACE.read("lay red-5"), Rng(1))
    assert after["hand"] == ["red-7", "police"]
    assert after["top"]["cards"] == ["red-5"]


def test_everybody_sees_all_city_cards_when_the_game_is_over() -> None:
    """[CAPO-8.1] [CAPO-10.2]"""
    position = capo(hands=["red-9 red-1 red-2", "blue-1 blue-5"], cities=["red red red", "red"])
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    assert phase(position) == "over"
    assert view(position, SPECTATOR)["cities"][0]["known"] == ["red"] * 4
    assert view(position, 1)["champion"] == 0
