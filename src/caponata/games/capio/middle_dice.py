"""The dice in the middle as bit sets, and which of them fit a place of a seat's cards."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.dice import ANY_COLOUR, COPIES, DICE, FACES
from caponata.games.capio.layout import FACE_BITS, FACE_MASK, IN_MIDDLE, LOCATION_MASK
from caponata.games.capio.state import CapioState


class MiddleDice:
    """The dice in the middle, as one seat compares them with its cards. Bit `n` of a set is die `n`."""

    def __init__(self, state: CapioState, seat: i64) -> None:
        self.state: CapioState = state
        self.seat: i64 = seat
        self.middle: i64 = 0
        self.by_colour: vec[i64] = vec[i64]([0] * 11)  # the last one is ANY_COLOUR
        self.by_face: vec[i64] = vec[i64]([0] * 7)
        bit: i64 = 1
        die: i64 = 0
        while die < DICE:
            word = state.dice[die]
            if word >> FACE_BITS & LOCATION_MASK == IN_MIDDLE:
                self.middle |= bit
                self.by_colour[die // COPIES] |= bit
                self.by_face[word & FACE_MASK] |= bit
            bit <<= 1
            die += 1
        self.by_colour[ANY_COLOUR] = self.middle

    @final
    def fitting_dice(self, slot: i64, place: i64) -> i64:
        """The set of dice in the middle that fit a place."""
        colour = self.state.required_colour(self.seat, slot, place)
        faces = self.state.required_faces(self.seat, slot, place)
        dice: i64 = 0
        face: i64 = 1
        while face <= FACES:
            if faces >> face & 1:
                dice |= self.by_face[face]
            face += 1
        return dice & self.by_colour[colour]


def bit_count(bits: i64) -> i64:
    """The number of bits that are set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
