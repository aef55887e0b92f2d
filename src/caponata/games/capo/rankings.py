"""The rankings of hands, and the lookup of the hand that a set of cards counts as.

The hand depends on the ranks of the family cards, on whether these are of one family, and on the number of
police. `HandRanking` computes it once for every such case from the tables below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import FAMILY_OF, NATURALS, POLICE_COUNT, POLICE_RANK, RANK_OF, STARS_OF
from caponata.games.capo.piles import FAMILY_CARDS, POLICE_SHIFT, first_card

ANY_RANK: Final = (1, 10)


@dataclass(frozen=True)
class Hand:
    """One hand of a ranking, and the conditions on its cards.

    `needs` are required ranks, `ranks` the lowest and highest allowed rank, `alike` the sizes of the groups
    of equal ranks. `run` requires consecutive ranks, `family` one family, `mixed` more than one. Police stand
    for any card if `police` is true.
    """

    name: str
    family: bool = False
    mixed: bool = False
    run: bool = False
    needs: tuple[int, ...] = ()
    ranks: tuple[int, int] = ANY_RANK
    alike: tuple[int, ...] = ()
    police: bool = True


FAMIGLIA: Final = Hand("famiglia", family=True, needs=(1, 2, 3, 4), police=False)
CLAN: Final = Hand("clan", family=True, run=True, ranks=(2, 10), police=False)
COMMISIONE: Final = Hand("commisione", needs=(1, 1, 1, 1))
ADMINISTRATION: Final = Hand("administration", family=True, needs=(1, 2, 3), ranks=(1, 6))
ALLIANCE: Final = Hand("alliance", alike=(4,), ranks=(2, 10))
DECINA: Final = Hand("decina", family=True, ranks=(1, 6))
MANDAMENTO: Final = Hand("mandamento", needs=(1, 1, 1))
MOBSTERS: Final = Hand("mobsters", family=True)
UNION: Final = Hand("union", run=True, mixed=True)
RENEGADES: Final = Hand("renegades", alike=(2, 2))

CAPO_HANDS: Final = (  # best first [CAPO-2.3]
    *(FAMIGLIA, CLAN, COMMISIONE, ADMINISTRATION, ALLIANCE),
    *(DECINA, MANDAMENTO, MOBSTERS, UNION, RENEGADES),
)
CADRIE_HANDS: Final = (  # [CAPO-9.2]
    Hand("famiglia-clan", family=True, run=True, police=False),
    Hand("alliance", alike=(3,)),
    Hand("mobsters", family=True),
    Hand("union", run=True, mixed=True),
)
POKER_HANDS: Final = (  # [CAPO-9.3]
    Hand("five-alike", alike=(5,)),
    Hand("straight-flush", family=True, run=True),
    Hand("four-alike", alike=(4, 1)),
    Hand("full-house", alike=(3, 2)),
    Hand("flush", family=True),
    Hand("straight", run=True, mixed=True),
    Hand("three-alike", alike=(3, 1, 1)),
    Hand("two-pairs", alike=(2, 2, 1)),
    Hand("pair", alike=(2, 1, 1, 1)),
    Hand("high-card"),
)
# Singles and DUOs: one name per rank, best first; police alone beat all of them [CAPO-2.4] [CAPO-2.5].
SINGLES: Final = tuple(Hand(f"single-{rank}", needs=(rank,), police=False) for rank in range(1, 11))
DUOS: Final = tuple(Hand(f"duo-{rank}", needs=(rank, rank)) for rank in range(1, 11))
HANDS_OF_SIZE: Final = {1: SINGLES, 2: DUOS, 3: CADRIE_HANDS, 4: CAPO_HANDS, 5: POKER_HANDS}

NO_KIND: Final[i64] = 0
# A strength is a kind, followed by a value that compares sets of one kind: the ranks, counted so that a lower
# rank is worth more, and the stars.
VALUE_BITS: Final[i64] = 12
VALUE_MASK: Final[i64] = 4095
CASE_MASK: Final[i64] = 4095
NUMBER_SHIFT: Final[i64] = 24

# STEPS[50 * index + card] is what a card adds to the sum over a set when it is at this index of the sorted
# set: its value, its part of the case (the number of the multiset of ranks) and, from NUMBER_SHIFT on, its
# part of the number of the set.
STEPS: Final = vec[i64](
    [
        (11 - RANK_OF[card] << 6)
        + STARS_OF[card]
        + (comb(card // 5 + index, index + 1) << 12)
        + (comb(card, index + 1) << 24)
        for index in range(5)
        for card in range(50)
    ]
)
FAMILY_BIT: Final = vec[i64]([1 << FAMILY_OF[card] for card in range(50)])
ALL_FAMILIES: Final[i64] = 31

# By number of police: all combinations of ranks that they can stand for.
STAND_INS: Final = tuple(tuple(combinations_with_replacement(range(1, 11), police)) for police in range(3))


def fits(hand: Hand, naturals: tuple[int, ...], stand_ins: tuple[int, ...], *, one_family: bool) -> bool:
    """Return whether family cards of these ranks and police standing for the others form this hand."""
    ranks = sorted(naturals + stand_ins)
    if ranks[0] < hand.ranks[0] or ranks[-1] > hand.ranks[1]:
        return False
    if hand.family and (not one_family or len(set(ranks)) < len(ranks)):
        return False
    if hand.mixed and one_family and not stand_ins:
        return False
    if hand.run and ranks != list(range(ranks[0], ranks[0] + len(ranks))):
        return False
    counts = [ranks.count(rank) for rank in sorted(set(ranks))]
    if hand.alike and sorted(counts, reverse=True) != list(hand.alike):
        return False
    return all(ranks.count(rank) >= hand.needs.count(rank) for rank in hand.needs)


def can_complete(hand: Hand, naturals: tuple[int, ...], police: int, *, one_family: bool) -> bool:
    """Return whether police may complete these family cards to this hand; a quick test before `fits`."""
    if naturals and (min(naturals) < hand.ranks[0] or max(naturals) > hand.ranks[1]):
        return False
    if (hand.family and not one_family) or (hand.run and len(set(naturals)) < len(naturals)):
        return False
    if hand.alike and naturals:
        largest = max([naturals.count(rank) for rank in naturals])
        if largest > hand.alike[0] or len(set(naturals)) > len(hand.alike):
            return False
    missing = list(hand.needs)
    for rank in naturals:
        if rank in missing:
            missing.remove(rank)
    return len(missing) <= police


def stand_ins(
    hand: Hand, naturals: tuple[int, ...], police: int, *, one_family: bool
) -> tuple[int, ...] | None:
    """The ranks that the police stand for in this hand, or None if the cards do not form it.

    Of several possibilities, the one with the fewest ranks below the family cards: 5-6-7 and a police are
    5-6-7-8.
    """
    if police and not hand.police:  # [CAPO-2.6]
        return None
    if not can_complete(hand, naturals, police, one_family=one_family):
        return None
    lowest = min(naturals, default=1)
    best: tuple[int, ...] | None = None
    fewest_below = police + 1
    for ranks in STAND_INS[police]:
        below = len([rank for rank in ranks if rank < lowest])
        if below < fewest_below and fits(hand, naturals, ranks, one_family=one_family):
            best = ranks
            fewest_below = below
            if below == 0:
                break
    return best


@final
class HandRanking:
    """The hands of one size in order, with a table of the hand that every set of this size counts as.

    A kind is the number of a hand: 0 for no hand, 1 for the lowest one, and so on. Singles and DUOs have one
    more kind for police alone, above all others.
    """

    def __init__(self, size: int) -> None:
        self.size: i64 = size
        hands = HANDS_OF_SIZE[size]
        self.hands = hands
        self.names: list[str] = ["", *[hand.name for hand in reversed(hands)]]
        if size <= POLICE_COUNT:
            self.names.append("police" if size == 1 else "police-pair")
        kinds: list[int] = []
        starts: list[int] = []
        for police in range(3):
            starts.append(len(kinds))
            if police <= size:
                kinds += self._kinds(size - police, police)
        self.kinds: vec[i64] = vec[i64](kinds)  # by case
        self.starts: vec[i64] = vec[i64](starts)  # by number of police: the first case

    def _kinds(self, naturals: int, police: int) -> Iterator[int]:
        """The kinds of every multiset of ranks, in order: for several families, then for one."""
        if naturals == 0:
            yield len(self.hands) + 1
            yield len(self.hands) + 1
            return
        for ranks in sorted(combinations_with_replacement(range(1, 11), naturals), key=lambda r: r[::-1]):
            mixed = self._kind(ranks, police, one_family=False)
            yield mixed
            yield self._kind(ranks, police, one_family=True) if len(set(ranks)) == naturals else mixed

    def _kind(self, ranks: tuple[int, ...], police: int, *, one_family: bool) -> int:
        for index, hand in enumerate(self.hands):
            if stand_ins(hand, ranks, police, one_family=one_family) is not None:
                return len(self.hands) - index
        return 0

    def strength(self, pile: i64) -> i64:
        """Strength of a set of this size: higher beats lower, equal plays need a Battle, 0 is no hand."""
        total: i64 = 0
        families = ALL_FAMILIES
        rest = pile & FAMILY_CARDS
        index: i64 = 0
        while rest:
            card = first_card(rest)
            total += STEPS[index * NATURALS + card]
            families &= FAMILY_BIT[card]
            rest &= rest - 1
            index += 1
        kind = self.kind(total, families, pile >> POLICE_SHIFT)
        if kind == NO_KIND:
            return 0
        return (kind << VALUE_BITS) + (total & VALUE_MASK)

    def kind(self, total: i64, families: i64, police: i64) -> i64:
        """The kind of a set, given the sum of its steps and the families common to all its cards."""
        case = 2 * (total >> VALUE_BITS & CASE_MASK)
        if families:
            case += 1
        return self.kinds[self.starts[police] + case]

    def name(self, pile: i64) -> str:
        """Name of the hand that a set of this size counts as, or an empty string."""
        return self.names[self.strength(pile) >> VALUE_BITS]

    def ranks_as(self, pile: i64) -> list[int]:
        """The sorted ranks of a hand, with the ranks that its police stand for."""
        naturals: list[int] = []
        families = ALL_FAMILIES
        rest = pile & FAMILY_CARDS
        while rest:
            card = first_card(rest)
            naturals.append(RANK_OF[card])
            families &= FAMILY_BIT[card]
            rest &= rest - 1
        police = int(pile >> POLICE_SHIFT)
        kind = int(self.strength(pile) >> VALUE_BITS)
        if kind < 1 or kind > len(self.hands):
            return naturals + [int(POLICE_RANK)] * police
        hand = self.hands[len(self.hands) - kind]
        ranks = stand_ins(hand, tuple(naturals), police, one_family=families != 0)
        return sorted(naturals + list(ranks or ()))


RANKINGS: Final[dict[int, HandRanking]] = {}


def hand_ranking(size: int) -> HandRanking:
    """The ranking of hands of this size, computed on first use."""
    ranking = RANKINGS.get(size)
    if ranking is None:
        ranking = HandRanking(size)
        RANKINGS[size] = ranking
    return ranking
