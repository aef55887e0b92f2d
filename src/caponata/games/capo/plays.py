"""Plays: the singles, DUOs and hands that a seat can lay, and how they compare with the play to beat."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo.cards import EIGHT, FAMILY_OF, NATURALS, POLICE, RANK_OF, STARS_OF
from caponata.games.capo.layout import HANDS
from caponata.games.capo.moves import PASS_MOVE, lay_move
from caponata.games.capo.piles import (
    BIT_HASH,
    CARD_OF_BIT,
    EMPTY,
    FAMILY_CARDS,
    ONE_POLICE,
    POLICE_SHIFT,
    RANK_MASK,
    card_pile,
    first_card,
    rank_bits,
)
from caponata.games.capo.rankings import (
    ALL_FAMILIES,
    CASE_MASK,
    FAMILY_BIT,
    NUMBER_SHIFT,
    STEPS,
    VALUE_BITS,
    VALUE_MASK,
    HandRanking,
)
from caponata.games.capo.sets import FIRST_NUMBERS, set_number
from caponata.games.capo.state import CapoState

MOST_PLAYS: Final = 256  # size of a buffer for the plays of a hand
SORTED_HAND: Final = vec[i64]([0] * 16)  # a buffer that `sort_hand` fills with the family cards of a hand
NO_FLOOR: Final[i64] = -1
POLICE_STRENGTH: Final[i64] = 0xB000  # of police alone: kind 11 and no value [CAPO-2.4] [CAPO-2.5]
EIGHTS_SHIFT: Final[i64] = 35  # the bit of the first 8 in a pile


def play_strength(state: CapoState, cards: i64, size: i64) -> i64:
    """Strength of a play of this size; 0 if the cards cannot be laid together."""
    if size == 1:
        return state.singles.strength(cards)
    if size == 2:
        return state.duos.strength(cards)
    return state.hands.strength(cards)


# Listing plays


def write_plays(state: CapoState, seat: i64, into: vec[i64]) -> i64:
    """Write the moves of a seat that may lay cards: a pass unless it leads, then all plays."""
    hand = state.piles[HANDS + seat]
    count: i64 = 0
    if state.top_size == 0:  # [CAPO-3.2]
        return write_leads(state, hand, into)
    into[0] = PASS_MOVE
    count = 1
    if state.top_size == 1:
        rest = hand & FAMILY_CARDS
        if state.top_cards < ONE_POLICE:
            rest &= state.top_cards - 1
        elif state.top_cards == ONE_POLICE:  # [CAPO-2.4]
            return count
        while rest:
            into[count] = lay_move(first_card(rest))
            rest &= rest - 1
            count += 1
        if hand >> POLICE_SHIFT:
            into[count] = lay_move(POLICE)
            count += 1
        eight = single_hit(state, hand)
        if eight >= 0:
            into[count] = lay_move(eight)
            count += 1
        return count
    floor = state.top_strength
    if can_battle_top(state, seat):
        floor -= 1  # [CAPO-5.6]
    held = sort_hand(hand)
    if state.top_size == 2:
        count = write_sets(state.duos, 2, hand, held, floor, into, count)
        return write_duo_hits(state, hand, into, count)
    return write_sets(state.hands, state.top_size, hand, held, floor, into, count)


def playable_moves(state: CapoState, seat: i64) -> list[int]:
    """The plays that a seat could lay on the play to beat, as moves."""
    buffer = vec[i64]([0] * MOST_PLAYS)
    count = write_plays(state, seat, buffer)
    return [buffer[i] for i in range(count) if buffer[i] != PASS_MOVE]


def write_leads(state: CapoState, hand: i64, into: vec[i64]) -> i64:
    """Write all singles, DUOs and hands of a hand as moves."""
    held = sort_hand(hand)
    count: i64 = 0
    while count < held:
        into[count] = lay_move(SORTED_HAND[count])
        count += 1
    if hand >> POLICE_SHIFT:
        into[count] = lay_move(POLICE)
        count += 1
    count = write_sets(state.duos, 2, hand, held, NO_FLOOR, into, count)
    if state.hand_size:  # [CAPO-9.1]
        count = write_sets(state.hands, state.hand_size, hand, held, NO_FLOOR, into, count)
    return count


def random_answer(state: CapoState, hand: i64, rng: Rng) -> i64:
    """A random move from the list of `write_plays` when a single is to beat, without writing the list."""
    rest = hand & FAMILY_CARDS & state.top_cards - 1
    naturals: i64 = 0
    uncounted = rest
    while uncounted:
        uncounted &= uncounted - 1
        naturals += 1
    choices = naturals + 1
    if hand >> POLICE_SHIFT:
        choices += 1
    eight: i64 = -1
    if state.top_cards <= RANK_MASK:
        eight = single_hit(state, hand)
        if eight >= 0:
            choices += 1
    ticket = rng.below(choices)
    if ticket == 0:
        return PASS_MOVE
    if ticket <= naturals:
        while ticket > 1:
            rest &= rest - 1
            ticket -= 1
        return lay_move(first_card(rest))
    if ticket == naturals + 1 and hand >> POLICE_SHIFT:
        return lay_move(POLICE)
    return lay_move(eight)


def sort_hand(hand: i64) -> i64:
    """Write the family cards of a hand into `SORTED_HAND` and return their number."""
    cards = SORTED_HAND
    rest = hand & FAMILY_CARDS
    held: i64 = 0
    while rest:
        cards[held] = CARD_OF_BIT[(rest & -rest) % BIT_HASH]  # first_card, written out for speed
        rest &= rest - 1
        held += 1
    return held


def write_sets(
    ranking: HandRanking, size: i64, hand: i64, held: i64, floor: i64, into: vec[i64], count: i64
) -> i64:
    """Write the sets of a size that are stronger than `floor`. The hand is in `SORTED_HAND`."""
    police: i64 = 0
    most = hand >> POLICE_SHIFT
    if most > size:
        most = size
    while police <= most:
        base = FIRST_NUMBERS[3 * size + police]
        left = size - police
        if left == 0:
            if floor < POLICE_STRENGTH:
                into[count] = lay_move(base)
                count += 1
        elif size == 2 and police == 0:
            count = write_pairs(ranking, held, floor, into, count)
        elif left <= held:
            start = ranking.starts[police]
            count = write_combinations(
                ranking, into, count, held, 0, left, 0, 0, ALL_FAMILIES, start, base, floor
            )
        police += 1
    return count


def write_combinations(
    ranking: HandRanking,
    into: vec[i64],
    count: i64,
    held: i64,
    first: i64,
    left: i64,
    index: i64,
    total: i64,
    families: i64,
    start: i64,
    base: i64,
    floor: i64,
) -> i64:
    """Extend a set by `left` of the `held` sorted cards, from `first` on; write those stronger than `floor`.

    The set so far has `index` cards with the sum `total` of `STEPS` and the common `families`. `start` and
    `base` are the first case and the first number of sets with as many police.
    """
    last = held - left
    while first <= last:
        card = SORTED_HAND[first]
        first += 1
        new_total = total + STEPS[index * NATURALS + card]
        common = families & FAMILY_BIT[card]
        if left > 1:
            count = write_combinations(
                ranking, into, count, held, first, left - 1, index + 1, new_total, common, start, base, floor
            )
            continue
        case = start + 2 * (new_total >> VALUE_BITS & CASE_MASK)
        if common:
            case += 1
        kind = ranking.kinds[case]
        if kind and (kind << VALUE_BITS) + (new_total & VALUE_MASK) > floor:
            into[count] = lay_move(base + (new_total >> NUMBER_SHIFT))
            count += 1
    return count


def write_pairs(duos: HandRanking, held: i64, floor: i64, into: vec[i64], count: i64) -> i64:
    """Write the DUOs without police that are stronger than `floor`: equal ranks are neighbours."""
    first: i64 = 0
    while first < held:
        card = SORTED_HAND[first]
        first += 1
        second = first
        while second < held and RANK_OF[SORTED_HAND[second]] == RANK_OF[card]:
            pile = card_pile(card) + card_pile(SORTED_HAND[second])
            if duos.strength(pile) > floor:
                into[count] = lay_move(set_number(pile, 2))
                count += 1
            second += 1
    return count


# The Hit


def single_hit(state: CapoState, hand: i64) -> i64:
    """The 8 that hits the Capo on top, or -1 [CAPO-4.3]."""
    if state.top_size != 1 or state.top_cards > RANK_MASK:
        return -1
    eights = hand & RANK_MASK << EIGHTS_SHIFT
    family = FAMILY_OF[first_card(state.top_cards)]
    while eights:
        card = first_card(eights)
        if FAMILY_OF[card] == family:
            return card
        eights &= eights - 1
    return -1


def write_duo_hits(state: CapoState, hand: i64, into: vec[i64], count: i64) -> i64:
    """Write the pairs of 8s that hit the two Capos on top [CAPO-4.4]."""
    if state.top_cards > RANK_MASK:
        return count
    stars = star_sum(state.top_cards)
    eights = hand & RANK_MASK << EIGHTS_SHIFT
    while eights:
        one = eights & -eights
        eights ^= one
        others = eights
        while others:
            other = others & -others
            others ^= other
            if star_sum(one + other) == stars:
                into[count] = lay_move(set_number(one + other, 2))
                count += 1
    return count


def is_hit(state: CapoState, cards: i64, size: i64) -> bool:
    """Return whether a play is a Hit on the play to beat [CAPO-4.3] [CAPO-4.4]."""
    if state.top_size != size or state.top_cards > RANK_MASK or state.top_cards == EMPTY:
        return False
    if cards >> EIGHTS_SHIFT > RANK_MASK or cards != rank_bits(cards, EIGHT) << EIGHTS_SHIFT:
        return False
    if size == 1:
        return FAMILY_OF[first_card(cards)] == FAMILY_OF[first_card(state.top_cards)]
    return size == 2 and star_sum(cards) == star_sum(state.top_cards)


def star_sum(cards: i64) -> i64:
    """The sum of the stars of some family cards."""
    total: i64 = 0
    while cards:
        total += STARS_OF[first_card(cards)]
        cards &= cards - 1
    return total


# Conditions


def can_battle_top(state: CapoState, seat: i64) -> bool:
    """Return whether a seat may lay an equal DUO or hand and fight the seat that played last [CAPO-5.6]."""
    foe = state.top_seat
    return state.can_battle(seat, state.hand_count(seat) - state.top_size) and state.can_battle(
        foe, state.hand_count(foe)
    )


def can_challenge(state: CapoState, seat: i64, foe: i64) -> bool:
    """Return whether a seat that laid a 9 may challenge another [CAPO-4.5] [CAPO-5.1]."""
    return (
        foe != seat
        and state.can_battle(seat, state.hand_count(seat))
        and state.can_battle(foe, state.hand_count(foe))
    )


def is_skipped(state: CapoState, seat: i64) -> bool:
    """Return whether everybody can see that a seat can only pass [CAPO-3.7]."""
    if state.top_size > 1 and state.hand_count(seat) < state.top_size:
        return True
    return state.top_size <= 2 and state.top_strength == POLICE_STRENGTH
