"""The accessors and constructors of moves, compared with the move space."""

from __future__ import annotations

import pytest

from caponata.games.capo.moves import (
    SPACE,
    card_count_of,
    card_of,
    cards_of,
    city_move,
    colour_of,
    draw_move,
    give_move,
    lay_move,
    move_of,
    seat_of,
    verb_of,
)
from caponata.games.capo.piles import pile_size
from caponata.games.capo.sets import set_pile

ARGUMENTS = {
    "challenge": seat_of,
    "dealer": seat_of,
    "fight": card_of,
    "discard": card_of,
    "draw": card_of,
    "stake": colour_of,
    "yield": colour_of,
    "pick": colour_of,
    "city": colour_of,
}
CONSTRUCTORS = {"give": give_move, "lay": lay_move, "draw": draw_move, "city": city_move}


@pytest.mark.parametrize("index", range(len(SPACE.verbs)))
def test_accessors_and_constructors_agree_with_the_move_space(index: int) -> None:
    verb = SPACE.verbs[index]
    step = max(1, verb.size // 500)
    for move in [*range(verb.first, verb.first + verb.size, step), verb.first + verb.size - 1]:
        assert verb_of(move) == index
        if not verb.domains:
            continue
        (argument,) = verb.arguments(move)
        assert move_of(index, argument) == move
        if verb.name in ARGUMENTS:
            assert ARGUMENTS[verb.name](move) == argument
        else:
            assert cards_of(move) == set_pile(argument)
            assert card_count_of(move) == pile_size(set_pile(argument))
        if verb.name in CONSTRUCTORS:
            assert CONSTRUCTORS[verb.name](argument) == move
