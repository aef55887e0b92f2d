"""The 84 goal cards, read from `deck.txt` into lookup tables.

Fields and places of a card are counted from 1. A place is a field, or the top of a tower, `TOP_OFFSET` above
its base. Each place requires a colour, or any, and one of a set of numbers. Color Confusion stores the colour
of the word at the field and the colour of the print `TOP_OFFSET` above it.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.dice import ANY_COLOUR, ANY_FACE, COLOUR_NAMES
from caponata.games.capio.view_types import Kind

KINDS: Final[i64] = 6
TARGET: Final[i64] = 0
TOWERS: Final[i64] = 1
LINES: Final[i64] = 2
CHAIN: Final[i64] = 3
SETS: Final[i64] = 4
CONFUSION: Final[i64] = 5
KIND_NAMES: Final[tuple[Kind, ...]] = ("target", "towers", "lines", "chain", "sets", "confusion")
KIND_SIZES: Final = (12, 12, 12, 12, 12, 24)  # [CAPIO-1.2]
CARD_NAMES: Final = tuple(
    f"{kind}-{number}"
    for kind, size in zip(KIND_NAMES, KIND_SIZES, strict=True)
    for number in range(1, size + 1)
)

KIND_FIELDS: Final = (1, 9, 9, 12, 9, 9)  # fields of a card, by kind
GRID_FIELDS: Final[i64] = 9  # fields of Towers, Lines, Sets and Color Confusion
CHAIN_FIELDS: Final[i64] = 12
TOP_OFFSET: Final[i64] = 12
PLACES: Final[i64] = 21
FORMS: Final = ("dots", "arabic", "roman")
JOKER: Final = "joker"


def read_deck(text: str) -> dict[str, list[str]]:
    """Parse a deck file: the words of each card's fields, by card name."""
    deck: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, *words = line.split()
            deck[name] = words
    return deck


DECK: Final = read_deck(files("caponata.games.capio").joinpath("deck.txt").read_text(encoding="utf-8"))


def parse_colour(word: str) -> int:
    """The number of a colour, `ANY_COLOUR` for a joker."""
    return int(ANY_COLOUR) if word == JOKER else COLOUR_NAMES.index(word)


def parse_faces(word: str) -> int:
    """The bit set of one or more numbers such as `3|5`."""
    return sum(1 << int(face) for face in word.split("|"))


def requirements(kind: int, words: list[str]) -> list[tuple[int, int]]:
    """The colour and the set of numbers that each place of a card requires; (0, 0) for unused places."""
    places = [(0, 0)] * int(PLACES)
    if kind == TARGET:
        return places
    if kind == SETS:
        for row, word in enumerate(words):
            colours, face, _ = word.split("-")
            left, right = colours.split("+")
            for column, colour in enumerate((left, JOKER, right)):
                places[3 * row + column] = parse_colour(colour), parse_faces(face)
        return places
    for field, word in enumerate(words[1:] if kind == CONFUSION else words):
        colours, face = word.split("-")
        if kind == TOWERS:
            base, top = colours.split("/")
            places[field] = parse_colour(base), int(ANY_FACE)
            places[field + int(TOP_OFFSET)] = parse_colour(top), parse_faces(face)
        elif kind == CONFUSION:
            colour_word, print_colour = colours.split("/")
            places[field] = parse_colour(colour_word), parse_faces(face)
            places[field + int(TOP_OFFSET)] = parse_colour(print_colour), parse_faces(face)
        else:
            places[field] = parse_colour(colours), parse_faces(face)
    return places


def kind_number(name: str) -> int:
    """The kind of the card with this name."""
    return KIND_NAMES.index(name.partition("-")[0])


REQUIREMENTS: Final = tuple(requirements(kind_number(name), DECK[name]) for name in CARD_NAMES)
CARD_KINDS: Final = vec[i64]([kind_number(name) for name in CARD_NAMES])
# Required colours and numbers at card * PLACES + place - 1.
CARD_COLOURS: Final = vec[i64]([colour for places in REQUIREMENTS for colour, _ in places])
CARD_FACES: Final = vec[i64]([faces for places in REQUIREMENTS for _, faces in places])
TARGETS: Final = vec[i64]([int(DECK[name][0]) if name.startswith("target") else 0 for name in CARD_NAMES])
FIELD_COUNTS: Final = vec[i64](list(KIND_FIELDS))
FIRST_CARDS: Final = vec[i64]([CARD_NAMES.index(f"{kind}-1") for kind in KIND_NAMES])
CARD_COUNTS: Final = vec[i64](list(KIND_SIZES))
