"""What everybody may know of Capio, which is everything: built up, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.engine.options import shown_options
from caponata.games.capio.cards import (
    CARD_KINDS,
    CARD_NAMES,
    CONFUSION,
    DECK,
    FIELD_COUNTS,
    FIRST_CARDS,
    KIND_NAMES,
    KIND_SIZES,
    KINDS,
    SETS,
    TARGET,
    TOPS,
    TOWERS,
    kind_number,
)
from caponata.games.capio.dice import COLOUR_NAMES, COLOURS, COPIES, DICE, LOOK_NAMES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    BONUS_AT,
    CARDS_AT,
    COUNT_SPOT,
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
    RECKONING,
    ROLLS_AT,
    SLOTS,
    SPOTS,
    SUM_SPOT,
    TALLIES_AT,
    USED_AT,
    WHERE,
    WHERE_BITS,
)
from caponata.games.capio.moves import WHERE_NAMES
from caponata.games.capio.reckoning import Reckoning, reckon
from caponata.games.capio.rules import MOST_SEATS, RULES_VERSION, CapioPosition

WORD, PRINT = "word", "print"


def goal(name: str) -> dict[str, Any]:
    """A goal card's face, as plain data."""
    kind = kind_number(name)
    shown: dict[str, Any] = {"name": name, "kind": KIND_NAMES[kind]}
    words = DECK[name]
    if kind == TARGET:
        shown["number"] = int(words[0])
    elif kind == CONFUSION:
        shown["language"] = words[0]
        shown["fields"] = [confusion_field(word) for word in words[1:]]
    elif kind == TOWERS:
        shown["fields"] = [tower_field(word) for word in words]
    elif kind == SETS:
        shown["rows"] = [set_row(word) for word in words]
    else:
        shown["fields"] = [plain_field(word) for word in words]
    return shown


def plain_field(word: str) -> dict[str, Any]:
    """A field of Lines or Chain: its colour, none for a joker, and its numbers."""
    colour, faces = word.split("-")
    return {
        "colour": None if colour == "joker" else colour,
        "faces": [int(face) for face in faces.split("|")],
    }


def tower_field(word: str) -> dict[str, Any]:
    """A field of Towers."""
    colours, face = word.split("-")
    base, top = colours.split("/")
    return {"base": base, "top": top, "face": int(face)}


def set_row(word: str) -> dict[str, Any]:
    """A row of Sets: two colours, the number and how it is written."""
    colours, face, form = word.split("-")
    left, right = colours.split("+")
    return {"left": left, "right": right, "face": int(face), "form": form}


def confusion_field(word: str) -> dict[str, Any]:
    """A field of Color Confusion: the colour it says, the colour it is printed in, and the number."""
    colours, face = word.split("-")
    said, printed = colours.split("/")
    return {WORD: said, PRINT: printed, "face": int(face)}


GOALS: Final = tuple([goal(name) for name in CARD_NAMES])


def view(position: Position, seat: int) -> View:
    """All that a seat may know: there are no secrets, and before GO no dice [CAPIO-8.1]."""
    assert isinstance(position, CapioPosition)
    shown = seen_by_all(position)
    shown["seat"] = seat if seat >= 0 else None
    return shown


def views(position: Position, seats: Sequence[int]) -> list[View]:
    """The same for several viewers: they differ in where they sit."""
    assert isinstance(position, CapioPosition)
    common = seen_by_all(position)
    return [{**common, "seat": seat if seat >= 0 else None} for seat in seats]


def seen_by_all(position: CapioPosition) -> View:
    """What everybody knows."""
    words = position.words
    seats = range(position.seats)
    return {
        "game": "capio",
        "rules_version": RULES_VERSION,
        "options": shown_options(position.options),
        "seats": position.seats,
        "seat": None,
        "phase": PHASES[position.phase],
        "round": position.round + 1,
        "playthrough": position.playthrough + 1,
        "to_act": to_act(position),
        "caller": None if position.caller == NONE else position.caller,
        "resting": [each for each in seats if position.resting >> each & 1],
        "next": position.next,
        "kinds": [KIND_NAMES[kind] for kind in range(KINDS) if position.kinds >> kind & 1],
        "goals": [goals(position, each) for each in seats],
        "rolls": [words[ROLLS_AT + each] or None for each in seats],
        "thrown": thrown(position),
        "middle": middle(position),
        "hands": [hand(position, each) for each in seats],
        "laid": [[laid(position, each, slot) for slot in range(SLOTS)] for each in seats],
        "gone": gone(position),
        "used": used(position),
        "points": [
            [words[POINTS_AT + MOST_SEATS * number + each] for each in seats]
            for number in range(played(position))
        ],
        "scores": [position.score(each) for each in seats],
        "bonus": [words[BONUS_AT + each] for each in seats],
        "tallies": [
            [words[TALLIES_AT + LINES_OF_SCORE * each + line] for line in range(LINES_OF_SCORE)]
            for each in seats
        ],
        "reckoning": reckoning(position),
    }


def to_act(position: CapioPosition) -> list[int]:
    """The seats that may act; chance is none."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def played(position: CapioPosition) -> int:
    """How many playthroughs have been reckoned."""
    done = int(position.seats * position.round + position.playthrough)
    return done + 1 if position.phase >= RECKONING else done


def goals(position: CapioPosition, seat: int) -> list[dict[str, Any]]:
    """The cards before a seat."""
    cards = [position.words[CARDS_AT + SLOTS * seat + slot] for slot in range(SLOTS)]
    return [GOALS[card] for card in cards if card != NONE]


def thrown(position: CapioPosition) -> str | None:
    """The numbers of all dice, wherever they are now; nothing before they have fallen [CAPIO-8.1]."""
    if position.face(DICE - 1) == 0:
        return None
    fallen: list[str] = []
    for colour in range(COLOURS):
        dice = range(COPIES * colour, COPIES * colour + COPIES)
        fallen += sorted([str(position.face(die)) for die in dice])
    return "".join(fallen)


def middle(position: CapioPosition) -> dict[str, list[int | None]]:
    """The four dice of each colour: their numbers, nothing for those that are not in the middle."""
    shown: dict[str, list[int | None]] = {}
    for colour in range(COLOURS):
        shown[COLOUR_NAMES[colour]] = [
            position.face(die) if position.home(die) == IN_MIDDLE else None
            for die in range(COPIES * colour, COPIES * colour + COPIES)
        ]
    return shown


def name_of(position: CapioPosition, die: i64) -> str:
    """A die by its look."""
    return LOOK_NAMES[position.look(die)]


def hand(position: CapioPosition, seat: int) -> str | None:
    """The die in a seat's hand."""
    die = position.hand(seat)
    return None if die < 0 else name_of(position, die)


def gone(position: CapioPosition) -> list[str]:
    """The dice that were let go after the end."""
    return [name_of(position, die) for die in range(DICE) if position.home(die) == 2]


def laid(position: CapioPosition, seat: i64, slot: i64) -> dict[str, Any]:
    """What lies on a card: dice by field, and what lies beside it."""
    card = position.card(seat, slot)
    kind = TARGET if card == NONE else CARD_KINDS[card]
    first = position.spots_of(seat, slot)
    words = position.words
    shown: dict[str, Any] = {"beside": []}
    if words[first + BESIDE_SPOT]:
        shown["beside"] = lying(position, seat, slot, BESIDE_SPOT)
    if kind == TARGET:
        shown["fields"] = lying(position, seat, slot, 1) if words[first + SUM_SPOT] else []
        shown["sum"] = words[first + SUM_SPOT]
        return shown
    shown["fields"] = [
        dice_name(position, words[first + field]) for field in range(1, FIELD_COUNTS[kind] + 1)
    ]
    if kind == TOWERS:
        shown["tops"] = [
            dice_name(position, words[first + TOPS + field]) for field in range(1, FIELD_COUNTS[kind] + 1)
        ]
        parked = words[first + PARKED_SPOT]
        shown["parked"] = None
        if parked:
            shown["parked"] = {
                "field": words[first + PARKED_FIELD],
                "die": dice_name(position, parked),
            }
    return shown


def dice_name(position: CapioPosition, number: i64) -> str | None:
    """The die in a spot, or nothing."""
    return None if number == 0 else LOOK_NAMES[position.look(number - 1)]


def lying(position: CapioPosition, seat: i64, slot: i64, spot: i64) -> list[str]:
    """All dice in a place that has room for many, sorted."""
    home = ON_CARD + SPOTS * (SLOTS * seat + slot) + spot
    looks = sorted([int(position.look(die)) for die in range(DICE) if position.home(die) == home])
    return [LOOK_NAMES[look] for look in looks]


def used(position: CapioPosition) -> list[str]:
    """The cards that have been in the game."""
    found: list[str] = []
    for kind in range(KINDS):
        cards = position.words[USED_AT + kind]
        if cards:
            first = FIRST_CARDS[kind]
            found += [CARD_NAMES[first + number] for number in range(KIND_SIZES[kind]) if cards >> number & 1]
    return found


# The reckoning


def reckoning(position: CapioPosition) -> list[dict[str, Any]] | None:
    """The playthrough that has ended, seat by seat and card by card, with what the caller missed."""
    if position.phase != RECKONING and position.phase != OVER:
        return None
    return [seat_reckoning(position, seat) for seat in range(position.seats)]


def seat_reckoning(position: CapioPosition, seat: int) -> dict[str, Any]:
    """What a seat's cards brought, and its call."""
    cards = [reckon(position, seat, slot) for slot in range(SLOTS)]
    positive = len([card for card in cards if card.total() > 0])
    number = position.seats * position.round + position.playthrough
    total = int(position.words[POINTS_AT + MOST_SEATS * number + seat])
    several = positive if positive > 1 else 0
    missed = missed_dice(position) if seat == position.caller else []
    return {
        "cards": [card_reckoning(position, seat, slot, cards[slot]) for slot in range(SLOTS)],
        "several": several,
        "stop": (-len(missed) or 2) if seat == position.caller else None,
        "missed": missed,
        "total": total,
    }


def card_reckoning(position: CapioPosition, seat: i64, slot: i64, found: Reckoning) -> dict[str, Any]:
    """A card's points, and for each field, or each die on a Target, whether it scores or costs a point."""
    kind = CARD_KINDS[position.card(seat, slot)]
    shown: dict[str, Any] = {
        "kind": KIND_NAMES[kind],
        "points": found.total(),
        "full": found.full != 0,
    }
    if kind == TARGET:
        shown["marks"] = target_marks(lying(position, seat, slot, COUNT_SPOT), found.marks[SUM_SPOT])
    else:
        shown["marks"] = [found.marks[field] for field in range(1, FIELD_COUNTS[kind] + 1)]
        if kind == TOWERS:
            shown["parked"] = found.marks[PARKED_SPOT]
    return shown


def target_marks(dice: list[str], removed: i64) -> list[int]:
    """Of a Target's dice, the largest cost a point, as many as must go; the others score [CAPIO-5.2]."""
    marks = [1] * len(dice)
    for _ in range(removed):
        left = [(dice[number][-1], number) for number in range(len(dice)) if marks[number] > 0]
        marks[max(left)[1]] = -1
    return marks


def missed_dice(position: CapioPosition) -> list[dict[str, str]]:
    """The dice that the caller could have added, and where [CAPIO-6.1]."""
    found: list[dict[str, str]] = []
    for die in range(DICE):
        place = (position.dice[die] >> MISSED_SHIFT) - 1
        if place >= 0:
            found.append(
                {
                    "die": name_of(position, die),
                    "card": KIND_NAMES[place >> WHERE_BITS],
                    "where": WHERE_NAMES[place & WHERE],
                }
            )
    return found


def census(position: Position) -> Mapping[str, int]:
    """All dice by colour, and all cards by kind: those before the seats are among the used ones."""
    assert isinstance(position, CapioPosition)
    pieces = {f"{colour} dice": int(COPIES) for colour in COLOUR_NAMES}
    held = [position.hand(seat) for seat in range(position.seats)]
    for die in range(DICE):
        home = position.home(die)
        is_in_hand = home >= 3 and home < ON_CARD
        if is_in_hand != (die in held) or (home != 0) != (position.face(die) != 0):
            pieces[f"{COLOUR_NAMES[die // COPIES]} dice"] -= 1
    for kind in range(KINDS):
        pieces[f"{KIND_NAMES[kind]} cards"] = KIND_SIZES[kind]
    for slot in range(SLOTS * MOST_SEATS):
        card = position.words[CARDS_AT + slot]
        if card != NONE:
            kind = int(CARD_KINDS[card])
            if not position.words[USED_AT + kind] >> (card - FIRST_CARDS[kind]) & 1:
                pieces[f"{KIND_NAMES[kind]} cards"] += 1
    return pieces
