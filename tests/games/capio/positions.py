"""Positions of Capio, written as a player would lay them out, and words to play them with.

`capio(["target-1 towers-2 lines-3"], laid={0: {"lines 5": "red-4"}}, middle="red-1 blue-5")` is a playthrough
in which seat 0 has these cards and a red 4 on the fifth field of its Lines card. Fields of cards are found by
what they ask for: `want("lines-3", 5)` names a die that fits.
"""

from collections.abc import Mapping, Sequence

from caponata.engine.game import NOBODY
from caponata.games.capio import GAME
from caponata.games.capio.cards import ASKED, CARD_KINDS, CARD_NAMES, FIRST_CARDS, KIND_NAMES, TARGET, TOPS
from caponata.games.capio.dice import ANY_COLOUR, COLOUR_NAMES, COPIES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    CARDS_AT,
    COUNT_SPOT,
    FACE_BITS,
    FACE_SPOT,
    HANDS_AT,
    IN_HAND,
    IN_MIDDLE,
    ON_CARD,
    PARKED_FIELD,
    PARKED_SPOT,
    PHASES,
    ROLLS_AT,
    SLOTS,
    SPOTS_AT,
    SUM_SPOT,
    USED_AT,
    CapioOptions,
)
from caponata.games.capio.rules import CapioPosition
from tests.games.typed import Typed

RULEBOOK = CapioOptions()
OTHERS = ("target-12 towers-12 sets-12", "target-11 towers-11 sets-11", "target-10 towers-10 sets-10")


def want(card: str, place: int, *, top: bool = False) -> str:
    """A die that fits a field of a card, with the lowest number and colour that will do."""
    colour, faces = ASKED[CARD_NAMES.index(card)][place - 1 + (int(TOPS) if top else 0)]
    face = next(face for face in range(1, 7) if faces >> face & 1)
    return f"{COLOUR_NAMES[0 if colour == ANY_COLOUR else colour]}-{face}"


def die_at(position: CapioPosition, name: str, home: int) -> int:
    """Put a die of this name somewhere."""
    colour, face = name.split("-")
    first = COLOUR_NAMES.index(colour) * int(COPIES)
    free = [die for die in range(first, first + int(COPIES)) if not position.dice[die]]
    assert free, f"there are no more {colour} dice"
    position.dice[free[0]] = int(face) | home << FACE_BITS
    return free[0]


def capio(
    cards: Sequence[str] = (),
    *,
    seats: int = 2,
    laid: Mapping[int, Mapping[str, str]] | None = None,
    hands: Mapping[int, str] | None = None,
    middle: str = "",
    rolls: Mapping[int, int] | None = None,
    phase: str = "grabbing",
    in_round: int = 1,
    playthrough: int = 1,
    caller: int | None = None,
    options: CapioOptions = RULEBOOK,
) -> CapioPosition:
    """A written position. Seats without cards have some that nobody looks at.

    `laid` names the dice on a seat's cards by place: `lines 5`, `towers top-3`, `towers park-3`, `target 1`,
    `chain beside`; several dice in one place are listed.
    """
    position = CapioPosition(seats, options)
    for seat in range(seats):
        names = (cards[seat] if seat < len(cards) else OTHERS[seat - 1]).split()
        for slot, name in enumerate(sorted(names, key=CARD_NAMES.index)):
            card = CARD_NAMES.index(name)
            kind = int(CARD_KINDS[card])
            position.words[CARDS_AT + SLOTS * seat + slot] = card
            position.words[USED_AT + kind] |= 1 << int(card - FIRST_CARDS[kind])
    for seat, roll in (rolls or {}).items():
        position.words[ROLLS_AT + seat] = roll
    for seat, by_place in (laid or {}).items():
        for place, names_there in by_place.items():
            for name in names_there.split():
                lay(position, seat, place, name)
    for seat, name in (hands or {}).items():
        position.words[HANDS_AT + seat] = die_at(position, name, int(IN_HAND) + seat) + 1
    for name in middle.split():
        die_at(position, name, int(IN_MIDDLE))
    position.phase = PHASES.index(phase)
    position.round, position.playthrough = in_round - 1, playthrough - 1
    position.caller = -1 if caller is None else caller
    everybody = (1 << seats) - 1
    holding = sum(1 << seat for seat in range(seats) if position.words[HANDS_AT + seat])
    position.to_act = holding if phase == "placing" else NOBODY if phase == "over" else everybody
    return position


def lay(position: CapioPosition, seat: int, place: str, name: str) -> None:
    """Put a die on a card, whatever the rules say."""
    kind, spot = place.split()
    slot = int(position.slot_of(seat, KIND_NAMES.index(kind)))
    first = int(position.spots_of(seat, slot))
    here = int(ON_CARD) + first - int(SPOTS_AT)
    words = position.words
    if spot == "beside":
        die_at(position, name, here + int(BESIDE_SPOT))
        words[first + BESIDE_SPOT] += 1
    elif KIND_NAMES.index(kind) == TARGET:
        face = int(name.split("-")[1])
        die_at(position, name, here + int(COUNT_SPOT))
        words[first + COUNT_SPOT] += 1
        words[first + SUM_SPOT] += face
        words[first + FACE_SPOT + face] += 1
    elif spot.startswith("park-"):
        words[first + PARKED_SPOT] = die_at(position, name, here + int(PARKED_SPOT)) + 1
        words[first + PARKED_FIELD] = int(spot[5:])
    else:
        number = int(spot[4:]) + int(TOPS) if spot.startswith("top-") else int(spot)
        words[first + number] = die_at(position, name, here + number) + 1


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance
odds = TYPED.odds
moves = TYPED.moves
refused = TYPED.refused
events = TYPED.events


def phase(position: CapioPosition) -> str:
    """The phase by name."""
    return PHASES[position.phase]


def acting(position: CapioPosition) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def cards_of(position: CapioPosition, seat: int) -> str:
    """The cards before a seat."""
    found = [position.words[CARDS_AT + SLOTS * seat + slot] for slot in range(SLOTS)]
    return " ".join(CARD_NAMES[card] for card in found if card >= 0)
