"""A round of Capital Lux: how it begins, and how it is reckoned after the last turn."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    DEALING,
    FELL,
    FINISHED,
    FIRSTS,
    GOLDS,
    HANDS,
    HOMES,
    LASTS,
    LEADS,
    LOG_START,
    LOGS,
    NONE,
    OLDER_LOGS,
    OLDEST_LOGS,
    OVER,
    PLACED_BITS,
    REVEALED,
    ROUNDS,
    SECONDS,
    SETTLING,
    THROWN,
    WON,
)
from caponata.games.capital_lux.legality import LuxLegality
from caponata.games.capital_lux.moves import COLOUR_COUNT
from caponata.games.capital_lux.piles import (
    CHUNK,
    CHUNK_BITS,
    EACH,
    EMPTY,
    card,
    chunk,
    colour_value,
    highest,
    of_colour,
    value,
)


class LuxRounds(LuxLegality):
    """What happens before the first turn of a round and after its last."""

    def start_round(self) -> None:
        """Gather the modifiers and deal, or reckon at once when the deck cannot give everybody a card."""
        self.modifiers_left = ALL_MODIFIERS  # [LUX-4.13]
        self.placements = 0
        self.placed = 0
        self.held = NONE
        self.last_turns = 0
        self.deal_size = self.full_deal
        if self.deck_size < self.full_deal * self.seats:
            self.deal_size = self.deck_size // self.seats  # [LUX-2.5]
        self.turn = self.starter
        self.to_deal = self.deal_size
        if self.deal_size == 0:
            self.end_round()  # [LUX-2.7]
        else:
            self.phase = DEALING
            self.to_act = CHANCE_ACTS

    # The reckoning

    def end_round(self) -> None:
        """Cards left in hand go home, the modifiers are shown, and the reckoning begins."""
        words = self.words
        seat = self.starter
        i: i64 = 0
        while i < self.seats:
            hand = words[HANDS + seat]
            if hand:
                words[HOMES + seat] += hand  # [LUX-4.4]
                words[HANDS + seat] = EMPTY
                self.emit(FELL, seat, hand, 0)
            words[FIRSTS + seat] = EMPTY  # all is open now: nothing is left to remember
            words[SECONDS + seat] = EMPTY
            words[LASTS + seat] = EMPTY
            words[LOGS + seat] = LOG_START
            words[OLDER_LOGS + seat] = 0
            words[OLDEST_LOGS + seat] = 0
            seat = self.left_of(seat)
            i += 1
        i = 0
        while i < self.placed:  # [LUX-4.5]
            placement = self.placements >> PLACED_BITS * i
            self.emit(REVEALED, placement & EACH, placement >> 3 & EACH, placement >> 6 & EACH)
            i += 1
        self.set_limits()
        self.settled = 0
        self.kept = 0
        self.turn = self.starter
        self.settle()

    def settle(self) -> None:
        """Ask the seats in turn order that can pay, discard for those that cannot, then close the round."""
        while self.settled < self.seats:  # [LUX-4.8]
            if self.words[GOLDS + self.turn] > 0 and self.can_pay_any(self.turn):
                self.phase = SETTLING
                self.to_act = 1 << self.turn
                return
            self.throw(self.turn)
        self.award()
        self.limits = 0
        self.close_round()

    def pay(self, colour: i64) -> None:
        """Discs go back to the pile and save one colour in this check [LUX-4.7]."""
        price = self.excess(self.turn, colour)
        self.words[GOLDS + self.turn] -= price
        self.gold_pile += price
        self.kept |= 1 << colour
        self.settle()

    def throw(self, seat: i64) -> None:
        """A seat loses all cards of the colours it is over in, and is done [LUX-4.6]."""
        words = self.words
        rest = words[HOMES + seat]
        colour: i64 = 0
        while rest:
            if rest & CHUNK and self.excess(seat, colour) > 0:
                lost = of_colour(words[HOMES + seat], colour)
                words[HOMES + seat] -= lost
                self.gone += lost
                self.emit(THROWN, seat, colour, lost)
            rest >>= CHUNK_BITS
            colour += 1
        self.kept = 0
        self.settled += 1
        self.turn = self.left_of(seat)

    def award(self) -> None:
        """The leader of each colour takes its highest card; tied leaders the next ones in turn order."""
        words = self.words
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            best: i64 = 0
            seat: i64 = 0
            while seat < self.seats:
                total = colour_value(words[HOMES + seat], colour)
                if total > best:
                    best = total
                seat += 1
            seat = self.starter
            i: i64 = 0
            taken: i64 = 0
            while best > 0 and i < self.seats:  # [LUX-4.9]
                if colour_value(words[HOMES + seat], colour) == best:  # [LUX-4.10]
                    if not chunk(self.city, colour):
                        break
                    kind = highest(self.city, colour)
                    self.city -= card(kind)  # [LUX-4.11]
                    words[BONUSES + seat] += card(kind)
                    self.emit(WON, seat, kind, taken)
                    taken += 1
                seat = self.left_of(seat)
                i += 1
            colour += 1

    def close_round(self) -> None:
        """The richest hometown starts the next round; after the third the game is over."""
        if self.round == ROUNDS:  # [LUX-5.1]
            self.phase = OVER
            self.to_act = NOBODY
            self.emit(FINISHED, 0, 0, 0)
            return
        richest = self.starter
        seat = self.starter
        i: i64 = 1
        while i < self.seats:  # [LUX-4.12]
            seat = self.left_of(seat)
            if value(self.words[HOMES + seat]) > value(self.words[HOMES + richest]):
                richest = seat
            i += 1
        self.starter = richest
        self.round += 1
        self.emit(LEADS, richest, self.round, 0)
        self.start_round()
