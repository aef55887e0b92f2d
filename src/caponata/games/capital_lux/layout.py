"""How a position of Capital Lux is laid out: phases, words, facts, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capital_lux.moves import MODIFIERS

ROUNDS: Final[i64] = 3  # [LUX-5.1]
CHOSEN: Final[i64] = 2  # cards picked from a packet [LUX-2.2]
GUILDS: Final[i64] = 3  # green, yellow and blue: what the Cleric may take [LUX-3.13]

# Phases, in the order in which a game meets them.
OPENING: Final[i64] = 0
STARTING: Final[i64] = 1
DEALING: Final[i64] = 2
FIRST_PICK: Final[i64] = 3
SECOND_PICK: Final[i64] = 4
PLAYING: Final[i64] = 5
SCHOLAR: Final[i64] = 6
AGENT_DRAWS: Final[i64] = 7
AGENT: Final[i64] = 8
CLERIC: Final[i64] = 9
SETTLING: Final[i64] = 10
OVER: Final[i64] = 11
PHASES: Final = (
    *("opening", "starting", "dealing", "first-pick", "second-pick", "playing"),
    *("scholar", "agent-draws", "agent", "cleric", "settling", "over"),
)

# What lies where in `words`: from each number on, one word for each of four seats.
HANDS: Final[i64] = 0  # in the draft: the packet to pick from
HOMES: Final[i64] = 4
BONUSES: Final[i64] = 8
FIRSTS: Final[i64] = 12  # the cards a seat picked from its own packet
SECONDS: Final[i64] = 16  # the cards it picked from the packet it was passed
LASTS: Final[i64] = 20  # the cards it passed on at the end of the draft
GOLDS: Final[i64] = 24
LOGS: Final[i64] = 28  # the cards a seat played this round, newest in the lowest six bits
OLDER_LOGS: Final[i64] = 32
OLDEST_LOGS: Final[i64] = 36
WORDS: Final[i64] = 40

LOG_START: Final[i64] = 1  # a bit that stands before the oldest entry of a log word
LOG_FULL: Final[i64] = 0x1000000000000000  # ten entries of six bits behind the bit
LOG_BITS: Final[i64] = 6
LOG_MASK: Final[i64] = 63
LOG_DREW: Final[i64] = 32  # the play let its seat draw a card

# A placement: the modifier, the colour it lies above and the seat that placed it, three bits each.
PLACED_BITS: Final[i64] = 9

# The limits of a reckoning: one byte a colour, moved up so that none is negative.
LIMIT_BITS: Final[i64] = 8
LIMIT_MASK: Final[i64] = 255
LIMIT_ZERO: Final[i64] = 64

# Facts: what a move brought about. All are open but the packets.
PASSED: Final = 0  # seat, pile, whether these are the last cards: what its right neighbour passed it
KEPT: Final = 1  # seat, kind: the Cleric had one colour to take from
GOLD_TAKEN: Final = 2  # seat
LAST_TURNS: Final = 3  # seat that ran out of cards
FELL: Final = 4  # seat, pile: cards left in hand go home
REVEALED: Final = 5  # modifier, colour, seat
THROWN: Final = 6  # seat, colour, pile: over the limit
WON: Final = 7  # seat, kind, how many leaders took one before it: a bonus card
LEADS: Final = 8  # seat, round: the next round's starter
FINISHED: Final = 9
IDLE: Final = 10  # seat, colour: the profession found nothing to do

ALL_MODIFIERS: Final[i64] = 15  # one bit each
NONE: Final[i64] = -1
MODIFIER_VALUES: Final = vec[i64](MODIFIERS)
RULEBOOK_HAND: Final = "rulebook"


@dataclass(frozen=True)
class LuxOptions:
    """What tables may agree on before the first card.

    `opening_cards`: cards turned up into the capital at the start: 1, or 3 as in the sequel.
    `hand_size`: "rulebook" (6 with two or three seats, 5 with four), or 6 for every number of seats.
    """

    opening_cards: int = 1
    hand_size: str | int = RULEBOOK_HAND

    def __post_init__(self) -> None:
        if self.opening_cards not in (1, 3):
            raise ValueError(f"opening_cards is 1 or 3, not {self.opening_cards} [LUX-1.3]")
        if self.hand_size not in (RULEBOOK_HAND, 6):
            raise ValueError(f"hand_size is 'rulebook' or 6, not {self.hand_size!r} [LUX-2.1]")

    def deal(self, seats: int) -> int:
        """How many cards a full deal gives each seat."""
        return 5 if seats == 4 and self.hand_size == RULEBOOK_HAND else 6  # [LUX-2.1]
