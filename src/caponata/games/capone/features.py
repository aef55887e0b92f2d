"""Features of Capone: the fields of a view as numbers for learners."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Seat, Seats
from caponata.games.capone.layout import PHASES
from caponata.games.capone.moves import CARD_NAMES, GUARD_COUNT, LEGAL, LEISURE, MEMBERS, SITE_NAMES

COPIES: Final = 6
CARDS: Final = 100
MONEY: Final = 100_000
VALUE: Final = 1_000
CELLS: Final = ("cell 1", "cell 2", "cell 3")

_cards: Final = Counts(CARD_NAMES, COPIES)
_members: Final = Counts(MEMBERS, 1)
_guards: Final = Number(int(GUARD_COUNT))

FEATURES: Final = Fields(
    {
        "year": Number(100),
        "phase": OneOf(PHASES),
        "dealer": Seat(),
        "turn": Seat(),
        "to_act": Seats(),
        "turns": Number(5),
        "played": Number(30),
        "settled": Number(6),
        "deck": Number(CARDS),
        "discards": _cards,
        "cards": BySeat(Number(10)),
        "returned": BySeat(Number(10)),
        "cash": BySeat(Number(MONEY)),
        "steps": BySeat(Number(20)),
        "people": BySeat(
            Fields(
                {
                    "home": _members,
                    "guards": _guards,
                    "cells": ByName(CELLS, _members),
                    "harbour": _members,
                    "park": _guards,
                    "lost": _guards,
                }
            )
        ),
        "sites": ByName(
            SITE_NAMES,
            Fields(
                {
                    "owner": Seat(),
                    "members": _members,
                    "guards": _guards,
                    "value": Number(VALUE),
                    "earns": Number(VALUE),
                    "takes": Number(VALUE),
                    "beaten_by": Seats(),
                },
                left_out={
                    "site": "given by the order of the list",
                    "colour": "the same in every position",
                    "minimum": "the same in every position",
                },
            ),
        ),
        "leisure": ByName(LEISURE, Fields({"seat": Seat(), "member": OneOf(MEMBERS)})),
        "fronts": ByName(LEGAL, Seat()),
        "income": BySeat(Number(MONEY, -MONEY)),
        "protection": BySeat(Number(MONEY, -MONEY)),
        "reach": BySeat(Number(VALUE)),
        "unseen": ByName(CARD_NAMES, Number(COPIES)),
        "hand": _cards,
        "gave_back": _cards,
        "plan": Fields(
            {
                "aside": _cards,
                "card": OneOf(CARD_NAMES),
                "site": OneOf(SITE_NAMES),
                "members": _members,
                "guards": _guards,
                "value": Number(VALUE),
                "need": Number(VALUE),
                "complete": Number(),
                "earns": Number(VALUE, -VALUE),
            },
            left_out={"mode": "follows from the owner of the site"},
        ),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "an option of the game",
        "seats": "fixed before the game",
        "seat": "seats are numbered relative to it",
        "families": "the same in every position",
        "years": "an option of the game",
        "to_deal": "concerns chance only",
        "worth": "an option of the game",
        "front_pay": "follows from the steps",
        "held": "follows from the unseen cards and the sizes of the hands",
        "places": "follows from the legal moves and the sites",
        "last_card": "follows from the pieces at home",
    },
)
