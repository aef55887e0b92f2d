"""Layout of a Capone position: phases, packed words, effects, prices and options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.moves import ILLEGAL
from caponata.games.capone.view_types import Colour, Phase

# Phases, in the order of a year. From CHOOSING_SITE to AIM_SEAT, a seat composes its play.
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
PHASES: Final[tuple[Phase, ...]] = (
    *("dealer", "dealing", "exchange", "drawing", "turn", "site", "pieces"),
    *("aim-member", "aim-place", "aim-seat", "year-end", "over"),
)

# Offsets in `words`: one word for each site, then blocks of one word for each of six seats.
SITES: Final[i64] = 0  # owner + 1 in three bits, guards in five, then the members; 0 if empty
HANDS: Final[i64] = 20  # cards, including those laid aside for the exchange
RETURNED: Final[i64] = 26  # cards that a seat exchanged this year
HOMES: Final[i64] = 32  # members at home, free to be placed
GUARDS: Final[i64] = 38  # guards at home
CASH: Final[i64] = 44
STEPS: Final[i64] = 50
CELLS: Final[i64] = 56  # eight bits for each cell, cell 1 lowest
HARBOUR: Final[i64] = 62  # dead members
PARK: Final[i64] = 68  # guards that may be rehired at the end of this year
LOST: Final[i64] = 74  # guards lost for the rest of the game
WORDS: Final[i64] = 80

OWNER_BITS: Final[i64] = 3  # owner + 1, in a site's word and in a leisure place
OWNER_MASK: Final[i64] = 7
GUARD_MASK: Final[i64] = 31
MEMBER_BITS: Final[i64] = 8  # start of the members in a site's word, and width of a cell
MEMBER_MASK: Final[i64] = 255
LAST_CELL: Final[i64] = 16  # start of cell 3 in a word of cells
FRONT_BITS: Final[i64] = 3  # of `fronts`: seat + 1 of the guard at each legal business
LEISURE_BITS: Final[i64] = 6  # of `leisure`: seat + 1, then the member, in three bits each
LEISURE_MASK: Final[i64] = 63

# Modes of a placement.
AT_LEAST: Final[i64] = 0  # pieces worth at least the needed value
EXACTLY: Final[i64] = 1  # pieces worth exactly the needed value: Takeover
LAST_GUARDS: Final[i64] = 2  # last card of the year: guards worth exactly the minimum
LAST_MEMBER: Final[i64] = 3  # last card of the year: the weakest member worth the minimum

# Effects of moves, with their arguments. All are public.
DRIVEN_OUT: Final = 0  # seat, site, pieces: members die, guards go to the park
SENT_HOME: Final = 1  # seat, site, pieces
TAKEN_OFF: Final = 2  # seat, member, leisure place or `BY_FBI`
KILLED: Final = 3  # seat, place, pieces
INCOME: Final = 4  # seat, money
RELEASED: Final = 5  # seat, members
GUARDS_LOST: Final = 6  # seat, guards
NEW_YEAR: Final = 7  # dealer, year
MILLION: Final = 8  # seat
FINISHED: Final = 9  # 1 if a seat has ten steps, 0 if the last year is over
FREE_SITE: Final = 10  # site that lost its last piece
PAID: Final = 11  # seat, protection money
EARNED: Final = 12  # seat, site, money: the income from one site
BY_FBI: Final = 3  # third argument of TAKEN_OFF: prison instead of a leisure place

START_CASH: Final[i64] = 100  # [CAPONE-1.1]
GUARD_PRICE: Final[i64] = 5  # value of a guard, and the price of rehiring it [CAPONE-8.5]
BEAT_BY: Final[i64] = 5  # [CAPONE-3.5]
STEP_PRICE: Final[i64] = 100  # [CAPONE-8.7]
STEP_REFUND: Final[i64] = 50  # [CAPONE-8.6]
MOST_STEPS: Final[i64] = 10  # one million [CAPONE-9.1]
GREEN: Final = 5
YELLOW: Final = 10
ORANGE: Final = 20
RED: Final = 30
COLOURS: Final[dict[int, Colour]] = {GREEN: "green", YELLOW: "yellow", ORANGE: "orange", RED: "red"}
BUSINESS_MINIMUMS: Final = (*[GREEN] * 3, *[YELLOW] * 3, *[ORANGE] * 2, *[RED] * 2)  # [CAPONE-1.3]
MINIMUMS: Final = vec[i64](BUSINESS_MINIMUMS)
COLOUR_OF: Final[dict[str, Colour]] = {
    name: COLOURS[minimum] for name, minimum in zip(ILLEGAL, BUSINESS_MINIMUMS)
}
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
    """Options of a game of Capone.

    `payout`: income from pieces on illegal sites: their "value", or by the site's colour "colour_piece",
    "colour_site" or "colour_bonus".
    `right_hand`: value of the Right hand: 50 or 40.
    `years`: number of years after which the game ends at the latest: 30, 10 or 5.
    """

    payout: str = "value"
    right_hand: int = 50
    years: int = 30

    def __post_init__(self) -> None:
        if self.payout not in PAYOUTS:
            raise ValueError(f"payout must be one of {', '.join(PAYOUTS)}, not {self.payout!r} [CAPONE-8.2]")
        if self.right_hand not in RIGHT_HANDS:
            raise ValueError(f"right_hand must be 50 or 40, not {self.right_hand} [CAPONE-1.1]")
        if self.years not in YEARS:
            raise ValueError(f"years must be 30, 10 or 5, not {self.years} [CAPONE-9.5]")


def hand_size(seats: int) -> int:
    """The number of cards dealt to each seat, which is also the number of turns in a year."""
    return 4 if seats == 6 else 5  # [CAPONE-2.2]
