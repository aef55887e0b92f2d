"""The rules of Capital Lux: what every move does, from the first card to the last reckoning."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY
from caponata.games.capital_lux.layout import (
    AGENT,
    AGENT_DRAWS,
    ALL_MODIFIERS,
    BONUSES,
    CHOSEN,
    CLERIC,
    DEALING,
    FELL,
    FINISHED,
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
    LEADS,
    LOG_DREW,
    LOG_START,
    LOGS,
    NONE,
    OLDER_LOGS,
    OLDEST_LOGS,
    OVER,
    PASSED,
    PLACED_BITS,
    PLAYING,
    REVEALED,
    ROUNDS,
    SCHOLAR,
    SECOND_PICK,
    SECONDS,
    SETTLING,
    STARTING,
    THROWN,
    WON,
    LuxOptions,
)
from caponata.games.capital_lux.legality import LuxLegality
from caponata.games.capital_lux.moves import (
    BLUE,
    CAPITAL,
    COLOUR_COUNT,
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
from caponata.games.capital_lux.piles import (
    CHUNK,
    CHUNK_BITS,
    EACH,
    EMPTY,
    card,
    chunk,
    colour_value,
    highest,
    lowest,
    nth,
    of_colour,
    value,
)

RULES_VERSION: Final = 1


@final
class LuxPosition(LuxLegality):
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

    def play_chance(self, luck: Luck) -> None:
        while self.to_act == CHANCE_ACTS:
            if self.phase == DEALING:
                self.deal_packet(luck)
            else:
                self.play(CHANCE, self.drawn(luck.below(self.weight())))

    def deal_packet(self, luck: Luck) -> None:
        """Deal the rest of a packet, card by card as `draw` does, and leave its last card to `draw`."""
        deck = self.deck
        size = self.deck_size
        packet = self.words[HANDS + self.turn]
        left = self.to_deal
        while left > 1:
            dealt = card(nth(deck, luck.below(size)))
            deck -= dealt
            packet += dealt
            size -= 1
            left -= 1
        self.deck = deck
        self.deck_size = size
        self.words[HANDS + self.turn] = packet
        self.to_deal = 1
        self.draw(nth(deck, luck.below(size)))

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
            self.tell(PASSED, seat, words[HANDS + seat], 0)
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
            self.tell(PASSED, seat, arriving, 1)
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
            self.tell(IDLE, self.turn, GREEN, 0)  # [LUX-3.5]
            self.end_turn()
            return
        self.write_log(kind)
        if colour == YELLOW:
            if self.gold_pile > 0:
                self.gold_pile -= 1
                self.words[GOLDS + self.turn] += 1  # [LUX-3.6]
                self.tell(GOLD_TAKEN, self.turn, 0, 0)
            else:
                self.tell(IDLE, self.turn, YELLOW, 0)  # [LUX-3.7]
        elif colour == BLUE:
            if self.placed < MODIFIER_COUNT:
                self.phase = AGENT_DRAWS
                self.to_act = CHANCE_ACTS
                return
            self.tell(IDLE, self.turn, BLUE, 0)  # [LUX-3.10]
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
            self.tell(KEPT, self.turn, lowest(self.city, only), 0)
            self.take(only)
        else:
            self.tell(IDLE, self.turn, PINK, 0)  # [LUX-3.14]
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
            self.tell(LAST_TURNS, self.turn, 0, 0)
        self.turn = self.left_of(self.turn)
        self.phase = PLAYING
        self.to_act = 1 << self.turn

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
                self.tell(FELL, seat, hand, 0)
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
            self.tell(REVEALED, placement & EACH, placement >> 3 & EACH, placement >> 6 & EACH)
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
                self.tell(THROWN, seat, colour, lost)
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
                    self.tell(WON, seat, kind, taken)
                    taken += 1
                seat = self.left_of(seat)
                i += 1
            colour += 1

    def close_round(self) -> None:
        """The richest hometown starts the next round; after the third the game is over."""
        if self.round == ROUNDS:  # [LUX-5.1]
            self.phase = OVER
            self.to_act = NOBODY
            self.tell(FINISHED, 0, 0, 0)
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
        self.tell(LEADS, richest, self.round, 0)
        self.start_round()


def start(seats: int, options: LuxOptions) -> LuxPosition:
    """The position before the first card is turned up."""
    return LuxPosition(seats, options)
