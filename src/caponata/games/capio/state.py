"""The state of a game of Capio: the cards, the location of every die, and the points."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Outcome, Position, ScoreLine
from caponata.games.capio.cards import CARD_COLOURS, CARD_FACES, CARD_KINDS, CONFUSION, PLACES, TOP_OFFSET
from caponata.games.capio.dice import ANY_COLOUR, ANY_FACE, COPIES, DICE, FACES
from caponata.games.capio.layout import (
    BONUS_AT,
    CARDS_AT,
    CHOOSING,
    FACE_BITS,
    FACE_MASK,
    HANDS_AT,
    IN_MIDDLE,
    LOCATION_MASK,
    NONE,
    PHASES,
    ROLLS_AT,
    SCORE_LINES,
    SCORE_NAMES,
    SCORE_RULES,
    SLOTS,
    SPOTS,
    SPOTS_AT,
    TALLIES_AT,
    WORDS,
    CapioOptions,
)


def initial_words() -> list[int]:
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
    """The whole table. Nothing is hidden: dice that are not thrown yet show no number."""

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
            self.resting: i64 = source.resting  # bit set of the seats that take no more dice
            self.next: i64 = source.next  # the seat or colour of the next chance move
            self.kinds: i64 = source.kinds  # bit set of the kinds that this seat has yet to be dealt
            return
        self.words = vec[i64](initial_words())
        self.dice = vec[i64]([0] * DICE)
        self.to_act = CHANCE_ACTS
        self.phase = CHOOSING
        self.round = 0
        self.playthrough = 0
        self.caller = NONE
        self.resting = 0
        self.next = 0
        self.kinds = 0

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS

    # Dice

    def face(self, die: i64) -> i64:
        """The number that a die shows, 0 before it is thrown."""
        return self.dice[die] & FACE_MASK

    def die_type(self, die: i64) -> i64:
        """The type of a die that has been thrown: its colour and number."""
        return die // COPIES * FACES + (self.dice[die] & FACE_MASK) - 1

    def location(self, die: i64) -> i64:
        """The location of a die."""
        return self.dice[die] >> FACE_BITS & LOCATION_MASK

    def move_die(self, die: i64, location: i64) -> None:
        """Move a die to a location."""
        self.dice[die] = self.face(die) | location << FACE_BITS

    def die_in_middle(self, die_type: i64) -> i64:
        """A die of this type in the middle, or NONE [CAPIO-1.1]."""
        die = die_type // FACES * COPIES
        wanted = die_type % FACES + 1 | IN_MIDDLE << FACE_BITS
        last = die + COPIES
        while die < last:
            if self.dice[die] == wanted:
                return die
            die += 1
        return NONE

    def types_in_middle(self) -> i64:
        """The bit set of the types of the dice in the middle."""
        types: i64 = 0
        die: i64 = 0
        while die < DICE:
            if self.location(die) == IN_MIDDLE:
                bit: i64 = 1
                bit <<= self.die_type(die)
                types |= bit
            die += 1
        return types

    def hand(self, seat: i64) -> i64:
        """The die in a seat's hand, or NONE."""
        return self.words[HANDS_AT + seat] - 1

    # Cards

    def card(self, seat: i64, slot: i64) -> i64:
        """The card in one of a seat's three slots, or NONE."""
        return self.words[CARDS_AT + SLOTS * seat + slot]

    def slot_of(self, seat: i64, kind: i64) -> i64:
        """The slot of the seat's card of a kind, or NONE. No seat has two cards of a kind."""
        slot: i64 = 0
        while slot < SLOTS:
            card = self.words[CARDS_AT + SLOTS * seat + slot]
            if card >= 0 and CARD_KINDS[card] == kind:
                return slot
            slot += 1
        return NONE

    def first_spot(self, seat: i64, slot: i64) -> i64:
        """The index in `words` of a card's first spot."""
        return SPOTS_AT + SPOTS * (SLOTS * seat + slot)

    def required_colour(self, seat: i64, slot: i64, place: i64) -> i64:
        """The colour that a place requires, `ANY_COLOUR` for a joker [CAPIO-2.5]."""
        card = self.words[CARDS_AT + SLOTS * seat + slot]
        if CARD_KINDS[card] == CONFUSION and self.words[ROLLS_AT + seat] % 2 == 0:
            return CARD_COLOURS[PLACES * card + TOP_OFFSET + place - 1]
        return CARD_COLOURS[PLACES * card + place - 1]

    def required_faces(self, seat: i64, slot: i64, place: i64) -> i64:
        """The bit set of the numbers that a place accepts [CAPIO-1.8]."""
        card = self.words[CARDS_AT + SLOTS * seat + slot]
        if CARD_KINDS[card] == CONFUSION and not self.options.confusion_pips:
            return ANY_FACE
        return CARD_FACES[PLACES * card + place - 1]

    def fits(self, seat: i64, slot: i64, place: i64, die: i64) -> bool:
        """Return whether a die has the colour and number that a place requires."""
        colour = self.required_colour(seat, slot, place)
        if colour != ANY_COLOUR and colour != die // COPIES:
            return False
        return self.required_faces(seat, slot, place) >> (self.dice[die] & FACE_MASK) & 1 != 0

    # Points

    def score(self, seat: i64) -> i64:
        total: i64 = 0
        line: i64 = 0
        while line < SCORE_LINES:
            total += self.words[TALLIES_AT + SCORE_LINES * seat + line]
            line += 1
        return total

    def is_ahead(self, one: i64, other: i64) -> bool:
        lead = self.score(one) - self.score(other)
        if lead != 0:
            return lead > 0  # [CAPIO-7.2]
        return self.words[BONUS_AT + one] > self.words[BONUS_AT + other]  # [CAPIO-7.3]

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        seats = range(self.seats)
        scores = tuple([int(self.score(seat)) for seat in seats])
        places = tuple([int(self.place(seat)) for seat in seats])
        best = max(scores)
        leaders = [seat for seat in seats if scores[seat] == best]
        decided_by = "CAPIO-7.2"
        if len(leaders) > 1:
            decided_by = "CAPIO-7.4" if places.count(0) == len(leaders) else "CAPIO-7.3"
        lines = tuple([self.score_lines(seat) for seat in seats])
        return Outcome("CAPIO-7.1", scores, places, lines, decided_by)

    def score_lines(self, seat: int) -> tuple[ScoreLine, ...]:
        """The lines of a seat's score."""
        return tuple(
            [
                ScoreLine(
                    SCORE_RULES[line],
                    SCORE_NAMES[line],
                    int(self.words[TALLIES_AT + SCORE_LINES * seat + line]),
                )
                for line in range(SCORE_LINES)
            ]
        )

    # Decisions

    def let_everybody_act(self) -> None:
        """Let all seats act."""
        all_seats: i64 = 1
        all_seats <<= self.seats
        self.to_act = all_seats - 1

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
        """Placing a die stays the same decision when the grabbing ends meanwhile [CAPIO-4.2]."""
        held = self.words[HANDS_AT + seat]
        return f"{self.round}.{self.playthrough}.{held}" if held else ""
