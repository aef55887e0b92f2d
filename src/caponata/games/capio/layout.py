"""How a position of Capio is laid out: phases, words, places of dice, facts, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

ROUNDS: Final[i64] = 3  # [CAPIO-2.1]
SLOTS: Final[i64] = 3  # cards before a seat
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
PHASES: Final = (
    *("choosing", "dealing", "rolling", "gathering"),
    *("throwing", "grabbing", "placing", "reckoning", "over"),
)

# What a seat's points are made of: the six kinds of cards, then these.
FULL_LINE: Final[i64] = 6
SEVERAL_LINE: Final[i64] = 7
STOP_LINE: Final[i64] = 8
LINES_OF_SCORE: Final[i64] = 9
SCORE_NAMES: Final = (
    *("target", "towers", "lines", "chain", "sets", "confusion"),
    *("full", "several", "stop"),
)
SCORE_RULES: Final = (
    *("CAPIO-5.2", "CAPIO-5.3", "CAPIO-5.4", "CAPIO-5.5", "CAPIO-5.6", "CAPIO-5.7"),
    *("CAPIO-5.8", "CAPIO-5.9", "CAPIO-6.5"),
)

# What lies where in `words`.
CARDS_AT: Final[i64] = 0  # seat * 3 + slot: the card, or -1
ROLLS_AT: Final[i64] = 12  # each seat's roll for Color Confusion, 0 for none
HANDS_AT: Final[i64] = 16  # each seat's die + 1
TALLIES_AT: Final[i64] = 20  # seat * 9 + line
BONUS_AT: Final[i64] = 56  # each seat's bonus points
POINTS_AT: Final[i64] = 60  # playthrough * 4 + seat
USED_AT: Final[i64] = 108  # the cards of each kind that have been in the game
SPOTS_AT: Final[i64] = 114  # (seat * 3 + slot) * 24 + spot
WORDS: Final[i64] = 402

# Spots of a card: dice are numbered from 1 here, 0 is nothing.
BESIDE_SPOT: Final[i64] = 0  # how many dice lie beside
FIRST_FIELD: Final[i64] = 1  # to 12
FIRST_TOP: Final[i64] = 13  # to 21
PARKED_SPOT: Final[i64] = 22
PARKED_FIELD: Final[i64] = 23
SPOTS: Final[i64] = 24
# A Target has no fields: it counts.
COUNT_SPOT: Final[i64] = 1
SUM_SPOT: Final[i64] = 2
FACE_SPOT: Final[i64] = 2  # + number: how many dice show it

# A die, in `dice`: the number it shows, then where it is, then, plus one, where the caller could have put it.
FACE_BITS: Final[i64] = 3
FACE: Final[i64] = 7
HOME_BITS: Final[i64] = 9
HOME: Final[i64] = 511
MISSED_SHIFT: Final[i64] = 12
IN_BOX: Final[i64] = 0
IN_MIDDLE: Final[i64] = 1
GONE: Final[i64] = 2
IN_HAND: Final[i64] = 3  # + seat
ON_CARD: Final[i64] = 8  # + (seat * 3 + slot) * 24 + spot

NONE: Final[i64] = -1

# Facts: what a move brought about. All are open.
STARTED: Final = 0  # the dice lie
LIFTED: Final = 1  # seat, field: the parked die is a top now
STOPPED: Final = 2  # how many seats still hold a die, 1 if nobody called
CARD_SCORED: Final = 3  # seat, kind, points * 2 + full
SEVERAL: Final = 4  # seat, cards, points
CLEARED: Final = 5  # seat: nothing was missed
MISSED: Final = 6  # seat, look, kind * 32 + where
PENALTY: Final = 7  # seat, dice
TALLIED: Final = 8  # seat, points, total
PASSED: Final = 9  # cards go to the left
ROUND: Final = 10  # number
FINISHED: Final = 11
WHERE_BITS: Final[i64] = 5
WHERE: Final[i64] = 31

COLOUR_WORDS: Final = ("own", "box", "foreign")
IDLE_TIMES: Final = (0, 90, 180)
QUIET_TIMES: Final = (0, 20, 40)
HAND_TIMES: Final = (5, 15)
COUNTDOWNS: Final = (0, 3, 5)


@dataclass(frozen=True)
class CapioOptions:
    """What tables may agree on. Seconds are for those who keep a clock: the rules have none.

    `block_mistakes`: whether what is certain to cost a point is refused.
    `course`: whether the first two rounds teach the kinds in two halves.
    `confusion_pips`: whether Color Confusion asks for the number too.
    `colour_words`: the language of its words: the reader's own, the mixture of the box, or a foreign one.
    `idle_after`, `quiet_after`: seconds after which a playthrough ends by itself, in all and without a take.
    `hand_time`: seconds for placing a die that was in hand when the playthrough ended.
    `countdown`: seconds from the moment when everybody is ready until the dice fall.
    `calm`: whether all these times are twice as long, and bots take twice as long too; not the countdown.
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
            raise ValueError(
                f"colour_words is {', '.join(COLOUR_WORDS)}, not '{self.colour_words}' [CAPIO-1.9]"
            )
        for name, value, known in (
            ("idle_after", self.idle_after, IDLE_TIMES),
            ("quiet_after", self.quiet_after, QUIET_TIMES),
            ("hand_time", self.hand_time, HAND_TIMES),
            ("countdown", self.countdown, COUNTDOWNS),
        ):
            if value not in known:
                raise ValueError(f"{name} is {', '.join(map(str, known))} seconds, not {value} [CAPIO-4.3]")

    def can_rest(self) -> bool:
        """Whether a playthrough may end without a caller."""
        return self.idle_after > 0 or self.quiet_after > 0
