"""Moves made of several pieces are narrowed down by the picked pieces."""

from __future__ import annotations

from typing import Any

from tests.web.node import call_module

HAND = ["red-1", "blue-1", "red-2", "gold-5", "gold-5"]
MOVES = ["play red-1", "play blue-1", "play red-1 blue-1", "play gold-5 gold-5", "play gold-5 red-2 red-1"]
AS_LISTS = """(module) => ({ ...module, narrowMoves: (...given) => {
    const { possible, complete, next } = module.narrowMoves(...given);
    return [possible, complete, [...next].sort()];
} })"""


def pieces(*places: int) -> list[dict[str, Any]]:
    """Cards of the hand by their indices."""
    return [{"id": f"card-{place}", "word": HAND[place]} for place in places]


def narrowed(*words: str) -> Any:
    return call_module("picking.js", [["narrowMoves", MOVES, list(words)]], context=AS_LISTS)[0]


def tapped(*places: int, then: int) -> list[str] | None:
    """Ids of the picked cards after a tap on one more."""
    found = call_module("picking.js", [["pickedAfterTap", MOVES, pieces(*places), *pieces(then)]])[0]
    return None if found is None else [piece["id"] for piece in found]


def test_without_picked_pieces_every_move_is_possible_and_none_complete() -> None:
    assert narrowed() == [MOVES, [], ["blue-1", "gold-5", "red-1", "red-2"]]


def test_moves_containing_the_picked_pieces_remain_in_any_order() -> None:
    assert narrowed("blue-1", "red-1") == [["play red-1 blue-1"], ["play red-1 blue-1"], []]
    assert narrowed("red-1") == [
        ["play red-1", "play red-1 blue-1", "play gold-5 red-2 red-1"],
        ["play red-1"],
        ["blue-1", "gold-5", "red-2"],
    ]


def test_equal_pieces_are_counted_separately() -> None:
    assert narrowed("gold-5") == [MOVES[3:], [], ["gold-5", "red-1", "red-2"]]
    assert narrowed("gold-5", "gold-5")[1] == ["play gold-5 gold-5"]
    assert narrowed("gold-5", "gold-5", "gold-5")[0] == []
    assert tapped(3, then=4) == ["card-3", "card-4"]


def test_a_second_tap_puts_a_piece_back() -> None:
    assert tapped(0, 1, then=0) == ["card-1"]


def test_an_incompatible_piece_replaces_the_first_picked_ones() -> None:
    assert tapped(0, 1, then=2) == ["card-2"]
    assert tapped(1, 0, then=2) == ["card-0", "card-2"]


def test_a_piece_without_a_move_is_not_picked() -> None:
    unknown = {"id": "x", "word": "black-9"}
    assert call_module("picking.js", [["pickedAfterTap", MOVES, pieces(0), unknown]]) == [None]


def test_move_texts_begin_with_their_verbs() -> None:
    moves = {"pass": [""], "play": ["red-1", "red-1 blue-1"], "deal": ["1"]}
    assert call_module("picking.js", [["moveTexts", moves, ["play", "pass", "swap"]]]) == [
        ["play red-1", "play red-1 blue-1", "pass"]
    ]


def test_moves_without_pieces_are_always_offered_and_others_when_few_are_left() -> None:
    moves = ["pass", *MOVES]
    calls: list[list[Any]] = [
        ["offeredMoves", moves, words, 2] for words in ([], ["red-1"], ["red-1", "blue-1"])
    ]
    assert call_module("picking.js", calls) == [
        ["pass"],
        ["pass", "play red-1"],
        ["pass", "play red-1 blue-1"],
    ]


def test_piece_words_exclude_what_a_set_counts_as() -> None:
    moves = ["lay red-5+blue-5 as duo 5-5", "pass", "give red-5 blue-7"]
    words = call_module("picking.js", [["pieceWords", move] for move in moves])
    assert words == [["red-5", "blue-5"], [], ["red-5", "blue-7"]]
