"""How a position of CAPO is laid out: phases, words, facts, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

ROUNDS: Final[i64] = 40  # [CAPO-8.3]
CITY_EACH: Final[i64] = 2  # city cards at the start [CAPO-1.4]
TITLED: Final[i64] = 4  # seats from which there are four titles [CAPO-6.3]
WINNING_SET: Final[i64] = 4  # [CAPO-8.1]

# Phases, in the order in which a game may meet them.
CITIES: Final[i64] = 0  # chance deals the first city cards
STARTING: Final[i64] = 1  # chance finds the first dealer
AWARDING: Final[i64] = 2  # chance draws city cards for the titles
STAKING: Final[i64] = 3
DEALING: Final[i64] = 4
EXCHANGE: Final[i64] = 5
PLAYING: Final[i64] = 6
TURNING: Final[i64] = 7
CHALLENGING: Final[i64] = 8
FIGHTING: Final[i64] = 9
DISCARDING: Final[i64] = 10
YIELDING: Final[i64] = 11
DRAFTING: Final[i64] = 12
OVER: Final[i64] = 13
PHASES: Final = (
    *("cities", "starting", "awarding", "staking", "dealing", "exchange", "playing"),
    *("turning", "challenging", "fighting", "discarding", "yielding", "drafting", "over"),
)

# What lies where in `words`: from each number on, one word for each of eight seats.
HANDS: Final[i64] = 0
PLAYED: Final[i64] = 8  # the cards that have left this hand openly in this round
GIFTS: Final[i64] = 16  # the cards a seat gave away in this round's exchange
CHOSEN: Final[i64] = 24  # a sealed choice: cards to give, or a Battle's card
OWNED: Final[i64] = 32  # city cards
STAKES: Final[i64] = 40  # the city card staked in this round
KNOWN: Final[i64] = (
    48  # two words a viewer: city cards it knows to be owned or staked by others, 15 bits an owner
)
WORDS: Final[i64] = 66
EVERYBODY: Final[i64] = 8  # the viewer that knows of city cards what all know
OWNERS: Final[i64] = 4  # owners in a word of `KNOWN`
OWNER_BITS: Final[i64] = 15
ONE_EACH: Final[i64] = 0o11111

SEAT_BITS: Final[i64] = 4
SEAT_MASK: Final[i64] = 15
NONE: Final[i64] = -1

# The places that a penalty leaves open, counted from 0.
CROOKED_PLACE: Final[i64] = 1  # [CAPO-6.5]
BUSTED_PLACE: Final[i64] = 2  # [CAPO-6.4]

# Facts: what a move brought about.
RECEIVED: Final = 0  # receiver, giver, cards: seen by these two
SKIPPED: Final = 1  # seat: it can lay nothing, as all can see
TRICK: Final = 2  # seat that leads next, whether the one who played last is out
OUT: Final = 3  # seat, in how many places counted from 0, penalty: 0 none, 1 Crooked, 2 Busted
BATTLE: Final = 4  # challenger, challenged, whether the hands are equal
FOUGHT: Final = 5  # seat, card
BATTLE_WON: Final = (
    6  # seat that won or NONE, whether hands were equal, seat that counts as having played last
)
YIELDED: Final = 7  # loser, winner, colour: seen by these two
SWAPPED: Final = 8  # seat, the other, cards it receives: Mamma made them swap hands
PLACED: Final = 9  # seat, place, title or NONE
SHOWN_STAKE: Final = 10  # seat, colour
TAKEN: Final = 11  # seat, colour: it was the only colour left
LEADS: Final = 12  # seat, round
STAKED: Final = 13  # seat, colour: its only city card, seen by itself
FINISHED: Final = 14  # winner or NONE
OWNS: Final = 15  # seat, city cards: shown at the end

# Titles, by number.
TITLES: Final = ("capo", "soto-capo", "cugine", "cafone")
CAPO_TITLE: Final[i64] = 0
SOTO_TITLE: Final[i64] = 1
CUGINE_TITLE: Final[i64] = 2
CAFONE_TITLE: Final[i64] = 3

CLASSIC: Final = "classic"
HAND_SIZES: Final = {
    CLASSIC: 4,
    "cadrie_plain": 0,
    "cadrie": 3,
    "capoker": 5,
}  # cards in a hand of the variant
NO_MAMMA: Final = "none"
SWAP: Final = "swap"
ALL_BATTLES: Final = "all"
PROSPECT_ONLY: Final = "prospect"


@dataclass(frozen=True)
class CapoOptions:
    """What tables may agree on before the first card.

    `variant`: "classic", "cadrie_plain" (no hands), "cadrie" (hands of three) or "capoker" (poker hands).
    `pass_locks`: who passes is out of the trick. `yellow_wild`: yellow city cards stand for any colour.
    `soto_capo_city_card`: the Soto Capo takes one city card too. `mamma`: "none", or "swap" at the first 10.
    `battle_city_card`: a city card changes hands after "all" Battles, or only "prospect": those of a 9.
    """

    variant: str = CLASSIC
    pass_locks: bool = False
    yellow_wild: bool = False
    soto_capo_city_card: bool = False
    mamma: str = NO_MAMMA
    battle_city_card: str = ALL_BATTLES

    def __post_init__(self) -> None:
        if self.variant not in HAND_SIZES:
            raise ValueError(f"variant is one of {', '.join(HAND_SIZES)}, not {self.variant!r} [CAPO-9.1]")
        if self.mamma not in (NO_MAMMA, SWAP):
            raise ValueError(f"mamma is 'none' or 'swap', not {self.mamma!r} [CAPO-4.6]")
        if self.battle_city_card not in (ALL_BATTLES, PROSPECT_ONLY):
            raise ValueError(
                f"battle_city_card is 'all' or 'prospect', not {self.battle_city_card!r} [CAPO-5.5]"
            )

    def deal(self, seats: int) -> int:
        """How many cards each seat is dealt [CAPO-1.5]."""
        return 8 if seats <= 4 else 7 if seats <= 6 else 6
