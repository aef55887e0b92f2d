"""CAPO's cards as tables: families, ranks, stars and city colours.

Cards are numbered from the strongest single to the weakest: by rank, then by stars. A lower number beats a
higher one. Both police share the last number, although they beat all other singles.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.view_types import CityColour

FAMILIES: Final = ("red", "green", "blue", "purple", "orange")  # [CAPO-1.1]
RANKS: Final[i64] = 10
NATURALS: Final[i64] = 50  # cards that belong to a family
POLICE: Final[i64] = 50  # the number that both police share
POLICE_COUNT: Final[i64] = 2
CARD_KINDS: Final[i64] = 51
DECK_SIZE: Final[i64] = 52

SEVEN: Final[i64] = 7  # turns the direction of play
EIGHT: Final[i64] = 8  # hits a Capo
NINE: Final[i64] = 9  # challenges a seat
TEN: Final[i64] = 10  # Mamma
POLICE_RANK: Final[i64] = 11  # [CAPO-2.6]

STAR_SHIFTS: Final = (0, 1, 2, 3, 4, 1, 2, 0, 3, 4)  # by rank: rotation of the stars [CAPO-1.2]
STARS: Final = tuple(  # STARS[rank - 1][family] [CAPO-1.2]
    tuple((family + shift) % 5 + 1 for family in range(5)) for shift in STAR_SHIFTS
)

# By card; police have rank 11, no stars and no family.
RANK_OF: Final = vec[i64]([card // 5 + 1 for card in range(50)] + [11])
STARS_OF: Final = vec[i64]([5 - card % 5 for card in range(50)] + [0])
FAMILY_OF: Final = vec[i64]([STARS[card // 5].index(5 - card % 5) for card in range(50)] + [5])

CARD_NAMES: Final = (
    *(f"{FAMILIES[STARS[card // 5].index(5 - card % 5)]}-{card // 5 + 1}" for card in range(50)),
    "police",
)
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)}

CITY_COLOURS: Final[tuple[CityColour, ...]] = ("yellow", "red", "blue", "green", "purple")  # [CAPO-1.3]
COLOUR_NUMBERS: Final[dict[str, int]] = {name: colour for colour, name in enumerate(CITY_COLOURS)}
CITY_COUNT: Final[i64] = 5
FEW_COLOURS: Final[i64] = 3  # city colours with two or three seats
CITY_COPIES: Final[i64] = 4
YELLOW: Final[i64] = 0
