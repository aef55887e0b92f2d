"""The state of Capo dei Capi: the pieces on the table and the stage of the turn."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position
from caponata.games.capo_dei_capi.dice import ACTIONS, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    BETWEEN_ROLLS,
    CHIPS,
    CUBES,
    CUBES_ON,
    DECLARING,
    FACE_DOWN,
    FULL_SIDE,
    GAINED,
    INFLUENCE_LEFT,
    MAKING_ROOM,
    MAYOR,
    MAYOR_CUBES,
    NO_END,
    NONE,
    OVER,
    PHASES,
    POOL,
    SIDES,
    STARTING,
    TOKEN_BITS,
    TOKEN_MASK,
    VALUE_MASK,
    WORDS,
    DeiCapiOptions,
    side_of,
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
    """The whole table, including hidden values; a bribe that nobody has seen has no value yet."""

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
            self.chips_beside: i64 = source.chips_beside  # beside the Mayor
            self.box_unseen: i64 = source.box_unseen  # bribes out of the game that nobody has seen
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn  # the active player's seat
            self.level: i64 = source.level  # of extortion
            self.hit_man: i64 = source.hit_man  # 1: the active player has him
            self.must_roll: i64 = source.must_roll  # 1: no stop before the next roll
            self.promised: i64 = source.promised  # 1: the opponent lets every roll of this turn pass
            self.rolls: i64 = source.rolls  # in this turn, including those taken back
            self.dice: i64 = source.dice  # the last roll
            self.declared: i64 = source.declared  # the move that the roll is used for
            self.room: i64 = source.room  # the full area on which room must be made
            self.pocketing: i64 = source.pocketing  # 1 while a Pocket is carried out
            self.to_look: i64 = source.to_look  # new bribes on areas that their owner must look at
            self.ended: i64 = source.ended  # why the game ends with this turn
            self.discarded: i64 = source.discarded  # the last discard: area * 6 + circle
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

    def token_beside(self, area: i64) -> i64:
        """The token beside an area."""
        return self.beside >> TOKEN_BITS * area & TOKEN_MASK

    def token_on(self, seat: i64, area: i64, circle: i64) -> i64:
        """The token in a circle of a seat's side of an area."""
        return self.words[side_of(seat, area)] >> TOKEN_BITS * circle & TOKEN_MASK

    def is_full(self, seat: i64, area: i64) -> bool:
        """Return whether all five circles of a seat's side are taken [CDC-1.1]."""
        return self.words[side_of(seat, area)] >= FULL_SIDE

    def total(self, seat: i64, area: i64) -> i64:
        """A seat's influence on an area: its tokens of both kinds [CDC-9.1]."""
        side = self.words[side_of(seat, area)]
        total: i64 = 0
        while side:
            total += side & VALUE_MASK
            side >>= TOKEN_BITS
        return total

    def has_face_down(self, seat: i64) -> bool:
        """Return whether a seat has a bribe on an area that can be flipped."""
        words = self.words
        first = SIDES + AREAS * seat
        sides = words[first] | words[first + 1] | words[first + 2]
        sides |= words[first + 3] | words[first + 4] | words[first + 5]
        return sides & FACE_DOWN != 0

    def free_areas(self) -> i64:
        """The number of areas without a token beside them."""
        free: i64 = 0
        beside = self.beside
        area: i64 = 0
        while area < AREAS:
            if not beside & TOKEN_MASK:
                free += 1
            beside >>= TOKEN_BITS
            area += 1
        return free

    def has_won(self, seat: i64, area: i64) -> bool:
        """Return whether a seat has more influence on an area [CDC-9.1]; nobody wins a tie [CDC-9.2]."""
        return self.total(seat, area) > self.total(1 - seat, area)

    def score(self, seat: i64) -> i64:
        points = self.words[GAINED + seat]
        area: i64 = 0
        while area < AREAS:
            if self.has_won(seat, area):
                points += 1 + self.words[CUBES_ON + area]
            area += 1
        return points

    def state_fields(self) -> tuple[str, ...]:
        return STATE_FIELDS

    def prompt(self, seat: i64) -> str:
        if self.phase == OVER:
            return "over"
        if seat < 0 or self.to_act == CHANCE_ACTS or not self.to_act >> seat & 1:
            return "wait"
        if self.phase == BETWEEN_ROLLS:
            if self.rolls == 0:
                return "turn-first"
            return "turn-must-roll" if self.must_roll else "turn"
        if self.phase == DECLARING:
            return f"declaring-{ACTIONS[ROLL_ACTIONS[self.dice]]}"
        if self.phase == MAKING_ROOM and self.pocketing:
            return "room-pocket"
        return PHASES[self.phase]
