"""The design of the 84 goal cards: `python -m caponata.games.capio.design` prints `deck.txt`.

A seeded generator drafts many cards of each kind. Each draft is tried alone on the same throws of forty dice,
and the drafts whose mean best score is nearest to the mean of all drafts become cards.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from caponata.engine.chance import Rng
from caponata.games.capio.cards import (
    CARD_COLOURS,
    CARD_FACES,
    CHAIN,
    CONFUSION,
    FIRST_CARDS,
    FORMS,
    KIND_NAMES,
    KIND_SIZES,
    LINES,
    PLACES,
    REQUIREMENTS,
    SETS,
    TARGET,
    TARGETS,
    TOWERS,
    requirements,
)
from caponata.games.capio.dice import COLOUR_NAMES
from caponata.games.capio.layout import (
    CARDS_AT,
    FACE_BITS,
    IN_MIDDLE,
    ROLLS_AT,
    SLOTS,
    SUM_SPOT,
    CapioOptions,
)
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.stop_check import StopCheck

SEED: Final = 84
DRAFTS: Final = 120
TRIAL_THROWS: Final = 600
TARGET_NUMBERS: Final = (6, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 13)  # [CAPIO-1.3]
CHAIN_FACES: Final = (1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6)
CORNERS: Final = (0, 2, 6, 8)
CENTRE: Final = 4
GERMAN, ENGLISH = 12, 6  # Color Confusion cards in these languages; the rest are French
FULL_FIELDS: Final = {int(LINES): 9, int(CHAIN): 6, int(SETS): 9, int(CONFUSION): 9}
TOWER_DICE: Final = 18

HEADER: Final = """\
# The 84 goal cards of Capio, one a line; printed by `python -m caponata.games.capio.design`.
# target     the number to reach
# towers     base/top-number, nine fields
# lines      colour-number, three rows of three; two numbers where either will do; any colour in the centre
# chain      colour-number, twelve fields
# sets       left+right-number-form, three rows; the wild field between them shows the same number
# confusion  the language, then word/print-number, nine fields
"""


def shuffled(rng: Rng, numbers: list[int]) -> list[int]:
    """The numbers in random order."""
    left, order = list(numbers), []
    while left:
        order.append(left.pop(rng.below(len(left))))
    return order


def random_colours(rng: Rng, count: int) -> list[str]:
    """This many different colours."""
    return [COLOUR_NAMES[colour] for colour in shuffled(rng, list(range(10)))[:count]]


def random_faces(rng: Rng) -> list[int]:
    """Nine numbers in random order: each once, and three of them twice."""
    faces = list(range(1, 7))
    return shuffled(rng, faces + shuffled(rng, faces)[:3])


def colour_pairs(rng: Rng) -> list[tuple[str, str]]:
    """Nine pairs of different colours; no colour comes twice in first place, or twice in second."""
    while True:
        first, second = random_colours(rng, 9), random_colours(rng, 9)
        if all(one != other for one, other in zip(first, second, strict=True)):
            return list(zip(first, second, strict=True))


def draft_towers(rng: Rng) -> list[str]:
    """Draft nine bases and tops [CAPIO-1.4]."""
    pairs = zip(colour_pairs(rng), random_faces(rng), strict=True)
    return [f"{base}/{top}-{face}" for (base, top), face in pairs]


def draft_lines(rng: Rng) -> list[str]:
    """Draft eight colours around a joker, four of them with two numbers [CAPIO-1.5]."""
    colours, faces = random_colours(rng, 8), random_faces(rng)
    in_corners = rng.below(2) == 0
    words = []
    for field in range(9):
        face = str(faces[field])
        if field == CENTRE:
            words.append(f"joker-{face}")
            continue
        if (field in CORNERS) == in_corners:
            second = (faces[field] + rng.below(5)) % 6 + 1
            face = "|".join(map(str, sorted((faces[field], second))))
        words.append(f"{colours.pop()}-{face}")
    return words


def draft_chain(rng: Rng) -> list[str]:
    """Draft twelve fields, one or two of them jokers [CAPIO-1.6]."""
    jokers = shuffled(rng, list(range(12)))[: 1 + rng.below(2)]
    while len({CHAIN_FACES[joker] for joker in jokers}) < len(jokers):
        jokers = shuffled(rng, list(range(12)))[: len(jokers)]
    words = []
    for face in range(1, 7):
        fields = [field for field in range(12) if CHAIN_FACES[field] == face]
        for field, colour in zip(fields, random_colours(rng, len(fields)), strict=True):
            words.append(f"{'joker' if field in jokers else colour}-{face}")
    return words


def draft_sets(rng: Rng) -> list[str]:
    """Draft three rows with a number and a form each [CAPIO-1.7]."""
    colours = random_colours(rng, 6)
    faces = shuffled(rng, list(range(1, 7)))
    forms = [FORMS[form] for form in shuffled(rng, [0, 1, 2])]
    return [f"{colours[2 * row]}+{colours[2 * row + 1]}-{faces[row]}-{forms[row]}" for row in range(3)]


def draft_confusion(rng: Rng) -> list[str]:
    """Draft nine words, each printed in another colour [CAPIO-1.8]."""
    pairs = zip(colour_pairs(rng), random_faces(rng), strict=True)
    return ["de", *(f"{word}/{print_colour}-{face}" for (word, print_colour), face in pairs)]


DRAFTERS: Final[dict[int, Callable[[Rng], list[str]]]] = {
    int(TOWERS): draft_towers,
    int(LINES): draft_lines,
    int(CHAIN): draft_chain,
    int(SETS): draft_sets,
    int(CONFUSION): draft_confusion,
}


def random_throws(count: int, seed: int) -> list[list[int]]:
    """Random throws of forty dice."""
    rng = Rng(seed)
    return [[rng.below(6) + 1 for _ in range(40)] for _ in range(count)]


def position_with(card: int) -> CapioPosition:
    """A position in which seat 0 has only this card to fill: its other slots hold full Targets."""
    position = CapioPosition(2, CapioOptions())
    for slot in range(SLOTS):
        position.words[CARDS_AT + slot] = card if slot == 0 else FIRST_CARDS[TARGET]
        if slot:
            position.words[position.first_spot(0, slot) + SUM_SPOT] = TARGETS[FIRST_CARDS[TARGET]]
    return position


def best_score(position: CapioPosition, kind: int, faces: list[int]) -> int:
    """The highest score of the card on a throw."""
    for die, face in enumerate(faces):
        position.dice[die] = face | IN_MIDDLE << FACE_BITS
    count = StopCheck(position, 0).count
    if kind == TOWERS:
        return count // 2 + (count == TOWER_DICE)
    return count + (count == FULL_FIELDS[kind])


def mean_best_score(card: int, kind: int, throws: list[list[int]]) -> float:
    """The mean best score of a card alone; Color Confusion counts the word and the print in turn."""
    position = position_with(card)
    total = 0
    for number, faces in enumerate(throws):
        position.words[ROLLS_AT] = 1 + number % 2
        total += best_score(position, kind, faces)
    return total / len(throws)


def change_card(card: int, places: list[tuple[int, int]]) -> None:
    """Change what the places of a card require."""
    for place, (colour, faces) in enumerate(places):
        CARD_COLOURS[PLACES * card + place] = colour
        CARD_FACES[PLACES * card + place] = faces


def design(kind: int, throws: list[list[int]]) -> list[list[str]]:
    """The cards of a kind: the drafts whose mean best score is nearest to the mean of all drafts."""
    rng = Rng(SEED << 8 | kind)
    card = FIRST_CARDS[kind]
    drafts: list[tuple[float, list[str]]] = []
    for _ in range(DRAFTS):
        words = DRAFTERS[kind](rng)
        change_card(card, requirements(kind, words))
        drafts.append((mean_best_score(card, kind, throws), words))
    change_card(card, REQUIREMENTS[card])
    mean = sum(score for score, _ in drafts) / DRAFTS
    drafts.sort(key=lambda draft: (abs(draft[0] - mean), draft[1]))
    return [words for _, words in drafts[: KIND_SIZES[kind]]]


def deck() -> str:
    """The text of `deck.txt`."""
    lines = [HEADER]
    throws = random_throws(TRIAL_THROWS, SEED)
    for kind, name in enumerate(KIND_NAMES):
        cards = [[str(target)] for target in TARGET_NUMBERS] if kind == TARGET else design(kind, throws)
        for number, words in enumerate(cards, start=1):
            if kind == CONFUSION:
                words[0] = "de" if number <= GERMAN else "en" if number <= GERMAN + ENGLISH else "fr"
            lines.append(f"{name}-{number:<3} {' '.join(words)}\n")
        lines.append("\n")
    return "".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.stdout.write(deck())
