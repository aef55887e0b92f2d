"""What a set of cards counts as: the tables of hands, best to least, and their recognition in one look-up.

A set's name depends on the ranks of its family cards, on whether these are of one family, and on how many
police stand in. `Ladder` works that out once for every such case, straight from the table of hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import FAMILY_OF, NATURAL, POLICE_COUNT, POLICE_RANK, RANK_OF, STARS_OF
from caponata.games.capo.piles import NATURALS, first_card

ANY: Final = (1, 10)


@dataclass(frozen=True)
class Hand:
    """One line of a table of hands: what its cards must be.

    `needs` are ranks that must be there, `ranks` the lowest and highest allowed, `alike` the sizes of groups
    of equal ranks. `family` asks for one family, `mixed` for more than one. Police stand for any card unless
    `police` says no.
    """

    name: str
    family: bool = False
    mixed: bool = False
    run: bool = False
    needs: tuple[int, ...] = ()
    ranks: tuple[int, int] = ANY
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
# Singles and DUOs: one name a rank, the Capo's first; police alone beat all [CAPO-2.4] [CAPO-2.5].
SINGLES: Final = tuple(Hand(f"single-{rank}", needs=(rank,), police=False) for rank in range(1, 11))
DUOS: Final = tuple(Hand(f"duo-{rank}", needs=(rank, rank)) for rank in range(1, 11))
HANDS_OF_SIZE: Final = {1: SINGLES, 2: DUOS, 3: CADRIE_HANDS, 4: CAPO_HANDS, 5: POKER_HANDS}

NO_KIND: Final[i64] = 0
VALUE_BITS: Final[i64] = 12  # of a strength: the ranks turned round, so that low is high, and the stars
VALUE_MASK: Final[i64] = 4095
CASE_MASK: Final[i64] = 4095
NUMBER_SHIFT: Final[i64] = 24

# What a card adds to the sum over a set when it is the set's card at a place, counted from the best: its
# value, its part of the number of the set's ranks and, from NUMBER_SHIFT on, of the set's own number.
STEPS: Final = vec[i64](
    [
        (11 - RANK_OF[card] << 6)
        + STARS_OF[card]
        + (comb(card // 5 + place, place + 1) << 12)
        + (comb(card, place + 1) << 24)
        for place in range(5)
        for card in range(50)
    ]
)
FAMILY_BIT: Final = vec[i64]([1 << FAMILY_OF[card] for card in range(50)])
ALL_FAMILIES: Final[i64] = 31


STAND_INS: Final = tuple(tuple(combinations_with_replacement(range(1, 11), police)) for police in range(3))


def fits(hand: Hand, naturals: tuple[int, ...], stand_ins: tuple[int, ...], *, one_family: bool) -> bool:
    """Whether family cards of these ranks, with police standing for those, are this hand."""
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


def may_grow(hand: Hand, naturals: tuple[int, ...], police: int, *, one_family: bool) -> bool:
    """Whether these family cards do not rule the hand out already, whatever the police stand for."""
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
    """What the police stand for in this hand, or nothing where it is not this hand.

    Of several ways the first counts that leaves the family cards lowest: 5-6-7 and a police is 5-6-7-8.
    """
    if police and not hand.police:  # [CAPO-2.6]
        return None
    if not may_grow(hand, naturals, police, one_family=one_family):
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
class Ladder:
    """All hands of one size in their order, and what every set of that size counts as.

    Kinds are numbers: 0 is no hand, the least hand 1, the best the highest; only police, above all others,
    exist for singles and DUOs.
    """

    def __init__(self, size: int) -> None:
        self.size: i64 = size
        hands = HANDS_OF_SIZE[size]
        self.hands = hands
        self.names: list[str] = ["", *[hand.name for hand in reversed(hands)]]
        if size <= POLICE_COUNT:
            self.names.append("police" if size == 1 else "police-pair")
        found: list[int] = []
        starts: list[int] = []
        for police in range(3):
            starts.append(len(found))
            if police <= size:
                found += self._cases(size - police, police)
        self.kinds: vec[i64] = vec[i64](found)
        self.starts: vec[i64] = vec[i64](starts)

    def _cases(self, naturals: int, police: int) -> Iterator[int]:
        """The kind of every multiset of ranks, in their order: of several families, then of one."""
        if naturals == 0:
            yield len(self.hands) + 1
            yield len(self.hands) + 1
            return
        for ranks in sorted(combinations_with_replacement(range(1, 11), naturals), key=lambda r: r[::-1]):
            mixed = self._kind(ranks, police, one_family=False)
            yield mixed
            yield self._kind(ranks, police, one_family=True) if len(set(ranks)) == naturals else mixed

    def _kind(self, ranks: tuple[int, ...], police: int, *, one_family: bool) -> int:
        for place, hand in enumerate(self.hands):
            if stand_ins(hand, ranks, police, one_family=one_family) is not None:
                return len(self.hands) - place
        return 0

    def strength(self, pile: i64) -> i64:
        """How strong a set of this size is: higher beats lower, equals need a Battle, 0 is no hand at all."""
        total: i64 = 0
        families = ALL_FAMILIES
        rest = pile & NATURALS
        place: i64 = 0
        while rest:
            card = first_card(rest)
            total += STEPS[place * NATURAL + card]
            families &= FAMILY_BIT[card]
            rest &= rest - 1
            place += 1
        kind = self.kind(total, families, pile >> NATURAL)
        if kind == NO_KIND:
            return 0
        return (kind << VALUE_BITS) + (total & VALUE_MASK)

    def kind(self, total: i64, families: i64, police: i64) -> i64:
        """The kind of a set by the sum of its steps and the families common to all its cards."""
        case = 2 * (total >> VALUE_BITS & CASE_MASK)
        if families:
            case += 1
        return self.kinds[self.starts[police] + case]

    def name(self, pile: i64) -> str:
        """What a set of this size is called."""
        return self.names[self.strength(pile) >> VALUE_BITS]

    def ranks_as(self, pile: i64) -> list[int]:
        """The ranks that a hand stands for, police by what they stand in for."""
        naturals: list[int] = []
        families = ALL_FAMILIES
        rest = pile & NATURALS
        while rest:
            card = first_card(rest)
            naturals.append(RANK_OF[card])
            families &= FAMILY_BIT[card]
            rest &= rest - 1
        police = int(pile >> NATURAL)
        kind = int(self.strength(pile) >> VALUE_BITS)
        if kind < 1 or kind > len(self.hands):
            return naturals + [int(POLICE_RANK)] * police
        hand = self.hands[len(self.hands) - kind]
        found = stand_ins(hand, tuple(naturals), police, one_family=families != 0)
        return sorted(naturals + list(found or ()))


LADDERS: Final[dict[int, Ladder]] = {}


def ladder(size: int) -> Ladder:
    """The hands of this size, worked out when first asked for."""
    found = LADDERS.get(size)
    if found is None:
        found = Ladder(size)
        LADDERS[size] = found
    return found
