"""The rules of Capital Lux: what every move does."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY
from caponata.games.capital_lux.layout import (
    AGENT,
    AGENT_DRAWS,
    CHOSEN,
    CLERIC,
    DEALING,
    FIRST_PICK,
    FIRSTS,
    GOLD_TAKEN,
    GOLDS,
    GUILDS,
    HANDS,
    HOMES,
    IDLE,
    KEPT,
    LAST_TURNS,
    LASTS,
    LOG_DREW,
    NONE,
    PASSED,
    PLACED_BITS,
    PLAYING,
    SCHOLAR,
    SECOND_PICK,
    SECONDS,
    STARTING,
    LuxOptions,
)
from caponata.games.capital_lux.moves import (
    BLUE,
    CAPITAL,
    DISCARD,
    DRAW,
    GREEN,
    HOME,
    KINDS,
    MODIFIER,
    MODIFIER_COUNT,
    PAY,
    PICK,
    PINK,
    PLACE,
    STARTER,
    TAKE,
    VALUES,
    YELLOW,
)
from caponata.games.capital_lux.piles import EMPTY, card, chunk, lowest, nth
from caponata.games.capital_lux.rounds import LuxRounds

RULES_VERSION: Final = 1


@final
class LuxPosition(LuxRounds):
    """A position of Capital Lux."""

    def copy(self) -> LuxPosition:  # through the constructor: mypyc's __new__ would run it anyway
        return LuxPosition(self.seats, self.options, self)

    def play(self, seat: i64, move: i64) -> None:
        if move >= DRAW:
            if move < MODIFIER:
                self.draw(move - DRAW)
            else:
                self.held = move - MODIFIER  # [LUX-3.8]
                self.modifiers_left ^= 1 << self.held
                self.phase = AGENT
                self.to_act = 1 << self.turn
        elif move >= CAPITAL and move < TAKE:
            self.play_capital(move - CAPITAL)
        elif move >= HOME and move < TAKE:
            self.play_home(move - HOME)
        elif move < HOME:
            self.pick(seat, move - PICK)
        elif move < PLACE:
            self.take(move - TAKE)
            self.end_turn()
        elif move < PAY:
            self.place_modifier(move - PLACE)
        elif move < DISCARD:
            self.pay(move - PAY)
        elif move == DISCARD:
            self.throw(seat)
            self.settle()
        else:
            self.starter = move - STARTER  # [LUX-1.4]
            self.start_round()

    def play_chance(self, rng: Rng) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == DEALING:
                self.deal_packet(rng)
            else:
                self.play(CHANCE, self.chance_move(rng.below(self.total_weight())))

    def deal_packet(self, rng: Rng) -> None:
        """Deal the rest of a packet, card by card as `draw` does, and leave its last card to `draw`."""
        deck = self.deck
        size = self.deck_size
        packet = self.words[HANDS + self.turn]
        left = self.to_deal
        while left > 1:
            dealt = card(nth(deck, rng.below(size)))
            deck -= dealt
            packet += dealt
            size -= 1
            left -= 1
        self.deck = deck
        self.deck_size = size
        self.words[HANDS + self.turn] = packet
        self.to_deal = 1
        self.draw(nth(deck, rng.below(size)))

    def draw(self, kind: i64) -> None:
        """A card leaves the deck for the capital, a packet or the Scholar's hand."""
        drawn = card(kind)
        self.deck -= drawn
        self.deck_size -= 1
        if self.phase == DEALING:
            self.words[HANDS + self.turn] += drawn
            self.to_deal -= 1
            if self.to_deal == 0:
                self.turn = self.left_of(self.turn)
                self.to_deal = self.deal_size
                if self.turn == self.starter:
                    self.start_draft()
        elif self.phase == SCHOLAR:
            self.words[HANDS + self.turn] += drawn  # [LUX-3.4]
            self.end_turn()
        else:
            self.city += drawn  # [LUX-1.3]
            self.to_open -= 1
            if self.to_open == 0:
                self.phase = STARTING

    # The draft

    def start_draft(self) -> None:
        """Ask everybody for a pick, unless a packet holds no more than would be picked anyway."""
        if self.deal_size > CHOSEN:
            self.phase = FIRST_PICK
            self.to_act = (1 << self.seats) - 1  # [LUX-2.2]
            return
        seat: i64 = 0
        while seat < self.seats:
            self.words[FIRSTS + seat] = self.words[HANDS + seat]  # [LUX-2.6]
            seat += 1
        self.start_play()

    def pick(self, seat: i64, pair: i64) -> None:
        """Lay two cards of the packet aside; the last seat to do so makes everybody pass on."""
        words = self.words
        cards = card(pair // KINDS) + card(pair % KINDS)
        words[HANDS + seat] -= cards
        self.to_act &= ~(1 << seat)
        if self.phase == FIRST_PICK:
            words[FIRSTS + seat] = cards
            if self.to_act == NOBODY:
                self.pass_packets()
        else:
            words[SECONDS + seat] = cards
            if self.to_act == NOBODY:
                self.pass_last_cards()

    def pass_packets(self) -> None:
        """Everybody hands the rest of the packet to the left and picks again [LUX-2.3]."""
        words = self.words
        seat = self.seats - 1
        carried = words[HANDS + seat]
        while seat > 0:
            words[HANDS + seat] = words[HANDS + seat - 1]
            seat -= 1
        words[HANDS] = carried
        while seat < self.seats:
            self.emit(PASSED, seat, words[HANDS + seat], 0)
            seat += 1
        if self.deal_size > 2 * CHOSEN:
            self.phase = SECOND_PICK
            self.to_act = (1 << self.seats) - 1
            return
        seat = 0
        while seat < self.seats:
            words[SECONDS + seat] = words[HANDS + seat]  # [LUX-2.6]
            words[HANDS + seat] += words[FIRSTS + seat]
            seat += 1
        self.start_play()

    def pass_last_cards(self) -> None:
        """Everybody hands the last cards to the left, keeps what arrives and picks up the rest [LUX-2.4]."""
        words = self.words
        seat: i64 = 0
        while seat < self.seats:
            words[LASTS + seat] = words[HANDS + seat]
            seat += 1
        arriving = words[LASTS + self.seats - 1]
        seat = 0
        while seat < self.seats:
            self.emit(PASSED, seat, arriving, 1)
            words[HANDS + seat] = words[FIRSTS + seat] + words[SECONDS + seat] + arriving
            arriving = words[LASTS + seat]
            seat += 1
        self.start_play()

    # Turns

    def start_play(self) -> None:
        """The starter plays first [LUX-3.1]."""
        self.turn = self.starter
        self.phase = PLAYING
        self.to_act = 1 << self.turn

    def play_home(self, kind: i64) -> None:
        """A card goes into its player's hometown."""
        words = self.words
        played = card(kind)
        words[HANDS + self.turn] -= played
        words[HOMES + self.turn] += played  # [LUX-3.2]
        self.write_log(kind)
        self.end_turn()

    def play_capital(self, kind: i64) -> None:
        """A card goes into the capital, and its profession acts [LUX-3.3]."""
        played = card(kind)
        self.words[HANDS + self.turn] -= played
        self.city += played
        colour = kind // VALUES
        if colour == GREEN:
            if self.deck_size > 0:
                self.write_log(kind + LOG_DREW)
                self.phase = SCHOLAR
                self.to_act = CHANCE_ACTS
                return
            self.write_log(kind)
            self.emit(IDLE, self.turn, GREEN, 0)  # [LUX-3.5]
            self.end_turn()
            return
        self.write_log(kind)
        if colour == YELLOW:
            if self.gold_pile > 0:
                self.gold_pile -= 1
                self.words[GOLDS + self.turn] += 1  # [LUX-3.6]
                self.emit(GOLD_TAKEN, self.turn, 0, 0)
            else:
                self.emit(IDLE, self.turn, YELLOW, 0)  # [LUX-3.7]
        elif colour == BLUE:
            if self.placed < MODIFIER_COUNT:
                self.phase = AGENT_DRAWS
                self.to_act = CHANCE_ACTS
                return
            self.emit(IDLE, self.turn, BLUE, 0)  # [LUX-3.10]
        elif self.ask_cleric():
            return
        self.end_turn()

    def ask_cleric(self) -> bool:
        """Whether the Cleric has a choice to make; a single colour is taken from at once."""
        choices: i64 = 0
        only: i64 = 0
        colour: i64 = 0
        while colour < GUILDS:  # [LUX-3.13]
            if chunk(self.city, colour):
                choices += 1
                only = colour
            colour += 1
        if choices > 1:
            self.phase = CLERIC
            self.to_act = 1 << self.turn
            return True
        if choices == 1:
            self.emit(KEPT, self.turn, lowest(self.city, only), 0)
            self.take(only)
        else:
            self.emit(IDLE, self.turn, PINK, 0)  # [LUX-3.14]
        return False

    def take(self, colour: i64) -> None:
        """The lowest card of a colour moves from the capital into the hometown [LUX-3.12]."""
        taken = card(lowest(self.city, colour))
        self.city -= taken
        self.words[HOMES + self.turn] += taken

    def place_modifier(self, colour: i64) -> None:
        """The Agent's modifier goes face down above any colour, on others too [LUX-3.8] [LUX-3.9]."""
        placement = self.held | colour << 3 | self.turn << 6
        self.placements |= placement << PLACED_BITS * self.placed
        self.placed += 1
        self.held = NONE
        self.end_turn()

    def end_turn(self) -> None:
        """The next seat plays, unless this was the last of the last turns."""
        if self.last_turns > 0:
            self.last_turns -= 1
            if self.last_turns == 0:
                self.end_round()
                return
        elif self.words[HANDS + self.turn] == EMPTY:  # [LUX-4.1] [LUX-4.3]
            self.last_turns = self.seats - 1  # [LUX-4.2]
            self.emit(LAST_TURNS, self.turn, 0, 0)
        self.turn = self.left_of(self.turn)
        self.phase = PLAYING
        self.to_act = 1 << self.turn


def start(seats: int, options: LuxOptions) -> LuxPosition:
    """The position before the first card is turned up."""
    return LuxPosition(seats, options)
