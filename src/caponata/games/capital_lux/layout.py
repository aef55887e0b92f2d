"""The layout of a position of Capital Lux: phases, words and effects. Also the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capital_lux.cards import MODIFIERS
from caponata.games.capital_lux.view_types import Phase

ROUNDS: Final[i64] = 3  # [LUX-5.1]
PICK_SIZE: Final[i64] = 2  # cards picked from a packet [LUX-2.2]
CLERIC_COLOURS: Final[i64] = 3  # the Cleric may take green, yellow and blue, the first three [LUX-3.13]

# Phases, in the order in which they occur in a game.
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
PHASES: Final[tuple[Phase, ...]] = (
    *("opening", "starting", "dealing", "first-pick", "second-pick", "playing"),
    *("scholar", "agent-draws", "agent", "cleric", "settling", "over"),
)

# Offsets into `words`. Each block has one word per seat, for four seats.
HANDS: Final[i64] = 0  # during the draft: the packet to pick from
HOMES: Final[i64] = 4
BONUSES: Final[i64] = 8
PICKED_FIRST: Final[i64] = 12  # the cards a seat picked from its own packet
PICKED_SECOND: Final[i64] = 16  # the cards it picked from the packet it received
PASSED_LAST: Final[i64] = 20  # the cards it passed on at the end of the draft
GOLD: Final[i64] = 24
LOGS: Final[i64] = 28  # the cards a seat played this round, the latest in the lowest six bits
OLDER_LOGS: Final[i64] = 32
OLDEST_LOGS: Final[i64] = 36
WORDS: Final[i64] = 40

LOG_START: Final[i64] = 1  # a bit in front of the oldest entry of a log word
LOG_FULL: Final[i64] = 0x1000000000000000  # that bit, followed by ten entries
LOG_BITS: Final[i64] = 6  # per entry
LOG_MASK: Final[i64] = 63
LOG_DREW: Final[i64] = 32  # added to the kind if the seat drew a card for the play

# Limits during a reckoning: one byte per colour, with an offset so that none is negative.
LIMIT_BITS: Final[i64] = 8
LIMIT_MASK: Final[i64] = 255
LIMIT_OFFSET: Final[i64] = 64

# Effects: consequences of a move. Everybody sees them, except for the cards of a passed packet.
PASSED: Final = 0  # seat, pile, whether these are its last cards: cards arrive from the right
KEPT: Final = 1  # seat, kind: the Cleric took from the only colour there was
GOLD_TAKEN: Final = 2  # seat
LAST_TURNS: Final = 3  # seat that has no cards left
FELL: Final = 4  # seat, pile: cards left in hand go home
REVEALED: Final = 5  # modifier, colour, seat
THROWN: Final = 6  # seat, colour, pile: discarded because the colour was over its limit
WON: Final = 7  # seat, kind, number of leaders that took a card before: a bonus card
LEADS: Final = 8  # seat, round: the starter of the next round
FINISHED: Final = 9
IDLE: Final = 10  # seat, colour: the profession could not act

NO_MODIFIER: Final[i64] = -1
ALL_MODIFIERS: Final[i64] = 15  # one bit each
MODIFIER_VALUES: Final = vec[i64](MODIFIERS)

# `placements`: for each placed modifier its index, the colour below it and the seat that placed it.
PLACEMENT_BITS: Final[i64] = 9  # three bits for each of the three
PLACEMENT_COLOUR: Final[i64] = 3  # the first bit of the colour
PLACEMENT_SEAT: Final[i64] = 6  # the first bit of the seat
PLACEMENT_MASK: Final[i64] = 7


def placement(index: i64, modifier: i64, colour: i64, seat: i64) -> i64:
    """Return the bits of `placements` for the modifier that is placed as number `index`."""
    bits = modifier | colour << PLACEMENT_COLOUR | seat << PLACEMENT_SEAT
    return bits << PLACEMENT_BITS * index


def placed_modifier(placements: i64, index: i64) -> i64:
    """Return which modifier was placed as number `index`."""
    return placements >> PLACEMENT_BITS * index & PLACEMENT_MASK


def placed_colour(placements: i64, index: i64) -> i64:
    """Return the colour above which modifier number `index` was placed."""
    return placements >> PLACEMENT_BITS * index + PLACEMENT_COLOUR & PLACEMENT_MASK


def placed_by(placements: i64, index: i64) -> i64:
    """Return the seat that placed modifier number `index`."""
    return placements >> PLACEMENT_BITS * index + PLACEMENT_SEAT & PLACEMENT_MASK


RULEBOOK_HAND: Final = "rulebook"
OPEN_CARDS: Final = "open"
HIDDEN_CARDS: Final = "hidden"


@dataclass(frozen=True)
class LuxOptions:
    """The options of a table.

    `opening_cards`: cards turned up into the capital at the start: 1, or 3 as in the sequel.
    `hand_size`: "rulebook" (6 with two or three seats, 5 with four), or 6 for every number of seats.
    `bonus_cards`: "open", or "hidden": face down, so that a seat's bonus cards are shown to nobody else.
    """

    opening_cards: int = 1
    hand_size: str | int = RULEBOOK_HAND
    bonus_cards: str = OPEN_CARDS

    def __post_init__(self) -> None:
        if self.opening_cards not in (1, 3):
            raise ValueError(f"opening_cards is 1 or 3, not {self.opening_cards} [LUX-1.3]")
        if self.hand_size not in (RULEBOOK_HAND, 6):
            raise ValueError(f"hand_size is 'rulebook' or 6, not {self.hand_size!r} [LUX-2.1]")
        if self.bonus_cards not in (OPEN_CARDS, HIDDEN_CARDS):
            raise ValueError(f"bonus_cards is 'open' or 'hidden', not {self.bonus_cards!r} [LUX-6.4]")

    def full_deal(self, seats: int) -> int:
        """Return the number of cards that each seat gets in a full deal."""
        return 5 if seats == 4 and self.hand_size == RULEBOOK_HAND else 6  # [LUX-2.1]
