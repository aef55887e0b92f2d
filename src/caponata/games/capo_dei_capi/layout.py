"""Constants, encodings and options of Capo dei Capi: how a position is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from caponata.games.capo_dei_capi.view_types import AreaName, Phase

# The board.
AREAS: Final[i64] = 6
AREA_NAMES: Final[tuple[AreaName, ...]] = ("white-1", "white-2", "white-3", "black-1", "black-2", "black-3")
# The names that people read and type. Records and views keep to AREA_NAMES.
AREA_ALIASES: Final = ("police", "judges", "protection", "jazz-clubs", "gambling-houses", "distillery")
MAYOR: Final[i64] = 6  # its index among the places of cubes, after the six areas
CIRCLES: Final[i64] = 5  # on each side of an area [CDC-1.1]
VALUES: Final[i64] = 3  # influence and bribe tokens are worth 1, 2 or 3

# The pieces.
FIRST_CHIPS: Final[i64] = 4  # [CDC-1.5]
SECOND_CHIPS: Final[i64] = 5
CHIPS: Final[i64] = 15  # [CDC-1.2]
CUBES: Final[i64] = 21
MAYOR_CUBES: Final[i64] = 2  # on the Mayor at the start, and again after a bonus of level 6 [CDC-6.5]
INFLUENCE_TOKENS: Final = 30
BRIBE_TOKENS: Final = 15

TOP_LEVEL: Final[i64] = 6  # [CDC-4.4]
HALF_BONUS_LEVEL: Final[i64] = 5  # earns half of the Mayor's cubes [CDC-6.4]
RISE_WITHOUT_FLIP: Final[i64] = 2  # by a roll of 5 and 4 if there is no bribe to flip [CDC-3.6]
CHIP_LIMIT: Final[i64] = 7  # [CDC-6.7]
LOW_PRICE: Final[i64] = 1  # Pocket, Deceive, Payoff, Backstab [CDC-7.1]
HIGH_PRICE: Final[i64] = 2  # Reneg, Scandal [CDC-7.1]

# Phases.
STARTING: Final[i64] = 0
ROLLING: Final[i64] = 1
BETWEEN_ROLLS: Final[i64] = 2
DECLARING: Final[i64] = 3
BUSTING: Final[i64] = 4
BACKSTABBING: Final[i64] = 5
PAYING: Final[i64] = 6
MAKING_ROOM: Final[i64] = 7
LOOKING: Final[i64] = 8
OVER: Final[i64] = 9
PHASES: Final[tuple[Phase, ...]] = (
    *("starting", "rolling", "turn", "declaring", "busting"),
    *("backstabbing", "paying", "room", "looking", "over"),
)

# Indices into `words`.
SIDES: Final[i64] = 0  # seat * 6 + area: the tokens in five circles, four bits each, the first one lowest
HANDS: Final[i64] = 12  # each seat's chips
GAINED: Final[i64] = 14  # each seat's cubes from the Mayor
CUBES_ON: Final[i64] = 16  # each area's cubes, then the Mayor's
INFLUENCE_LEFT: Final[i64] = 23  # the supply of influence tokens, by value - 1
POOL: Final[i64] = 26  # bribes whose value nobody has seen, wherever they are, by value - 1
BOX_INFLUENCE: Final[i64] = 29  # influence tokens out of the game, by value - 1
BOX_OPEN: Final[i64] = 32  # face-up bribes out of the game, by value - 1
BOX_SEEN: Final[i64] = 35  # seat * 3 + value - 1: bribes out of the game that only their owner has seen
WORDS: Final[i64] = 41

# A token in four bits: influence of a value, a bribe nobody has seen, one seen by its owner, or one face up.
NO_TOKEN: Final[i64] = 0
UNSEEN: Final[i64] = 4
SEEN: Final[i64] = 4  # + value
OPEN: Final[i64] = 8  # + value
TOKEN_BITS: Final[i64] = 4
TOKEN_MASK: Final[i64] = 15
VALUE_MASK: Final[i64] = 3  # the bits of a token that are its value; 0 if nobody has seen it
FACE_DOWN: Final[i64] = 0x44444  # in each circle, the bit that is set for bribes that lie face down
FULL_SIDE: Final[i64] = 0x10000  # a side with a token in its fifth circle is at least this
TOKEN_NAMES: Final = (
    *("", "influence-1", "influence-2", "influence-3"),
    *("bribe", "bribe-1", "bribe-2", "bribe-3"),
    *("", "open-1", "open-2", "open-3"),
)
HIDDEN: Final = "hidden"  # the name of a bribe that only its owner has seen, for other viewers

# When an area is full, one of six tokens is discarded: one in a circle, or the new one beside the area.
NEW_TOKEN: Final[i64] = 5
DISCARD_CHOICES: Final[i64] = 6

# Why a roll busts [CDC-4.1].
NO_BUST: Final[i64] = 0
BY_DOUBLES: Final[i64] = 1
BY_TOKEN: Final[i64] = 2
BY_LEVEL: Final[i64] = 3
BUSTS: Final = ("", "doubles", "token", "level")

# Why a game ends.
NO_END: Final[i64] = 0
NO_CUBES: Final[i64] = 1
NO_BRIBES: Final[i64] = 2
NO_INFLUENCE: Final[i64] = 2  # + value
ENDS: Final = ("", "cubes", "bribes", "influence-1", "influence-2", "influence-3")
END_RULES: Final = ("", "CDC-8.1", "CDC-8.2", "CDC-8.3", "CDC-8.3", "CDC-8.3")

# Effects of moves, with their three arguments. All of them are public.
DECLARED: Final = 0  # seat, move, dice: the roll left no choice
PLACED: Final = 1  # seat, area, token: beside an area
RAISED: Final = 2  # seat, rise, cause * 8 + level: the cause is the action of a roll, or a Scandal
CHIP_GAINED: Final = 3  # seat, 1 for the hand or 0 for beside the Mayor, number of chips (0 or 1)
CUBE_MOVED: Final = 4  # seat, to, from: an area, the Mayor, or -1 for the supply
FLIPPED: Final = 5  # owner, spot, value
HIT_MAN_TAKEN: Final = 6  # seat
BUSTED: Final = 7  # seat, cause, dice
SETTLED: Final = 8  # seat, spot, token: it moves from beside an area onto it
CHIPS_TAKEN: Final = 9  # seat, count
BONUS: Final = 10  # seat, level, cubes
REFILLED: Final = 11  # cubes
CHIPS_RETURNED: Final = 12  # seat, count
TURN_BEGUN: Final = 13  # seat
ENDING: Final = 14  # seat, cause
REVEALED: Final = 15  # owner, spot, value
WON: Final = 16  # seat, area, points
TIED: Final = 17  # area
FINISHED: Final = 18
TOKEN_LOST: Final = 19  # seat, area, token: it goes back to the supply in a bust

NONE: Final[i64] = -1
BY_SCANDAL: Final[i64] = 11  # a cause of raises, numbered after the eleven actions of rolls
LEVEL_BITS: Final[i64] = 3
LEVEL_MASK: Final[i64] = 7
CIRCLE_BITS: Final[i64] = 3
CIRCLE_MASK: Final[i64] = 7


def side_of(seat: i64, area: i64) -> i64:
    """Index in `words` of a seat's side of an area."""
    return SIDES + AREAS * seat + area


def unseen_bits(side: i64) -> i64:
    """The `FACE_DOWN` bits of a side's unseen bribes, which have no value bits."""
    return side & FACE_DOWN & ~(side << 2) & ~(side << 1)


def spot_of(area: i64, circle: i64) -> i64:
    """An area and a circle on it as one number, for effects."""
    return area << CIRCLE_BITS | circle


def token_split(text: str, total: int, name: str) -> tuple[int, int, int]:
    """The number of tokens with the values 1, 2 and 3 in a text such as `10-10-10`."""
    parts = text.split("-")
    if len(parts) != 3 or not all(part.isdigit() and int(part) > 0 for part in parts):
        third = total // 3
        raise ValueError(f"{name} must be three numbers such as {third}-{third}-{third} [CDC-1.3]")
    one, two, three = int(parts[0]), int(parts[1]), int(parts[2])
    if one + two + three != total:
        raise ValueError(f"{name} must add up to {total}, not {one + two + three} [CDC-1.3]")
    return one, two, three


@dataclass(frozen=True)
class DeiCapiOptions:
    """Options of a table: numbers that the rulebook does not print, and one open interpretation.

    `influence`: how many of the 30 influence tokens are worth 1, 2 and 3.
    `bribes`: how many of the 15 bribe tokens are worth 1, 2 and 3.
    `scandal_chip`: whether a Scandal puts a chip beside the Mayor too.
    """

    influence: str = "10-10-10"
    bribes: str = "5-5-5"
    scandal_chip: bool = False

    def __post_init__(self) -> None:
        token_split(self.influence, INFLUENCE_TOKENS, "influence")
        token_split(self.bribes, BRIBE_TOKENS, "bribes")

    def influence_split(self) -> tuple[int, int, int]:
        """The number of influence tokens of each value."""
        return token_split(self.influence, INFLUENCE_TOKENS, "influence")

    def bribe_split(self) -> tuple[int, int, int]:
        """The number of bribe tokens of each value."""
        return token_split(self.bribes, BRIBE_TOKENS, "bribes")
