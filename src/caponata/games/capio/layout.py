"""How a position of Capio is stored: phases, words, dice and effects; and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from caponata.games.capio.view_types import Phase

MOST_SEATS: Final[i64] = 4
ROUNDS: Final[i64] = 3  # [CAPIO-2.1]
SLOTS: Final[i64] = 3  # cards of a seat
MOST_PLAYTHROUGHS: Final[i64] = 12
EASY_KINDS: Final[i64] = 7  # Target, Towers, Lines: the first round of a course [CAPIO-2.4]
HARD_KINDS: Final[i64] = 56  # Chain, Sets, Color Confusion: the second
STOP_BONUS: Final[i64] = 2  # [CAPIO-6.5]

# Phases.
CHOOSING: Final[i64] = 0
DEALING: Final[i64] = 1
ROLLING: Final[i64] = 2
GATHERING: Final[i64] = 3
THROWING: Final[i64] = 4
GRABBING: Final[i64] = 5
PLACING: Final[i64] = 6
RECKONING: Final[i64] = 7
OVER: Final[i64] = 8
PHASES: Final[tuple[Phase, ...]] = (
    *("choosing", "dealing", "rolling", "gathering"),
    *("throwing", "grabbing", "placing", "reckoning", "over"),
)

# Lines of a seat's score: the six kinds of cards, then these.
FULL_LINE: Final[i64] = 6
SEVERAL_LINE: Final[i64] = 7
STOP_LINE: Final[i64] = 8
SCORE_LINES: Final[i64] = 9
SCORE_NAMES: Final = (
    *("target", "towers", "lines", "chain", "sets", "confusion"),
    *("full", "several", "stop"),
)
SCORE_RULES: Final = (
    *("CAPIO-5.2", "CAPIO-5.3", "CAPIO-5.4", "CAPIO-5.5", "CAPIO-5.6", "CAPIO-5.7"),
    *("CAPIO-5.8", "CAPIO-5.9", "CAPIO-6.5"),
)

# Offsets into `words`.
CARDS_AT: Final[i64] = 0  # seat * SLOTS + slot: the card, or NONE
ROLLS_AT: Final[i64] = 12  # seat: the roll for Color Confusion, 0 without one
HANDS_AT: Final[i64] = 16  # seat: the die in hand + 1, 0 for an empty hand
TALLIES_AT: Final[i64] = 20  # seat * SCORE_LINES + line: points
BONUS_AT: Final[i64] = 56  # seat: bonus points
POINTS_AT: Final[i64] = 60  # playthrough * MOST_SEATS + seat: points
USED_AT: Final[i64] = 108  # kind: bit set of the cards that have been in the game
SPOTS_AT: Final[i64] = 114  # (seat * SLOTS + slot) * SPOTS + spot
WORDS: Final[i64] = 402

# Spots of a card. Fields 1 to 12 and tops 13 to 21 hold a die + 1, 0 if empty.
BESIDE_SPOT: Final[i64] = 0  # the number of dice beside the card
FIRST_TOP: Final[i64] = 13
PARKED_SPOT: Final[i64] = 22  # the parked die + 1
PARKED_FIELD: Final[i64] = 23  # the field it is parked for
SPOTS: Final[i64] = 24
# A Target has no fields; its spots hold sums.
COUNT_SPOT: Final[i64] = 1  # the number of dice
SUM_SPOT: Final[i64] = 2
FACE_SPOT: Final[i64] = 2  # + number: the number of dice that show it

# A die in `dice`, from the lowest bit: the number it shows, its location, and 1 + the place where the caller
# of STOP could have put it.
FACE_BITS: Final[i64] = 3
FACE_MASK: Final[i64] = 7
LOCATION_MASK: Final[i64] = 511
MISSED_SHIFT: Final[i64] = 12
# Locations.
IN_BOX: Final[i64] = 0
IN_MIDDLE: Final[i64] = 1
GONE: Final[i64] = 2
IN_HAND: Final[i64] = 3  # + seat
ON_CARD: Final[i64] = 8  # + (seat * SLOTS + slot) * SPOTS + spot

NONE: Final[i64] = -1

# Effects of a move, with their values. All are public.
STARTED: Final = 0  # GO
LIFTED: Final = 1  # seat, field: the parked die became the top of a tower
STOPPED: Final = 2  # seats that hold a die, 1 if nobody called STOP
CARD_SCORED: Final = 3  # seat, kind, points * 2 + full
SEVERAL: Final = 4  # seat, positive cards, points
CLEARED: Final = 5  # seat: the caller missed no die
MISSED: Final = 6  # seat, die type, kind << DESTINATION_BITS | destination
PENALTY: Final = 7  # seat, dice
TALLIED: Final = 8  # seat, points, total
PASSED: Final = 9  # cards went to the left
ROUND: Final = 10  # number of the new round
FINISHED: Final = 11
DESTINATION_BITS: Final[i64] = 5
DESTINATION_MASK: Final[i64] = 31

COLOUR_WORDS: Final = ("own", "box", "foreign")
IDLE_TIMES: Final = (0, 90, 180)
QUIET_TIMES: Final = (0, 20, 40)
HAND_TIMES: Final = (5, 15)
COUNTDOWNS: Final = (0, 3, 5)
CALM: Final = 2  # factor for the times of a calm table, except the countdown


@dataclass(frozen=True)
class CapioOptions:
    """The options of a table. Times are in seconds; the rules have no clock, the server measures them.

    `block_mistakes`: refuse moves that are certain to cost a point.
    `course`: teach the kinds in two halves during the first two rounds.
    `confusion_pips`: Color Confusion requires the number too.
    `colour_words`: language of the words on Color Confusion cards: the reader's own, the languages of the
    printed game, or a foreign one.
    `idle_after`, `quiet_after`: end a playthrough after this time in total, or without a take; 0 for never.
    `hand_time`: time to place a die that was in hand when the playthrough ended.
    `countdown`: time between everybody being ready and GO.
    `calm`: double all times except the countdown, and the bots' times.
    """

    block_mistakes: bool = False
    course: bool = False
    confusion_pips: bool = True
    colour_words: str = "own"
    idle_after: int = 90
    quiet_after: int = 20
    hand_time: int = 5
    countdown: int = 3
    calm: bool = False

    def __post_init__(self) -> None:
        if self.colour_words not in COLOUR_WORDS:
            choices = ", ".join(COLOUR_WORDS)
            raise ValueError(f"colour_words must be one of {choices}, not '{self.colour_words}' [CAPIO-1.9]")
        for name, value, allowed in (
            ("idle_after", self.idle_after, IDLE_TIMES),
            ("quiet_after", self.quiet_after, QUIET_TIMES),
            ("hand_time", self.hand_time, HAND_TIMES),
            ("countdown", self.countdown, COUNTDOWNS),
        ):
            if value not in allowed:
                choices = ", ".join(map(str, allowed))
                raise ValueError(f"{name} must be one of {choices} seconds, not {value} [CAPIO-4.3]")

    def can_rest(self) -> bool:
        """Return whether a playthrough may end without a caller."""
        return self.idle_after > 0 or self.quiet_after > 0
