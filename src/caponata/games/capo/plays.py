"""What can be laid: singles, DUOs and hands, stronger than what lies on top."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo.cards import EIGHT, FAMILY_OF, NATURAL, POLICE, RANK_OF, STARS_OF
from caponata.games.capo.kinds import (
    ALL_FAMILIES,
    CASE_MASK,
    FAMILY_BIT,
    NUMBER_SHIFT,
    STEPS,
    VALUE_BITS,
    VALUE_MASK,
    Ladder,
)
from caponata.games.capo.layout import HANDS
from caponata.games.capo.moves import PASS_MOVE, lay_move
from caponata.games.capo.piles import (
    CARD_OF_BIT,
    EMPTY,
    NATURALS,
    ONE_POLICE,
    RANK_MASK,
    card_pile,
    first_card,
    of_rank,
)
from caponata.games.capo.sets import FIRSTS, set_number
from caponata.games.capo.state import CapoState

SORTED: Final = vec[i64]([0] * 16)  # scratch: the family cards of the hand being looked at
MOST_CAPO_MOVES: Final = 256
NO_FLOOR: Final[i64] = -1
POLICE_STRENGTH: Final[i64] = 0xB000  # of a single police or a pair: kind 11, no value [CAPO-2.4] [CAPO-2.5]
EIGHTS_SHIFT: Final[i64] = 35


class CapoPlays(CapoState):
    """What can be laid: singles, DUOs and hands, Hits and equal hands."""

    def strength(self, cards: i64, size: i64) -> i64:
        """How strong a play of this size is; 0 is no play at all."""
        if size == 1:
            return self.singles.strength(cards)
        if size == 2:
            return self.duos.strength(cards)
        return self.hands.strength(cards)

    def plays(self, seat: i64, into: vec[i64]) -> i64:
        """Write all that a seat may lay, after a pass where one is allowed."""
        hand = self.words[HANDS + seat]
        count: i64 = 0
        if self.top_size == 0:  # [CAPO-3.2]
            return self.leads(hand, into)
        into[0] = PASS_MOVE
        count = 1
        if self.top_size == 1:
            rest = hand & NATURALS
            if self.top_cards < ONE_POLICE:
                rest &= self.top_cards - 1
            elif self.top_cards == ONE_POLICE:  # [CAPO-2.4]
                return count
            while rest:
                into[count] = lay_move(CARD_OF_BIT[(rest & -rest) % 67])
                rest &= rest - 1
                count += 1
            if hand >> NATURAL:
                into[count] = lay_move(POLICE)
                count += 1
            hitter = self.single_hit(hand)
            if hitter >= 0:
                into[count] = lay_move(hitter)
                count += 1
            return count
        floor = self.top_strength
        if self.battle_with_top(seat):
            floor -= 1  # [CAPO-5.6]
        held = self.sort(hand)
        if self.top_size == 2:
            count = self.sets(self.duos, 2, hand, held, floor, into, count)
            return self.duo_hits(hand, into, count)
        return self.sets(self.hands, self.top_size, hand, held, floor, into, count)

    def playable(self, seat: i64) -> list[int]:
        """All that a seat could lay on what lies on top, as a list."""
        buffer = vec[i64]([0] * MOST_CAPO_MOVES)
        count = self.plays(seat, buffer)
        return [buffer[i] for i in range(count) if buffer[i] != PASS_MOVE]

    def leads(self, hand: i64, into: vec[i64]) -> i64:
        """Write all singles, DUOs and hands."""
        held = self.sort(hand)
        count: i64 = 0
        while count < held:
            into[count] = lay_move(SORTED[count])
            count += 1
        if hand >> NATURAL:
            into[count] = lay_move(POLICE)
            count += 1
        count = self.sets(self.duos, 2, hand, held, NO_FLOOR, into, count)
        if self.hand_size:  # [CAPO-9.1]
            count = self.sets(self.hands, self.hand_size, hand, held, NO_FLOOR, into, count)
        return count

    def sort(self, hand: i64) -> i64:
        """Lay the family cards of a hand in order and give their number."""
        cards = SORTED
        rest = hand & NATURALS
        held: i64 = 0
        while rest:
            cards[held] = CARD_OF_BIT[(rest & -rest) % 67]
            rest &= rest - 1
            held += 1
        return held

    def sets(
        self, ladder: Ladder, size: i64, hand: i64, held: i64, floor: i64, into: vec[i64], count: i64
    ) -> i64:
        """Write the sets of a size that are stronger than a floor, from the hand that was sorted."""
        police: i64 = 0
        most = hand >> NATURAL
        if most > size:
            most = size
        while police <= most:
            base = FIRSTS[3 * size + police]
            left = size - police
            if left == 0:
                if floor < POLICE_STRENGTH:
                    into[count] = lay_move(base)
                    count += 1
            elif size == 2 and police == 0:
                count = self.pairs(held, floor, into, count)
            elif left <= held:
                start = ladder.starts[police]
                count = write_sets(
                    ladder, into, count, SORTED, held, 0, left, 0, 0, ALL_FAMILIES, start, base, floor
                )
            police += 1
        return count

    def any_single(self, hand: i64, rng: Rng) -> i64:
        """A random answer to a single: the list of `plays`, without being written."""
        rest = hand & NATURALS & self.top_cards - 1
        naturals: i64 = 0
        walk = rest
        while walk:
            walk &= walk - 1
            naturals += 1
        choices = naturals + 1
        if hand >> NATURAL:
            choices += 1
        hitter: i64 = -1
        if self.top_cards <= RANK_MASK:
            hitter = self.single_hit(hand)
            if hitter >= 0:
                choices += 1
        ticket = rng.below(choices)
        if ticket == 0:
            return PASS_MOVE
        if ticket <= naturals:
            while ticket > 1:
                rest &= rest - 1
                ticket -= 1
            return lay_move(CARD_OF_BIT[(rest & -rest) % 67])
        if ticket == naturals + 1 and hand >> NATURAL:
            return lay_move(POLICE)
        return lay_move(hitter)

    # The Hit

    def pairs(self, held: i64, floor: i64, into: vec[i64], count: i64) -> i64:
        """Write the DUOs without police that are stronger than a floor: equal ranks are neighbours."""
        first: i64 = 0
        while first < held:
            card = SORTED[first]
            first += 1
            second = first
            while second < held and RANK_OF[SORTED[second]] == RANK_OF[card]:
                pile = card_pile(card) + card_pile(SORTED[second])
                if self.duos.strength(pile) > floor:
                    into[count] = lay_move(set_number(pile, 2))
                    count += 1
                second += 1
        return count

    def single_hit(self, hand: i64) -> i64:
        """The 8 that hits the Capo on top, or -1 [CAPO-4.3]."""
        if self.top_size != 1 or self.top_cards > RANK_MASK:
            return -1
        eights = hand & RANK_MASK << EIGHTS_SHIFT
        family = FAMILY_OF[first_card(self.top_cards)]
        while eights:
            card = CARD_OF_BIT[(eights & -eights) % 67]
            if FAMILY_OF[card] == family:
                return card
            eights &= eights - 1
        return -1

    def duo_hits(self, hand: i64, into: vec[i64], count: i64) -> i64:
        """Write the pairs of 8s that hit the two Capos on top [CAPO-4.4]."""
        if self.top_cards > RANK_MASK:
            return count
        wanted = stars(self.top_cards)
        eights = hand & RANK_MASK << EIGHTS_SHIFT
        while eights:
            one = eights & -eights
            eights ^= one
            others = eights
            while others:
                other = others & -others
                others ^= other
                if stars(one + other) == wanted:
                    into[count] = lay_move(set_number(one + other, 2))
                    count += 1
        return count

    def is_hit(self, cards: i64, size: i64) -> bool:
        """Whether a play is a Hit on what lies on top [CAPO-4.3] [CAPO-4.4]."""
        if self.top_size != size or self.top_cards > RANK_MASK or self.top_cards == EMPTY:
            return False
        if cards >> EIGHTS_SHIFT > RANK_MASK or cards != of_rank(cards, EIGHT) << EIGHTS_SHIFT:
            return False
        if size == 1:
            return FAMILY_OF[first_card(cards)] == FAMILY_OF[first_card(self.top_cards)]
        return size == 2 and stars(cards) == stars(self.top_cards)

    # Who may do what

    def battle_with_top(self, seat: i64) -> bool:
        """Whether a seat could lay an equal DUO or hand by a Battle with who played last [CAPO-5.6]."""
        foe = self.top_seat
        return self.can_battle(seat, self.cards_of(seat) - self.top_size) and self.can_battle(
            foe, self.cards_of(foe)
        )

    def can_challenge(self, seat: i64, foe: i64) -> bool:
        """Whether a seat that laid a 9 may challenge another [CAPO-4.5] [CAPO-5.1]."""
        return (
            foe != seat
            and self.can_battle(seat, self.cards_of(seat))
            and self.can_battle(foe, self.cards_of(foe))
        )

    def is_skipped(self, seat: i64) -> bool:
        """Whether everybody can see that a seat has nothing to lay on this [CAPO-3.7]."""
        if self.top_size > 1 and self.cards_of(seat) < self.top_size:
            return True
        return self.top_size <= 2 and self.top_strength == POLICE_STRENGTH


def stars(cards: i64) -> i64:
    """The stars on some family cards together."""
    total: i64 = 0
    while cards:
        total += STARS_OF[first_card(cards)]
        cards &= cards - 1
    return total


def write_sets(
    ladder: Ladder,
    into: vec[i64],
    count: i64,
    cards: vec[i64],
    held: i64,
    first: i64,
    left: i64,
    place: i64,
    total: i64,
    families: i64,
    start: i64,
    base: i64,
    floor: i64,
) -> i64:
    """Write the sets stronger than `floor`, with `left` more of the `held` cards from the `first` on."""
    last = held - left
    while first <= last:
        card = cards[first]
        first += 1
        sum_here = total + STEPS[place * NATURAL + card]
        common = families & FAMILY_BIT[card]
        if left > 1:
            count = write_sets(
                ladder,
                into,
                count,
                cards,
                held,
                first,
                left - 1,
                place + 1,
                sum_here,
                common,
                start,
                base,
                floor,
            )
            continue
        case = start + 2 * (sum_here >> VALUE_BITS & CASE_MASK)
        if common:
            case += 1
        kind = ladder.kinds[case]
        if kind and (kind << VALUE_BITS) + (sum_here & VALUE_MASK) > floor:
            into[count] = lay_move(base + (sum_here >> NUMBER_SHIFT))
            count += 1
    return count
