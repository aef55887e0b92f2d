"""How a Battle is fought, what it costs and what those outside may do."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import NOBODY
from caponata.games.capo.layout import (
    BATTLE,
    BATTLE_WON,
    CHOSEN,
    DISCARDING,
    EVERYBODY,
    FIGHTING,
    FOUGHT,
    HANDS,
    NONE,
    ONE_EACH,
    OWNED,
    PLAYED,
    PROSPECT_ONLY,
    SEAT_BITS,
    YIELDED,
    YIELDING,
)
from caponata.games.capo.piles import (
    EMPTY,
    HIGH_BIT,
    city_card,
    city_copies,
    city_size,
    is_stronger,
    only_colour,
)
from caponata.games.capo.tricks import CapoTricks


class CapoBattles(CapoTricks):
    """Two seats, a card each, and a city card to win."""

    def start_battle(self) -> None:
        """Two seats choose a card in secret [CAPO-5.2]."""
        self.phase = FIGHTING
        self.to_act = 1 << self.challenger | 1 << self.foe
        self.emit(BATTLE, self.challenger, self.foe, self.equal)

    def fight(self, seat: i64, card: i64) -> None:
        """A Battle's card is laid face down; the second one turns both over."""
        self.words[CHOSEN + seat] = card
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.reveal()

    def reveal(self) -> None:
        """The better single wins the Battle; both cards are discarded."""
        ours = self.take_chosen(self.challenger)
        theirs = self.take_chosen(self.foe)
        self.winner = NONE
        self.loser = NONE
        if is_stronger(ours, theirs):
            self.winner = self.challenger
            self.loser = self.foe
        elif is_stronger(theirs, ours):
            self.winner = self.foe
            self.loser = self.challenger
        if self.equal and self.winner != self.challenger:  # [CAPO-5.3]
            self.top_seat = self.foe  # [CAPO-5.7]
        self.emit(BATTLE_WON, self.winner, self.equal, self.top_seat)
        self.next_discard(self.challenger)

    def take_chosen(self, seat: i64) -> i64:
        """A Battle's card leaves its hand [CAPO-5.4]."""
        words = self.words
        card = words[CHOSEN + seat]
        words[CHOSEN + seat] = EMPTY
        words[HANDS + seat] -= card
        words[PLAYED + seat] += card
        self.counts -= HIGH_BIT >> 60 - SEAT_BITS * seat
        self.emit(FOUGHT, seat, card, 0)
        return card

    def next_discard(self, after: i64) -> None:
        """Ask the next seat outside the Battle for a card; after the last, the loser pays [CAPO-5.4]."""
        seat = self.next_seat(after)
        while seat != self.challenger:
            if seat != self.foe and self.holding >> seat & 1:
                self.turn = seat
                self.phase = DISCARDING
                self.to_act = 1 << seat
                return
            seat = self.next_seat(seat)
        self.settle()

    def discard(self, seat: i64, card: i64) -> None:
        """A seat outside the Battle gets rid of a card; without penalty if it is the last [CAPO-5.4]."""
        self.words[HANDS + seat] -= card
        self.words[PLAYED + seat] += card
        self.counts -= HIGH_BIT >> 60 - SEAT_BITS * seat
        if self.words[HANDS + seat] == EMPTY:
            self.run_out(seat, 0)
        self.next_discard(seat)

    def settle(self) -> None:
        """The loser of the Battle chooses a city card for the winner [CAPO-5.5]."""
        if self.winner == NONE or (self.equal and self.options.battle_city_card == PROSPECT_ONLY):
            self.end_battle()
            return
        owned = self.words[OWNED + self.loser]
        if city_size(owned) == 1:
            self.give_city_card(only_colour(owned))
            return
        self.turn = self.loser
        self.phase = YIELDING
        self.to_act = 1 << self.loser

    def give_city_card(self, colour: i64) -> None:
        """A city card goes from the loser to the winner; only these two see it."""
        winner = self.winner
        self.words[OWNED + self.loser] -= city_card(colour)
        self.words[OWNED + winner] += city_card(colour)
        self.gained |= 1 << winner
        self.remember_gift(colour)
        self.emit(YIELDED, self.loser, winner, colour)
        if self.has_won(winner):
            self.finish(winner)
            return
        self.end_battle()

    def remember_gift(self, colour: i64) -> None:
        """What everybody still knows of the two: those outside saw a card go, but not which [CAPO-10.3]."""
        winner = self.winner
        loser = self.loser
        viewer: i64 = 0
        while viewer <= EVERYBODY:
            known = self.known(viewer, loser)
            if viewer == winner:
                if city_copies(known, colour):
                    self.set_known(viewer, loser, known - city_card(colour))
            elif viewer == loser:
                self.set_known(viewer, winner, self.known(viewer, winner) + city_card(colour))
            elif known:
                some = (known | known >> 1 | known >> 2) & ONE_EACH
                self.set_known(viewer, loser, known - some)
            viewer += 1

    def end_battle(self) -> None:
        """Play goes on after the seat that counts as having played last [CAPO-5.7]."""
        self.equal = 0
        self.challenger = NONE
        self.foe = NONE
        self.winner = NONE
        self.loser = NONE
        self.end_play()
