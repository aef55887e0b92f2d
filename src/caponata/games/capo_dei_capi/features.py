"""The view of Capo dei Capi as numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Seat, Seats
from caponata.games.capo_dei_capi.layout import BUSTS, CHIPS, CUBES, ENDS, PHASES, TOKEN_NAMES, TOP_LEVEL
from caponata.games.capo_dei_capi.moves import ACTIONS, AREA_NAMES, CIRCLES, FACES, SPACE

TOKENS: Final = tuple(name for name in TOKEN_NAMES if name)
VALUES: Final = ("1", "2", "3")
KINDS: Final = 30  # tokens of a kind, at most
POINTS: Final = 60

_total: Final = Fields({"low": Number(POINTS), "high": Number(POINTS)})
_by_value: Final = ByName(VALUES, Number(KINDS))

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
                "bribes": Number(KINDS),
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
                left_out={"name": "its place in the list"},
            ),
        ),
        "pocketing": Number(),
        "unseen": _by_value,
        "scores": BySeat(_total),
        "ended": OneOf(ENDS[1:]),
        "next": Fields(
            {
                "of": Number(36 * KINDS),
                "bust": Number(36 * KINDS),
                "doubles": Number(36 * KINDS),
                "token": Number(36 * KINDS),
                "level": Number(36 * KINDS),
                "gain": Number(1_000_000, -1_000_000),
            },
            left_out={"busts": "the same roll by roll"},
        ),
        "stake": Fields(
            {
                "influence": Number(18),
                "bribes": Number(6),
                "chips": Number(int(CHIPS)),
                "cubes": Number(int(CUBES)),
                "worth": Number(1_000_000, -1_000_000),
            }
        ),
        "roll": Fields(
            {"action": OneOf(ACTIONS), "doubles": Number(), "bust": OneOf(BUSTS[1:])},
            left_out={
                "white": "the dice are shown above",
                "black": "the dice are shown above",
                "options": "what each move would do: the mask says which there are",
            },
        ),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "agreed on before the game",
        "seats": "always two",
        "seat": "seats are counted from it",
        "actions": "the same in every position",
        "room": "which area is too full: the mask says so",
        "discarded": "what left the game last: it is in the box",
        "box": "what is out of the game is what is nowhere else",
    },
)
