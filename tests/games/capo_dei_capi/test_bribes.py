"""Which viewers know a bribe, and when its value is decided."""

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
from tests.games.capo_dei_capi.positions import between_rolls, chance, hide, phase, play, roll, side

Split = tuple[int, ...]
Chances = dict[tuple[int, ...], Fraction]

FULL = "influence-1 influence-2 influence-3 influence-1 influence-2"


def tokens(position: DeiCapiPosition, viewer: int, seat: int, area: int) -> list[str]:
    """The tokens of a seat on an area as a viewer sees them."""
    names: list[str] = view(position, viewer)["areas"][area]["tokens"][seat]
    return names


def test_nobody_knows_a_bribe_beside_an_area() -> None:
    """[CDC-5.1]"""
    position = between_rolls(beside={"white-1": "bribe"})
    for viewer in (0, 1, SPECTATOR):
        assert view(position, viewer)["areas"][0]["beside"] == "bribe"
        assert view(position, viewer)["unseen"] == [5, 5, 5]


def test_a_bribe_beside_an_area_has_no_value_yet() -> None:
    """[CDC-5.1] [CDC-5.5]"""
    position = between_rolls()
    before = [position.words[26 + value] for value in range(3)]
    roll(position, 1, 5)
    assert [position.words[26 + value] for value in range(3)] == before
    assert phase(position) == "turn"


def test_only_the_owner_knows_a_bribe_on_an_area() -> None:
    """[CDC-5.2]"""
    position = between_rolls(on={"white-1": ("bribe-3", "bribe-1")})
    assert tokens(position, 0, 0, 0) == ["bribe-3"]
    assert tokens(position, 1, 0, 0) == ["hidden"]
    assert tokens(position, SPECTATOR, 0, 0) == ["hidden"]
    assert tokens(position, 1, 1, 0) == ["bribe-1"]
    assert view(position, 0)["unseen"] == [5, 5, 4]
    assert view(position, SPECTATOR)["unseen"] == [5, 5, 5]


def test_everybody_sees_a_look_but_only_the_owner_its_value() -> None:
    """[CDC-5.2]"""
    position = between_rolls(beside={"white-1": "bribe"})
    play(position, 0, "stop")
    looks = {
        value: [move_event(position, viewer, CHANCE, look_move(value)) for viewer in (0, 1, -1)]
        for value in (1, 3)
    }
    assert [event["value"] for event in looks[1]] == [1, None, None]
    assert looks[1][1:] == looks[3][1:]


def test_a_flipped_bribe_is_visible_to_everybody() -> None:
    """[CDC-5.3]"""
    position = between_rolls(on={"white-1": ("", "bribe-3")})
    roll(position, 4, 5)
    for viewer in (0, 1, SPECTATOR):
        assert tokens(position, viewer, 1, 0) == ["open-3"]


def test_a_discarded_bribe_stays_face_down() -> None:
    """[CDC-5.4]"""
    on = {"white-1": ("bribe-3 " + " ".join(FULL.split()[:4]), "")}
    position = between_rolls(beside={"white-1": "influence-3"}, on=on)
    play(position, 0, "stop")
    discard = SPACE.read("discard white-1 1")
    assert move_event(position, 0, 0, discard)["token"] == "bribe-3"
    assert move_event(position, 1, 0, discard)["token"] == "hidden"
    play(position, 0, "discard white-1 1")
    assert view(position, 0)["box"]["yours"] == [0, 0, 1]
    assert view(position, 0)["unseen"] == [5, 5, 4]
    assert view(position, 1)["box"]["yours"] == [0, 0, 0]
    assert view(position, 1)["box"]["seen"] == [1, 0]
    assert view(position, 1)["unseen"] == [5, 5, 5]
    assert view(position, SPECTATOR)["box"]["yours"] is None


def test_a_bribe_discarded_unseen_stays_unknown_to_both() -> None:
    """[CDC-5.4]"""
    position = between_rolls(beside={"white-1": "bribe"}, on={"white-1": (FULL, "")})
    play(position, 0, "stop", "discard white-1 new")
    for viewer in (0, 1):
        seat_view = view(position, viewer)
        assert seat_view["box"]["unseen"] == 1
        assert seat_view["unseen"] == [5, 5, 5]


def test_hidden_bribes_do_not_affect_the_opponents_view_or_decisions() -> None:
    """[CDC-5.2]"""
    results = []
    for value in (1, 2, 3):
        position = between_rolls(on={"white-1": ("", "bribe-1")}, chips=(2, 2), level=4)
        hide(position, 1, "white-1", 1, value)
        views = [view(position, 0)]
        roll(position, 5, 4)
        views.append(view(position, 0))
        play(position, 0, "flip white-1 1")
        views.append(view(position, 0))
        results.append((views, position.to_act))
    assert results[0] == results[1] == results[2]


# Values decided late have the same probabilities as values decided at the start


def chances_by_rules(options: DeiCapiOptions) -> Chances:
    """The probabilities of the values of three bribes, decided by the rules when their owner looks."""
    on = {"black-1": (FULL, "")}
    position = between_rolls(on=on, chips=(0, 0), options=options)
    chances: Chances = defaultdict(Fraction)
    for first, one in after_look(scene_one(position)):
        for second, two in after_look(scene_two(first)):
            for third, three in after_look(scene_three(second)):
                values = (
                    int(side(third, 1, "white-1")[0][-1]),
                    int(side(third, 1, "white-2")[0][-1]),
                    int(side(third, 1, "white-3")[0][-1]),
                )
                chances[values] += one * two * three
    return dict(chances)


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
    """Seat 0 takes a bribe and discards it unseen; seat 1 takes one and pockets it."""
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


def after_look(position: DeiCapiPosition) -> list[tuple[DeiCapiPosition, Fraction]]:
    """The position after each possible value, with its probability."""
    assert position.to_act == CHANCE_ACTS
    odds = chance_moves(position)
    total = sum(weight for _, weight in odds)
    results = []
    for move, weight in odds:
        after = position.copy()
        after.play(CHANCE, move)
        results.append((after, Fraction(weight, total)))
    return results


def chances_from_start(split: Split) -> Chances:
    """The same probabilities if tokens have values from the start and each draw is uniform."""
    chances: Chances = defaultdict(Fraction)
    for _, lost, one in draws(split):
        for left, also_lost, two in draws(without(split, lost)):
            back = [count + (value == lost) + (value == also_lost) for value, count in enumerate(left)]
            for rest, first, three in draws(tuple(back)):
                for less, _, four in draws(rest):
                    for fewer, second, five in draws(less):
                        for _, third, six in draws(fewer):
                            values = (first + 1, second + 1, third + 1)
                            chances[values] += one * two * three * four * five * six
    return dict(chances)


def without(split: Split, value: int) -> Split:
    """A supply without one bribe of a value."""
    return tuple(count - (index == value) for index, count in enumerate(split))


def draws(split: Split) -> list[tuple[Split, int, Fraction]]:
    """Each value that may be drawn from a supply: the remaining supply, the value, its probability."""
    total = sum(split)
    return [
        (without(split, value), value, Fraction(count, total)) for value, count in enumerate(split) if count
    ]


def test_a_value_decided_late_is_as_likely_as_one_decided_at_the_start() -> None:
    """Exact fractions, with busts, pockets and tokens discarded unseen [CDC-5.5]."""
    for split in ((5, 5, 5), (3, 5, 7)):
        by_rules = chances_by_rules(DeiCapiOptions(bribes="-".join(map(str, split))))
        assert by_rules == chances_from_start(split)
        assert sum(by_rules.values()) == 1
        assert len(by_rules) == 27
