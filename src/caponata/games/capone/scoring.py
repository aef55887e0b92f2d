"""The outcome of a finished game of Capone."""

from __future__ import annotations

from caponata.engine.game import Outcome, ScoreLine
from caponata.games.capone.layout import CASH, MOST_STEPS, OVER, STEPS
from caponata.games.capone.state import CaponeState


def outcome(state: CaponeState) -> Outcome | None:
    """The outcome of a finished game, or None while it goes on."""
    if state.phase != OVER:
        return None
    seats = range(state.seats)
    scores = tuple([int(state.score(seat)) for seat in seats])
    places = tuple([int(state.place(seat)) for seat in seats])
    lines = tuple([(ScoreLine("CAPONE-8.7", "steps", score),) for score in scores])
    rule = "CAPONE-9.1" if state.most_steps() == MOST_STEPS else "CAPONE-9.5"
    return Outcome(rule, scores, places, lines, deciding_rule(state, places))


def deciding_rule(state: CaponeState, places: tuple[int, ...]) -> str:
    """The rule that separated the winner from the next seat."""
    if places.count(0) > 1:
        return "CAPONE-9.4"
    winner = places.index(0)
    runner_up = places.index(1)
    if state.words[STEPS + winner] != state.words[STEPS + runner_up]:
        return "CAPONE-9.1"
    if state.words[CASH + winner] != state.words[CASH + runner_up]:
        return "CAPONE-9.2"
    return "CAPONE-9.3"
