"""The middle as a seat sees it: its dice as sets, and which of them a place of the seat's cards asks for."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.dice import ANY_COLOUR, COPIES, DICE, FACES
from caponata.games.capio.layout import FACE, FACE_BITS, HOME, IN_MIDDLE
from caponata.games.capio.state import CapioState


class Middle:
    """The dice of the middle, before one seat."""

    def __init__(self, position: CapioState, seat: i64) -> None:
        self.position: CapioState = position
        self.seat: i64 = seat
        self.middle: i64 = 0
        self.by_colour: vec[i64] = vec[i64]([0] * 11)  # any colour last
        self.by_face: vec[i64] = vec[i64]([0] * 7)
        bit: i64 = 1
        die: i64 = 0
        while die < DICE:
            word = position.dice[die]
            if word >> FACE_BITS & HOME == IN_MIDDLE:
                self.middle |= bit
                self.by_colour[die // COPIES] |= bit
                self.by_face[word & FACE] |= bit
            bit <<= 1
            die += 1
        self.by_colour[ANY_COLOUR] = self.middle

    @final
    def mask_of(self, slot: i64, place: i64) -> i64:
        """The dice of the middle that a place asks for."""
        colour = self.position.asked_colour(self.seat, slot, place)
        faces = self.position.asked_faces(self.seat, slot, place)
        found: i64 = 0
        face: i64 = 1
        while face <= FACES:
            if faces >> face & 1:
                found |= self.by_face[face]
            face += 1
        return found & self.by_colour[colour]


def size_of(bits: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
