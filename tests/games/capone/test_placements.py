"""Illegal businesses: minimum, Don and Mama, reinforcing, driving out; and every placement by brute force."""

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


def test_the_pieces_reach_the_minimum_of_the_business() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bank", "bar"], home=["novice lawyer"], guards=[3])
    play(position, 0, "play bank", "site bank-1", "add novice", "guards 2")
    assert "confirm" in moves(position, 0)
    position = capone(hands=["bank", "bar"], home=["novice lawyer"], guards=[3])
    play(position, 0, "play bank", "site bank-1", "add novice", "guards 1")
    assert refused(position, 0, "confirm") == ("CAPONE-3.1", "not-complete")
    assert moves(position, 0) == ["add lawyer"]


def test_a_card_for_which_one_is_too_weak_can_only_be_discarded() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bank bar", "bar"], home=["novice"], guards=[1])
    assert moves(position, 0) == ["discard bar", "play bar", "discard bank"]
    assert refused(position, 0, "play bank") == ("CAPONE-3.1", "too-weak")


def test_either_site_may_be_chosen_even_an_enemys_beside_an_empty_one() -> None:
    """[CAPONE-3.1]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-2": "1 novice"})
    play(position, 0, "play bar")
    assert moves(position, 0) == ["site bar-1", "site bar-2"]
    assert refused(position, 0, "site bank-1") == ("CAPONE-3.1", "another-business")


def test_members_who_are_not_at_home_cannot_be_placed() -> None:
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


def test_the_don_stands_alone_but_with_guards() -> None:
    """[CAPONE-3.2]"""
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add don")
    assert moves(position, 0) == [f"guards {count}" for count in range(1, 9)] + ["confirm"]
    assert refused(position, 0, "add novice") == ("CAPONE-3.2", "don-stands-alone")
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1", "add novice")
    assert refused(position, 0, "add don") == ("CAPONE-3.2", "don-stands-alone")


def test_mama_takes_one_other_but_not_the_don() -> None:
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


def test_new_pieces_on_ones_own_site_reach_the_minimum_by_themselves() -> None:
    """[CAPONE-3.4]"""
    position = capone(hands=["bank bank", "bar"], sites={"bank-1": "0 lawyer guards-1"}, guards=[8])
    play(position, 0, "play bank", "site bank-1", "guards 5")
    assert refused(position, 0, "confirm") == ("CAPONE-3.4", "not-complete")
    play(position, 0, "add novice", "confirm")
    assert at(position, "bank-1") == "0 lawyer novice guards-6"


def test_the_limits_hold_for_the_whole_stack() -> None:
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


def test_an_enemy_is_driven_out_by_five_more_than_is_there() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 lawyer guards-2"})
    play(position, 0, "play bar", "site bar-1", "add right-hand")
    assert refused(position, 0, "confirm") == ("CAPONE-3.5", "not-complete")
    play(position, 0, "guards 1", "confirm")
    assert at(position, "bar-1") == "0 right-hand guards-1"


def test_an_enemy_worth_little_still_takes_the_minimum() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bank bar", "bar"], sites={"bank-1": "1 guards-2"}, home=["lawyer"], guards=[5])
    play(position, 0, "play bank", "site bank-1", "guards 5")
    assert refused(position, 0, "confirm") == ("CAPONE-3.5", "not-complete")


def test_a_site_that_is_too_strong_is_not_offered() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 don"}, home=["don"], guards=[0])
    play(position, 0, "play bar")
    assert moves(position, 0) == ["site bar-2"]
    assert refused(position, 0, "site bar-1") == ("CAPONE-3.5", "too-weak-here")


def test_to_beat_a_lone_don_takes_105() -> None:
    """[CAPONE-3.5]"""
    for guards, possible in ((1, True), (0, False)):
        position = capone(hands=["bar", "bar"], sites={"bar-1": "1 don"}, home=["don"], guards=[guards])
        play(position, 0, "play bar")
        assert ("site bar-1" in moves(position, 0)) == possible


def test_a_piece_that_would_spoil_the_play_is_not_offered() -> None:
    """[CAPONE-3.5]"""
    position = capone(hands=["bar", "bar"], sites={"bar-1": "1 don"}, home=["don novice"], guards=[8])
    play(position, 0, "play bar", "site bar-1")
    assert refused(position, 0, "add novice") == ("CAPONE-3.5", "spoils-the-total")


def test_the_beaten_are_dead_and_their_guards_go_to_the_park() -> None:
    """[CAPONE-3.6]"""
    position = capone(hands=["bar bank", "bar"], sites={"bar-1": "1 lawyer novice guards-2"})
    position.effects = []
    place(position, 0, "bar", "bar-1", "don")
    assert dead(position, 1) == "lawyer novice"
    assert in_park(position) == [0, 2, 0]
    assert "lawyer" not in home(position, 1)
    assert events(position) == ["driven-out"]


def test_companions_stay_when_somebody_is_taken_away_and_an_emptied_site_is_free() -> None:
    """[CAPONE-3.7]"""
    position = capone(hands=["fbi verkehr-barber", "bar", "bar"], sites={"bank-1": "1 don guards-1"})
    position.effects = []
    play(position, 0, "play fbi", "seize 2 don")
    assert at(position, "bank-1") == "1 guards-1"
    assert position.income(1) == 5  # below the minimum, and still paid
    position = capone(hands=["fbi verkehr-barber", "bar", "bar"], sites={"bank-1": "1 don"})
    position.effects = []
    play(position, 0, "play verkehr-barber", "seize 2 don")
    assert at(position, "bank-1") == ""
    assert events(position) == ["taken-off", "free-site"]


# Brute force: what the steps can reach is what the rules allow.


def reachable(position: CaponePosition, seat: int) -> set[tuple[int, int]]:
    """All placements that some steps lead to, as members and guards."""
    found: set[tuple[int, int]] = set()
    known: set[tuple[int, int]] = set()
    todo = [position]
    while todo:
        here = todo.pop()
        offered = legal_moves(here, seat)
        assert offered, "a play that was begun can be ended"
        for move in offered:
            if verb_of(move) == CONFIRM:
                found.add((here.people, here.guards))
                continue
            after = here.copy()
            after.play(seat, move)
            if (after.people, after.guards) not in known:
                known.add((after.people, after.guards))
                todo.append(after)
    return found


def allowed(position: CaponePosition, seat: int, *, own: int, least: int, most: int) -> set[tuple[int, int]]:
    """All placements of a total within limits, found by trying every set of pieces."""
    free, guards = position.words[HOMES + seat], position.words[GUARDS + seat]
    return {
        (people, count)
        for people, count in product(range(256), range(guards + 1))
        if people & ~free == 0
        and can_share_site(people | own)
        and least <= value(people, position.weak_right_hand) + 5 * count <= most
    }


@pytest.mark.parametrize("seed", range(24))
def test_steps_reach_exactly_the_placements_that_the_rules_allow(seed: int) -> None:
    """[CAPONE-3.1] [CAPONE-3.2] [CAPONE-3.3] [CAPONE-3.4] [CAPONE-3.5] [CAPONE-5.4]"""
    rng = Rng(seed)
    free = member_names(rng.below(256) | rng.below(256))
    kind = ("bar", "jeweller", "casino", "bank")[rng.below(4)]
    minimum = {"bar": 5, "jeweller": 10, "casino": 20, "bank": 30}[kind]
    stacks = [people for people in range(256) if can_share_site(people)]
    others = stacks[rng.below(len(stacks))]
    posted = int(rng.below(4)) + (others == 0)
    there = " ".join([*member_names(others), f"guards-{posted}"])
    worth = value(others, 0) + 5 * posted
    owner = int(rng.below(3))
    card = "uebernahme" if seed % 3 == 0 else kind
    spare = [name for name in free if owner != 0 or name not in member_names(others)]
    position = capone(
        hands=[f"{card} taxi", "fbi"],
        sites={f"{kind}-1": f"{owner} {there}"},
        home=[" ".join(spare)],
        guards=[min(int(rng.below(9)), 8 - posted)],
    )
    own = others if owner == 0 else 0
    least, most = (minimum, 1000) if owner == 0 else (max(minimum, worth + 5), 1000)
    if card == "uebernahme":
        least = most = worth
    wanted = allowed(position, 0, own=own, least=least, most=most)
    if owner == 0 and card == "uebernahme":
        wanted = set()
    if wanted:
        play(position, 0, f"play {card}", f"site {kind}-1")
        assert reachable(position, 0) == wanted
    else:
        assert not can_place(position, 0, 24 if card == "uebernahme" else CARDS[kind], SITE_OF[kind])


CARDS = {"bar": 0, "jeweller": 5, "casino": 7, "bank": 8}
SITE_OF = {name: SITE_NAMES.index(f"{name}-1") for name in CARDS}


def test_a_whole_family_has_as_many_placements_as_one_can_count() -> None:
    """[CAPONE-3.2] [CAPONE-3.3] 72 sets of members, 9 numbers of guards, less the empty one."""
    position = capone(hands=["bar bank", "bar"])
    play(position, 0, "play bar", "site bar-1")
    assert len(reachable(position, 0)) == 72 * 9 - 1
    assert len(MEMBERS) == 8
