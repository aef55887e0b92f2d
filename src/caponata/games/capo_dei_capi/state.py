"""A position of Capo dei Capi: what lies where, and what can be read off it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Outcome, Position, ScoreLine
from caponata.games.capo_dei_capi.layout import (
    BLIND_RISE,
    BY_DOUBLES,
    BY_LEVEL,
    BY_TOKEN,
    CHIPS,
    CUBES,
    CUBES_ON,
    DECLARING,
    END_RULES,
    FACE_DOWN,
    FULL_SIDE,
    GAINED,
    HANDS,
    INFLUENCE_LEFT,
    MAYOR_CUBES,
    NO_BUST,
    NO_END,
    NO_TOKEN,
    NONE,
    OVER,
    PHASES,
    POOL,
    ROOM,
    SIDES,
    STARTING,
    TOKEN,
    TOKEN_BITS,
    TOKEN_VALUE,
    TOP_LEVEL,
    TURN,
    WORDS,
    DeiCapiOptions,
)
from caponata.games.capo_dei_capi.moves import (
    ACTIONS,
    AREA_NAMES,
    AREAS,
    BRIBE_ROLL,
    EXPOSE_ROLL,
    EXTORT_ROLL,
    FACES,
    FIVES,
    FOURS,
    INFLUENCE_ROLL,
    LOW,
    LOW_DOUBLES,
    MAYOR,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    ROLL_AREAS,
)

# The state in the order of its fingerprint, which snapshots store: append, never reorder.
STATE_FIELDS: Final = (
    "to_act",
    "beside",
    "bribes",
    "cubes",
    "chips",
    "chips_beside",
    "box_unseen",
    "phase",
    "turn",
    "level",
    "hit_man",
    "must_roll",
    "promised",
    "rolls",
    "dice",
    "declared",
    "room",
    "pocketing",
    "to_look",
    "ended",
    "discarded",
    "words",
)


class DeiCapiState(Position):
    """All that is on the table, hidden values included; a value nobody has seen is not decided yet."""

    def __init__(self, seats: i64, options: DeiCapiOptions, source: DeiCapiState | None = None) -> None:
        self.seats = seats
        self.effects = None
        self.options = options
        if source is not None:
            self.to_act = source.to_act
            self.words: vec[i64] = source.words[:]
            self.beside: i64 = source.beside  # the active player's tokens beside the areas, four bits each
            self.bribes: i64 = source.bribes  # in the supply
            self.cubes: i64 = source.cubes  # in the supply
            self.chips: i64 = source.chips  # in the supply
            self.chips_beside: i64 = source.chips_beside
            self.box_unseen: i64 = source.box_unseen  # bribes out of the game that nobody has seen
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn
            self.level: i64 = source.level
            self.hit_man: i64 = source.hit_man
            self.must_roll: i64 = source.must_roll
            self.promised: i64 = source.promised  # the opponent lets every roll of this turn pass
            self.rolls: i64 = source.rolls  # of this turn, those that were taken back too
            self.dice: i64 = source.dice
            self.declared: i64 = source.declared
            self.room: i64 = source.room  # the area on which room is to be made
            self.pocketing: i64 = source.pocketing
            self.to_look: i64 = source.to_look  # bribes on areas that their owner has yet to look at
            self.ended: i64 = source.ended
            self.discarded: i64 = source.discarded  # where the last token left the game
            return
        words = vec[i64]([0] * WORDS)
        influence = options.influence_split()
        bribes = options.bribe_split()
        for value in range(3):
            words[INFLUENCE_LEFT + value] = influence[value]
            words[POOL + value] = bribes[value]
        words[CUBES_ON + MAYOR] = MAYOR_CUBES  # [CDC-1.4]
        self.words = words
        self.beside = 0
        self.bribes = sum(bribes)
        self.cubes = CUBES - MAYOR_CUBES
        self.chips = CHIPS
        self.chips_beside = 0
        self.box_unseen = 0
        self.phase = STARTING
        self.to_act = CHANCE_ACTS
        self.turn = 0
        self.level = 0
        self.hit_man = 0
        self.must_roll = 0
        self.promised = 0
        self.rolls = 0
        self.dice = NONE
        self.declared = NONE
        self.room = NONE
        self.pocketing = 0
        self.to_look = 0
        self.ended = NO_END
        self.discarded = NONE

    # What lies on an area

    def token_beside(self, area: i64) -> i64:
        """The token beside an area."""
        return self.beside >> TOKEN_BITS * area & TOKEN

    def token_on(self, seat: i64, area: i64, circle: i64) -> i64:
        """The token in a circle."""
        return self.words[SIDES + AREAS * seat + area] >> TOKEN_BITS * circle & TOKEN

    def is_full(self, seat: i64, area: i64) -> bool:
        """Whether all five circles of a seat's side are taken [CDC-1.1]."""
        return self.words[SIDES + AREAS * seat + area] >= FULL_SIDE

    def total(self, seat: i64, area: i64) -> i64:
        """A seat's influence on an area: its tokens of both kinds [CDC-9.1]."""
        side = self.words[SIDES + AREAS * seat + area]
        total: i64 = 0
        while side:
            total += side & TOKEN_VALUE
            side >>= TOKEN_BITS
        return total

    def has_face_down(self, seat: i64) -> bool:
        """Whether a seat has a bribe on some area that can be flipped."""
        words = self.words
        first = SIDES + AREAS * seat
        sides = words[first] | words[first + 1] | words[first + 2]
        sides |= words[first + 3] | words[first + 4] | words[first + 5]
        return sides & FACE_DOWN != 0

    def free_areas(self) -> i64:
        """How many areas have no token beside them."""
        free: i64 = 0
        beside = self.beside
        area: i64 = 0
        while area < AREAS:
            if not beside & TOKEN:
                free += 1
            beside >>= TOKEN_BITS
            area += 1
        return free

    # Busts

    def bust_of(self, roll: i64) -> i64:
        """Why a roll busts before anything is done, if it does [CDC-4.1]."""
        action = ROLL_ACTIONS[roll]
        if action == INFLUENCE_ROLL:  # only when both areas are taken [CDC-4.3]
            if self.token_beside(roll // FACES) and self.token_beside(LOW + roll % FACES):
                return BY_TOKEN
        elif action >= LOW_DOUBLES:
            if self.hit_man:
                return BY_DOUBLES  # [CDC-4.2]
            if action == FOURS:
                if self.level == TOP_LEVEL:
                    return BY_LEVEL
            elif action <= FIVES and self.free_areas() == 0:
                return BY_TOKEN
        elif action == BRIBE_ROLL:
            if self.token_beside(ROLL_AREAS[roll]):
                return BY_TOKEN
        elif self.level + self.rise_of(roll) > TOP_LEVEL:
            return BY_LEVEL  # [CDC-4.4]
        return NO_BUST

    def rise_of(self, roll: i64) -> i64:
        """By how much a roll raises the extortion level, as far as that is known before it is carried out."""
        action = ROLL_ACTIONS[roll]
        if action == EXTORT_ROLL:
            return ROLL_AREAS[roll] % LOW + 1  # [CDC-3.4]
        if action == FOURS:
            return 1
        if action == EXPOSE_ROLL and not self.has_face_down(1 - self.turn):
            return BLIND_RISE  # [CDC-3.6]
        if action == MAYOR_ROLL and self.cubes > 1:  # the last cube ends the game: no bust [CDC-8.4]
            return self.words[CUBES_ON + MAYOR] + 1  # [CDC-3.8]
        return 0

    # Scores

    def has_won(self, seat: i64, area: i64) -> bool:
        """Whether a seat has more influence on an area [CDC-9.1]; a tie is nobody's [CDC-9.2]."""
        return self.total(seat, area) > self.total(1 - seat, area)

    def score(self, seat: i64) -> i64:
        points = self.words[GAINED + seat]
        area: i64 = 0
        while area < AREAS:
            if self.has_won(seat, area):
                points += 1 + self.words[CUBES_ON + area]
            area += 1
        return points

    def areas_won(self, seat: i64) -> i64:
        """How many areas a seat has won."""
        won: i64 = 0
        area: i64 = 0
        while area < AREAS:
            if self.has_won(seat, area):
                won += 1
            area += 1
        return won

    def lead(self) -> tuple[int, str]:
        """By how much seat 0 is ahead in what decides the game, and the rule that says so.

        Points [CDC-9.3], chips [CDC-9.4], areas [CDC-9.5], and then who brought the end about [CDC-9.6].
        """
        by_points = self.score(0) - self.score(1)
        if by_points:
            return by_points, "CDC-9.3"
        by_chips = self.words[HANDS] - self.words[HANDS + 1]
        if by_chips:
            return by_chips, "CDC-9.4"
        by_areas = self.areas_won(0) - self.areas_won(1)
        if by_areas:
            return by_areas, "CDC-9.5"
        if self.phase != OVER:
            return 0, "CDC-9.6"
        return 1 - 2 * self.turn, "CDC-9.6"

    def place(self, seat: i64) -> i64:
        ahead = self.score(0) - self.score(1)
        if ahead == 0:
            lead, _ = self.lead()
            ahead = lead
        if ahead == 0 or (ahead > 0) == (seat == 0):
            return 0
        return 1

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = (int(self.score(0)), int(self.score(1)))
        places = (int(self.place(0)), int(self.place(1)))
        _, decided_by = self.lead()
        lines = (self.score_lines(0), self.score_lines(1))
        return Outcome(END_RULES[self.ended], scores, places, lines, decided_by)

    def score_lines(self, seat: i64) -> tuple[ScoreLine, ...]:
        """A seat's score, one line a source."""
        lines: list[ScoreLine] = []
        for area, name in enumerate(AREA_NAMES):
            points = 0
            if self.has_won(seat, area):
                points = 1 + self.words[CUBES_ON + area]
            lines.append(ScoreLine("CDC-9.1", f"area-{name}", points))
        lines.append(ScoreLine("CDC-9.3", "mayor-cubes", self.words[GAINED + seat]))
        return tuple(lines)

    # Service

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat < 0 or self.to_act == CHANCE_ACTS or not self.to_act >> seat & 1:
            return "wait"
        if self.phase == TURN:
            if self.rolls == 0:
                return "turn-first"
            return "turn-must-roll" if self.must_roll else "turn"
        if self.phase == DECLARING:
            return f"declaring-{ACTIONS[ROLL_ACTIONS[self.dice]]}"
        if self.phase == ROOM and self.pocketing:
            return "room-pocket"
        return PHASES[self.phase]

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS

    def put_on(self, seat: i64, area: i64, token: i64) -> i64:
        """Put a token into the first free circle of a seat's side, and give the circle."""
        place = SIDES + AREAS * seat + area
        side = self.words[place]
        circle: i64 = 0
        while side >> TOKEN_BITS * circle & TOKEN != NO_TOKEN:
            circle += 1
        self.words[place] = side | token << TOKEN_BITS * circle
        return circle
