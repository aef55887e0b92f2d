"""Move spaces: numbers, names, texts, JSON and dense indices of moves agree."""

from __future__ import annotations

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.moves import Domain, MoveError, MoveSpace, Verb

MOST_TRIED = 2_000
NUMBER = Domain("number", tuple("123456"))
SUIT = Domain("suit", ("cups", "coins"))
SPACE = MoveSpace(
    (
        Verb("draw", 0, (SUIT,), chance=True),
        Verb("lay", 2, (SUIT, NUMBER)),
        Verb("pass", 14),
        Verb("pair", 15, (NUMBER, NUMBER), unordered=True),
    )
)


class Subsets:
    """All sets of fifty cards: too many values to list."""

    def __len__(self) -> int:
        return 2**50

    def name(self, index: int) -> str:
        return f"{index:x}"

    def index(self, name: str) -> int:
        return int(name, 16)


@pytest.mark.parametrize("space", [SPACE, *(find_game(name).space for name in (*BUILT_IN, *TUTORIAL))])
def test_every_move_can_be_read_back_from_text_json_and_dense_index(space: MoveSpace) -> None:
    """Of a very large space, only a sample of evenly spaced moves is tried."""
    step = 1 + len(space) // MOST_TRIED
    tried = range(0, len(space), step)
    moves = [space.at(dense) for dense in tried]
    assert len(set(moves)) == len(moves)
    if step == 1:
        assert moves == list(space)
    for dense, move in zip(tried, moves, strict=True):
        assert move in space
        assert space.read(space.text(move)) == move
        assert space.from_json([str(part) for part in space.json(move)]) == move
        assert space.dense(move) == dense
        assert space.at(dense) == move


def test_seats_moves_have_the_lowest_dense_indices() -> None:
    assert SPACE.choices == 12 + 1 + 21
    assert all(not SPACE.verb(SPACE.at(dense)).chance for dense in range(SPACE.choices))
    assert all(SPACE.verb(SPACE.at(dense)).chance for dense in range(SPACE.choices, len(SPACE)))


def test_case_and_spacing_of_a_typed_move_do_not_matter() -> None:
    assert SPACE.text(SPACE.read("  LAY   coins 4 ")) == "lay coins 4"
    assert SPACE.text(14) == "pass"
    assert SPACE.json(14) == ["pass"]


def test_pair_can_be_typed_in_either_order() -> None:
    assert SPACE.read("pair 5 2") == SPACE.read("pair 2 5")
    assert SPACE.text(SPACE.read("pair 5 2")) == "pair 2 5"
    assert SPACE.read("pair 3 3") in SPACE


def test_pair_in_the_wrong_order_is_not_a_move() -> None:
    backwards = SPACE.verb(15).number((4, 1))
    assert backwards not in SPACE
    with pytest.raises(MoveError, match="no move number"):
        SPACE.text(backwards)


def test_hidden_move_shows_only_its_verb() -> None:
    assert SPACE.hidden(SPACE.read("lay cups 3")) == "lay ? ?"


def test_aliases_are_shown_and_read_but_texts_keep_to_the_values() -> None:
    metal = Domain("metal", ("au", "ag"), ("gold", "silver"))
    space = MoveSpace((Verb("take", 0, (metal,)), Verb("give", 2, (metal, NUMBER))))
    move = space.read("give silver 3")
    assert move == space.read("give ag 3")
    assert space.text(move) == "give ag 3"
    assert space.json(move) == ["give", "ag", "3"]
    assert space.shown_text(move) == "give silver 3"


def test_misspelled_alias_suggests_the_nearest_one() -> None:
    space = MoveSpace((Verb("take", 0, (Domain("metal", ("au", "ag"), ("gold", "silver")),)),))
    with pytest.raises(MoveError, match="did you mean 'take silver'"):
        space.read("take silber")


@pytest.mark.parametrize("text", ["", "   ", "lay", "lay cups", "lay cups 3 3", "lay swords 3", "fold", "?"])
def test_text_that_names_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveError, match="is not a move of this game"):
        SPACE.read(text)


def test_misspelled_move_suggests_the_nearest_one() -> None:
    with pytest.raises(MoveError, match="did you mean 'lay coins 4'"):
        SPACE.read("lay coin 4")


@pytest.mark.parametrize("number", [-1, 51, 10**9])
def test_number_outside_the_space_is_not_a_move(number: int) -> None:
    assert number not in SPACE
    with pytest.raises(MoveError):
        SPACE.spelled(number)
    with pytest.raises(MoveError):
        SPACE.at(len(SPACE))


def test_verbs_must_not_leave_gaps_or_overlap() -> None:
    with pytest.raises(ValueError, match="2 is the next free number"):
        MoveSpace((Verb("draw", 0, (SUIT,)), Verb("pass", 1)))
    with pytest.raises(ValueError, match="2 is the next free number"):
        MoveSpace((Verb("draw", 0, (SUIT,)), Verb("pass", 3)))


def test_unordered_verb_takes_two_arguments_of_one_domain() -> None:
    with pytest.raises(ValueError, match="two arguments of one domain"):
        Verb("pair", 0, (NUMBER, SUIT), unordered=True)


def test_space_may_be_too_large_to_list() -> None:
    """A set of cards as a bit mask: every conversion works without listing the moves."""
    space = MoveSpace((Verb("pass", 0), Verb("lay", 1, (Subsets(),))))
    move = space.read("lay 3fff0")
    assert space.text(move) == "lay 3fff0"
    assert space.at(space.dense(move)) == move
    assert len(space) == 2**50 + 1
    with pytest.raises(MoveError):
        space.read("lay cards")


def test_text_may_explain_what_a_move_counts_as() -> None:
    """The words after "as" are written in texts but need not be typed."""
    suits = {0: "", 1: "gold"}
    space = MoveSpace((Verb("pass", 0), Verb("lay", 1, (SUIT,), counts_as=lambda suit: suits[suit])))
    assert space.text(1) == "lay cups"
    assert space.text(2) == "lay coins as gold"
    assert space.read("lay coins as gold") == space.read("LAY coins") == 2
    assert space.json(2) == ["lay", "coins"]
    assert space.hidden(2) == "lay ?"
