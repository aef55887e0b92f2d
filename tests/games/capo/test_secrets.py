"""What is open, what is hidden, and what a seat is helped with; and every promise of a game."""

from __future__ import annotations

from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.game import CHANCE, SPECTATOR
from caponata.engine.playout import legal_moves
from caponata.engine.preview import preview
from caponata.games.capo import GAME
from caponata.games.capo.events import move_event
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.view import view
from tests.games.capo.positions import acting, capo, deal, lay, phase, play

EVERYTHING = CapoOptions(
    variant="cadrie", pass_locks=True, yellow_wild=True, soto_capo_city_card=True, mamma="swap"
)
TABLES = [
    *((seats, CapoOptions()) for seats in range(2, 9)),
    (2, CapoOptions(variant="capoker")),
    (3, CapoOptions(variant="cadrie_plain", mamma="swap")),
    (4, EVERYTHING),
    (5, CapoOptions(variant="capoker", mamma="swap", battle_city_card="prospect")),
    (8, CapoOptions(variant="cadrie", mamma="swap")),
]
PAIRS = 700


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_promise_is_kept_at_every_table(seats: int, options: CapoOptions) -> None:
    report = conformance(GAME, seats=seats, options=options, pairs=PAIRS, seed=20 + seats)
    assert report.is_clean, str(report)


def witnessed(position: CapoPosition, seat: int, mover: int, text: str) -> dict[str, Any]:
    """What a seat sees of a move about to be played."""
    return move_event(position, seat, mover, SPACE.read(text))


def crowded() -> CapoPosition:
    """A trick in full play, with something everywhere."""
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
def test_everybody_sees_what_lies_openly_and_how_much_is_hidden(viewer: int) -> None:
    """[CAPO-10.1]"""
    shown = view(crowded(), viewer)
    assert shown["cards"] == [3, 2, 2]
    assert [entry["count"] for entry in shown["cities"]] == [2, 1, 2]
    assert [entry["staked"] for entry in shown["cities"]] == [True, False, True]
    assert shown["top"] == {"seat": 2, "cards": ["orange-6"], "sort": "single", "kind": "single", "as": [6]}
    assert shown["passed"] == [1]
    assert shown["titles"] == [None, "cafone", "capo"]
    assert shown["played"] == [[], [], ["orange-6"]]


def test_a_title_says_to_whom_a_gift_goes_and_how_many_cards() -> None:
    """[CAPO-7.3] [CAPO-7.4]"""
    position = capo(places=[3, 1, 0, 2, 4], phase="dealing", seats=5)
    position.start_deal()
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
    assert view(crowded(), 1)["gift"] is None


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
    shown = view(capo(hands=["red-5", "blue-2"], options=CapoOptions(variant=variant)), SPECTATOR)
    assert shown["hands"][:1] == ([best] if best else [])
    assert len(shown["hands"]) == count
    assert [sorted(row) for row in shown["stars"]] == [list("12345")] * 10
    assert shown["stars"][1] == "23451"  # red has 2 on its 2, orange 1


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
    looks = []
    for card in ("red-1", "red-2"):
        position = capo(
            hands=["red-9 red-1 red-2", "blue-1 blue-5", "green-3"], cities=["red", "blue", "blue"]
        )
        lay(position, 0, "red-9")
        play(position, 0, "challenge 2")
        assert witnessed(position, 0, 0, f"fight {card}")["card"] == card
        assert witnessed(position, 1, 0, f"fight {card}")["card"] is None
        play(position, 0, f"fight {card}")
        assert view(position, 0)["chosen"] == [card]
        looks.append((view(position, 1), view(position, 2), view(position, SPECTATOR)))
        assert view(position, 1)["to_act"] == [1]
    assert looks[0] == looks[1]


def test_stakes_are_sealed_until_the_round_is_over() -> None:
    """[CAPO-10.2] [CAPO-7.7]"""
    looks = []
    for colour in ("red", "blue"):
        position = capo(cities=["red blue", "green yellow"], places=[0, 1], phase="awarding", stock="")
        position.start_staking()
        assert witnessed(position, 1, 0, f"stake {colour}")["colour"] is None
        play(position, 0, f"stake {colour}")
        looks.append((view(position, 1), view(position, SPECTATOR)))
        assert view(position, 1)["to_act"] == [1]
        assert view(position, 0)["cities"][0]["stake"] == colour
    assert looks[0] == looks[1]


def test_gifts_are_sealed_until_all_are_chosen() -> None:
    """[CAPO-10.2] [CAPO-7.6]"""
    looks = []
    for gift in range(2):
        position = capo(cities=["red"] * 4, places=[0, 1, 2, 3], phase="dealing", seats=4)
        position.start_deal()
        deal(position, "red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-8")
        assert acting(position) == [0, 1]
        text = SPACE.text(legal_moves(position, 0)[gift])
        assert witnessed(position, 2, 0, text)["cards"] is None
        play(position, 0, text)
        looks.append([view(position, viewer) for viewer in (1, 2, 3, SPECTATOR)])
    assert looks[0] == looks[1]


def test_cards_and_city_cards_that_are_dealt_are_seen_by_their_owner_only() -> None:
    """[CAPO-10.2]"""
    position = capo(seats=3, phase="dealing", turn=1)
    assert [witnessed(position, seat, CHANCE, "draw red-5")["card"] for seat in range(3)] == [
        None,
        "red-5",
        None,
    ]
    first = GAME.start(3, CapoOptions())
    assert isinstance(first, CapoPosition)
    assert [witnessed(first, seat, CHANCE, "city red")["colour"] for seat in range(3)] == ["red", None, None]


def test_a_seat_is_shown_what_it_could_lay_and_why() -> None:
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


def test_a_seat_is_shown_what_is_unseen_by_rank() -> None:
    shown = view(crowded(), 0)["unseen"]
    assert shown["5"] == 4
    assert shown["6"] == 4
    assert shown["7"] == 4
    assert shown["1"] == 5
    assert shown["police"] == 1
    assert sum(shown.values()) == 52 - 3 - 1


def test_a_preview_tells_what_a_play_changes_and_nothing_hidden() -> None:
    position = crowded()
    changed = preview(GAME, view(position, 0), SPACE.read("lay red-5"), Rng(1))
    assert changed["hand"] == ["red-7", "police"]
    assert changed["top"]["cards"] == ["red-5"]


def test_everybody_sees_all_city_cards_when_the_game_is_over() -> None:
    """[CAPO-8.1] [CAPO-10.2]"""
    position = capo(hands=["red-9 red-1 red-2", "blue-1 blue-5"], cities=["red red red", "red"])
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    assert phase(position) == "over"
    assert view(position, SPECTATOR)["cities"][0]["known"] == ["red"] * 4
    assert view(position, 1)["champion"] == 0
