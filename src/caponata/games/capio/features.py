"""The features of Capio: its view as numbers. Nothing is hidden; seats are counted from the viewer."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import (
    ByName,
    BySeat,
    Counts,
    Fields,
    Length,
    Names,
    Number,
    OneOf,
    Rows,
    Seat,
    Seats,
    Which,
)
from caponata.games.capio.cards import CARD_NAMES, CHAIN_FIELDS, GRID_FIELDS, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, COPIES, DICE, DIE_NAMES, FACES
from caponata.games.capio.layout import MOST_PLAYTHROUGHS, PHASES, ROUNDS, SCORE_NAMES, SLOTS

HIGHEST_TARGET: Final = 13  # [CAPIO-1.3]
POINTS: Final = 60  # limit for the points of a playthrough, positive or negative
SCORE: Final = POINTS * int(MOST_PLAYTHROUGHS)
SEATS: Final = 4

_face: Final = Number(int(FACES))
_colour: Final = Which(COLOUR_NAMES)
_die: Final = Which(DIE_NAMES)
_cards: Final = tuple(f"card {slot + 1}" for slot in range(int(SLOTS)))

_field: Final = Fields(
    {
        "colour": _colour,
        "faces": Counts(range(1, int(FACES) + 1), 1),
        "base": _colour,
        "top": _colour,
        "word": _colour,
        "print": _colour,
        "face": _face,
    }
)
_goal: Final = Fields(
    {
        "kind": OneOf(KIND_NAMES),
        "name": Which(CARD_NAMES),
        "number": Number(HIGHEST_TARGET),
        "fields": Rows(int(CHAIN_FIELDS), _field),
        "rows": Rows(
            int(SLOTS),
            Fields(
                {"left": _colour, "right": _colour, "face": _face},
                left_out={"form": "the number is a feature, however it is written"},
            ),
        ),
    },
    left_out={"language": "the colour that a word names is a feature"},
)
_laid: Final = Fields(
    {
        "beside": Length(int(DICE)),
        "fields": Names(int(DICE), DIE_NAMES),
        "sum": Number(int(DICE * FACES)),
        "tops": Names(int(GRID_FIELDS), DIE_NAMES),
        "parked": Fields({"field": Number(int(GRID_FIELDS)), "die": _die}),
    }
)

FEATURES: Final = Fields(
    {
        "phase": OneOf(PHASES),
        "round": Number(int(ROUNDS)),
        "playthrough": Number(SEATS),
        "to_act": Seats(),
        "caller": Seat(),
        "resting": Seats(),
        "goals": BySeat(Rows(int(SLOTS), _goal)),
        "rolls": BySeat(_face),
        "middle": ByName(COLOUR_NAMES, Counts(range(1, int(FACES) + 1), int(COPIES))),
        "hands": BySeat(_die),
        "laid": BySeat(ByName(_cards, _laid)),
        "gone": Length(int(DICE)),
        "used": Counts(CARD_NAMES, 1),
        "points": Rows(int(MOST_PLAYTHROUGHS), BySeat(Number(POINTS, -POINTS))),
        "scores": BySeat(Number(SCORE, -SCORE)),
        "bonus": BySeat(Number(SCORE)),
        "tallies": BySeat(ByName(SCORE_NAMES, Number(SCORE, -SCORE))),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "pace": "concerns the clock only",
        "options": "the same in every position of a game",
        "seats": "the same in every position of a game",
        "seat": "seats are counted from the viewer",
        "thrown": "the current location of every die is a feature",
        "next": "only chance moves depend on it",
        "kinds": "only chance moves depend on it",
        "reckoning": "explains points that are features; no decision depends on it",
    },
)
