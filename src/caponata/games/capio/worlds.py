"""The one position of Capio that fits a view: nothing is hidden, so a world is the view laid out again."""

from __future__ import annotations

from typing import Any, Final, final

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, View, Worlds
from caponata.games.capio.cards import CARD_KINDS, CARD_NAMES, FIRST_CARDS, KIND_NAMES, TOPS
from caponata.games.capio.dice import COLOUR_NAMES, COPIES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    BONUS_AT,
    CARDS_AT,
    CHOOSING,
    COUNT_SPOT,
    DEALING,
    FACE,
    FACE_BITS,
    FACE_SPOT,
    GONE,
    HANDS_AT,
    IN_HAND,
    IN_MIDDLE,
    LINES_OF_SCORE,
    MISSED_SHIFT,
    NONE,
    ON_CARD,
    OVER,
    PARKED_FIELD,
    PARKED_SPOT,
    PHASES,
    POINTS_AT,
    ROLLING,
    ROLLS_AT,
    SLOTS,
    SPOTS_AT,
    SUM_SPOT,
    TALLIES_AT,
    THROWING,
    USED_AT,
    WHERE_BITS,
    CapioOptions,
)
from caponata.games.capio.moves import WHERE_NAMES
from caponata.games.capio.rules import MOST_SEATS, CapioPosition

CARD_OF: Final = {name: number for number, name in enumerate(CARD_NAMES)}
COLOUR_OF: Final = {name: number for number, name in enumerate(COLOUR_NAMES)}
BY_CHANCE: Final = (CHOOSING, DEALING, ROLLING, THROWING)


@final
class CapioWorlds(Worlds):
    """The position that a view of Capio shows."""

    def __init__(self, view: View) -> None:
        self.base = laid_out(view)

    def sample(self, rng: Rng) -> CapioPosition:
        return self.base.copy()


def laid_out(view: View) -> CapioPosition:
    """All of a position, from a view."""
    position = CapioPosition(view["seats"], CapioOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.round = view["round"] - 1
    position.playthrough = view["playthrough"] - 1
    position.caller = NONE if view["caller"] is None else view["caller"]
    position.resting = sum([1 << seat for seat in view["resting"]])
    position.next = view["next"]
    position.kinds = sum([1 << KIND_NAMES.index(kind) for kind in view["kinds"]])
    position.to_act = sum([1 << seat for seat in view["to_act"]])
    if position.phase in BY_CHANCE:
        position.to_act = CHANCE_ACTS
    elif position.phase == OVER:
        position.to_act = NOBODY
    lay_words(position, view)
    lay_middle(position, view["middle"])
    for seat in range(view["seats"]):
        held = view["hands"][seat]
        if held is not None:
            position.words[HANDS_AT + seat] = lay_die(position, held, int(IN_HAND) + seat) + 1
        for slot, shown in enumerate(view["laid"][seat]):
            lay_card(position, seat, slot, shown)
    for name in view["gone"]:
        lay_die(position, name, int(GONE))
    if view["reckoning"] is not None and view["caller"] is not None:
        lay_missed(position, view["reckoning"][view["caller"]]["missed"])
    return position


def lay_words(position: CapioPosition, view: View) -> None:
    """Cards, rolls and points."""
    words = position.words
    for seat in range(view["seats"]):
        for slot, goal in enumerate(view["goals"][seat]):
            words[CARDS_AT + SLOTS * seat + slot] = CARD_OF[goal["name"]]
        words[ROLLS_AT + seat] = view["rolls"][seat] or 0
        words[BONUS_AT + seat] = view["bonus"][seat]
        for line, points in enumerate(view["tallies"][seat]):
            words[TALLIES_AT + LINES_OF_SCORE * seat + line] = points
    for number, by_seat in enumerate(view["points"]):
        for seat, points in enumerate(by_seat):
            words[POINTS_AT + MOST_SEATS * number + seat] = points
    for name in view["used"]:
        card = CARD_OF[name]
        kind = CARD_KINDS[card]
        words[USED_AT + kind] += 1 << int(card - FIRST_CARDS[kind])


def lay_middle(position: CapioPosition, middle: dict[str, list[int | None]]) -> None:
    """The dice that nobody has taken."""
    for colour, faces in middle.items():
        for copy, face in enumerate(faces):
            if face is not None:
                position.dice[COPIES * COLOUR_OF[colour] + copy] = face | IN_MIDDLE << FACE_BITS


def lay_die(position: CapioPosition, name: str, home: int) -> int:
    """Put a die somewhere: any of its colour that is not laid yet."""
    colour, face = name.split("-")
    die = COPIES * COLOUR_OF[colour]
    while position.dice[die]:
        die += 1
    position.dice[die] = int(face) | home << FACE_BITS
    return int(die)


def lay_card(position: CapioPosition, seat: int, slot: int, shown: dict[str, Any]) -> None:
    """The dice on a card and beside it."""
    first = int(position.spots_of(seat, slot))
    here = int(ON_CARD) + first - int(SPOTS_AT)
    words = position.words
    for name in shown["beside"]:
        lay_die(position, name, here + int(BESIDE_SPOT))
        words[first + BESIDE_SPOT] += 1
    if "sum" in shown:
        for name in shown["fields"]:
            face = position.dice[lay_die(position, name, here + int(COUNT_SPOT))] & FACE
            words[first + COUNT_SPOT] += 1
            words[first + SUM_SPOT] += face
            words[first + FACE_SPOT + face] += 1
        return
    lay_fields(position, first, here, 1, shown["fields"])
    if "tops" in shown:
        lay_fields(position, first, here, int(TOPS) + 1, shown["tops"])
        if shown["parked"] is not None:
            die = lay_die(position, shown["parked"]["die"], here + int(PARKED_SPOT))
            words[first + PARKED_SPOT] = die + 1
            words[first + PARKED_FIELD] = shown["parked"]["field"]


def lay_fields(position: CapioPosition, first: int, here: int, spot: int, names: list[str | None]) -> None:
    """Dice in spots that follow each other."""
    for name in names:
        if name is not None:
            position.words[first + spot] = lay_die(position, name, here + spot) + 1
        spot += 1


def lay_missed(position: CapioPosition, missed: list[dict[str, str]]) -> None:
    """Mark the dice that the caller overlooked."""
    for each in missed:
        colour, face = each["die"].split("-")
        die = COPIES * COLOUR_OF[colour]
        while position.dice[die] != int(face) | IN_MIDDLE << FACE_BITS:
            die += 1
        place = KIND_NAMES.index(each["card"]) << WHERE_BITS | WHERE_NAMES.index(each["where"])
        position.dice[die] |= (place + 1) << MISSED_SHIFT
