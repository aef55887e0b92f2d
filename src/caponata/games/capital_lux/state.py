"""A position of Capital Lux: what lies where, and what can be read off it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Outcome, Position, ScoreLine
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    FIRST_PICK,
    GOLDS,
    HOMES,
    LIMIT_BITS,
    LIMIT_MASK,
    LIMIT_ZERO,
    LOG_BITS,
    LOG_FULL,
    LOG_MASK,
    LOG_START,
    LOGS,
    MODIFIER_VALUES,
    NONE,
    OLDER_LOGS,
    OLDEST_LOGS,
    OPENING,
    OVER,
    PHASES,
    PLACED_BITS,
    SECOND_PICK,
    WORDS,
    LuxOptions,
)
from caponata.games.capital_lux.moves import (
    COLOUR_COUNT,
    COLOURS,
    GOLD_DISCS,
    LOWEST,
    VALUES,
)
from caponata.games.capital_lux.piles import (
    EACH,
    EMPTY,
    colour_value,
    count_of_value,
    full_deck,
    size,
    value,
)

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "deck",
    "city",
    "gone",
    "seats",
    "to_act",
    "phase",
    "round",
    "starter",
    "turn",
    "to_open",
    "deck_size",
    "full_deal",
    "deal_size",
    "to_deal",
    "last_turns",
    "gold_pile",
    "modifiers_left",
    "held",
    "placements",
    "placed",
    "settled",
    "kept",
    "limits",
    "words",
)


class LuxState(Position):
    """All that is on the table, hidden cards included."""

    def __init__(self, seats: i64, options: LuxOptions, source: LuxState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]
            self.deck: i64 = source.deck
            self.city: i64 = source.city  # the cards in the capital
            self.gone: i64 = source.gone  # discarded for good
            self.full_deal: i64 = source.full_deal
            self.to_open: i64 = source.to_open
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.starter: i64 = source.starter
            self.turn: i64 = source.turn
            self.deck_size: i64 = source.deck_size
            self.deal_size: i64 = source.deal_size
            self.to_deal: i64 = source.to_deal
            self.last_turns: i64 = source.last_turns
            self.gold_pile: i64 = source.gold_pile
            self.modifiers_left: i64 = source.modifiers_left
            self.held: i64 = source.held
            self.placements: i64 = source.placements
            self.placed: i64 = source.placed
            self.settled: i64 = source.settled
            self.kept: i64 = source.kept
            self.limits: i64 = source.limits
            return
        self.words = vec[i64]([0] * WORDS)
        seat: i64 = 0
        while seat < seats:
            self.words[LOGS + seat] = LOG_START
            seat += 1
        self.deck = full_deck()
        self.deck_size = size(self.deck)
        self.city = EMPTY
        self.gone = EMPTY
        self.full_deal = options.deal(seats)
        self.to_open = options.opening_cards
        self.phase = OPENING
        self.to_act = CHANCE_ACTS
        self.round = 1
        self.starter = 0
        self.turn = 0
        self.deal_size = 0
        self.to_deal = 0
        self.last_turns = 0
        self.gold_pile = GOLD_DISCS
        self.modifiers_left = ALL_MODIFIERS
        self.held = NONE
        self.placements = 0
        self.placed = 0
        self.settled = 0
        self.kept = 0
        self.limits = 0

    # Limits

    def lift(self, colour: i64) -> i64:
        """The sum of the modifiers above a colour."""
        total: i64 = 0
        i: i64 = 0
        while i < self.placed:
            placement = self.placements >> PLACED_BITS * i
            if placement >> 3 & EACH == colour:
                total += MODIFIER_VALUES[placement & EACH]
            i += 1
        return total

    def limit(self, colour: i64) -> i64:
        """What a hometown may hold of a colour; it may be negative [LUX-4.5]."""
        return colour_value(self.city, colour) + self.lift(colour)

    def set_limits(self) -> None:
        """Note the limits of the reckoning that begins."""
        self.limits = 0
        colour = COLOUR_COUNT - 1
        while colour >= 0:
            self.limits = self.limits << LIMIT_BITS | self.limit(colour) + LIMIT_ZERO
            colour -= 1

    def excess(self, seat: i64, colour: i64) -> i64:
        """By how much a seat's hometown is over a limit that it has not paid for; 0 when it is safe."""
        total = colour_value(self.words[HOMES + seat], colour)
        if total == 0 or self.kept >> colour & 1:
            return 0
        over = total - (self.limits >> LIMIT_BITS * colour & LIMIT_MASK) + LIMIT_ZERO
        if over > 0:  # equal is safe [LUX-4.6]
            return over
        return 0

    def can_pay(self, seat: i64, colour: i64) -> bool:
        """Whether a seat is over a limit and has the gold to cover all of the difference [LUX-4.7]."""
        over = self.excess(seat, colour)
        return over > 0 and over <= self.words[GOLDS + seat]

    def can_pay_any(self, seat: i64) -> bool:
        """Whether a seat can save a colour with its gold."""
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            if self.can_pay(seat, colour):
                return True
            colour += 1
        return False

    # This round's plays

    def write_log(self, entry: i64) -> None:
        """Remember the play for the rest of the round [LUX-6.3]."""
        words = self.words
        log = words[LOGS + self.turn]
        if log >= LOG_FULL:
            words[OLDEST_LOGS + self.turn] = words[OLDER_LOGS + self.turn]
            words[OLDER_LOGS + self.turn] = log
            log = LOG_START
        words[LOGS + self.turn] = log << LOG_BITS | entry

    def plays(self, seat: i64) -> list[int]:
        """What a seat played this round, oldest first: kinds, with `LOG_DREW` added where it drew a card."""
        entries: list[int] = []
        for word in (LOGS, OLDER_LOGS, OLDEST_LOGS):
            log = self.words[word + seat]
            while log > LOG_START:
                entries.append(log & LOG_MASK)
                log >>= LOG_BITS
        entries.reverse()
        return entries

    # Scores

    def score(self, seat: i64) -> i64:
        return (  # [LUX-5.2]
            value(self.words[HOMES + seat]) + value(self.words[BONUSES + seat]) + self.words[GOLDS + seat]
        )

    def is_ahead(self, one: i64, other: i64) -> bool:
        """Whether one seat beats the other: by score, then by 6s, 5s and so on [LUX-5.3]."""
        lead = self.score(one) - self.score(other)
        points = LOWEST + VALUES - 1
        while lead == 0 and points >= LOWEST:
            lead = self.cards_worth(one, points) - self.cards_worth(other, points)
            points -= 1
        return lead > 0  # [LUX-5.4]

    def cards_worth(self, seat: i64, points: i64) -> i64:
        """How many cards of a value a seat owns, bonus cards included."""
        homes = count_of_value(self.words[HOMES + seat], points)
        return homes + count_of_value(self.words[BONUSES + seat], points)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = tuple([int(self.score(seat)) for seat in range(self.seats)])
        places = tuple([int(self.place(seat)) for seat in range(self.seats)])
        decided_by = "LUX-5.2"
        if scores.count(max(scores)) > 1:
            decided_by = "LUX-5.3" if places.count(0) == 1 else "LUX-5.4"
        lines = tuple([self.score_lines(seat) for seat in range(self.seats)])
        return Outcome("LUX-5.1", scores, places, lines, decided_by)

    def score_lines(self, seat: i64) -> tuple[ScoreLine, ...]:
        """A seat's score, one line a source."""
        lines = [
            ScoreLine("LUX-5.2", f"home-{name}", colour_value(self.words[HOMES + seat], colour))
            for colour, name in enumerate(COLOURS)
        ]
        lines.append(ScoreLine("LUX-5.2", "bonus-cards", value(self.words[BONUSES + seat])))
        lines.append(ScoreLine("LUX-5.2", "gold-left", self.words[GOLDS + seat]))
        return tuple(lines)

    # Service

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat >= 0 and self.to_act >> seat & 1:
            return PHASES[self.phase]
        return "wait"

    def is_sealed(self) -> bool:
        return self.phase == FIRST_PICK or self.phase == SECOND_PICK

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
