"""A position of CAPO: what lies where, and what can be read off it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Outcome, Position, ScoreLine
from caponata.games.capo.cards import CITY_COPIES, CITY_COUNT, FEW_COLOURS
from caponata.games.capo.kinds import Ladder, ladder
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    CITIES,
    CITY_EACH,
    CUGINE_TITLE,
    EXCHANGE,
    FIGHTING,
    HAND_SIZES,
    KNOWN,
    NONE,
    OVER,
    OWNED,
    OWNER_BITS,
    OWNERS,
    PHASES,
    PLAYING,
    SEAT_BITS,
    SEAT_MASK,
    SOTO_TITLE,
    STAKES,
    STAKING,
    SWAP,
    TITLED,
    WINNING_SET,
    WORDS,
    CapoOptions,
)
from caponata.games.capo.piles import ALL_CITY, EMPTY, FULL_DECK, best_set, city_card, city_size

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "seats",
    "to_act",
    "phase",
    "round",
    "leader",
    "turn",
    "turned",
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
    "bars",
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
    "shown",
    "pick_place",
    "picks_left",
    "champion",
    "last_cards",
    "last_seat",
    "words",
)


class CapoState(Position):
    """All that is on the table, hidden cards included."""

    def __init__(self, seats: i64, options: CapoOptions, source: CapoState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]
            self.deal_size: i64 = source.deal_size
            self.hand_size: i64 = source.hand_size  # cards in a hand of this variant, or 0
            self.singles: Ladder = source.singles
            self.duos: Ladder = source.duos
            self.hands: Ladder = source.hands
            self.locks: bool = source.locks
            self.wild: bool = source.wild
            self.has_mamma: bool = source.has_mamma
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.leader: i64 = source.leader  # who leads this round's first trick
            self.turn: i64 = source.turn
            self.turned: i64 = source.turned  # 1 when play goes round the other way
            self.top_cards: i64 = source.top_cards  # the play to beat
            self.top_strength: i64 = source.top_strength
            self.top_size: i64 = source.top_size
            self.top_seat: i64 = source.top_seat  # who counts as having played last
            self.last_cards: i64 = source.last_cards  # what was laid last, also after the round is over
            self.last_seat: i64 = source.last_seat
            self.passed: i64 = source.passed  # since the last play
            self.locked: i64 = source.locked
            self.counts: i64 = source.counts  # cards in hand, four bits a seat
            self.holding: i64 = source.holding  # the seats with cards in hand
            self.outs: i64 = source.outs  # the seats in the order in which they ran out, four bits each
            self.out_count: i64 = source.out_count
            self.bars: i64 = source.bars  # the first place a seat may hold, four bits a seat
            self.places: i64 = source.places  # the last round's seats by place, four bits each
            self.stock: i64 = source.stock
            self.deck: i64 = source.deck
            self.deck_size: i64 = source.deck_size
            self.to_deal: i64 = source.to_deal
            self.challenger: i64 = source.challenger
            self.foe: i64 = source.foe
            self.equal: i64 = source.equal  # 1 while a Battle decides between equal hands
            self.winner: i64 = source.winner
            self.loser: i64 = source.loser
            self.mamma_due: i64 = source.mamma_due
            self.swapped: i64 = source.swapped
            self.gained: i64 = source.gained  # the seats that won a city card since stakes were laid
            self.shown: i64 = source.shown  # stakes to pick from
            self.pick_place: i64 = source.pick_place  # whose turn it is to pick or be awarded, by place
            self.picks_left: i64 = source.picks_left
            self.champion: i64 = source.champion
            return
        self.words = vec[i64]([0] * WORDS)
        self.deal_size = options.deal(seats)
        self.hand_size = HAND_SIZES[options.variant]
        self.singles = ladder(1)
        self.duos = ladder(2)
        self.hands = ladder(HAND_SIZES[options.variant] or 2)
        self.locks = options.pass_locks
        self.wild = options.yellow_wild
        self.has_mamma = options.mamma == SWAP
        self.phase = CITIES
        self.to_act = CHANCE_ACTS
        self.round = 1
        self.leader = 0
        self.turn = 0
        self.turned = 0
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
        self.bars = 0
        self.places = 0
        self.stock = EMPTY
        colour: i64 = 0
        while colour < CITY_COUNT and (seats >= TITLED or colour < FEW_COLOURS):  # [CAPO-1.3]
            self.stock += CITY_COPIES * city_card(colour)
            colour += 1
        self.deck = FULL_DECK
        self.deck_size = 52
        self.to_deal = CITY_EACH
        self.challenger = NONE
        self.foe = NONE
        self.equal = 0
        self.winner = NONE
        self.loser = NONE
        self.mamma_due = 0
        self.swapped = 0
        self.gained = 0
        self.shown = EMPTY
        self.pick_place = 0
        self.picks_left = 0
        self.champion = NONE

    # Seats

    def next_seat(self, seat: i64) -> i64:
        """The seat that follows in the direction of play."""
        if self.turned:
            seat -= 1
            if seat < 0:
                return self.seats - 1
            return seat
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    def cards_of(self, seat: i64) -> i64:
        """How many cards a seat has in hand."""
        return self.counts >> SEAT_BITS * seat & SEAT_MASK

    def seat_at(self, place: i64) -> i64:
        """Who came to a place in the last round."""
        return self.places >> SEAT_BITS * place & SEAT_MASK

    def titled(self, title: i64) -> i64:
        """Who bears a title of the last round, or NONE [CAPO-6.2] [CAPO-6.3]."""
        if self.places == 0:
            return NONE
        if title == CAPO_TITLE:
            return self.seat_at(0)
        if title == CAFONE_TITLE:
            return self.seat_at(self.seats - 1)
        if self.seats < TITLED:
            return NONE
        if title == SOTO_TITLE:
            return self.seat_at(1)
        return self.seat_at(self.seats - 2)

    def title_of_place(self, place: i64) -> i64:
        """The title that a place carries, or NONE."""
        if place == 0:
            return CAPO_TITLE
        if place == self.seats - 1:
            return CAFONE_TITLE
        if self.seats < TITLED:
            return NONE
        if place == 1:
            return SOTO_TITLE
        if place == self.seats - 2:
            return CUGINE_TITLE
        return NONE

    def partner(self, seat: i64) -> i64:
        """With whom a seat exchanges cards by the last round's titles, or NONE [CAPO-7.3] [CAPO-7.4]."""
        title: i64 = 0
        while title <= CAFONE_TITLE:
            if self.titled(title) == seat:
                return self.titled(CAFONE_TITLE - title)
            title += 1
        return NONE

    def exchanged(self, seat: i64) -> i64:
        """How many cards a seat exchanges [CAPO-7.5]."""
        if self.seats < TITLED or (seat != self.titled(CAPO_TITLE) and seat != self.titled(CAFONE_TITLE)):
            return 1
        return 2

    # City cards

    def known(self, viewer: i64, owner: i64) -> i64:
        """The city cards that a viewer knows another seat to own or to have staked."""
        word = self.words[KNOWN + 2 * viewer + owner // OWNERS]
        return word >> OWNER_BITS * (owner % OWNERS) & ALL_CITY

    def set_known(self, viewer: i64, owner: i64, pile: i64) -> None:
        """Note what a viewer knows of another seat's city cards."""
        at = KNOWN + 2 * viewer + owner // OWNERS
        shift = OWNER_BITS * (owner % OWNERS)
        self.words[at] ^= (self.words[at] >> shift & ALL_CITY ^ pile) << shift

    def can_battle(self, seat: i64, cards: i64) -> bool:
        """Whether a seat with so many cards in hand may take part in a Battle [CAPO-5.1]."""
        return cards > 1 and self.words[OWNED + seat] != EMPTY

    # Scores

    def score(self, seat: i64) -> i64:
        return best_set(self.words[OWNED + seat], wild=self.wild)  # [CAPO-8.4]

    def standing(self, seat: i64) -> i64:
        """What seats are placed by at the end: the largest set, then all city cards [CAPO-8.4] [CAPO-8.5]."""
        return 32 * self.score(seat) + city_size(self.words[OWNED + seat])

    def place(self, seat: i64) -> i64:
        better: i64 = 0
        other: i64 = 0
        mine = self.standing(seat)
        while other < self.seats:
            if self.standing(other) > mine:
                better += 1
            other += 1
        return better

    def has_won(self, seat: i64) -> bool:
        """Whether a seat owns four city cards of one colour [CAPO-8.1]."""
        return best_set(self.words[OWNED + seat], wild=self.wild) >= WINNING_SET

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = tuple([int(self.score(seat)) for seat in range(self.seats)])
        places = tuple([int(self.place(seat)) for seat in range(self.seats)])
        lines = tuple([(ScoreLine("CAPO-8.4", "largest-set", score),) for score in scores])
        if self.champion != NONE:
            return Outcome("CAPO-8.1", scores, places, lines, "CAPO-8.1")
        decided_by = "CAPO-8.4"
        if scores.count(max(scores)) > 1:
            decided_by = "CAPO-8.5" if places.count(0) == 1 else "CAPO-8.6"
        return Outcome("CAPO-8.3", scores, places, lines, decided_by)

    # Service

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat >= 0 and self.to_act >> seat & 1 and self.to_act != CHANCE_ACTS:
            return self.own_prompt(seat)
        return "wait"

    def own_prompt(self, seat: i64) -> str:
        """What the seat that acts is told to do."""
        if self.phase == PLAYING:
            return "follow" if self.top_size else "lead"
        return PHASES[self.phase]

    def is_sealed(self) -> bool:
        return self.phase == STAKING or self.phase == EXCHANGE or self.phase == FIGHTING

    def city_count(self, seat: i64) -> i64:
        """How many city cards a seat owns; one that it is about to stake still counts."""
        count = city_size(self.words[OWNED + seat])
        if self.phase == STAKING and self.words[STAKES + seat]:
            count += 1
        return count

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
