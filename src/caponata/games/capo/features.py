"""Features: the view of CAPO as numbers for learners."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Rows, Seat, Seats
from caponata.engine.game import MOST_SEATS
from caponata.games.capo.cards import (
    CARD_NAMES,
    CITY_COLOURS,
    CITY_COPIES,
    CITY_COUNT,
    DECK_SIZE,
    POLICE_COUNT,
)
from caponata.games.capo.layout import PHASES, TITLES
from caponata.games.capo.view import PENALTIES

SEATS: Final = int(MOST_SEATS)
CARDS: Final = int(DECK_SIZE)
CITY_CARDS: Final = int(CITY_COUNT * CITY_COPIES)

_cards: Final = Counts(CARD_NAMES, int(POLICE_COUNT))
_cities: Final = Counts(CITY_COLOURS, int(CITY_COPIES))
_ranks: Final = (*map(str, range(1, 11)), "police")

FEATURES: Final = Fields(
    {
        "round": Number(100),
        "phase": OneOf(PHASES),
        "leader": Seat(),
        "turn": Seat(),
        "to_act": Seats(),
        "direction": Number(1, -1),
        "top": Fields(
            {"seat": Seat(), "cards": _cards, "as": Rows(5, Number(11))},
            left_out={"sort": "given by the number of cards", "kind": "given by the cards"},
        ),
        "last": Fields({"seat": Seat(), "cards": _cards}),
        "passed": Seats(),
        "locked": Seats(),
        "cards": BySeat(Number(CARDS)),
        "played": BySeat(_cards),
        "outs": Rows(SEATS, Fields({"seat": Seat(), "penalty": OneOf(PENALTIES)})),
        "places": Rows(SEATS, Seat()),
        "titles": BySeat(OneOf(TITLES)),
        "stock": Number(CITY_CARDS),
        "cities": BySeat(
            Fields(
                {
                    "count": Number(CITY_CARDS),
                    "staked": Number(),
                    "stake": OneOf(CITY_COLOURS),
                    "known": _cities,
                    "known_to_all": _cities,
                }
            )
        ),
        "shown": _cities,
        "pick_place": Number(SEATS),
        "picks_left": Number(SEATS),
        "gained": Seats(),
        "battle": Fields(
            {"challenger": Seat(), "foe": Seat(), "equal": Number(), "winner": Seat(), "loser": Seat()}
        ),
        "mamma_due": Number(),
        "swapped": Number(),
        "unseen": ByName(_ranks, Number(5)),
        "hand": _cards,
        "chosen": _cards,
        "city": _cities,
        "exchange": Fields({"with": Seat(), "gave": _cards, "received": _cards, "known": _cards}),
        "gift": Fields({"to": Seat(), "count": Number(CARDS)}),
        "known_of_me": BySeat(_cities),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "chosen before the game",
        "seats": "chosen before the game",
        "seat": "seats are counted from it",
        "rounds": "the same in every position",
        "deal": "used only by chance",
        "to_deal": "used only by chance",
        "deck": "used only by chance",
        "stars": "the same in every position",
        "hands": "given by the options",
        "champion": "None before the end",
        "lays": "given by the action mask",
    },
)
