"""How a trick goes round: passes, the next seat, the next lead."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    HANDS,
    NONE,
    OUT,
    PLAYED,
    PLAYING,
    SEAT_BITS,
    SKIPPED,
    SWAPPED,
    TRICK,
)
from caponata.games.capo.rounds import CapoRounds


class CapoTricks(CapoRounds):
    """Whose turn it is, and who has run out of cards."""

    def pass_on(self, seat: i64) -> None:
        """A seat passes, for this turn or, with the option, for this trick [CAPO-3.5]."""
        self.passed |= 1 << seat
        if self.locks:
            self.locked |= 1 << seat
        self.advance(seat)

    def advance(self, after: i64) -> None:
        """Ask the next seat that has not passed since the last play; if there is none, the trick is over."""
        waiting = self.holding & ~(self.passed | self.locked | 1 << self.top_seat)
        seat = after
        while waiting:
            seat = self.next_seat(seat)
            if waiting >> seat & 1:
                if not self.is_skipped(seat):
                    self.turn = seat
                    self.phase = PLAYING
                    self.to_act = 1 << seat
                    return
                waiting &= ~(1 << seat)
                self.passed |= 1 << seat  # [CAPO-3.7]
                self.emit(SKIPPED, seat, 0, 0)
        leader = self.top_seat  # [CAPO-3.4]
        while not self.holding >> leader & 1:
            leader = self.next_seat(leader)  # [CAPO-3.6]
        self.emit(TRICK, leader, self.top_seat, 0)
        self.start_trick(leader)

    def end_play(self) -> None:
        """All that a play brought about is done: Mamma calls, and the next seat is asked."""
        if self.mamma_due:
            self.mamma_due = 0
            self.swap_hands()
        self.advance(self.top_seat)

    def swap_hands(self) -> None:
        """Mamma makes the last round's Capo and Cafone swap hands, if both hold cards [CAPO-4.6]."""
        one = self.titled(CAPO_TITLE)
        other = self.titled(CAFONE_TITLE)
        if one == NONE or not self.holding >> one & 1 or not self.holding >> other & 1:
            return
        words = self.words
        hand = words[HANDS + one]
        played = words[PLAYED + one]
        words[HANDS + one] = words[HANDS + other]
        words[PLAYED + one] = words[PLAYED + other]
        words[HANDS + other] = hand
        words[PLAYED + other] = played
        change = self.cards_of(one) ^ self.cards_of(other)
        self.counts ^= change << SEAT_BITS * one | change << SEAT_BITS * other
        self.swapped = 1
        self.emit(SWAPPED, one, other, words[HANDS + one])
        self.emit(SWAPPED, other, one, hand)

    def run_out(self, seat: i64, first_place: i64) -> None:
        """A seat has no cards left; police in its last play bar it from the best places."""
        self.outs |= seat << SEAT_BITS * self.out_count
        self.emit(OUT, seat, self.out_count, first_place)
        self.out_count += 1
        self.bars |= first_place << SEAT_BITS * seat
        self.holding &= ~(1 << seat)
