"""Features: the view of CAPO as numbers for learners."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Counts, Fields, Number, OneOf, Rows, Seat, Seats
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS, CITY_COPIES
from caponata.games.capo.layout import PHASES, TITLES
from caponata.games.capo.view import PENALTIES

SEATS: Final = 8
CARDS: Final = 52
POLICE: Final = 2

_cards: Final = Counts(CARD_NAMES, POLICE)
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
            left_out={"sort": "how many cards it is", "kind": "told by its cards"},
        ),
        "last": Fields({"seat": Seat(), "cards": _cards}),
        "passed": Seats(),
        "locked": Seats(),
        "cards": BySeat(Number(CARDS)),
        "played": BySeat(_cards),
        "outs": Rows(SEATS, Fields({"seat": Seat(), "penalty": OneOf(PENALTIES)})),
        "places": Rows(SEATS, Seat()),
        "titles": BySeat(OneOf(TITLES)),
        "stock": Number(20),
        "cities": BySeat(
            Fields(
                {
                    "count": Number(20),
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
        "options": "agreed on before the game",
        "seats": "agreed on before the game",
        "seat": "seats are counted from it",
        "rounds": "the same in every position",
        "deal": "of chance",
        "to_deal": "of chance",
        "deck": "of chance",
        "stars": "the same in every position",
        "hands": "agreed on before the game",
        "champion": "nobody before the end",
        "lays": "what may be laid: the mask says so",
    },
)
