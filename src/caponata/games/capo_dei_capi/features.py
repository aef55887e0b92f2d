"""The fields of a view of Capo dei Capi that learners observe as numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Seat, Seats
from caponata.games.capo_dei_capi.dice import ACTIONS, FACES
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BUSTS,
    CHIPS,
    CIRCLES,
    CUBES,
    ENDS,
    PHASES,
    TOKEN_NAMES,
    TOP_LEVEL,
)
from caponata.games.capo_dei_capi.moves import SPACE

TOKENS: Final = tuple(name for name in TOKEN_NAMES if name)
VALUES: Final = ("1", "2", "3")
MOST_TOKENS: Final = 30  # of one kind
MOST_CASES: Final = 36 * MOST_TOKENS
MOST_POINTS: Final = 60
MOST_WORTH: Final = 1_000_000

_total: Final = Fields({"low": Number(MOST_POINTS), "high": Number(MOST_POINTS)})
_by_value: Final = ByName(VALUES, Number(MOST_TOKENS))

FEATURES: Final = Fields(
    {
        "phase": OneOf(PHASES),
        "turn": Seat(),
        "to_act": Seats(),
        "rolls": Number(1000),
        "must_roll": Number(),
        "level": Number(int(TOP_LEVEL)),
        "hit_man": Number(),
        "promised": Number(),
        "dice": ByName(("white", "black"), OneOf(range(1, int(FACES) + 1))),
        "declared": OneOf(tuple(SPACE.text(move) for move in SPACE if not SPACE.verb(move).chance)),
        "chips": BySeat(Number(int(CHIPS))),
        "gained": BySeat(Number(int(CUBES))),
        "mayor": Fields({"cubes": Number(int(CUBES)), "chips": Number(int(CHIPS))}),
        "supply": Fields(
            {
                "influence": _by_value,
                "bribes": Number(MOST_TOKENS),
                "cubes": Number(int(CUBES)),
                "chips": Number(int(CHIPS)),
            }
        ),
        "areas": ByName(
            AREA_NAMES,
            Fields(
                {
                    "cubes": Number(int(CUBES)),
                    "beside": OneOf(TOKENS),
                    "tokens": BySeat(Counts(TOKENS, int(CIRCLES))),
                    "totals": BySeat(_total),
                    "leader": Seat(),
                },
                left_out={"name": "given by its index"},
            ),
        ),
        "pocketing": Number(),
        "unseen": _by_value,
        "scores": BySeat(_total),
        "ended": OneOf(ENDS[1:]),
        "next": Fields(
            {
                "of": Number(MOST_CASES),
                "bust": Number(MOST_CASES),
                "doubles": Number(MOST_CASES),
                "token": Number(MOST_CASES),
                "level": Number(MOST_CASES),
                "gain": Number(MOST_WORTH, -MOST_WORTH),
            },
            left_out={"busts": "the same for each roll"},
        ),
        "stake": Fields(
            {
                "influence": Number(18),
                "bribes": Number(6),
                "chips": Number(int(CHIPS)),
                "cubes": Number(int(CUBES)),
                "worth": Number(MOST_WORTH, -MOST_WORTH),
            }
        ),
        "roll": Fields(
            {"action": OneOf(ACTIONS), "doubles": Number(), "bust": OneOf(BUSTS[1:])},
            left_out={
                "white": "in the field dice",
                "black": "in the field dice",
                "options": "effects of legal moves, which the mask lists",
            },
        ),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "constant during a game",
        "seats": "always two",
        "seat": "seats are numbered from it",
        "actions": "the same in every position",
        "prices": "the same in every position",
        "room": "the full area, which the mask shows",
        "discarded": "included in the box",
        "box": "the tokens that are nowhere else",
    },
)
