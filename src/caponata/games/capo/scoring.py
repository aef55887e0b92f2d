"""The outcome of a finished game."""

from __future__ import annotations

from caponata.engine.game import Outcome, ScoreLine
from caponata.games.capo.layout import NONE, OVER
from caponata.games.capo.state import CapoState


def outcome(state: CapoState) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase != OVER:
        return None
    scores = tuple([int(state.score(seat)) for seat in range(state.seats)])
    places = tuple([int(state.place(seat)) for seat in range(state.seats)])
    lines = tuple([(ScoreLine("CAPO-8.4", "largest-set", score),) for score in scores])
    if state.champion != NONE:
        return Outcome("CAPO-8.1", scores, places, lines, "CAPO-8.1")
    decided_by = "CAPO-8.4"
    if scores.count(max(scores)) > 1:
        decided_by = "CAPO-8.5" if places.count(0) == 1 else "CAPO-8.6"
    return Outcome("CAPO-8.3", scores, places, lines, decided_by)
