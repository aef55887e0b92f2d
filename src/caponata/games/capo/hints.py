"""Hints for bots: empty the hand in few plays, save strong cards, and collect one city colour."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capo.cards import CARD_KINDS, CITY_COUNT, RANK_OF, YELLOW
from caponata.games.capo.layout import HANDS, OWNED
from caponata.games.capo.moves import (
    CHALLENGE,
    DISCARD,
    FIGHT,
    GIVE,
    HOLD,
    KEEP,
    LAY,
    PASS,
    PICK,
    REFRAIN,
    TURN,
    YIELD,
    card_of,
    cards_of,
    colour_of,
    seat_of,
    verb_of,
)
from caponata.games.capo.piles import (
    EMPTY,
    FAMILY_CARDS,
    POLICE_SHIFT,
    card_pile,
    city_copies,
    first_card,
    index_mask,
    small_pile_size,
)
from caponata.games.capo.plays import MOST_PLAYS, play_strength, write_leads
from caponata.games.capo.rules import CapoPosition

PLAY_COST: Final[i64] = 100  # for each play until the hand is empty
RUN_OUT_VALUE: Final[i64] = 600  # the play empties the hand
BUSTED_COST: Final[i64] = 450  # ... with police alone
CROOKED_COST: Final[i64] = 250  # ... with police among others
LAST_POLICE_COST: Final[i64] = 150  # the last play will have police in it
POLICE_COST: Final[i64] = 75  # for each police that is laid before the end
CONTROL_COST: Final[i64] = 16  # for each rank by which a card laid is better than `CONTROL_RANK`
CONTROL_RANK: Final[i64] = 5
WEAK_VALUE: Final[i64] = 4  # for each rank of a card that is led, given or discarded
ENDGAME_HAND: Final[i64] = 2  # another hand has at most this many cards: strong cards are not saved for later
ENDGAME_DIVISOR: Final[i64] = 4  # of the costs of strong cards and police
PASS_VALUE: Final[i64] = 30
BATTLE_COST: Final[i64] = 25  # an equal play, which needs a Battle
STRONG_CARDS: Final[i64] = 12  # a challenge looks good with one of this many strongest cards
OWN_COLOUR_VALUE: Final[i64] = 20  # for each own city card of the colour
OTHER_COLOUR_VALUE: Final[i64] = 8  # for each city card of the colour that another seat is known to own
WILD_VALUE: Final[i64] = 70  # a wild yellow city card

# A cache of `fewest_plays`: for each of 64 hands, the result for all subsets of up to eight cards.
CACHE_SLOTS: Final[i64] = 64
HASH_PRIME: Final[i64] = 8191
HAND_SUBSETS: Final[i64] = 256
CACHED_HANDS: Final = vec[i64]([0] * 64)
CACHED_PLAYS: Final = vec[i64]([0] * 16384)
TOO_MANY: Final[i64] = 99
PLAY_MOVES: Final = vec[i64]([0] * MOST_PLAYS)
PLAY_MASKS: Final = vec[i64]([0] * MOST_PLAYS)


@final
class CapoHints(Hints):
    """Appeals of moves, computed from what the seat can see."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CapoPosition)
        hand = position.piles[HANDS + seat]
        verb = verb_of(move)
        if verb == LAY:
            return appeal_of_play(position, seat, hand, cards_of(move))
        if verb == PASS:
            return PASS_VALUE - PLAY_COST * fewest_plays(position, hand, hand)
        if verb == GIVE:
            given = cards_of(move)
            return riddance_value(given) - PLAY_COST * fewest_plays(position, hand, hand - given)
        if verb == CHALLENGE:
            return appeal_of_challenge(position, seat, hand, seat_of(move))
        if verb == FIGHT:
            card = card_pile(card_of(move))
            strength = CARD_KINDS - best_order(card)
            return 2 * strength - PLAY_COST * fewest_plays(position, hand, hand - card) // 2
        if verb == DISCARD:
            card = card_pile(card_of(move))
            return riddance_value(card) - PLAY_COST * fewest_plays(position, hand, hand - card) + PASS_VALUE
        if verb == HOLD:
            return -PLAY_COST * fewest_plays(position, hand, hand)
        if verb == TURN:
            return appeal_of_turn(position, seat)
        if verb in (KEEP, REFRAIN):
            return 0
        return appeal_of_city(position, seat, verb, colour_of(move))


def appeal_of_play(position: CapoPosition, seat: i64, hand: i64, cards: i64) -> i64:
    """Appeal of laying these cards."""
    rest = hand - cards
    police = cards >> POLICE_SHIFT
    if rest == EMPTY:
        if police == 0:
            return RUN_OUT_VALUE
        if position.seats == 2:
            return -RUN_OUT_VALUE  # [CAPO-6.7]
        if police == small_pile_size(cards):
            return RUN_OUT_VALUE - BUSTED_COST
        return RUN_OUT_VALUE - CROOKED_COST
    plays = fewest_plays(position, hand, rest)
    value = -PLAY_COST * plays
    if plays == 1 and rest >> POLICE_SHIFT:
        value -= LAST_POLICE_COST
    if position.top_size == 0:
        return value + riddance_value(cards)
    cost = POLICE_COST * police
    naturals = cards & FAMILY_CARDS
    while naturals:
        rank = RANK_OF[first_card(naturals)]
        naturals &= naturals - 1
        if rank < CONTROL_RANK:
            cost += CONTROL_COST * (CONTROL_RANK - rank)
    if is_endgame(position, seat):
        cost //= ENDGAME_DIVISOR
    value -= cost // position.top_size
    if position.top_size > 1 and play_strength(position, cards, position.top_size) == position.top_strength:
        value -= BATTLE_COST
    return value


def appeal_of_turn(position: CapoPosition, seat: i64) -> i64:
    """Appeal of turning the direction of play: good if the seat before has more cards than the next."""
    after = position.next_seat(seat)
    before = (seat + seat - after + position.seats) % position.seats  # the neighbour on the other side
    return position.hand_count(before) - position.hand_count(after)


def appeal_of_challenge(position: CapoPosition, seat: i64, hand: i64, foe: i64) -> i64:
    """Appeal of a Battle: good with a strong card, best against a seat known to collect the same colours."""
    value = STRONG_CARDS - best_order(hand)
    colour: i64 = 0
    while colour < CITY_COUNT:
        value += city_copies(position.known_cities(seat, foe), colour) * city_copies(
            position.piles[OWNED + seat], colour
        )
        colour += 1
    return value


def appeal_of_city(position: CapoPosition, seat: i64, verb: i64, colour: i64) -> i64:
    """Appeal of picking a city card, or of giving it away."""
    if verb == PICK:
        return city_value(position, seat, colour)
    if verb == YIELD:
        wanted = city_copies(position.known_cities(seat, position.winner), colour)
        return -city_value(position, seat, colour) - OTHER_COLOUR_VALUE * wanted
    return -city_value(position, seat, colour)


def city_value(position: CapoPosition, seat: i64, colour: i64) -> i64:
    """Value of a city card of this colour for a seat: higher if it or others collect the colour."""
    value = OWN_COLOUR_VALUE * city_copies(position.piles[OWNED + seat], colour)
    if colour == YELLOW and position.yellow_wild:
        value += WILD_VALUE
    other: i64 = 0
    while other < position.seats:
        if other != seat:
            value += OTHER_COLOUR_VALUE * city_copies(position.known_cities(seat, other), colour)
        other += 1
    return value


def is_endgame(position: CapoPosition, seat: i64) -> bool:
    """Return whether another seat is about to run out of cards."""
    other: i64 = 0
    while other < position.seats:
        if other != seat and position.holding >> other & 1 and position.hand_count(other) <= ENDGAME_HAND:
            return True
        other += 1
    return False


def riddance_value(cards: i64) -> i64:
    """Value of getting rid of cards: higher for weak ones, negative for police."""
    value = -POLICE_COST * (cards >> POLICE_SHIFT)
    naturals = cards & FAMILY_CARDS
    while naturals:
        value += WEAK_VALUE * RANK_OF[first_card(naturals)]
        naturals &= naturals - 1
    return value


def best_order(cards: i64) -> i64:
    """Index of the strongest card in the order of all singles: 0 for police."""
    if cards >> POLICE_SHIFT:
        return 0
    return first_card(cards) + 1


# Fewest plays


def fewest_plays(position: CapoPosition, hand: i64, rest: i64) -> i64:
    """The fewest plays in which a part of a hand can be laid if nobody else plays."""
    slot = (hand % HASH_PRIME + position.hand_size) % CACHE_SLOTS
    key = hand * 8 + position.hand_size
    if CACHED_HANDS[slot] != key:
        fill_cache(position, hand, slot * HAND_SUBSETS)
        CACHED_HANDS[slot] = key
    return CACHED_PLAYS[slot * HAND_SUBSETS + index_mask(hand, rest)]


def fill_cache(position: CapoPosition, hand: i64, start: i64) -> None:
    """Compute the fewest plays for every subset of a hand: one play must contain the subset's best card."""
    table = CACHED_PLAYS
    masks = PLAY_MASKS
    count = write_leads(position, hand, PLAY_MOVES)
    i: i64 = 0
    while i < count:
        masks[i] = index_mask(hand, cards_of(PLAY_MOVES[i]))
        i += 1
    held = small_pile_size(hand)
    last: i64 = 0  # the bit of the second police: masks contain it only together with the first
    if hand >> POLICE_SHIFT > 1:
        last = 1 << held - 1
    table[start] = 0
    part: i64 = 1
    while part < 1 << held:
        best = TOO_MANY
        lowest = part & -part
        i = 0
        while i < count:
            play = masks[i]
            if play & lowest and play & ~part == 0:
                left = part ^ play
                if left & last and not left & last >> 1:
                    left ^= last | last >> 1
                plays = table[start + left] + 1
                if plays < best:
                    best = plays
            i += 1
        table[start + part] = best
        part += 1
