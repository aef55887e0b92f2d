"""Placements on illegal businesses, compared with a brute-force search of all placements."""

from itertools import product

import pytest

from caponata.engine.chance import Rng
from caponata.engine.playout import legal_moves
from caponata.games.capone.layout import GUARDS, HOMES
from caponata.games.capone.members import can_share_site, member_names, value
from caponata.games.capone.moves import CONFIRM, MEMBERS, SITE_NAMES, verb_of
from caponata.games.capone.placements import can_place
from caponata.games.capone.rules import CaponePosition
from tests.games.capone.positions import at, capone, dead, events, home, in_park, moves, place, play, refused


def test_pieces_must_reach_the_minimum_of_the_business() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bank", "bar"], home=["novice lawyer"], guards=[3])
    play(position, 0, "play bank", "site bank-1", "add novice", "guards 2")
    assert "confirm" in moves(position, 0)
    position = capone(hands=["bank", "bar"], home=["novice lawyer"], guards=[3])
    play(position, 0, "play bank", "site bank-1", "add novice", "guards 1")
    assert refused(position, 0, "confirm") == ("CAPONE-3.1", "not-complete")
    assert moves(position, 0) == ["add lawyer"]


def test_card_can_only_be_discarded_if_the_seat_is_too_weak() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bank bar", "bar"], home=["novice"], guards=[1])
    assert moves(position, 0) == ["discard bar", "play bar", "discard bank"]
    assert refused(position, 0, "play bank") == ("CAPONE-3.1", "too-weak")


def test_opponents_site_can_be_chosen_although_the_other_is_empty() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-2": "1 novice"})
    play(position, 0, "play bar")
    assert moves(position, 0) == ["site bar-1", "site bar-2"]
    assert refused(position, 0, "site bank-1") == ("CAPONE-3.1", "another-business")


def test_only_members_at_home_can_be_placed() -> None:
    """[CAPONE-3.1]"""
    position = capone(
        hands=["bar bank", "bar"],
        sites={"casino-1": "0 mama"},
        leisure={"barber": "0 don"},
        cells={0: ["", "", "novice"]},
        harbour=["lawyer"],
        guards=[1],
    )
    play(position, 0, "play bar", "site bar-1")
    for member in ("mama", "don", "novice", "lawyer"):
        assert refused(position, 0, f"add {member}") == ("CAPONE-3.1", "not-at-home")
    assert refused(position, 0, "guards 2") == ("CAPONE-3.1", "too-few-guards")


def test_don_takes_guards_but_no_other_member() -> None:
    """[CAPONE-3.2]"""
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add don")
    assert moves(position, 0) == [f"guards {count}" for count in range(1, 9)] + ["confirm"]
    assert refused(position, 0, "add novice") == ("CAPONE-3.2", "don-stands-alone")
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add novice")
    assert refused(position, 0, "add don") == ("CAPONE-3.2", "don-stands-alone")


def test_mama_takes_one_other_member_but_not_the_don() -> None:
    """[CAPONE-3.3]"""
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add mama")
    assert refused(position, 0, "add don") == ("CAPONE-3.2", "don-stands-alone")
    play(position, 0, "add lawyer")
    assert refused(position, 0, "add novice") == ("CAPONE-3.3", "mama-takes-one")
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add novice", "add lawyer")
    assert refused(position, 0, "add mama") == ("CAPONE-3.3", "mama-takes-one")
    play(position, 0, "add secretary", "add bookkeeper", "guards 8", "confirm")


def test_reinforcements_must_reach_the_minimum_by_themselves() -> None:
    """[CAPONE-3.4]"""
    position = capone(hands=["bank bank", "bar"], sites={"bank-1": "0 lawyer guards-1"}, guards=[8])
    play(position, 0, "play bank", "site bank-1", "guards 5")
    assert refused(position, 0, "confirm") == ("CAPONE-3.4", "not-complete")
    play(position, 0, "add novice", "confirm")
    assert at(position, "bank-1") == "0 lawyer novice guards-6"


def test_limits_of_don_and_mama_apply_to_the_whole_stack() -> None:
    """[CAPONE-3.4]"""
    position = capone(hands=["bar bar", "bar"], sites={"bar-1": "0 don", "bar-2": "0 mama"})
    play(position, 0, "play bar", "site bar-1")
    assert moves(position, 0) == [f"guards {count}" for count in range(1, 9)]
    assert refused(position, 0, "add novice") == ("CAPONE-3.2", "don-stands-alone")
    position = capone(hands=["bar bar", "bar"], sites={"bar-2": "0 mama"})
    place(position, 0, "bar", "bar-2", "novice")
    position.to_act, position.turn = 1, 0
    play(position, 0, "play bar", "site bar-2")
    assert refused(position, 0, "add lawyer") == ("CAPONE-3.3", "mama-takes-one")


def test_driving_out_an_opponent_takes_five_more_than_its_value() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 lawyer guards-2"})
    play(position, 0, "play bar", "site bar-1", "add right-hand")
    assert refused(position, 0, "confirm") == ("CAPONE-3.5", "not-complete")
    play(position, 0, "guards 1", "confirm")
    assert at(position, "bar-1") == "0 right-hand guards-1"


def test_driving_out_a_weak_opponent_still_takes_the_minimum() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bank bar", "bar"], sites={"bank-1": "1 guards-2"}, home=["lawyer"], guards=[5])
    play(position, 0, "play bank", "site bank-1", "guards 5")
    assert refused(position, 0, "confirm") == ("CAPONE-3.5", "not-complete")


def test_site_that_is_too_strong_is_not_offered() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 don"}, home=["don"], guards=[0])
    play(position, 0, "play bar")
    assert moves(position, 0) == ["site bar-2"]
    assert refused(position, 0, "site bar-1") == ("CAPONE-3.5", "too-weak-here")


def test_beating_a_lone_don_takes_105() -> None:
    """[CAPONE-3.5]"""
    for guards, possible in ((1, True), (0, False)):
        position = capone(hands=["bar", "bar"], sites={"bar-1": "1 don"}, home=["don"], guards=[guards])
        play(position, 0, "play bar")
        assert ("site bar-1" in moves(position, 0)) == possible


def test_piece_that_makes_completion_impossible_is_not_offered() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar", "bar"], sites={"bar-1": "1 don"}, home=["don novice"], guards=[8])
    play(position, 0, "play bar", "site bar-1")
    assert refused(position, 0, "add novice") == ("CAPONE-3.5", "spoils-the-total")


def test_driven_out_members_die_and_their_guards_go_to_the_park() -> None:
    """[CAPONE-3.6]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 lawyer novice guards-2"})
    position.effects = []
    place(position, 0, "bar", "bar-1", "don")
    assert dead(position, 1) == "lawyer novice"
    assert in_park(position) == [0, 2, 0]
    assert "lawyer" not in home(position, 1)
    assert events(position) == ["driven-out"]


def test_companions_of_a_seized_member_stay_and_an_emptied_site_is_free() -> None:
    """[CAPONE-3.7]"""
    position = capone(hands=["fbi verkehr-barber", "bar", "bar"], sites={"bank-1": "1 don guards-1"})
    position.effects = []
    play(position, 0, "play fbi", "seize 2 don")
    assert at(position, "bank-1") == "1 guards-1"
    assert position.income(1) == 5  # below the minimum, but still paid
    position = capone(hands=["fbi verkehr-barber", "bar", "bar"], sites={"bank-1": "1 don"})
    position.effects = []
    play(position, 0, "play verkehr-barber", "seize 2 don")
    assert at(position, "bank-1") == ""
    assert events(position) == ["taken-off", "free-site"]


# Brute force


def reachable(position: CaponePosition, seat: int) -> set[tuple[int, int]]:
    """All placements that legal steps can reach, as members and guards."""
    placements: set[tuple[int, int]] = set()
    visited: set[tuple[int, int]] = set()
    todo = [position]
    while todo:
        current = todo.pop()
        offered = legal_moves(current, seat)
        assert offered, "a started placement can be completed"
        for move in offered:
            if verb_of(move) == CONFIRM:
                placements.add((current.people, current.guards))
                continue
            after = current.copy()
            after.play(seat, move)
            if (after.people, after.guards) not in visited:
                visited.add((after.people, after.guards))
                todo.append(after)
    return placements


def allowed(position: CaponePosition, seat: int, *, own: int, least: int, most: int) -> set[tuple[int, int]]:
    """All legal placements whose value is within limits, found by trying every set of pieces."""
    free, guards = position.words[HOMES + seat], position.words[GUARDS + seat]
    return {
        (people, count)
        for people, count in product(range(256), range(guards + 1))
        if people & ~free == 0
        and can_share_site(people | own)
        and least <= value(people, position.weak_right_hand) + 5 * count <= most
    }


@pytest.mark.parametrize("seed", range(24))
def test_steps_reach_exactly_the_legal_placements(seed: int) -> None:
    """[CAPONE-3.1] [CAPONE-3.2] [CAPONE-3.3] [CAPONE-3.4] [CAPONE-3.5] [CAPONE-5.4]"""
    rng = Rng(seed)
    free = member_names(rng.below(256) | rng.below(256))
    kind = ("bar", "jeweller", "casino", "bank")[rng.below(4)]
    minimum = {"bar": 5, "jeweller": 10, "casino": 20, "bank": 30}[kind]
    stacks = [people for people in range(256) if can_share_site(people)]
    others = stacks[rng.below(len(stacks))]
    guard_count = int(rng.below(4)) + (others == 0)
    pieces = " ".join([*member_names(others), f"guards-{guard_count}"])
    total = value(others, 0) + 5 * guard_count
    owner = int(rng.below(3))
    card = "uebernahme" if seed % 3 == 0 else kind
    spare = [name for name in free if owner != 0 or name not in member_names(others)]
    position = capone(
        hands=[f"{card} taxi", "fbi"],
        sites={f"{kind}-1": f"{owner} {pieces}"},
        home=[" ".join(spare)],
        guards=[min(int(rng.below(9)), 8 - guard_count)],
    )
    own = others if owner == 0 else 0
    least, most = (minimum, 1000) if owner == 0 else (max(minimum, total + 5), 1000)
    if card == "uebernahme":
        least = most = total
    expected = allowed(position, 0, own=own, least=least, most=most)
    if owner == 0 and card == "uebernahme":
        expected = set()
    if expected:
        play(position, 0, f"play {card}", f"site {kind}-1")
        assert reachable(position, 0) == expected
    else:
        assert not can_place(position, 0, 24 if card == "uebernahme" else CARDS[kind], SITE_OF[kind])


CARDS = {"bar": 0, "jeweller": 5, "casino": 7, "bank": 8}
SITE_OF = {name: SITE_NAMES.index(f"{name}-1") for name in CARDS}


def test_whole_family_has_647_placements() -> None:
    """[CAPONE-3.2] [CAPONE-3.3] 72 sets of members times 9 numbers of guards, minus the empty placement."""
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1")
    assert len(reachable(position, 0)) == 72 * 9 - 1
    assert len(MEMBERS) == 8
