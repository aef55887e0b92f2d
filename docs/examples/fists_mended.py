"""Fists without its leak: coins in a closed fist still count as in the purse."""

from __future__ import annotations

from dataclasses import replace

from fists import GAME as LEAKY
from fists import FistPosition

from caponata.engine.game import Position, View


def view(position: Position, seat: int) -> View:
    """What a seat may know."""
    assert isinstance(position, FistPosition)
    whole = [purse + max(fist, 0) for purse, fist in zip(position.purses, position.fists, strict=True)]
    return LEAKY.view(position, seat) | {"purses": whole}


GAME = replace(LEAKY, name="fists-mended", package=__name__, view=view)
