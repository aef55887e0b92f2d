"""The view of Capio as numbers: everything is open, so every seat has the same, counted from itself."""

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
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES, NINE, TWELVE
from caponata.games.capio.dice import COLOUR_NAMES, COPIES, DICE, FACES, LOOK_NAMES
from caponata.games.capio.layout import MOST_PLAYTHROUGHS, PHASES, ROUNDS, SCORE_NAMES, SLOTS

HIGHEST_TARGET: Final = 13  # [CAPIO-1.3]
POINTS: Final = 60  # of a playthrough, either way: there are forty dice
SCORE: Final = POINTS * int(MOST_PLAYTHROUGHS)
SEATS: Final = 4

_face: Final = Number(int(FACES))
_colour: Final = Which(COLOUR_NAMES)
_die: Final = Which(LOOK_NAMES)
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
        "fields": Rows(int(TWELVE), _field),
        "rows": Rows(
            int(SLOTS),
            Fields(
                {"left": _colour, "right": _colour, "face": _face},
                left_out={"form": "how the number is written"},
            ),
        ),
    },
    left_out={"language": "in which the words are written: what they name is said"},
)
_laid: Final = Fields(
    {
        "beside": Length(int(DICE)),
        "fields": Names(int(DICE), LOOK_NAMES),
        "sum": Number(int(DICE * FACES)),
        "tops": Names(int(NINE), LOOK_NAMES),
        "parked": Fields({"field": Number(int(NINE)), "die": _die}),
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
        "options": "agreed on before the game",
        "seats": "agreed on before the game",
        "seat": "seats are counted from it",
        "thrown": "where the dice are now is shown",
        "next": "of chance",
        "kinds": "of chance",
        "reckoning": "how points that are shown came about: nothing is decided while it lies open",
    },
)
