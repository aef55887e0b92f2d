"""Positions of Capio written as text, and functions to play them with moves as text.

`capio(["target-1 towers-2 lines-3"], laid={0: {"lines 5": "red-4"}}, middle="red-1 blue-5")` is a playthrough
in which seat 0 has these cards and a red 4 on the fifth field of its Lines card. `fitting_die("lines-3", 5)`
is the name of a die that fits a field.
"""

from collections.abc import Mapping, Sequence

from caponata.engine.game import NOBODY
from caponata.games.capio import GAME
from caponata.games.capio.cards import (
    CARD_KINDS,
    CARD_NAMES,
    FIRST_CARDS,
    KIND_NAMES,
    REQUIREMENTS,
    TARGET,
    TOP_OFFSET,
)
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
DEFAULT_CARDS = ("target-12 towers-12 sets-12", "target-11 towers-11 sets-11", "target-10 towers-10 sets-10")


def fitting_die(card: str, place: int, *, top: bool = False) -> str:
    """The first die by number and colour that fits a field of a card."""
    colour, faces = REQUIREMENTS[CARD_NAMES.index(card)][place - 1 + (int(TOP_OFFSET) if top else 0)]
    face = next(face for face in range(1, 7) if faces >> face & 1)
    return f"{COLOUR_NAMES[0 if colour == ANY_COLOUR else colour]}-{face}"


def put_die(position: CapioPosition, name: str, location: int) -> int:
    """Put an unused die of this colour and number at a location, and return the die."""
    colour, face = name.split("-")
    first = COLOUR_NAMES.index(colour) * int(COPIES)
    unused = [die for die in range(first, first + int(COPIES)) if not position.dice[die]]
    assert unused, f"no {colour} dice are left"
    position.dice[unused[0]] = int(face) | location << FACE_BITS
    return unused[0]


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
    """A position. Seats without cards in the arguments have default cards.

    `laid` has the dice on a seat's cards by place, such as `lines 5`, `towers top-3`, `towers park-3`,
    `target 1` or `chain beside`; several dice in one place are separated by spaces.
    """
    position = CapioPosition(seats, options)
    for seat in range(seats):
        names = (cards[seat] if seat < len(cards) else DEFAULT_CARDS[seat - 1]).split()
        for slot, name in enumerate(sorted(names, key=CARD_NAMES.index)):
            card = CARD_NAMES.index(name)
            kind = int(CARD_KINDS[card])
            position.words[CARDS_AT + SLOTS * seat + slot] = card
            position.words[USED_AT + kind] |= 1 << int(card - FIRST_CARDS[kind])
    for seat, roll in (rolls or {}).items():
        position.words[ROLLS_AT + seat] = roll
    for seat, by_place in (laid or {}).items():
        for place, dice in by_place.items():
            for name in dice.split():
                lay(position, seat, place, name)
    for seat, name in (hands or {}).items():
        position.words[HANDS_AT + seat] = put_die(position, name, int(IN_HAND) + seat) + 1
    for name in middle.split():
        put_die(position, name, int(IN_MIDDLE))
    position.phase = PHASES.index(phase)
    position.round, position.playthrough = in_round - 1, playthrough - 1
    position.caller = -1 if caller is None else caller
    everybody = (1 << seats) - 1
    holding = sum(1 << seat for seat in range(seats) if position.words[HANDS_AT + seat])
    position.to_act = holding if phase == "placing" else NOBODY if phase == "over" else everybody
    return position


def lay(position: CapioPosition, seat: int, place: str, name: str) -> None:
    """Put a die on a card without asking the rules."""
    kind, spot = place.split()
    slot = int(position.slot_of(seat, KIND_NAMES.index(kind)))
    first = int(position.first_spot(seat, slot))
    location = int(ON_CARD) + first - int(SPOTS_AT)
    words = position.words
    if spot == "beside":
        put_die(position, name, location + int(BESIDE_SPOT))
        words[first + BESIDE_SPOT] += 1
    elif KIND_NAMES.index(kind) == TARGET:
        face = int(name.split("-")[1])
        put_die(position, name, location + int(COUNT_SPOT))
        words[first + COUNT_SPOT] += 1
        words[first + SUM_SPOT] += face
        words[first + FACE_SPOT + face] += 1
    elif spot.startswith("park-"):
        words[first + PARKED_SPOT] = put_die(position, name, location + int(PARKED_SPOT)) + 1
        words[first + PARKED_FIELD] = int(spot[5:])
    else:
        number = int(spot[4:]) + int(TOP_OFFSET) if spot.startswith("top-") else int(spot)
        words[first + number] = put_die(position, name, location + number) + 1


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance
odds = TYPED.odds
moves = TYPED.moves
refused = TYPED.refused
events = TYPED.events


def phase(position: CapioPosition) -> str:
    """The name of the phase."""
    return PHASES[position.phase]


def acting(position: CapioPosition) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def cards_of(position: CapioPosition, seat: int) -> str:
    """The names of a seat's cards."""
    cards = [position.words[CARDS_AT + SLOTS * seat + slot] for slot in range(SLOTS)]
    return " ".join(CARD_NAMES[card] for card in cards if card >= 0)
