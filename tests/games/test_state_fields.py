"""Every attribute of a position is part of its declared state, or follows from its seats and options."""

from __future__ import annotations

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, Position

CONTRACT = {"seats", "effects", "options"}


def attributes(position: Position) -> set[str]:
    """The names of all attributes, whether the class is compiled or not."""
    compiled = {name for kind in type(position).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())}
    return (compiled | set(getattr(position, "__dict__", ()))) - {"__dict__", "__weakref__"}


@pytest.mark.parametrize("name", [*BUILT_IN, *TUTORIAL])
def test_attributes_outside_the_declared_state_never_change(name: str) -> None:
    game = find_game(name)
    position = game.start(game.seats[-1], game.options())
    constant = attributes(position) - set(position.state_fields()) - CONTRACT
    before = {attribute: getattr(position, attribute) for attribute in constant}
    rng = Rng(3)
    for _ in range(300):
        if position.to_act == NOBODY:
            break
        position.play(*next_move(position, rng))
    assert {attribute: getattr(position, attribute) for attribute in constant} == before
