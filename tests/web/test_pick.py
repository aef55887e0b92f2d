"""Moves made of several pieces: what is picked up narrows them."""

from __future__ import annotations

from typing import Any

from tests.web.node import ask

HAND = ["red-1", "blue-1", "red-2", "gold-5", "gold-5"]
MOVES = ["play red-1", "play blue-1", "play red-1 blue-1", "play gold-5 gold-5", "play gold-5 red-2 red-1"]
IN_LISTS = """(module) => ({ ...module, narrowed: (...given) => {
    const { possible, complete, next } = module.narrowed(...given);
    return [possible, complete, [...next].sort()];
} })"""


def pieces(*places: int) -> list[dict[str, Any]]:
    """Cards of the hand by their places."""
    return [{"id": f"card-{place}", "word": HAND[place]} for place in places]


def narrowed(*words: str) -> Any:
    return ask("picking.js", [["narrowed", MOVES, list(words)]], context=IN_LISTS)[0]


def tapped(*places: int, then: int) -> list[str] | None:
    """The cards picked after a tap on one more."""
    found = ask("picking.js", [["tapped", MOVES, pieces(*places), *pieces(then)]])[0]
    return None if found is None else [each["id"] for each in found]


def test_nothing_picked_leaves_every_move_and_completes_none() -> None:
    assert narrowed() == [MOVES, [], ["blue-1", "gold-5", "red-1", "red-2"]]


def test_picked_pieces_leave_the_moves_that_have_them_in_any_order() -> None:
    assert narrowed("blue-1", "red-1") == [["play red-1 blue-1"], ["play red-1 blue-1"], []]
    assert narrowed("red-1") == [
        ["play red-1", "play red-1 blue-1", "play gold-5 red-2 red-1"],
        ["play red-1"],
        ["blue-1", "gold-5", "red-2"],
    ]


def test_equal_pieces_count_each_for_itself() -> None:
    assert narrowed("gold-5") == [MOVES[3:], [], ["gold-5", "red-1", "red-2"]]
    assert narrowed("gold-5", "gold-5")[1] == ["play gold-5 gold-5"]
    assert narrowed("gold-5", "gold-5", "gold-5")[0] == []
    assert tapped(3, then=4) == ["card-3", "card-4"]


def test_a_second_tap_puts_a_piece_back() -> None:
    assert tapped(0, 1, then=0) == ["card-1"]


def test_a_piece_that_does_not_go_with_the_others_takes_the_place_of_the_first_ones() -> None:
    assert tapped(0, 1, then=2) == ["card-2"]
    assert tapped(1, 0, then=2) == ["card-0", "card-2"]


def test_a_piece_of_no_move_is_not_picked() -> None:
    unknown = {"id": "x", "word": "black-9"}
    assert ask("picking.js", [["tapped", MOVES, pieces(0), unknown]]) == [None]


def test_moves_are_typed_with_their_verbs() -> None:
    moves = {"pass": [""], "play": ["red-1", "red-1 blue-1"], "deal": ["1"]}
    assert ask("picking.js", [["typed", moves, ["play", "pass", "swap"]]]) == [
        ["play red-1", "play red-1 blue-1", "pass"]
    ]


def test_moves_without_pieces_are_always_in_sight_and_others_when_few_are_left() -> None:
    moves = ["pass", *MOVES]
    calls: list[list[Any]] = [["inSight", moves, words, 2] for words in ([], ["red-1"], ["red-1", "blue-1"])]
    assert ask("picking.js", calls) == [["pass"], ["pass", "play red-1"], ["pass", "play red-1 blue-1"]]


def test_a_set_is_made_of_its_pieces_and_not_of_what_it_counts_as() -> None:
    moves = ["lay red-5+blue-5 as duo 5-5", "pass", "give red-5 blue-7"]
    words = ask("picking.js", [["wordsOf", move] for move in moves])
    assert words == [["red-5", "blue-5"], [], ["red-5", "blue-7"]]
