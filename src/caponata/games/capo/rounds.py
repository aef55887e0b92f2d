"""How a round of CAPO begins and ends: stakes, the deal, the exchange; titles, city cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo.layout import (
    AWARDING,
    CAFONE_TITLE,
    CAPO_TITLE,
    CHOSEN,
    CROOKED_PLACE,
    CUGINE_TITLE,
    DEALING,
    DRAFTING,
    EVERYBODY,
    EXCHANGE,
    FINISHED,
    GIFTS,
    HANDS,
    LEADS,
    NONE,
    OVER,
    OWNED,
    OWNS,
    PLACED,
    PLAYED,
    PLAYING,
    RECEIVED,
    ROUNDS,
    SEAT_BITS,
    SEAT_MASK,
    SHOWN_STAKE,
    SOTO_TITLE,
    STAKED,
    STAKES,
    STAKING,
    TAKEN,
    TITLED,
)
from caponata.games.capo.piles import (
    EMPTY,
    FULL_DECK,
    HIGH_BIT,
    card_pile,
    city_card,
    city_copies,
    city_nth,
    city_size,
    only_colour,
    strongest,
)
from caponata.games.capo.refusals import CapoRefusals

DECK_SIZE: Final[i64] = 52


class CapoRounds(CapoRefusals):
    """How a round begins and ends."""

    # Before a round

    def start_staking(self) -> None:
        """Everybody with a city card stakes one; who has a single one is not asked [CAPO-7.7]."""
        self.phase = STAKING
        self.to_act = NOBODY
        self.gained = 0
        seat: i64 = 0
        while seat < self.seats:
            owned = self.words[OWNED + seat]
            if owned:
                if city_size(owned) == 1:
                    self.words[STAKES + seat] = owned
                    self.words[OWNED + seat] = EMPTY
                    self.emit(STAKED, seat, only_colour(owned), 0)
                else:
                    self.to_act |= 1 << seat
            seat += 1
        if self.to_act == NOBODY:
            self.start_deal()

    def stake(self, seat: i64, colour: i64) -> None:
        """A city card is laid face down and is nobody's until the round is over [CAPO-7.7]."""
        self.words[OWNED + seat] -= city_card(colour)
        self.words[STAKES + seat] = city_card(colour)
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.start_deal()

    def start_deal(self) -> None:
        """All cards are shuffled, and the leader's hand is dealt first."""
        seat: i64 = 0
        while seat < self.seats:
            self.words[PLAYED + seat] = EMPTY
            seat += 1
        self.deck = FULL_DECK
        self.deck_size = DECK_SIZE
        self.turn = self.leader
        self.to_deal = self.deal_size  # [CAPO-1.5]
        self.phase = DEALING
        self.to_act = CHANCE_ACTS

    def deal(self, card: i64) -> None:
        """A card comes to the seat that is being dealt to."""
        dealt = card_pile(card)
        self.deck -= dealt
        self.deck_size -= 1
        self.words[HANDS + self.turn] += dealt
        self.counts += HIGH_BIT >> 60 - SEAT_BITS * self.turn
        self.to_deal -= 1
        if self.to_deal == 0:
            self.turn += 1
            if self.turn == self.seats:
                self.turn = 0
            self.to_deal = self.deal_size
            if self.turn == self.leader:
                self.to_deal = 0
                self.end_deal()

    def end_deal(self) -> None:
        """The exchange follows, or in the first round the first trick."""
        self.holding = (1 << self.seats) - 1
        self.turn = self.leader
        if self.places == 0:
            self.start_trick(self.leader)
            return
        self.phase = EXCHANGE
        self.to_act = 1 << self.titled(CAPO_TITLE)  # [CAPO-7.6]
        if self.seats >= TITLED:
            self.to_act |= 1 << self.titled(SOTO_TITLE)

    def give(self, seat: i64, cards: i64) -> None:
        """A gift is laid aside face down; when all are, they change hands."""
        self.words[CHOSEN + seat] = cards
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.exchange(self.titled(CAPO_TITLE), self.titled(CAFONE_TITLE))  # [CAPO-7.3]
            if self.seats >= TITLED:
                self.exchange(self.titled(SOTO_TITLE), self.titled(CUGINE_TITLE))  # [CAPO-7.4]
            self.start_trick(self.leader)

    def exchange(self, upper: i64, lower: i64) -> None:
        """The upper title gives what it chose, the lower one its strongest singles."""
        words = self.words
        given = words[CHOSEN + upper]
        owed = strongest(words[HANDS + lower], self.exchanged(upper))  # [CAPO-7.3] [CAPO-7.5]
        words[CHOSEN + upper] = EMPTY
        words[HANDS + upper] += owed - given
        words[HANDS + lower] += given - owed
        words[GIFTS + upper] = given
        words[GIFTS + lower] = owed
        self.emit(RECEIVED, upper, lower, owed)
        self.emit(RECEIVED, lower, upper, given)

    def start_trick(self, seat: i64) -> None:
        """A seat leads [CAPO-3.2]."""
        self.top_size = 0
        self.top_cards = EMPTY
        self.top_strength = 0
        self.passed = 0
        self.locked = 0
        self.top_seat = seat
        self.turn = seat
        self.phase = PLAYING
        self.to_act = 1 << seat

    # The end of a round

    def end_round(self) -> None:
        """One seat is left with cards: titles are given, then stakes shown or city cards awarded."""
        last: i64 = 0
        while not self.holding >> last & 1:
            last += 1
        self.outs |= last << SEAT_BITS * self.out_count
        self.rank_seats()
        self.gather()
        self.pick_place = 0
        self.picks_left = 2  # [CAPO-7.1] [CAPO-7.8]
        if self.show_stakes():
            self.next_pick()
        else:
            self.next_award()

    def rank_seats(self) -> None:
        """Fill the places from the top with the earliest out that may hold them [CAPO-6.6]."""
        self.places = 0
        left = self.outs
        count = self.seats
        place: i64 = 0
        while count > 0:
            at: i64 = 0
            while at < count and self.first_place(left >> SEAT_BITS * at & SEAT_MASK) > place:
                at += 1
            if at == count:
                at = 0
            seat = left >> SEAT_BITS * at & SEAT_MASK
            low = left & (HIGH_BIT >> 60 - SEAT_BITS * at) - 1
            left = left >> SEAT_BITS * (at + 1) << SEAT_BITS * at | low
            self.places |= seat << SEAT_BITS * place
            self.emit(PLACED, seat, place, self.title_of_place(place))
            count -= 1
            place += 1

    def first_place(self, seat: i64) -> i64:
        """The first place that a seat may hold, counted from 0 [CAPO-6.4] [CAPO-6.5]."""
        bar = self.bars >> SEAT_BITS * seat & SEAT_MASK
        if self.seats < TITLED and bar > CROOKED_PLACE:
            return CROOKED_PLACE  # [CAPO-6.7]
        return bar

    def gather(self) -> None:
        """Cards left in hands go back unseen, and nothing of the round is left but what was played openly."""
        words = self.words
        seat: i64 = 0
        while seat < self.seats:
            self.deck += words[HANDS + seat]
            self.deck_size += self.cards_of(seat)
            words[HANDS + seat] = EMPTY
            words[GIFTS + seat] = EMPTY
            seat += 1
        self.counts = 0
        self.holding = 0
        self.outs = 0
        self.out_count = 0
        self.bars = 0
        self.swapped = 0
        self.mamma_due = 0
        self.turned = 0  # [CAPO-4.2]
        self.top_size = 0
        self.top_cards = EMPTY
        self.top_strength = 0
        self.top_seat = 0
        self.passed = 0
        self.locked = 0

    def show_stakes(self) -> bool:
        """Turn the staked city cards over, if there are any [CAPO-7.8]."""
        self.shown = EMPTY
        seat: i64 = 0
        while seat < self.seats:
            staked = self.words[STAKES + seat]
            if staked:
                colour = only_colour(staked)
                self.words[STAKES + seat] = EMPTY
                self.shown += staked
                self.emit(SHOWN_STAKE, seat, colour, 0)
                viewer: i64 = 0
                while viewer <= EVERYBODY:
                    known = self.known(viewer, seat)
                    if city_copies(known, colour):
                        self.set_known(viewer, seat, known - staked)
                    viewer += 1
            seat += 1
        return self.shown != EMPTY

    def next_pick(self) -> None:
        """Ask the next place for a stake; without a choice it is taken at once [CAPO-7.8]."""
        while self.shown:
            if self.picks_left == 0:
                self.pick_place += 1
                self.picks_left = 1
            seat = self.seat_at(self.pick_place)
            colour = only_colour(self.shown)
            if city_size(self.shown) <= self.picks_left:
                colour = city_nth(self.shown, 0)
            if colour < 0:
                self.turn = seat
                self.phase = DRAFTING
                self.to_act = 1 << seat
                return
            self.emit(TAKEN, seat, colour, 0)
            if self.take_stake(seat, colour):
                return
        self.close_round()

    def pick(self, colour: i64) -> None:
        """A seat picks one of the stakes."""
        if not self.take_stake(self.turn, colour):
            self.next_pick()

    def take_stake(self, seat: i64, colour: i64) -> bool:
        """A stake changes hands before everybody's eyes; whether that ended the game."""
        card = city_card(colour)
        self.shown -= card
        self.words[OWNED + seat] += card
        self.picks_left -= 1
        viewer: i64 = 0
        while viewer <= EVERYBODY:
            if viewer != seat and (viewer < self.seats or viewer == EVERYBODY):
                self.set_known(viewer, seat, self.known(viewer, seat) + card)
            viewer += 1
        if self.has_won(seat):
            self.finish(seat)
            return True
        return False

    def next_award(self) -> None:
        """City cards for the Capo, with the option one for the Soto Capo, while the stock lasts."""
        second = self.options.soto_capo_city_card and self.seats >= TITLED
        if second and self.picks_left == 0 and self.pick_place == 0:
            self.pick_place = 1  # [CAPO-7.2]
            self.picks_left = 1
        if self.picks_left == 0 or self.stock == EMPTY:
            self.close_round()
            return
        self.turn = self.seat_at(self.pick_place)
        self.phase = AWARDING
        self.to_act = CHANCE_ACTS

    def close_round(self) -> None:
        """The Cafone deals and leads the next round; after the last one the game is over."""
        self.pick_place = 0
        self.picks_left = 0
        if self.round == ROUNDS:  # [CAPO-8.3]
            self.finish(NONE)
            return
        self.round += 1
        self.leader = self.titled(CAFONE_TITLE)  # [CAPO-3.1]
        self.emit(LEADS, self.leader, self.round, 0)
        if self.stock == EMPTY:
            self.start_staking()
        else:
            self.start_deal()

    def finish(self, champion: i64) -> None:
        """The game is over; all city cards are shown [CAPO-8.1]."""
        self.gather()
        self.equal = 0
        self.challenger = NONE
        self.foe = NONE
        self.winner = NONE
        self.loser = NONE
        self.champion = champion
        self.phase = OVER
        self.to_act = NOBODY
        seat: i64 = 0
        while seat < self.seats:
            self.emit(OWNS, seat, self.words[OWNED + seat], 0)
            seat += 1
        self.emit(FINISHED, champion, 0, 0)
