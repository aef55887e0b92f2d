"""The view of Capital Lux as numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Rows, Seat, Seats
from caponata.games.capital_lux.layout import PHASES
from caponata.games.capital_lux.moves import CARD_NAMES, COLOURS, MODIFIERS

CARDS: Final = len(CARD_NAMES) * 4  # more than there are
COPIES: Final = 4
TOTAL: Final = 100  # of one colour

_cards: Final = Counts(CARD_NAMES, COPIES)

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
        "deck": Number(CARDS),
        "capital": _cards,
        "discards": _cards,
        "homes": BySeat(_cards),
        "bonuses": BySeat(_cards),
        "gold": BySeat(Number(20)),
        "gold_pile": Number(20),
        "cards": BySeat(Number(20)),
        "scores": BySeat(Number(TOTAL, -TOTAL)),
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
        "unseen": ByName(CARD_NAMES, Number(COPIES)),
        "limits": ByName(
            COLOURS,
            Fields(
                {
                    "cards": Number(TOTAL),
                    "hidden": Number(len(MODIFIERS)),
                    "low": Number(TOTAL, -TOTAL),
                    "high": Number(TOTAL, -TOTAL),
                }
            ),
        ),
        "totals": BySeat(
            ByName(
                COLOURS,
                Fields(
                    {"total": Number(TOTAL), "status": OneOf(("safe", "open", "over")), "over": Number(TOTAL)}
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
        "options": "agreed on before the game",
        "seats": "agreed on before the game",
        "seat": "seats are counted from it",
        "rounds": "the same in every position",
        "to_open": "of chance",
        "deal": "of chance",
        "to_deal": "of chance",
        "plays": "what was played lies in the homes and the capital; in which order is left to memory",
    },
)
