"""The 84 goal cards: read from `deck.txt`, checked, and laid out in tables that the rules look things up in.

A field asks for a colour, or any, and for some of the six numbers. The fields of a card are counted from 1.
Towers have a base in each of the fields 1 to 9 and a top twelve further on; Color Confusion asks for the word
in the fields 1 to 9 and for the print twelve further on.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.dice import ANY_COLOUR, ANY_FACE, COLOUR_NAMES

KINDS: Final[i64] = 6
TARGET: Final[i64] = 0
TOWERS: Final[i64] = 1
LINES: Final[i64] = 2
CHAIN: Final[i64] = 3
SETS: Final[i64] = 4
CONFUSION: Final[i64] = 5
KIND_NAMES: Final = ("target", "towers", "lines", "chain", "sets", "confusion")
KIND_SIZES: Final = (12, 12, 12, 12, 12, 24)  # [CAPIO-1.2]
CARD_NAMES: Final = tuple(
    f"{kind}-{number}"
    for kind, size in zip(KIND_NAMES, KIND_SIZES, strict=True)
    for number in range(1, size + 1)
)
CARDS: Final[i64] = 84

FIELDS: Final = (1, 9, 9, 12, 9, 9)
NINE: Final[i64] = 9
TWELVE: Final[i64] = 12
TOPS: Final[i64] = 12  # the top of a tower, or the print of a word, lies so much further on
PLACES: Final[i64] = 21  # fields and tops
FORMS: Final = ("dots", "arabic", "roman")
LANGUAGES: Final = ("de", "en", "fr")
JOKER: Final = "joker"
CENTRE: Final = 4  # the joker of a Lines card


def read_deck(text: str) -> dict[str, list[str]]:
    """The cards of a deck by name, each with the words of its fields."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, *words = line.split()
            found[name] = words
    return found


DECK: Final = read_deck(files("caponata.games.capio").joinpath("deck.txt").read_text(encoding="utf-8"))


def colour_of(word: str) -> int:
    """The number of a colour; a joker takes any."""
    return int(ANY_COLOUR) if word == JOKER else COLOUR_NAMES.index(word)


def faces_of(word: str) -> int:
    """Some numbers as a set: `3|5`."""
    return sum(1 << int(face) for face in word.split("|"))


def asked(kind: int, words: list[str]) -> list[tuple[int, int]]:
    """What each place of a card asks for: a colour and a set of numbers, none where there is no place."""
    places = [(0, 0)] * int(PLACES)
    if kind == TARGET:
        return places
    if kind == SETS:
        for row, word in enumerate(words):
            colours, face, _ = word.split("-")
            left, right = colours.split("+")
            for column, colour in enumerate((left, JOKER, right)):
                places[3 * row + column] = colour_of(colour), faces_of(face)
        return places
    for field, word in enumerate(words[1:] if kind == CONFUSION else words):
        colours, face = word.split("-")
        if kind == TOWERS:
            base, top = colours.split("/")
            places[field] = colour_of(base), int(ANY_FACE)
            places[field + int(TOPS)] = colour_of(top), faces_of(face)
        elif kind == CONFUSION:
            said, printed = colours.split("/")
            places[field] = colour_of(said), faces_of(face)
            places[field + int(TOPS)] = colour_of(printed), faces_of(face)
        else:
            places[field] = colour_of(colours), faces_of(face)
    return places


def kind_number(name: str) -> int:
    """The kind of a card, by the card's name."""
    return KIND_NAMES.index(name.partition("-")[0])


ASKED: Final = tuple(asked(kind_number(name), DECK[name]) for name in CARD_NAMES)
CARD_KINDS: Final = vec[i64]([kind_number(name) for name in CARD_NAMES])
CARD_COLOURS: Final = vec[i64]([colour for places in ASKED for colour, _ in places])  # by card and place
CARD_FACES: Final = vec[i64]([faces for places in ASKED for _, faces in places])
TARGETS: Final = vec[i64]([int(DECK[name][0]) if name.startswith("target") else 0 for name in CARD_NAMES])
FIELD_COUNTS: Final = vec[i64](list(FIELDS))
FIRST_CARDS: Final = vec[i64]([CARD_NAMES.index(f"{kind}-1") for kind in KIND_NAMES])
CARD_COUNTS: Final = vec[i64](list(KIND_SIZES))
