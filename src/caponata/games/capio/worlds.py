"""The worlds of Capio: nothing is hidden, so exactly one position fits a view."""

from __future__ import annotations

from typing import Any, Final, final

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, View, Worlds
from caponata.games.capio.cards import CARD_KINDS, CARD_NAMES, FIRST_CARDS, KIND_NAMES, TOP_OFFSET
from caponata.games.capio.dice import COLOUR_NAMES, COPIES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    BONUS_AT,
    CARDS_AT,
    CHOOSING,
    COUNT_SPOT,
    DEALING,
    DESTINATION_BITS,
    FACE_BITS,
    FACE_MASK,
    FACE_SPOT,
    GONE,
    HANDS_AT,
    IN_HAND,
    IN_MIDDLE,
    MISSED_SHIFT,
    MOST_SEATS,
    NONE,
    ON_CARD,
    OVER,
    PARKED_FIELD,
    PARKED_SPOT,
    PHASES,
    POINTS_AT,
    ROLLING,
    ROLLS_AT,
    SCORE_LINES,
    SLOTS,
    SPOTS_AT,
    SUM_SPOT,
    TALLIES_AT,
    THROWING,
    USED_AT,
    CapioOptions,
)
from caponata.games.capio.moves import DESTINATION_NAMES
from caponata.games.capio.rules import CapioPosition

CARD_NUMBERS: Final = {name: number for number, name in enumerate(CARD_NAMES)}
COLOUR_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(COLOUR_NAMES)}
CHANCE_PHASES: Final = (CHOOSING, DEALING, ROLLING, THROWING)


@final
class CapioWorlds(Worlds):
    """The position that a view of Capio describes."""

    def __init__(self, view: View) -> None:
        self.base = position_from(view)

    def sample(self, rng: Rng) -> CapioPosition:
        return self.base.copy()


def position_from(view: View) -> CapioPosition:
    """Build the position that a view describes."""
    position = CapioPosition(view["seats"], CapioOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.round = view["round"] - 1
    position.playthrough = view["playthrough"] - 1
    position.caller = NONE if view["caller"] is None else view["caller"]
    position.resting = sum([1 << seat for seat in view["resting"]])
    position.next = view["next"]
    position.kinds = sum([1 << KIND_NAMES.index(kind) for kind in view["kinds"]])
    position.to_act = sum([1 << seat for seat in view["to_act"]])
    if position.phase in CHANCE_PHASES:
        position.to_act = CHANCE_ACTS
    elif position.phase == OVER:
        position.to_act = NOBODY
    fill_words(position, view)
    fill_middle(position, view["middle"])
    for seat in range(view["seats"]):
        held = view["hands"][seat]
        if held is not None:
            position.words[HANDS_AT + seat] = put_die(position, held, int(IN_HAND) + seat) + 1
        for slot, dice in enumerate(view["laid"][seat]):
            fill_card(position, seat, slot, dice)
    for name in view["gone"]:
        put_die(position, name, int(GONE))
    if view["reckoning"] is not None and view["caller"] is not None:
        mark_missed(position, view["reckoning"][view["caller"]]["missed"])
    return position


def fill_words(position: CapioPosition, view: View) -> None:
    """Fill in cards, rolls and points."""
    words = position.words
    for seat in range(view["seats"]):
        for slot, goal in enumerate(view["goals"][seat]):
            words[CARDS_AT + SLOTS * seat + slot] = CARD_NUMBERS[goal["name"]]
        words[ROLLS_AT + seat] = view["rolls"][seat] or 0
        words[BONUS_AT + seat] = view["bonus"][seat]
        for line, points in enumerate(view["tallies"][seat]):
            words[TALLIES_AT + SCORE_LINES * seat + line] = points
    for playthrough, points_by_seat in enumerate(view["points"]):
        for seat, points in enumerate(points_by_seat):
            words[POINTS_AT + MOST_SEATS * playthrough + seat] = points
    for name in view["used"]:
        card = CARD_NUMBERS[name]
        kind = CARD_KINDS[card]
        words[USED_AT + kind] += 1 << int(card - FIRST_CARDS[kind])


def fill_middle(position: CapioPosition, middle: dict[str, list[int | None]]) -> None:
    """Fill in the dice in the middle."""
    for colour, faces in middle.items():
        for copy, face in enumerate(faces):
            if face is not None:
                position.dice[COPIES * COLOUR_NUMBERS[colour] + copy] = face | IN_MIDDLE << FACE_BITS


def put_die(position: CapioPosition, name: str, location: int) -> int:
    """Put an unused die of this colour and number at a location, and return the die."""
    colour, face = name.split("-")
    die = COPIES * COLOUR_NUMBERS[colour]
    while position.dice[die]:
        die += 1
    position.dice[die] = int(face) | location << FACE_BITS
    return int(die)


def fill_card(position: CapioPosition, seat: int, slot: int, dice: dict[str, Any]) -> None:
    """Fill in the dice on a card and beside it."""
    first = int(position.first_spot(seat, slot))
    location = int(ON_CARD) + first - int(SPOTS_AT)
    words = position.words
    for name in dice["beside"]:
        put_die(position, name, location + int(BESIDE_SPOT))
        words[first + BESIDE_SPOT] += 1
    if "sum" in dice:
        for name in dice["fields"]:
            face = position.dice[put_die(position, name, location + int(COUNT_SPOT))] & FACE_MASK
            words[first + COUNT_SPOT] += 1
            words[first + SUM_SPOT] += face
            words[first + FACE_SPOT + face] += 1
        return
    fill_fields(position, first, location, 1, dice["fields"])
    if "tops" in dice:
        fill_fields(position, first, location, int(TOP_OFFSET) + 1, dice["tops"])
        if dice["parked"] is not None:
            die = put_die(position, dice["parked"]["die"], location + int(PARKED_SPOT))
            words[first + PARKED_SPOT] = die + 1
            words[first + PARKED_FIELD] = dice["parked"]["field"]


def fill_fields(
    position: CapioPosition, first: int, location: int, spot: int, names: list[str | None]
) -> None:
    """Fill in the dice of consecutive spots."""
    for name in names:
        if name is not None:
            position.words[first + spot] = put_die(position, name, location + spot) + 1
        spot += 1


def mark_missed(position: CapioPosition, missed: list[dict[str, str]]) -> None:
    """Mark the dice that the caller of STOP missed."""
    for entry in missed:
        colour, face = entry["die"].split("-")
        die = COPIES * COLOUR_NUMBERS[colour]
        while position.dice[die] != int(face) | IN_MIDDLE << FACE_BITS:
            die += 1
        place = KIND_NAMES.index(entry["card"]) << DESTINATION_BITS | DESTINATION_NAMES.index(entry["where"])
        position.dice[die] |= (place + 1) << MISSED_SHIFT
