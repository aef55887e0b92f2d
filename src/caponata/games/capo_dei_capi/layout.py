"""How a position of Capo dei Capi is laid out: phases, words, tokens, facts, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

FIRST_CHIPS: Final[i64] = 4  # [CDC-1.5]
SECOND_CHIPS: Final[i64] = 5
CHIPS: Final[i64] = 15  # [CDC-1.2]
CUBES: Final[i64] = 21
MAYOR_CUBES: Final[i64] = 2  # on the Mayor at the start, and again after a bonus of level 6 [CDC-6.5]
INFLUENCE_TOKENS: Final = 30
BRIBE_TOKENS: Final = 15

TOP_LEVEL: Final[i64] = 6  # [CDC-4.4]
HALF_BONUS: Final[i64] = 5  # the level that earns half of the Mayor's cubes [CDC-6.4]
BLIND_RISE: Final[i64] = 2  # a 5 and a 4 with no bribe to flip [CDC-3.6]
CHIP_LIMIT: Final[i64] = 7  # [CDC-6.7]
CHEAP: Final[i64] = 1  # Pocket, Deceive, Payoff, Backstab [CDC-7.1]
DEAR: Final[i64] = 2  # Reneg, Scandal [CDC-7.1]

# Phases.
STARTING: Final[i64] = 0
ROLLING: Final[i64] = 1
TURN: Final[i64] = 2
DECLARING: Final[i64] = 3
BUSTING: Final[i64] = 4
BACKSTABBING: Final[i64] = 5
PAYING: Final[i64] = 6
ROOM: Final[i64] = 7
LOOKING: Final[i64] = 8
OVER: Final[i64] = 9
PHASES: Final = (
    *("starting", "rolling", "turn", "declaring", "busting"),
    *("backstabbing", "paying", "room", "looking", "over"),
)

# What lies where in `words`.
SIDES: Final[i64] = 0  # seat * 6 + area: the five circles, four bits each, the first one lowest
HANDS: Final[i64] = 12  # each seat's chips
GAINED: Final[i64] = 14  # each seat's cubes from the Mayor
CUBES_ON: Final[i64] = 16  # each area's cubes, then the Mayor's
INFLUENCE_LEFT: Final[i64] = 23  # the supply of influence tokens, by value - 1
POOL: Final[i64] = 26  # the bribes whose value nobody has seen, wherever they are, by value - 1
BOX_INFLUENCE: Final[i64] = 29  # influence tokens out of the game, by value - 1
BOX_OPEN: Final[i64] = 32  # face-up bribes out of the game, by value - 1
BOX_SEEN: Final[i64] = 35  # seat * 3 + value - 1: bribes out of the game that only their owner has seen
WORDS: Final[i64] = 41

# A token, in four bits: influence by its value, a bribe nobody has seen, seen by its owner, or face up.
# To whom a bribe is not open, one that its owner has seen is `HIDDEN`.
NO_TOKEN: Final[i64] = 0
UNSEEN: Final[i64] = 4
SEEN: Final[i64] = 4  # + value
OPEN: Final[i64] = 8  # + value
TOKEN_BITS: Final[i64] = 4
TOKEN: Final[i64] = 15
TOKEN_NAMES: Final = (
    *("", "influence-1", "influence-2", "influence-3"),
    *("bribe", "bribe-1", "bribe-2", "bribe-3"),
    *("", "open-1", "open-2", "open-3"),
)
HIDDEN: Final = "hidden"
TOKEN_VALUE: Final[i64] = 3  # the bits of a token that are its value; 0 while nobody has seen it
FACE_DOWN: Final[i64] = 0x44444  # the bit of each circle that is set for bribes that lie face down
FULL_SIDE: Final[i64] = 0x10000  # a side with a token in its fifth circle is at least this

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

# Facts: what a move brought about. All are open.
DECLARED: Final = 0  # seat, move, dice: the roll left no choice
PLACED: Final = 1  # seat, area, token: beside an area
RAISED: Final = 2  # seat, by how much, cause * 8 + level: the cause is what a roll asked for, or a Scandal
CHIP: Final = 3  # seat, 1 for the hand or 0 for beside the Mayor, 1 if there was one
CUBE: Final = 4  # seat, to, from: an area, the Mayor, or -1 for the supply
FLIPPED: Final = 5  # owner, area * 8 + circle, value
GUNMAN: Final = 6  # seat: takes the hit man
BUSTED: Final = 7  # seat, why, dice
SETTLED: Final = 8  # seat, area * 8 + circle, token: beside becomes on
CHIPS_TAKEN: Final = 9  # seat, how many
BONUS: Final = 10  # seat, level, cubes
REFILLED: Final = 11  # cubes
CHIPS_RETURNED: Final = 12  # seat, how many
NEXT: Final = 13  # seat: its turn begins
ENDING: Final = 14  # seat, why
REVEALED: Final = 15  # owner, area * 8 + circle, value
WON: Final = 16  # seat, area, points
TIED: Final = 17  # area
FINISHED: Final = 18
LOST: Final = 19  # seat, area, token: it goes back to the supply in a bust

NONE: Final[i64] = -1
PLACE_BITS: Final[i64] = 3  # area * 8 + circle
PLACE: Final[i64] = 7
BY_SCANDAL: Final[i64] = 11  # after the eleven kinds of rolls


def split_of(written: str, total: int, name: str) -> tuple[int, int, int]:
    """How many tokens of the values 1, 2 and 3 a text such as `10-10-10` stands for."""
    parts = written.split("-")
    if len(parts) != 3 or not all(part.isdigit() and int(part) > 0 for part in parts):
        raise ValueError(f"{name} is three numbers such as {total // 3}-{total // 3}-{total // 3} [CDC-1.3]")
    one, two, three = int(parts[0]), int(parts[1]), int(parts[2])
    if one + two + three != total:
        raise ValueError(f"{name} adds up to {total}, not to {one + two + three} [CDC-1.3]")
    return one, two, three


@dataclass(frozen=True)
class DeiCapiOptions:
    """What tables may agree on: numbers the rulebook does not print, and one way to read it.

    `influence`: how many influence tokens are worth 1, 2 and 3, of 30.
    `bribes`: how many bribe tokens are worth 1, 2 and 3, of 15.
    `scandal_chip`: whether a Scandal puts a chip beside the Mayor too.
    """

    influence: str = "10-10-10"
    bribes: str = "5-5-5"
    scandal_chip: bool = False

    def __post_init__(self) -> None:
        split_of(self.influence, INFLUENCE_TOKENS, "influence")
        split_of(self.bribes, BRIBE_TOKENS, "bribes")

    def influence_split(self) -> tuple[int, int, int]:
        """The influence tokens by value."""
        return split_of(self.influence, INFLUENCE_TOKENS, "influence")

    def bribe_split(self) -> tuple[int, int, int]:
        """The bribe tokens by value."""
        return split_of(self.bribes, BRIBE_TOKENS, "bribes")
