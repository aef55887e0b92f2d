"""The outcome of a game of Capo dei Capi: score lines, tie-breaks and places."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import Outcome, ScoreLine
from caponata.games.capo_dei_capi.layout import AREA_NAMES, AREAS, CUBES_ON, END_RULES, GAINED, HANDS, OVER
from caponata.games.capo_dei_capi.state import DeiCapiState


def areas_won(state: DeiCapiState, seat: i64) -> i64:
    """The number of areas that a seat has won."""
    won: i64 = 0
    area: i64 = 0
    while area < AREAS:
        if state.has_won(seat, area):
            won += 1
        area += 1
    return won


def lead(state: DeiCapiState) -> tuple[int, str]:
    """The lead of seat 0 in the first criterion that separates the seats, and the rule of that criterion.

    Points [CDC-9.3], chips [CDC-9.4], areas [CDC-9.5], and then the seat that ended the game [CDC-9.6].
    """
    by_points = state.score(0) - state.score(1)
    if by_points:
        return by_points, "CDC-9.3"
    by_chips = state.words[HANDS] - state.words[HANDS + 1]
    if by_chips:
        return by_chips, "CDC-9.4"
    by_areas = areas_won(state, 0) - areas_won(state, 1)
    if by_areas:
        return by_areas, "CDC-9.5"
    if state.phase != OVER:
        return 0, "CDC-9.6"
    return 1 - 2 * state.turn, "CDC-9.6"


def is_ahead(state: DeiCapiState, one: i64, other: i64) -> bool:
    """Return whether one seat ranks above another, with all tie-breaks applied."""
    if one == other:
        return False
    ahead = state.score(one) - state.score(other)
    if ahead == 0:
        of_seat_0, _ = lead(state)
        ahead = of_seat_0
        if one == 1:
            ahead = -ahead
    return ahead > 0


def outcome(state: DeiCapiState) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.phase != OVER:
        return None
    scores = (int(state.score(0)), int(state.score(1)))
    places = (int(state.place(0)), int(state.place(1)))
    _, decided_by = lead(state)
    return Outcome(
        END_RULES[state.ended], scores, places, (score_lines(state, 0), score_lines(state, 1)), decided_by
    )


def score_lines(state: DeiCapiState, seat: i64) -> tuple[ScoreLine, ...]:
    """A seat's score with one line for each source."""
    lines: list[ScoreLine] = []
    for area, name in enumerate(AREA_NAMES):
        points = 0
        if state.has_won(seat, area):
            points = 1 + state.words[CUBES_ON + area]
        lines.append(ScoreLine("CDC-9.1", f"area-{name}", points))
    lines.append(ScoreLine("CDC-9.3", "mayor-cubes", state.words[GAINED + seat]))
    return tuple(lines)
