"""Legal moves, refusals, default moves and odds in positions of every phase."""

import pytest

from caponata.engine.game import CHANCE
from caponata.games.capone.layout import PHASES, CaponeOptions
from caponata.games.capone.moves import SPACE
from caponata.games.capone.rules import CaponePosition, start
from tests.games.capone.positions import capone, moves, odds, play

MARGIN = 5  # numbers tried below the first and above the last move


def after(position: CaponePosition, *texts: str) -> CaponePosition:
    """The position after some moves of seat 0."""
    play(position, 0, *texts)
    return position


def crowded(hand: str, **more: object) -> CaponePosition:
    """A position with pieces in all kinds of places."""
    return capone(
        hands=[hand, "bar taxi"],
        sites={
            "bar-1": "1 lawyer guards-2",
            "bar-2": "0 mama guards-1",
            "casino-1": "2 don",
            "bank-1": "1 guards-6",
            "loans-2": "0 novice",
        },
        leisure={"barber": "1 mama", "restaurant": "2 novice"},
        cells={0: ["lawyer", "", "secretary"]},
        steps=[2, 0, 5],
        **more,  # type: ignore[arg-type]
    )


POSITIONS = {
    "dealer": start(4, CaponeOptions()),
    "dealing": capone(phase="dealing"),
    "exchange": capone(hands=["bar bar pasta fbi"], phase="exchange"),
    "exchange, some aside": after(capone(hands=["bar bar pasta"], phase="exchange"), "return bar"),
    "drawing": after(capone(hands=["bar bar pasta"], phase="exchange"), "return bar", "exchange"),
    "turn": crowded("bar bank pasta angebot uebernahme"),
    "turn with a poor family": crowded("bar bank pasta angebot uebernahme", home=["novice"], guards=[0]),
    "last card": capone(hands=["casino"], sites={"casino-1": "1 novice"}, guards=[2]),
    "site": after(crowded("bar bank"), "play bar"),
    "site of a takeover": after(crowded("uebernahme bank"), "play uebernahme"),
    "site of the last card": after(
        capone(hands=["casino"], sites={"casino-1": "1 novice"}, guards=[2]), "play casino"
    ),
    "pieces": after(crowded("bar bank"), "play bar", "site bar-1"),
    "pieces, reinforcing": after(crowded("bar bank"), "play bar", "site bar-2"),
    "pieces, some chosen": after(crowded("bar bank"), "play bar", "site bar-1", "add right-hand", "guards 1"),
    "pieces of a takeover": after(crowded("uebernahme bank"), "play uebernahme", "site casino-1"),
    "pieces of a takeover of guards": after(crowded("uebernahme bar"), "play uebernahme", "site bank-1"),
    "pieces of the last card, guards": after(capone(hands=["bank"]), "play bank", "site bank-1"),
    "pieces of the last card, guards chosen": after(
        capone(hands=["bank"]), "play bank", "site bank-1", "guards 6"
    ),
    "pieces of the last card, a member": after(
        capone(hands=["bank"], guards=[2]), "play bank", "site bank-1"
    ),
    "pieces of the last card, a member chosen": after(
        capone(hands=["bank"], guards=[2]), "play bank", "site bank-1", "add secretary"
    ),
    "seizing with Off the street": after(crowded("verkehr-penthouse bar"), "play verkehr-penthouse"),
    "seizing with the FBI": after(
        capone(hands=["fbi bar", "bar"], sites={"bar-1": "1 don"}, leisure={"barber": "2 mama"}), "play fbi"
    ),
    "strike": after(crowded("angebot bar"), "play angebot"),
    "squeeze": after(crowded("schutzgeld bar"), "play schutzgeld"),
    "year-end": capone(phase="year-end", park=[5], cash=[217], steps=[8], cells={0: ["mama", "don", ""]}),
    "year-end, poor": capone(phase="year-end", park=[5], cash=[12]),
    "over": capone(phase="over", steps=[10]),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_moves_are_exactly_the_moves_that_are_not_refused(position: CaponePosition) -> None:
    """[CAPONE-2.5] [CAPONE-2.6] [CAPONE-8.4]"""
    for seat in range(position.seats):
        offered = moves(position, seat) if position.to_act >> seat & 1 else []
        allowed = [SPACE.text(move) for move in SPACE if position.refusal(seat, move) is None]
        assert sorted(offered) == sorted(allowed)
        assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_unknown_moves_and_unknown_seats_are_refused(position: CaponePosition) -> None:
    numbers = range(min(SPACE) - MARGIN, max(SPACE) + MARGIN)
    for seat in range(position.seats):
        assert all(position.refusal(seat, move) for move in numbers if move not in SPACE)
    for unknown_seat in (-1, position.seats, CHANCE):
        assert all(position.refusal(unknown_seat, move) for move in SPACE)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_refusal_does_not_change_the_position(position: CaponePosition) -> None:
    before = position.fingerprint()
    for move in SPACE:
        position.refusal(0, move)
    assert position.fingerprint() == before


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_default_move_is_legal(position: CaponePosition) -> None:
    for seat in range(position.seats):
        if position.to_act >> seat & 1:
            assert position.refusal(seat, position.default_move(seat)) is None


def test_default_moves_complete_a_placement() -> None:
    position = POSITIONS["pieces"].copy()
    steps = 0
    while position.to_act == 1:
        position.play(0, position.default_move(0))
        steps += 1
    assert steps < 10


def test_positions_cover_every_phase() -> None:
    assert {PHASES[position.phase] for position in POSITIONS.values()} == set(PHASES)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_tickets_select_chance_moves_according_to_their_weights(
    position: CaponePosition,
) -> None:
    """[CAPONE-1.2]"""
    if position.to_act >> CHANCE & 1:
        by_tickets = [SPACE.text(position.chance_move(ticket)) for ticket in range(position.total_weight())]
        assert by_tickets == [text for text, weight in odds(position).items() for _ in range(weight)]
