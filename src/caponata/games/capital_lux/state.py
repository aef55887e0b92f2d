"""The state of a game of Capital Lux, and its scores."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Outcome, Position, ScoreLine
from caponata.games.capital_lux.cards import COLOURS, GOLD_DISCS, LOWEST_VALUE, VALUE_COUNT
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    GOLD,
    HOMES,
    LOG_BITS,
    LOG_FULL,
    LOG_MASK,
    LOG_START,
    LOGS,
    NO_MODIFIER,
    OLDER_LOGS,
    OLDEST_LOGS,
    OPENING,
    OVER,
    WORDS,
    LuxOptions,
)
from caponata.games.capital_lux.piles import (
    EMPTY,
    colour_value,
    count_of_value,
    full_deck,
    pile_value,
    size,
)

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "deck",
    "capital",
    "discards",
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
    "paid_colours",
    "limits",
    "words",
)


class LuxState(Position):
    """Everything on the table, hidden cards included."""

    def __init__(self, seats: i64, options: LuxOptions, source: LuxState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]  # blocks of one word per seat: see layout.py
            self.deck: i64 = source.deck
            self.capital: i64 = source.capital
            self.discards: i64 = source.discards
            self.full_deal: i64 = source.full_deal  # cards per seat in a full deal
            self.to_open: i64 = source.to_open  # opening cards that are not turned up yet
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.starter: i64 = source.starter
            self.turn: i64 = source.turn
            self.deck_size: i64 = source.deck_size
            self.deal_size: i64 = source.deal_size  # cards per seat in this round's deal
            self.to_deal: i64 = source.to_deal  # cards that the seat in turn still gets
            self.last_turns: i64 = source.last_turns  # turns left in the round, 0 before the end is near
            self.gold_pile: i64 = source.gold_pile
            self.modifiers_left: i64 = source.modifiers_left  # one bit per modifier
            self.held: i64 = source.held  # the modifier in the Agent's hand
            self.placements: i64 = source.placements
            self.placed: i64 = source.placed  # number of placements
            self.settled: i64 = source.settled  # seats that are done with the reckoning
            self.paid_colours: i64 = source.paid_colours  # by the seat that settles: one bit per colour
            self.limits: i64 = source.limits  # during a reckoning, one byte per colour
            return
        self.words = vec[i64]([0] * WORDS)
        seat: i64 = 0
        while seat < seats:
            self.words[LOGS + seat] = LOG_START
            seat += 1
        self.deck = full_deck()
        self.deck_size = size(self.deck)
        self.capital = EMPTY
        self.discards = EMPTY
        self.full_deal = options.full_deal(seats)
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
        self.held = NO_MODIFIER
        self.placements = 0
        self.placed = 0
        self.settled = 0
        self.paid_colours = 0
        self.limits = 0

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS

    # This round's plays

    @final
    def log_play(self, seat: i64, entry: i64) -> None:
        """Remember a seat's play for the rest of the round [LUX-6.3]."""
        words = self.words
        log = words[LOGS + seat]
        if log >= LOG_FULL:
            words[OLDEST_LOGS + seat] = words[OLDER_LOGS + seat]
            words[OLDER_LOGS + seat] = log
            log = LOG_START
        words[LOGS + seat] = log << LOG_BITS | entry

    @final
    def plays(self, seat: i64) -> list[int]:
        """Return a seat's plays of this round, oldest first: kinds, plus `LOG_DREW` if it drew a card."""
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
            pile_value(self.words[HOMES + seat])
            + pile_value(self.words[BONUSES + seat])
            + self.words[GOLD + seat]
        )

    def is_ahead(self, one: i64, other: i64) -> bool:
        """Return whether one seat ranks above another: by score, then by 6s, 5s and so on [LUX-5.3]."""
        lead = self.score(one) - self.score(other)
        value = LOWEST_VALUE + VALUE_COUNT - 1
        while lead == 0 and value >= LOWEST_VALUE:
            lead = self.cards_of_value(one, value) - self.cards_of_value(other, value)
            value -= 1
        return lead > 0  # [LUX-5.4]

    @final
    def cards_of_value(self, seat: i64, value: i64) -> i64:
        """Return the number of cards of a value that a seat owns, bonus cards included."""
        at_home = count_of_value(self.words[HOMES + seat], value)
        return at_home + count_of_value(self.words[BONUSES + seat], value)

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

    @final
    def score_lines(self, seat: i64) -> tuple[ScoreLine, ...]:
        """Return a seat's score, one line per source."""
        lines = [
            ScoreLine("LUX-5.2", f"home-{name}", colour_value(self.words[HOMES + seat], colour))
            for colour, name in enumerate(COLOURS)
        ]
        lines.append(ScoreLine("LUX-5.2", "bonus-cards", pile_value(self.words[BONUSES + seat])))
        lines.append(ScoreLine("LUX-5.2", "gold-left", self.words[GOLD + seat]))
        return tuple(lines)
