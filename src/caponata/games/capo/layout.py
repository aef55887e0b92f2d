"""The layout of a position of CAPO: phases, the indices of piles, effects, titles, and the options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from caponata.games.capo.view_types import Phase, Title

ROUNDS: Final[i64] = 40  # [CAPO-8.3]
FIRST_CITY_CARDS: Final[i64] = 2  # city cards that each seat is dealt at the start [CAPO-1.4]
FULL_TABLE: Final[i64] = 4  # fewest seats with four titles and all city colours [CAPO-6.3]
WINNING_SET: Final[i64] = 4  # [CAPO-8.1]

# Phases, in the order in which a game can reach them.
CITIES: Final[i64] = 0  # chance deals the first city cards
STARTING: Final[i64] = 1  # chance draws the first dealer
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
PHASES: Final[tuple[Phase, ...]] = (
    *("cities", "starting", "awarding", "staking", "dealing", "exchange", "playing"),
    *("turning", "challenging", "fighting", "discarding", "yielding", "drafting", "over"),
)

# Indices into `piles`: each is the first of eight, one per seat.
HANDS: Final[i64] = 0
PLAYED: Final[i64] = 8  # cards that left the hand openly in this round
GIFTS: Final[i64] = 16  # cards that the seat gave away in this round's exchange
CHOSEN: Final[i64] = 24  # a sealed choice: cards to give, or a card for a Battle
OWNED: Final[i64] = 32  # city cards
STAKES: Final[i64] = 40  # the city card staked in this round
# Two piles per viewer: the city cards that it knows others to own or to have staked, 15 bits per owner.
KNOWN: Final[i64] = 48
PILE_COUNT: Final[i64] = 66
EVERYBODY: Final[i64] = 8  # the viewer in `KNOWN` that stands for public knowledge
OWNERS_PER_PILE: Final[i64] = 4
OWNER_BITS: Final[i64] = 15
ONE_OF_EACH_COLOUR: Final[i64] = 0o11111

SEAT_BITS: Final[i64] = 4
SEAT_MASK: Final[i64] = 15
NONE: Final[i64] = -1  # no seat, or no title

# The best place that a penalty leaves open, counted from 0.
CROOKED_PLACE: Final[i64] = 1  # [CAPO-6.5]
BUSTED_PLACE: Final[i64] = 2  # [CAPO-6.4]

# Effects of a move, with their arguments.
RECEIVED: Final = 0  # receiver, giver, cards; only these two seats see the cards
SKIPPED: Final = 1  # seat that can only pass, as everybody can see
TRICK: Final = 2  # seat that leads next, seat that played last
OUT: Final = 3  # seat, number of seats that ran out before, penalty: 0 none, 1 Crooked, 2 Busted
BATTLE: Final = 4  # challenger, challenged seat, 1 if the plays are equal
FOUGHT: Final = 5  # seat, card
BATTLE_WON: Final = 6  # winner or NONE, 1 if the plays are equal, seat that counts as having played last
YIELDED: Final = 7  # loser, winner, colour; only these two seats see the colour
SWAPPED: Final = 8  # seat, other seat, cards that the first receives; Mamma made them swap hands
PLACED: Final = 9  # seat, place, title or NONE
SHOWN_STAKE: Final = 10  # seat, colour
TAKEN: Final = 11  # seat, colour; taken without a choice
LEADS: Final = 12  # seat, round
STAKED: Final = 13  # seat, colour; its only city card, which only the seat sees
FINISHED: Final = 14  # winner or NONE
OWNS: Final = 15  # seat, city cards; shown at the end

TITLES: Final[tuple[Title, ...]] = ("capo", "soto-capo", "cugine", "cafone")
CAPO_TITLE: Final[i64] = 0
SOTO_TITLE: Final[i64] = 1
CUGINE_TITLE: Final[i64] = 2
CAFONE_TITLE: Final[i64] = 3

CLASSIC: Final = "classic"
HAND_SIZES: Final = {CLASSIC: 4, "cadrie_plain": 0, "cadrie": 3, "capoker": 5}  # of the combination "hand"
NO_MAMMA: Final = "none"
SWAP: Final = "swap"
ALL_BATTLES: Final = "all"
PROSPECT_ONLY: Final = "prospect"


@dataclass(frozen=True)
class CapoOptions:
    """The options of a table, chosen before the game.

    - `variant`: "classic", "cadrie_plain" (no hands), "cadrie" (hands of three) or "capoker" (poker hands).
    - `pass_locks`: a seat that passes is out of the trick.
    - `yellow_wild`: yellow city cards stand for any colour.
    - `soto_capo_city_card`: the Soto Capo takes one city card too.
    - `mamma`: "none", or "swap" for a swap of hands at the first 10.
    - `battle_city_card`: "all" Battles win a city card, or only "prospect", the Battles of a 9.
    """

    variant: str = CLASSIC
    pass_locks: bool = False
    yellow_wild: bool = False
    soto_capo_city_card: bool = False
    mamma: str = NO_MAMMA
    battle_city_card: str = ALL_BATTLES

    def __post_init__(self) -> None:
        if self.variant not in HAND_SIZES:
            raise ValueError(
                f"variant must be one of {', '.join(HAND_SIZES)}, not {self.variant!r} [CAPO-9.1]"
            )
        if self.mamma not in (NO_MAMMA, SWAP):
            raise ValueError(f"mamma must be 'none' or 'swap', not {self.mamma!r} [CAPO-4.6]")
        if self.battle_city_card not in (ALL_BATTLES, PROSPECT_ONLY):
            raise ValueError(
                f"battle_city_card must be 'all' or 'prospect', not {self.battle_city_card!r} [CAPO-5.5]"
            )

    def deal(self, seats: int) -> int:
        """Number of cards that each seat is dealt [CAPO-1.5]."""
        return 8 if seats <= 4 else 7 if seats <= 6 else 6
