"""What Caper knows about good play: lay high cards, above all if nobody else can lay the same."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.caper.moves import card_of
from caponata.games.caper.rules import CaperPosition


class CaperHints(Hints):
    """Prefers high cards, and cards of which the seat has seen every copy."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CaperPosition)
        card = card_of(move)
        copies_seen = position.hand(seat)[card] + position.discards[card]
        return card + 1 + 2 * copies_seen
