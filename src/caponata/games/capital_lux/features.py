"""What learners observe of Capital Lux: the fields of a view as numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Rows, Seat, Seats
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS, MODIFIERS
from caponata.games.capital_lux.layout import PHASES

MOST_COPIES: Final = 4
MOST_CARDS: Final = len(CARD_NAMES) * MOST_COPIES  # an upper bound
MOST_POINTS: Final = 100  # of one colour, or of a score

_cards: Final = Counts(CARD_NAMES, MOST_COPIES)

FEATURES: Final = Fields(
    {
        "round": Number(3),
        "phase": OneOf(PHASES),
        "starter": Seat(),
        "turn": Seat(),
        "to_act": Seats(),
        "last_turns": Number(4),
        "settled": Number(4),
        "kept": Counts(COLOURS, 1),
        "deck": Number(MOST_CARDS),
        "capital": _cards,
        "discards": _cards,
        "homes": BySeat(_cards),
        "bonuses": BySeat(_cards),
        "gold": BySeat(Number(20)),
        "gold_pile": Number(20),
        "cards": BySeat(Number(20)),
        "scores": BySeat(Number(MOST_POINTS, -MOST_POINTS)),
        "modifiers": Fields(
            {
                "left": Number(len(MODIFIERS)),
                "held": OneOf(MODIFIERS),
                "placed": Rows(
                    len(MODIFIERS),
                    Fields({"seat": Seat(), "colour": OneOf(COLOURS), "value": OneOf(MODIFIERS)}),
                ),
            }
        ),
        "unseen": ByName(CARD_NAMES, Number(MOST_COPIES)),
        "limits": ByName(
            COLOURS,
            Fields(
                {
                    "cards": Number(MOST_POINTS),
                    "hidden": Number(len(MODIFIERS)),
                    "low": Number(MOST_POINTS, -MOST_POINTS),
                    "high": Number(MOST_POINTS, -MOST_POINTS),
                }
            ),
        ),
        "totals": BySeat(
            ByName(
                COLOURS,
                Fields(
                    {
                        "total": Number(MOST_POINTS),
                        "status": OneOf(("safe", "open", "over")),
                        "over": Number(MOST_POINTS),
                    }
                ),
            )
        ),
        "hand": _cards,
        "memory": ByName(
            ("picked_first", "picked_second", "passed_first", "passed_last", "received_last"), _cards
        ),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "fixed before the game",
        "seats": "fixed before the game",
        "seat": "seats are numbered relative to it",
        "rounds": "the same in every position",
        "to_open": "matters to chance only",
        "deal": "matters to chance only",
        "to_deal": "matters to chance only",
        "face_down": "only for boards: the cards are in the bonuses",
        "plays": "the cards are in the homes and the capital; a learner has to remember their order",
    },
)
