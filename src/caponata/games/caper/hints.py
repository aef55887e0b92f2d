"""What Caper knows about good play: high cards first, unless one holds both copies."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.caper.rules import LAY, CaperPosition


class CaperHints(Hints):
    """Prefers high cards, most of all when nobody else can lay the same."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CaperPosition)
        card = move - LAY
        copies_seen = position.hands[seat][card] + position.discards[card]
        return card + 1 + 2 * copies_seen
