"""Who may know a bribe, and when its value is decided."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from caponata.engine.game import CHANCE, CHANCE_ACTS, SPECTATOR
from caponata.engine.playout import chance_moves
from caponata.games.capo_dei_capi.events import move_event
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE, look_move
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.view import view
from tests.games.capo_dei_capi.positions import capo, chance, hide, phase, play, roll, side

Split = tuple[int, ...]
Chances = dict[tuple[int, ...], Fraction]

FULL = "influence-1 influence-2 influence-3 influence-1 influence-2"


def tokens(position: DeiCapiPosition, viewer: int, seat: int, area: int) -> list[str]:
    """What a viewer sees of a seat's side."""
    shown: list[str] = view(position, viewer)["areas"][area]["tokens"][seat]
    return shown


def test_nobody_knows_a_bribe_beside_an_area() -> None:
    """[CDC-5.1]"""
    position = capo(beside={"white-1": "bribe"})
    for viewer in (0, 1, SPECTATOR):
        assert view(position, viewer)["areas"][0]["beside"] == "bribe"
        assert view(position, viewer)["unseen"] == [5, 5, 5]


def test_a_bribe_beside_an_area_has_no_value_yet() -> None:
    """[CDC-5.1] [CDC-5.5]"""
    position = capo()
    before = [position.words[26 + value] for value in range(3)]
    roll(position, 1, 5)
    assert [position.words[26 + value] for value in range(3)] == before
    assert phase(position) == "turn"


def test_only_the_owner_knows_a_bribe_on_an_area() -> None:
    """[CDC-5.2]"""
    position = capo(on={"white-1": ("bribe-3", "bribe-1")})
    assert tokens(position, 0, 0, 0) == ["bribe-3"]
    assert tokens(position, 1, 0, 0) == ["hidden"]
    assert tokens(position, SPECTATOR, 0, 0) == ["hidden"]
    assert tokens(position, 1, 1, 0) == ["bribe-1"]
    assert view(position, 0)["unseen"] == [5, 5, 4]
    assert view(position, SPECTATOR)["unseen"] == [5, 5, 5]


def test_a_look_is_seen_by_all_and_its_value_by_the_owner() -> None:
    """[CDC-5.2]"""
    position = capo(beside={"white-1": "bribe"})
    play(position, 0, "stop")
    looks = {
        value: [move_event(position, viewer, CHANCE, look_move(value)) for viewer in (0, 1, -1)]
        for value in (1, 3)
    }
    assert [event["value"] for event in looks[1]] == [1, None, None]
    assert looks[1][1:] == looks[3][1:]


def test_a_bribe_that_was_turned_up_is_open_to_all() -> None:
    """[CDC-5.3]"""
    position = capo(on={"white-1": ("", "bribe-3")})
    roll(position, 4, 5)
    for viewer in (0, 1, SPECTATOR):
        assert tokens(position, viewer, 1, 0) == ["open-3"]


def test_a_bribe_that_leaves_the_game_stays_face_down() -> None:
    """[CDC-5.4]"""
    on = {"white-1": ("bribe-3 " + " ".join(FULL.split()[:4]), "")}
    position = capo(beside={"white-1": "influence-3"}, on=on)
    play(position, 0, "stop")
    event = SPACE.read("discard white-1 1")
    assert move_event(position, 0, 0, event)["token"] == "bribe-3"
    assert move_event(position, 1, 0, event)["token"] == "hidden"
    play(position, 0, "discard white-1 1")
    assert view(position, 0)["box"]["yours"] == [0, 0, 1]
    assert view(position, 0)["unseen"] == [5, 5, 4]
    assert view(position, 1)["box"]["yours"] == [0, 0, 0]
    assert view(position, 1)["box"]["seen"] == [1, 0]
    assert view(position, 1)["unseen"] == [5, 5, 5]
    assert view(position, SPECTATOR)["box"]["yours"] is None


def test_a_bribe_that_leaves_the_game_unseen_stays_unknown_to_both() -> None:
    """[CDC-5.4]"""
    position = capo(beside={"white-1": "bribe"}, on={"white-1": (FULL, "")})
    play(position, 0, "stop", "discard white-1 new")
    for viewer in (0, 1):
        shown = view(position, viewer)
        assert shown["box"]["unseen"] == 1
        assert shown["unseen"] == [5, 5, 5]


def test_what_an_opponent_holds_changes_nothing_that_one_is_shown_or_asked() -> None:
    """[CDC-5.2]"""
    looks = []
    for value in (1, 2, 3):
        position = capo(on={"white-1": ("", "bribe-1")}, chips=(2, 2), level=4)
        hide(position, 1, "white-1", 1, value)
        shown = [view(position, 0)]
        roll(position, 5, 4)
        shown.append(view(position, 0))
        play(position, 0, "flip white-1 1")
        shown.append(view(position, 0))
        looks.append((shown, position.to_act))
    assert looks[0] == looks[1] == looks[2]


# A value that is decided late is as likely as one that was always there


def late(options: DeiCapiOptions) -> Chances:
    """The chances of three bribes that somebody looks at, by the rules: decided when they are looked at."""
    on = {"black-1": (FULL, "")}
    position = capo(on=on, chips=(0, 0), options=options)
    found: Chances = defaultdict(Fraction)
    for first, one in looked(scene_one(position)):
        for second, two in looked(scene_two(first)):
            for third, three in looked(scene_three(second)):
                values = (
                    int(side(third, 1, "white-1")[0][-1]),
                    int(side(third, 1, "white-2")[0][-1]),
                    int(side(third, 1, "white-3")[0][-1]),
                )
                found[values] += one * two * three
    return dict(found)


def scene_one(position: DeiCapiPosition) -> DeiCapiPosition:
    """Seat 0 takes two bribes and busts; seat 1 takes one and stops."""
    roll(position, 1, 5)
    roll(position, 2, 5)
    roll(position, 1, 5)
    assert position.turn == 1
    roll(position, 1, 5)
    play(position, 1, "stop")
    return position


def scene_two(position: DeiCapiPosition) -> DeiCapiPosition:
    """Seat 0 takes one that leaves the game unseen; seat 1 takes one and pockets it."""
    roll(position, 5, 1)
    play(position, 0, "stop", "discard black-1 new")
    position.words[13] = 1
    play(position, 1, "roll")
    chance(position, "dice white-2 black-5")
    play(position, 1, "pocket white-2")
    return position


def scene_three(position: DeiCapiPosition) -> DeiCapiPosition:
    """Seat 1 takes another and stops."""
    roll(position, 3, 5)
    play(position, 1, "stop")
    return position


def looked(position: DeiCapiPosition) -> list[tuple[DeiCapiPosition, Fraction]]:
    """The positions after each value that may be drawn, with their chances."""
    assert position.to_act == CHANCE_ACTS
    odds = chance_moves(position)
    total = sum(weight for _, weight in odds)
    found = []
    for move, weight in odds:
        after = position.copy()
        after.play(CHANCE, move)
        found.append((after, Fraction(weight, total)))
    return found


def at_once(split: Split) -> Chances:
    """The same story with tokens that had values all along: each taken is any of those in the supply."""
    found: Chances = defaultdict(Fraction)
    for _, lost, one in taken(split):
        for left, also_lost, two in taken(lost_from(split, lost)):
            back = [count + (value == lost) + (value == also_lost) for value, count in enumerate(left)]
            for rest, first, three in taken(tuple(back)):
                for less, _, four in taken(rest):
                    for fewer, second, five in taken(less):
                        for _, third, six in taken(fewer):
                            values = (first + 1, second + 1, third + 1)
                            found[values] += one * two * three * four * five * six
    return dict(found)


def lost_from(split: Split, value: int) -> Split:
    """A supply with one bribe less."""
    return tuple(count - (each == value) for each, count in enumerate(split))


def taken(split: Split) -> list[tuple[Split, int, Fraction]]:
    """Each bribe that may be taken from a supply: what is left, its value, its chance."""
    total = sum(split)
    return [
        (lost_from(split, value), value, Fraction(count, total)) for value, count in enumerate(split) if count
    ]


def test_a_value_decided_late_is_as_likely_as_one_drawn_at_once() -> None:
    """Busts, pockets and tokens that leave unseen included, to the last fraction [CDC-5.5]."""
    for split in ((5, 5, 5), (3, 5, 7)):
        by_rules = late(DeiCapiOptions(bribes="-".join(map(str, split))))
        assert by_rules == at_once(split)
        assert sum(by_rules.values()) == 1
        assert len(by_rules) == 27
