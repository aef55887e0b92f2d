"""The state of a game of CAPO, and simple reads of it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position
from caponata.games.capo.cards import CITY_COPIES, CITY_COUNT, DECK_SIZE, FEW_COLOURS
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    CITIES,
    CUGINE_TITLE,
    EXCHANGE,
    FIGHTING,
    FIRST_CITY_CARDS,
    FULL_TABLE,
    HAND_SIZES,
    KNOWN,
    NONE,
    OVER,
    OWNED,
    OWNER_BITS,
    OWNERS_PER_PILE,
    PHASES,
    PILE_COUNT,
    PLAYING,
    SEAT_BITS,
    SEAT_MASK,
    SOTO_TITLE,
    STAKES,
    STAKING,
    SWAP,
    WINNING_SET,
    CapoOptions,
)
from caponata.games.capo.piles import ALL_CITY, EMPTY, FULL_DECK, best_set, city_card, city_size
from caponata.games.capo.rankings import HandRanking, hand_ranking

RANK_BASE: Final[i64] = 32  # more than there are city cards

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "seats",
    "to_act",
    "phase",
    "round",
    "leader",
    "turn",
    "backwards",
    "top_cards",
    "top_strength",
    "top_size",
    "top_seat",
    "passed",
    "locked",
    "counts",
    "holding",
    "outs",
    "out_count",
    "place_limits",
    "places",
    "stock",
    "deck",
    "deck_size",
    "to_deal",
    "challenger",
    "foe",
    "equal",
    "winner",
    "loser",
    "mamma_due",
    "swapped",
    "gained",
    "open_stakes",
    "pick_place",
    "picks_left",
    "champion",
    "last_cards",
    "last_seat",
    "piles",
)


class CapoState(Position):
    """Everything on the table, hidden cards included."""

    def __init__(self, seats: i64, options: CapoOptions, source: CapoState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.piles: vec[i64] = source.piles[:]
            self.deal_size: i64 = source.deal_size
            self.hand_size: i64 = source.hand_size  # cards in the combination "hand"; 0 if there is none
            self.singles: HandRanking = source.singles
            self.duos: HandRanking = source.duos
            self.hands: HandRanking = source.hands
            self.pass_locks: bool = source.pass_locks
            self.yellow_wild: bool = source.yellow_wild
            self.has_mamma: bool = source.has_mamma
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.leader: i64 = source.leader  # the seat that leads this round's first trick
            self.turn: i64 = source.turn
            self.backwards: i64 = source.backwards  # 1 while play goes counter-clockwise
            self.top_cards: i64 = source.top_cards  # the play to beat
            self.top_strength: i64 = source.top_strength
            self.top_size: i64 = source.top_size
            self.top_seat: i64 = source.top_seat  # the seat that counts as having played last
            self.last_cards: i64 = source.last_cards  # the last play, also after the end of the round
            self.last_seat: i64 = source.last_seat
            self.passed: i64 = source.passed  # the seats that passed since the last play
            self.locked: i64 = source.locked
            self.counts: i64 = source.counts  # cards in hand, four bits per seat
            self.holding: i64 = source.holding  # the seats with cards in hand
            self.outs: i64 = source.outs  # the seats in the order in which they ran out, four bits each
            self.out_count: i64 = source.out_count
            self.place_limits: i64 = source.place_limits  # the best place a seat may take, four bits per seat
            self.places: i64 = source.places  # the seats by place in the last round, four bits each
            self.stock: i64 = source.stock
            self.deck: i64 = source.deck
            self.deck_size: i64 = source.deck_size
            self.to_deal: i64 = source.to_deal
            self.challenger: i64 = source.challenger
            self.foe: i64 = source.foe
            self.equal: i64 = source.equal  # 1 while a Battle decides between equal plays
            self.winner: i64 = source.winner
            self.loser: i64 = source.loser
            self.mamma_due: i64 = source.mamma_due
            self.swapped: i64 = source.swapped
            self.gained: i64 = source.gained  # the seats that won a city card since the stakes were laid
            self.open_stakes: i64 = source.open_stakes  # the stakes to pick from
            self.pick_place: i64 = source.pick_place  # the place whose seat picks or is awarded a city card
            self.picks_left: i64 = source.picks_left
            self.champion: i64 = source.champion
            return
        self.piles = vec[i64]([0] * PILE_COUNT)
        self.deal_size = options.deal(seats)
        self.hand_size = HAND_SIZES[options.variant]
        self.singles = hand_ranking(1)
        self.duos = hand_ranking(2)
        self.hands = hand_ranking(HAND_SIZES[options.variant] or 2)
        self.pass_locks = options.pass_locks
        self.yellow_wild = options.yellow_wild
        self.has_mamma = options.mamma == SWAP
        self.phase = CITIES
        self.to_act = CHANCE_ACTS
        self.round = 1
        self.leader = 0
        self.turn = 0
        self.backwards = 0
        self.top_cards = EMPTY
        self.top_strength = 0
        self.top_size = 0
        self.top_seat = 0
        self.last_cards = EMPTY
        self.last_seat = 0
        self.passed = 0
        self.locked = 0
        self.counts = 0
        self.holding = 0
        self.outs = 0
        self.out_count = 0
        self.place_limits = 0
        self.places = 0
        self.stock = EMPTY
        colour: i64 = 0
        while colour < CITY_COUNT and (seats >= FULL_TABLE or colour < FEW_COLOURS):  # [CAPO-1.3]
            self.stock += CITY_COPIES * city_card(colour)
            colour += 1
        self.deck = FULL_DECK
        self.deck_size = DECK_SIZE
        self.to_deal = FIRST_CITY_CARDS
        self.challenger = NONE
        self.foe = NONE
        self.equal = 0
        self.winner = NONE
        self.loser = NONE
        self.mamma_due = 0
        self.swapped = 0
        self.gained = 0
        self.open_stakes = EMPTY
        self.pick_place = 0
        self.picks_left = 0
        self.champion = NONE

    # Seats

    def next_seat(self, seat: i64) -> i64:
        """The next seat in the direction of play."""
        if self.backwards:
            seat -= 1
            if seat < 0:
                return self.seats - 1
            return seat
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    def hand_count(self, seat: i64) -> i64:
        """Number of cards in a seat's hand."""
        return self.counts >> SEAT_BITS * seat & SEAT_MASK

    def seat_at(self, place: i64) -> i64:
        """The seat that took a place in the last round."""
        return self.places >> SEAT_BITS * place & SEAT_MASK

    def title_holder(self, title: i64) -> i64:
        """The seat that won a title in the last round, or NONE [CAPO-6.2] [CAPO-6.3]."""
        if self.places == 0:
            return NONE
        if title == CAPO_TITLE:
            return self.seat_at(0)
        if title == CAFONE_TITLE:
            return self.seat_at(self.seats - 1)
        if self.seats < FULL_TABLE:
            return NONE
        if title == SOTO_TITLE:
            return self.seat_at(1)
        return self.seat_at(self.seats - 2)

    def title_at(self, place: i64) -> i64:
        """The title of a place, or NONE."""
        if place == 0:
            return CAPO_TITLE
        if place == self.seats - 1:
            return CAFONE_TITLE
        if self.seats < FULL_TABLE:
            return NONE
        if place == 1:
            return SOTO_TITLE
        if place == self.seats - 2:
            return CUGINE_TITLE
        return NONE

    def exchange_partner(self, seat: i64) -> i64:
        """The seat with which a seat exchanges cards, or NONE [CAPO-7.3] [CAPO-7.4]."""
        title: i64 = 0
        while title <= CAFONE_TITLE:
            if self.title_holder(title) == seat:
                return self.title_holder(CAFONE_TITLE - title)
            title += 1
        return NONE

    def exchange_size(self, seat: i64) -> i64:
        """Number of cards that a seat gives in the exchange [CAPO-7.5]."""
        if self.seats < FULL_TABLE or (
            seat != self.title_holder(CAPO_TITLE) and seat != self.title_holder(CAFONE_TITLE)
        ):
            return 1
        return 2

    # City cards

    def city_count(self, seat: i64) -> i64:
        """Number of city cards that a seat owns. A stake counts until all stakes are chosen."""
        count = city_size(self.piles[OWNED + seat])
        if self.phase == STAKING and self.piles[STAKES + seat]:
            count += 1
        return count

    def known_cities(self, viewer: i64, owner: i64) -> i64:
        """The city cards that a viewer knows another seat to own or to have staked."""
        pile = self.piles[KNOWN + 2 * viewer + owner // OWNERS_PER_PILE]
        return pile >> OWNER_BITS * (owner % OWNERS_PER_PILE) & ALL_CITY

    def set_known_cities(self, viewer: i64, owner: i64, pile: i64) -> None:
        """Replace the city cards that a viewer knows another seat to own or to have staked."""
        index = KNOWN + 2 * viewer + owner // OWNERS_PER_PILE
        shift = OWNER_BITS * (owner % OWNERS_PER_PILE)
        self.piles[index] ^= (self.piles[index] >> shift & ALL_CITY ^ pile) << shift

    def can_battle(self, seat: i64, hand_count: i64) -> bool:
        """Return whether a seat with this many cards may take part in a Battle [CAPO-5.1]."""
        return hand_count > 1 and self.piles[OWNED + seat] != EMPTY

    # Scores

    def score(self, seat: i64) -> i64:
        return best_set(self.piles[OWNED + seat], wild=self.yellow_wild)  # [CAPO-8.4]

    def is_ahead(self, one: i64, other: i64) -> bool:
        return self.rank_value(one) > self.rank_value(other)

    def rank_value(self, seat: i64) -> i64:
        """A number that orders the seats: by largest set, then by city cards [CAPO-8.4] [CAPO-8.5]."""
        return RANK_BASE * self.score(seat) + city_size(self.piles[OWNED + seat])

    def has_won(self, seat: i64) -> bool:
        """Return whether a seat owns four city cards of one colour [CAPO-8.1]."""
        return best_set(self.piles[OWNED + seat], wild=self.yellow_wild) >= WINNING_SET

    # Decisions

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat < 0 or self.to_act == CHANCE_ACTS or not self.to_act >> seat & 1:
            return "wait"
        if self.phase == PLAYING:
            return "follow" if self.top_size else "lead"
        return PHASES[self.phase]

    def is_sealed(self) -> bool:
        return self.phase == STAKING or self.phase == EXCHANGE or self.phase == FIGHTING

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
