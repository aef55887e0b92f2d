"""How a position of Capone is laid out: phases, words, facts, prices, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.moves import ILLEGAL

# Phases, in the order in which a year meets them. From SITE to AIM_SEAT a seat composes its play.
CHOOSING_DEALER: Final[i64] = 0
DEALING: Final[i64] = 1
EXCHANGING: Final[i64] = 2
DRAWING: Final[i64] = 3
TURN: Final[i64] = 4
CHOOSING_SITE: Final[i64] = 5
CHOOSING_PIECES: Final[i64] = 6
AIM_MEMBER: Final[i64] = 7
AIM_PLACE: Final[i64] = 8
AIM_SEAT: Final[i64] = 9
YEAR_END: Final[i64] = 10
OVER: Final[i64] = 11
PHASES: Final = (
    *("dealer", "dealing", "exchange", "drawing", "turn", "site", "pieces"),
    *("aim-member", "aim-place", "aim-seat", "year-end", "over"),
)

# What lies where in `words`: first the sites, then from each number on one word for each of six seats.
SITES: Final[i64] = 0  # owner + 1 in three bits, guards in five, then the members: 0 when it is empty
HANDS: Final[i64] = 20  # cards, those laid aside to be exchanged included
RETURNED: Final[i64] = 26  # the cards a seat gave back this year
HOMES: Final[i64] = 32  # the members who are at home and free
GUARDS: Final[i64] = 38  # guards at home
CASH: Final[i64] = 44
STEPS: Final[i64] = 50
CELLS: Final[i64] = 56  # eight bits a cell, cell 1 in the lowest
HARBOUR: Final[i64] = 62
PARK: Final[i64] = 68  # guards that may be rehired this year's end
LOST: Final[i64] = 74  # guards that are gone for good
WORDS: Final[i64] = 80

OWNER_MASK: Final[i64] = 7
GUARD_BITS: Final[i64] = 3
GUARD_MASK: Final[i64] = 31
MEMBER_BITS: Final[i64] = 8
MEMBER_MASK: Final[i64] = 255
LAST_CELL: Final[i64] = 16  # where cell 3 begins in a word of cells
FRONT_BITS: Final[i64] = 3  # of `fronts`: the seat + 1 whose guard stands at each legal business
LEISURE_BITS: Final[i64] = 6  # of `leisure`: the seat + 1, then the member in three bits
LEISURE_MASK: Final[i64] = 63

# How a placement is composed.
FREELY: Final[i64] = 0  # pieces worth at least so much
EXACTLY: Final[i64] = 1  # pieces worth exactly so much: Geschäftsübernahme
LAST_GUARDS: Final[i64] = 2  # the year's last card: so many guards
LAST_MEMBER: Final[i64] = 3  # ... or the weakest member who is worth enough

# Facts: what a move brought about. All are open.
DRIVEN_OUT: Final = 0  # seat, site, pieces: its members are dead, its guards in the park
SENT_HOME: Final = 1  # seat, site, pieces
TAKEN_OFF: Final = 2  # seat, member, the leisure place it goes to or `BY_FBI`
KILLED: Final = 3  # seat, place, pieces
INCOME: Final = 4  # seat, money
RELEASED: Final = 5  # seat, members
GUARDS_LOST: Final = 6  # seat, guards
NEW_YEAR: Final = 7  # dealer, year
MILLION: Final = 8  # seat
FINISHED: Final = 9  # whether somebody has ten steps
FREE_SITE: Final = 10  # site: nobody is left there
PAID: Final = 11  # seat, money: for protection
EARNED: Final = 12  # seat, site, money: a part of its income
BY_FBI: Final = 3  # the third number of TAKEN_OFF that stands for the prison

START_CASH: Final[i64] = 100  # [CAPONE-1.1]
GUARD_PRICE: Final[i64] = 5  # what a guard is worth, and what it costs to rehire [CAPONE-8.5]
BEAT_BY: Final[i64] = 5  # [CAPONE-3.5]
STEP_PRICE: Final[i64] = 100  # [CAPONE-8.7]
STEP_REFUND: Final[i64] = 50  # [CAPONE-8.6]
MOST_STEPS: Final[i64] = 10  # one million [CAPONE-9.1]
GREEN: Final = 5
YELLOW: Final = 10
ORANGE: Final = 20
RED: Final = 30
COLOURS: Final = {GREEN: "green", YELLOW: "yellow", ORANGE: "orange", RED: "red"}
SPREAD: Final = (*[GREEN] * 3, *[YELLOW] * 3, *[ORANGE] * 2, *[RED] * 2)  # [CAPONE-1.3]
MINIMUMS: Final = vec[i64](SPREAD)
COLOUR_OF: Final = {name: COLOURS[minimum] for name, minimum in zip(ILLEGAL, SPREAD)}
FRONT_PAY: Final = vec[i64]([0, 10, 20, 30, 30, 40, 40, 50, 50, 60, 60])  # by steps [CAPONE-4.1]
PROTECTION: Final = vec[i64]([0, 10, 10, 20, 20, 30, 30, 40, 40, 50, 50])  # by steps [CAPONE-5.3]

PAYOUTS: Final = ("value", "colour_piece", "colour_site", "colour_bonus")
BY_VALUE: Final[i64] = 0
BY_PIECE: Final[i64] = 1
BY_SITE: Final[i64] = 2
WITH_BONUS: Final[i64] = 3
RIGHT_HANDS: Final = (50, 40)
YEARS: Final = (30, 10, 5)
NONE: Final[i64] = -1


@dataclass(frozen=True)
class CaponeOptions:
    """What tables may agree on before the first card.

    `payout`: what pieces on illegal sites earn: their "value", or by the site's colour: "colour_piece",
    "colour_site" or "colour_bonus".
    `right_hand`: what the Right hand is worth: 50, or 40.
    `years`: after how many years the game ends in any case: 30, 10 or 5.
    """

    payout: str = "value"
    right_hand: int = 50
    years: int = 30

    def __post_init__(self) -> None:
        if self.payout not in PAYOUTS:
            raise ValueError(f"payout is {', '.join(PAYOUTS)}, not {self.payout!r} [CAPONE-8.2]")
        if self.right_hand not in RIGHT_HANDS:
            raise ValueError(f"right_hand is 50 or 40, not {self.right_hand} [CAPONE-1.1]")
        if self.years not in YEARS:
            raise ValueError(f"years is 30, 10 or 5, not {self.years} [CAPONE-9.5]")


def hand_size(seats: int) -> int:
    """How many cards everybody is dealt, and so how many turns a year has."""
    return 4 if seats == 6 else 5  # [CAPONE-2.2]
