"""What CAPO knows about good play: few plays to go, control kept for later, and the right city cards."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capo.cards import CITY_COUNT, KINDS, NATURAL, RANK_OF, YELLOW
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
    NATURALS,
    card_pile,
    city_copies,
    few,
    first_card,
    index_mask,
)
from caponata.games.capo.plays import MOST_CAPO_MOVES
from caponata.games.capo.rules import CapoPosition

PLAY: Final[i64] = 100  # one play less to go until the hand is empty
OUT: Final[i64] = 600  # the hand is empty
BUSTED: Final[i64] = 450  # ... with police alone
CROOKED: Final[i64] = 250  # ... with police among others
LAST_POLICE: Final[i64] = 150  # one play is left, and it has police in it
SPENT_POLICE: Final[i64] = 75  # police laid before the end
CONTROL: Final[i64] = 16  # for each rank by which a card laid is better than a 5
CONTROL_RANK: Final[i64] = 5
WEAK: Final[i64] = 4  # for each rank of a card that is got rid of while leading
HURRY: Final[i64] = 2  # cards in another hand at which nothing is kept for later
PATIENCE: Final[i64] = 30  # what a pass is worth when nobody is near the end
BATTLE_RISK: Final[i64] = 25  # an equal play that needs a Battle
BOLD: Final[i64] = 12  # the number of the weakest card with which a challenge looks good
NEED: Final[i64] = 20  # each city card of a colour that one collects
DENY: Final[i64] = 8  # each city card of a colour that another seat is known to collect
WILD: Final[i64] = 70  # yellow, where it stands for any colour

SLOTS: Final[i64] = 64  # hands whose table is kept
PLACES: Final[i64] = 256  # subsets of a hand
FAR: Final[i64] = 99
TABLE_KEYS: Final = vec[i64]([0] * 64)
TABLE: Final = vec[i64]([0] * 16384)
PLAY_MOVES: Final = vec[i64]([0] * MOST_CAPO_MOVES)
PLAY_PLACES: Final = vec[i64]([0] * MOST_CAPO_MOVES)


@final
class CapoHints(Hints):
    """Judges a move from what its seat can see."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CapoPosition)
        hand = position.words[HANDS + seat]
        verb = verb_of(move)
        if verb == LAY:
            return appeal_of_play(position, seat, hand, cards_of(move))
        if verb == PASS:
            return PATIENCE - PLAY * fewest(position, hand, hand)
        if verb == GIVE:
            given = cards_of(move)
            return weakness(given) - PLAY * fewest(position, hand, hand - given)
        if verb == CHALLENGE:
            return appeal_of_challenge(position, seat, hand, seat_of(move))
        if verb == FIGHT:
            card = card_pile(card_of(move))
            strength = KINDS - first_strength(card)
            return 2 * strength - PLAY * fewest(position, hand, hand - card) // 2
        if verb == DISCARD:
            card = card_pile(card_of(move))
            return weakness(card) - PLAY * fewest(position, hand, hand - card) + PATIENCE
        if verb == HOLD:
            return -PLAY * fewest(position, hand, hand)
        if verb == TURN:
            return appeal_of_turn(position, seat)
        if verb in (KEEP, REFRAIN):
            return 0
        return appeal_of_city(position, seat, verb, colour_of(move))


def appeal_of_play(position: CapoPosition, seat: i64, hand: i64, cards: i64) -> i64:
    """How good it looks to lay these cards."""
    rest = hand - cards
    police = cards >> NATURAL
    if rest == EMPTY:
        if police == 0:
            return OUT
        if position.seats == 2:
            return -OUT  # [CAPO-6.7]
        if police == few(cards):
            return OUT - BUSTED
        return OUT - CROOKED
    plays = fewest(position, hand, rest)
    value = -PLAY * plays
    if plays == 1 and rest >> NATURAL:
        value -= LAST_POLICE
    if position.top_size == 0:
        return value + weakness(cards)
    cost = SPENT_POLICE * police
    naturals = cards & NATURALS
    while naturals:
        rank = RANK_OF[first_card(naturals)]
        naturals &= naturals - 1
        if rank < CONTROL_RANK:
            cost += CONTROL * (CONTROL_RANK - rank)
    if in_a_hurry(position, seat):
        cost //= 4
    value -= cost // position.top_size
    if position.top_size > 1 and position.strength(cards, position.top_size) == position.top_strength:
        value -= BATTLE_RISK
    return value


def appeal_of_turn(position: CapoPosition, seat: i64) -> i64:
    """How good it looks to turn the direction of play."""
    after = position.next_seat(seat)
    before = seat + seat - after  # on the other side, round the table
    before = (before + position.seats) % position.seats
    return position.cards_of(before) - position.cards_of(after)


def appeal_of_challenge(position: CapoPosition, seat: i64, hand: i64, foe: i64) -> i64:
    """A Battle looks good with a strong card to spare, most of all against who collects the same colours."""
    best = first_strength(hand)
    value = BOLD - best
    colour: i64 = 0
    while colour < CITY_COUNT:
        value += city_copies(position.known(seat, foe), colour) * city_copies(
            position.words[OWNED + seat], colour
        )
        colour += 1
    return value


def appeal_of_city(position: CapoPosition, seat: i64, verb: i64, colour: i64) -> i64:
    """What a city card is worth to its seat, and to others that are known to collect its colour."""
    if verb == PICK:
        return city_worth(position, seat, colour)
    if verb == YIELD:
        wanted = city_copies(position.known(seat, position.winner), colour)
        return -city_worth(position, seat, colour) - DENY * wanted
    return -city_worth(position, seat, colour)


def city_worth(position: CapoPosition, seat: i64, colour: i64) -> i64:
    """How much a seat would like to own a city card of this colour."""
    value = NEED * city_copies(position.words[OWNED + seat], colour)
    if colour == YELLOW and position.wild:
        value += WILD
    other: i64 = 0
    while other < position.seats:
        if other != seat:
            value += DENY * city_copies(position.known(seat, other), colour)
        other += 1
    return value


def in_a_hurry(position: CapoPosition, seat: i64) -> bool:
    """Whether another seat is about to run out of cards."""
    other: i64 = 0
    while other < position.seats:
        if other != seat and position.holding >> other & 1 and position.cards_of(other) <= HURRY:
            return True
        other += 1
    return False


def weakness(cards: i64) -> i64:
    """What it is worth to be rid of cards: their ranks; police are kept."""
    value = -SPENT_POLICE * (cards >> NATURAL)
    naturals = cards & NATURALS
    while naturals:
        value += WEAK * RANK_OF[first_card(naturals)]
        naturals &= naturals - 1
    return value


def first_strength(cards: i64) -> i64:
    """The place of the strongest card among singles, 0 for police."""
    if cards >> NATURAL:
        return 0
    return first_card(cards) + 1


# Fewest plays


def fewest(position: CapoPosition, hand: i64, rest: i64) -> i64:
    """In how few plays a part of a hand can be laid, as if nobody else played."""
    slot = (hand % 8191 + position.hand_size) % SLOTS
    key = hand * 8 + position.hand_size
    if TABLE_KEYS[slot] != key:
        fill_table(position, hand, slot * PLACES)
        TABLE_KEYS[slot] = key
    return TABLE[slot * PLACES + index_mask(hand, rest)]


def fill_table(position: CapoPosition, hand: i64, start: i64) -> None:
    """Work out the fewest plays for every part of a hand: the best card left must go in one of them."""
    table = TABLE
    places = PLAY_PLACES
    count = position.leads(hand, PLAY_MOVES)
    i: i64 = 0
    while i < count:
        places[i] = index_mask(hand, cards_of(PLAY_MOVES[i]))
        i += 1
    held = few(hand)
    last: i64 = 0  # the place of the second police, which is laid only after the first
    if hand >> NATURAL > 1:
        last = 1 << held - 1
    table[start] = 0
    part: i64 = 1
    while part < 1 << held:
        best = FAR
        lowest = part & -part
        i = 0
        while i < count:
            play = places[i]
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
