"""A position of Capio: which die is where, and what can be read off that."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Outcome, Position, ScoreLine
from caponata.games.capio.cards import CARD_COLOURS, CARD_FACES, CARD_KINDS, CONFUSION, PLACES, TOPS
from caponata.games.capio.dice import ANY_COLOUR, ANY_FACE, COPIES, DICE, FACES
from caponata.games.capio.layout import (
    BONUS_AT,
    CARDS_AT,
    CHOOSING,
    FACE,
    FACE_BITS,
    HANDS_AT,
    HOME,
    IN_MIDDLE,
    LINES_OF_SCORE,
    NONE,
    PHASES,
    ROLLS_AT,
    SCORE_NAMES,
    SCORE_RULES,
    SLOTS,
    SPOTS,
    SPOTS_AT,
    TALLIES_AT,
    WORDS,
    CapioOptions,
)


def first_words() -> list[int]:
    """The words before the first card is dealt."""
    return [-1] * 12 + [0] * (int(WORDS) - 12)


# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "to_act",
    "phase",
    "round",
    "playthrough",
    "caller",
    "resting",
    "next",
    "kinds",
    "words",
    "dice",
)


class CapioState(Position):
    """All that is on the table; nothing is hidden, and a die shows nothing before it is thrown."""

    def __init__(self, seats: i64, options: CapioOptions, source: CapioState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]
            self.dice: vec[i64] = source.dice[:]
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.playthrough: i64 = source.playthrough  # within the round
            self.caller: i64 = source.caller
            self.resting: i64 = source.resting  # the seats that grab no more
            self.next: i64 = source.next  # the seat or colour that chance comes to next
            self.kinds: i64 = source.kinds  # what that seat has yet to be dealt
            return
        self.words = vec[i64](first_words())
        self.dice = vec[i64]([0] * DICE)
        self.to_act = CHANCE_ACTS
        self.phase = CHOOSING
        self.round = 0
        self.playthrough = 0
        self.caller = NONE
        self.resting = 0
        self.next = 0
        self.kinds = 0

    # Dice

    def face(self, die: i64) -> i64:
        """The number that a die shows, 0 before it is thrown."""
        return self.dice[die] & FACE

    def look(self, die: i64) -> i64:
        """A die's colour and number as one number."""
        return die // COPIES * FACES + (self.dice[die] & FACE) - 1

    def home(self, die: i64) -> i64:
        """Where a die is."""
        return self.dice[die] >> FACE_BITS & HOME

    def die_in_middle(self, look: i64) -> i64:
        """A die of this look that lies in the middle, or -1 [CAPIO-1.1]."""
        die = look // FACES * COPIES
        wanted = look % FACES + 1 | IN_MIDDLE << FACE_BITS
        last = die + COPIES
        while die < last:
            if self.dice[die] == wanted:
                return die
            die += 1
        return NONE

    def hand(self, seat: i64) -> i64:
        """The die in a seat's hand, or -1."""
        return self.words[HANDS_AT + seat] - 1

    # Cards

    def card(self, seat: i64, slot: i64) -> i64:
        """The card in one of a seat's three slots, or -1."""
        return self.words[CARDS_AT + SLOTS * seat + slot]

    def slot_of(self, seat: i64, kind: i64) -> i64:
        """The slot with the seat's card of a kind, or -1: no seat has two of a kind."""
        slot: i64 = 0
        while slot < SLOTS:
            card = self.words[CARDS_AT + SLOTS * seat + slot]
            if card >= 0 and CARD_KINDS[card] == kind:
                return slot
            slot += 1
        return NONE

    def spots_of(self, seat: i64, slot: i64) -> i64:
        """Where the spots of a card begin among the words."""
        return SPOTS_AT + SPOTS * (SLOTS * seat + slot)

    def asked_colour(self, seat: i64, slot: i64, place: i64) -> i64:
        """The colour that a place, counted from 1, asks for; any for a joker [CAPIO-2.5]."""
        card = self.words[CARDS_AT + SLOTS * seat + slot]
        if CARD_KINDS[card] == CONFUSION and self.words[ROLLS_AT + seat] % 2 == 0:
            return CARD_COLOURS[PLACES * card + TOPS + place - 1]
        return CARD_COLOURS[PLACES * card + place - 1]

    def asked_faces(self, seat: i64, slot: i64, place: i64) -> i64:
        """The set of numbers that a place asks for [CAPIO-1.8]."""
        card = self.words[CARDS_AT + SLOTS * seat + slot]
        if CARD_KINDS[card] == CONFUSION and not self.options.confusion_pips:
            return ANY_FACE
        return CARD_FACES[PLACES * card + place - 1]

    def fits(self, seat: i64, slot: i64, place: i64, die: i64) -> bool:
        """Whether a die is what a place asks for."""
        colour = self.asked_colour(seat, slot, place)
        if colour != ANY_COLOUR and colour != die // COPIES:
            return False
        return self.asked_faces(seat, slot, place) >> (self.dice[die] & FACE) & 1 != 0

    # Points

    def score(self, seat: i64) -> i64:
        total: i64 = 0
        line: i64 = 0
        while line < LINES_OF_SCORE:
            total += self.words[TALLIES_AT + LINES_OF_SCORE * seat + line]
            line += 1
        return total

    def place(self, seat: i64) -> i64:
        better: i64 = 0
        mine = self.score(seat)
        other: i64 = 0
        while other < self.seats:
            theirs = self.score(other)
            if theirs > mine:
                better += 1  # [CAPIO-7.2]
            elif theirs == mine and self.words[BONUS_AT + other] > self.words[BONUS_AT + seat]:
                better += 1  # [CAPIO-7.3]
            other += 1
        return better

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        seats = range(self.seats)
        scores = tuple([int(self.score(seat)) for seat in seats])
        places = tuple([int(self.place(seat)) for seat in seats])
        best = max(scores)
        first = [seat for seat in seats if scores[seat] == best]
        decided_by = "CAPIO-7.2"
        if len(first) > 1:
            decided_by = "CAPIO-7.4" if places.count(0) == len(first) else "CAPIO-7.3"
        lines = tuple([self.score_lines(seat) for seat in seats])
        return Outcome("CAPIO-7.1", scores, places, lines, decided_by)

    def score_lines(self, seat: int) -> tuple[ScoreLine, ...]:
        """What a seat's points are made of."""
        return tuple(
            [
                ScoreLine(
                    SCORE_RULES[line],
                    SCORE_NAMES[line],
                    int(self.words[TALLIES_AT + LINES_OF_SCORE * seat + line]),
                )
                for line in range(LINES_OF_SCORE)
            ]
        )

    def prompt(self, seat: i64) -> str:
        if self.to_act == NOBODY:
            return "over"
        if self.to_act == CHANCE_ACTS or not self.to_act >> seat & 1:
            return "wait"
        name = PHASES[self.phase]
        if name == "grabbing" and self.words[HANDS_AT + seat]:
            return "holding"
        return name

    def decision(self, seat: i64) -> str:
        """Where to place a die is asked once, before the end of the grabbing and after it [CAPIO-4.2]."""
        held = self.words[HANDS_AT + seat]
        return f"{self.round}.{self.playthrough}.{held}" if held else ""

    # All of it as numbers

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS
