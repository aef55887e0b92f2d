"""Capone's cards, places, people and moves, as numbers and as words."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb

MOST_SEATS: Final[i64] = 6
FAMILIES: Final = ("armaretto", "mascapone", "vinorosso", "ramazotti", "kaputtschino", "zappajone")

# A family's members, as bits of a set: the Don is bit 0 [CAPONE-1.1].
MEMBERS: Final = ("don", "mama", "right-hand", "collector", "lawyer", "bookkeeper", "secretary", "novice")
MEMBER_COUNT: Final[i64] = 8
GUARD_COUNT: Final[i64] = 8

# Kinds of cards: first the illegal businesses, then the legal ones, then the actions [CAPONE-1.2].
ILLEGAL: Final = (
    *("bar", "pawnbroker", "bureau"),
    *("nightclub", "loans", "jeweller"),
    *("printer", "casino"),
    *("bank", "weapons"),
)
LEGAL: Final = ("pasta", "laundry", "bakery", "florist", "cinema", "icecream", "taxi", "funeral")
LEISURE: Final = ("restaurant", "penthouse", "barber")  # [CAPONE-1.4]
ACTIONS: Final = (
    *(f"verkehr-{place}" for place in LEISURE),
    *("angebot", "fbi", "schutzgeld", "uebernahme"),
)
CARD_NAMES: Final = (*ILLEGAL, *LEGAL, *ACTIONS)
LEGAL_COUNT: Final[i64] = 8
LEISURE_COUNT: Final[i64] = 3
KINDS: Final[i64] = 25
FIRST_LEGAL: Final[i64] = 10
VERKEHR: Final[i64] = 18  # the first of three, one for each leisure place
ANGEBOT: Final[i64] = 21
FBI: Final[i64] = 22
SCHUTZGELD: Final[i64] = 23
UEBERNAHME: Final[i64] = 24

SITES_EACH: Final[i64] = 2
SITE_COUNT: Final[i64] = 20
SITE_NAMES: Final = tuple(f"{business}-{site}" for business in ILLEGAL for site in (1, 2))

DISCARD: Final[i64] = 0
PLAY: Final[i64] = 25
SITE: Final[i64] = 50
ADD: Final[i64] = 70
GUARD: Final[i64] = 78  # GUARD + n - 1: n guards
CONFIRM: Final[i64] = 86
SEIZE: Final[i64] = 87  # SEIZE + seat * MEMBER_COUNT + member
STRIKE: Final[i64] = 135  # sites first, then leisure places
SQUEEZE: Final[i64] = 158
BUY_OUT: Final[i64] = 164
RETURN: Final[i64] = 172
EXCHANGE: Final[i64] = 197
REHIRE: Final[i64] = 198
INVEST: Final[i64] = 206
SELL: Final[i64] = 216
DONE: Final[i64] = 217
DEALER: Final[i64] = 218
DRAW: Final[i64] = 224

CARD: Final = Domain("card", CARD_NAMES)
MEMBER: Final = Domain("member", MEMBERS)
SEAT: Final = Domain("seat", tuple(str(seat) for seat in range(1, 7)))
UP_TO_EIGHT: Final = Domain("guards", tuple(str(count) for count in range(1, 9)))

SPACE: Final = MoveSpace(
    (
        Verb("discard", DISCARD, (CARD,)),
        Verb("play", PLAY, (CARD,)),
        Verb("site", SITE, (Domain("site", SITE_NAMES),)),
        Verb("add", ADD, (MEMBER,)),
        Verb("guards", GUARD, (UP_TO_EIGHT,)),
        Verb("confirm", CONFIRM),
        Verb("seize", SEIZE, (SEAT, MEMBER)),
        Verb("strike", STRIKE, (Domain("place", (*SITE_NAMES, *LEISURE)),)),
        Verb("squeeze", SQUEEZE, (SEAT,)),
        Verb("buy-out", BUY_OUT, (MEMBER,)),
        Verb("return", RETURN, (CARD,)),
        Verb("exchange", EXCHANGE),
        Verb("rehire", REHIRE, (UP_TO_EIGHT,)),
        Verb("invest", INVEST, (Domain("steps", tuple(str(steps) for steps in range(1, 11))),)),
        Verb("sell", SELL),
        Verb("done", DONE),
        Verb("dealer", DEALER, (SEAT,), chance=True),
        Verb("draw", DRAW, (CARD,), chance=True),
    )
)
