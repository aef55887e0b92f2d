"""The view of Capio, built field by field. Nothing is hidden, so everybody has the same view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

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
    JOKER,
    KIND_NAMES,
    KIND_SIZES,
    KINDS,
    LINES,
    SETS,
    TARGET,
    TOP_OFFSET,
    TOWERS,
    kind_number,
)
from caponata.games.capio.dice import COLOUR_NAMES, COLOURS, COPIES, DICE, DIE_NAMES
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    BONUS_AT,
    CALM,
    CARDS_AT,
    COUNT_SPOT,
    DESTINATION_BITS,
    DESTINATION_MASK,
    GONE,
    IN_BOX,
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
    RECKONING,
    ROLLS_AT,
    SCORE_LINES,
    SLOTS,
    SPOTS,
    STOP_BONUS,
    SUM_SPOT,
    TALLIES_AT,
    USED_AT,
)
from caponata.games.capio.moves import DESTINATION_NAMES
from caponata.games.capio.rules import RULES_VERSION, CapioPosition
from caponata.games.capio.scoring import CardScore, score_card
from caponata.games.capio.view_types import (
    CapioView,
    CardReckoning,
    Colour,
    ConfusionField,
    Form,
    Goal,
    Laid,
    Missed,
    Options,
    PlainField,
    Reckoning,
    SetRow,
    TowerField,
)


def goal(name: str) -> Goal:
    """A goal card as plain data."""
    kind = kind_number(name)
    words = DECK[name]
    if kind == TARGET:
        return {"name": name, "kind": "target", "number": int(words[0])}
    if kind == CONFUSION:
        fields = [confusion_field(word) for word in words[1:]]
        return {"name": name, "kind": "confusion", "language": words[0], "fields": fields}
    if kind == TOWERS:
        return {"name": name, "kind": "towers", "fields": [tower_field(word) for word in words]}
    if kind == SETS:
        return {"name": name, "kind": "sets", "rows": [set_row(word) for word in words]}
    plain_fields = [plain_field(word) for word in words]
    return {"name": name, "kind": "lines" if kind == LINES else "chain", "fields": plain_fields}


def plain_field(word: str) -> PlainField:
    """A field of Lines or Chain: its colour, None for a joker, and its numbers."""
    colour, faces = word.split("-")
    return {
        "colour": None if colour == JOKER else cast("Colour", colour),
        "faces": [int(face) for face in faces.split("|")],
    }


def tower_field(word: str) -> TowerField:
    """A field of Towers: the colours of base and top, and the number of the top."""
    colours, face = word.split("-")
    base, top = colours.split("/")
    return {"base": cast("Colour", base), "top": cast("Colour", top), "face": int(face)}


def set_row(word: str) -> SetRow:
    """A row of Sets: two colours, the number and the form in which it is written."""
    colours, face, form = word.split("-")
    left, right = colours.split("+")
    return {
        "left": cast("Colour", left),
        "right": cast("Colour", right),
        "face": int(face),
        "form": cast("Form", form),
    }


def confusion_field(word: str) -> ConfusionField:
    """A field of Color Confusion: the colour of the word, the colour of the print, and the number."""
    colours, face = word.split("-")
    word_colour, print_colour = colours.split("/")
    return {
        "word": cast("Colour", word_colour),
        "print": cast("Colour", print_colour),
        "face": int(face),
    }


GOALS: Final = tuple([goal(name) for name in CARD_NAMES])


def view(position: Position, seat: int) -> View:
    """The view of a seat or spectator: everything is open, and before GO there are no dice [CAPIO-8.1]."""
    assert isinstance(position, CapioPosition)
    fields = public_view(position)
    fields["seat"] = seat if seat >= 0 else None
    return cast("View", fields)


def views(position: Position, seats: Sequence[int]) -> list[View]:
    """The views of several seats or spectators; only their seats differ."""
    assert isinstance(position, CapioPosition)
    public = cast("View", public_view(position))
    return [{**public, "seat": seat if seat >= 0 else None} for seat in seats]


def public_view(position: CapioPosition) -> CapioView:
    """The view of a spectator."""
    words = position.words
    seats = range(position.seats)
    return {
        "game": "capio",
        "rules_version": RULES_VERSION,
        "options": cast("Options", shown_options(position.options)),
        "pace": CALM if position.options.calm else 1,
        "seats": position.seats,
        "seat": None,
        "phase": PHASES[position.phase],
        "round": position.round + 1,
        "playthrough": position.playthrough + 1,
        "to_act": to_act(position),
        "caller": None if position.caller == NONE else position.caller,
        "resting": [seat for seat in seats if position.resting >> seat & 1],
        "next": position.next,
        "kinds": [KIND_NAMES[kind] for kind in range(KINDS) if position.kinds >> kind & 1],
        "goals": [goals(position, seat) for seat in seats],
        "rolls": [words[ROLLS_AT + seat] or None for seat in seats],
        "thrown": thrown(position),
        "middle": middle(position),
        "hands": [hand(position, seat) for seat in seats],
        "laid": [[laid(position, seat, slot) for slot in range(SLOTS)] for seat in seats],
        "gone": gone(position),
        "used": used(position),
        "points": [
            [words[POINTS_AT + MOST_SEATS * number + seat] for seat in seats]
            for number in range(scored_playthroughs(position))
        ],
        "scores": [position.score(seat) for seat in seats],
        "bonus": [words[BONUS_AT + seat] for seat in seats],
        "tallies": [
            [words[TALLIES_AT + SCORE_LINES * seat + line] for line in range(SCORE_LINES)] for seat in seats
        ],
        "reckoning": playthrough_scoring(position),
    }


def to_act(position: CapioPosition) -> list[int]:
    """The seats that may act, without chance."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def scored_playthroughs(position: CapioPosition) -> int:
    """The number of playthroughs that have been scored."""
    done = int(position.seats * position.round + position.playthrough)
    return done + 1 if position.phase >= RECKONING else done


def goals(position: CapioPosition, seat: int) -> list[Goal]:
    """The cards of a seat."""
    cards = [position.words[CARDS_AT + SLOTS * seat + slot] for slot in range(SLOTS)]
    return [GOALS[card] for card in cards if card != NONE]


def thrown(position: CapioPosition) -> str | None:
    """The numbers of all forty dice in order of colour, or None before they are thrown [CAPIO-8.1]."""
    if position.face(DICE - 1) == 0:
        return None
    numbers: list[str] = []
    for colour in range(COLOURS):
        dice = range(COPIES * colour, COPIES * colour + COPIES)
        numbers += sorted([str(position.face(die)) for die in dice])
    return "".join(numbers)


def middle(position: CapioPosition) -> dict[Colour, list[int | None]]:
    """The numbers of the four dice of each colour, None for dice that are not in the middle."""
    by_colour: dict[Colour, list[int | None]] = {}
    for colour in range(COLOURS):
        by_colour[COLOUR_NAMES[colour]] = [
            position.face(die) if position.location(die) == IN_MIDDLE else None
            for die in range(COPIES * colour, COPIES * colour + COPIES)
        ]
    return by_colour


def die_name(position: CapioPosition, die: i64) -> str:
    """The name of a die, such as `red-5`."""
    return DIE_NAMES[position.die_type(die)]


def hand(position: CapioPosition, seat: int) -> str | None:
    """The die in a seat's hand, or None."""
    die = position.hand(seat)
    return None if die < 0 else die_name(position, die)


def gone(position: CapioPosition) -> list[str]:
    """The dice that were let go after the grabbing."""
    return [die_name(position, die) for die in range(DICE) if position.location(die) == GONE]


def laid(position: CapioPosition, seat: i64, slot: i64) -> Laid:
    """The dice on a card, by field, and beside it."""
    card = position.card(seat, slot)
    kind = TARGET if card == NONE else CARD_KINDS[card]
    first = position.first_spot(seat, slot)
    words = position.words
    beside = dice_at(position, seat, slot, BESIDE_SPOT) if words[first + BESIDE_SPOT] else []
    if kind == TARGET:
        counted = dice_at(position, seat, slot, COUNT_SPOT) if words[first + SUM_SPOT] else []
        return {"beside": beside, "fields": counted, "sum": words[first + SUM_SPOT]}
    dice: Laid = {
        "beside": beside,
        "fields": [
            name_in_spot(position, words[first + field]) for field in range(1, FIELD_COUNTS[kind] + 1)
        ],
    }
    if kind == TOWERS:
        dice["tops"] = [
            name_in_spot(position, words[first + TOP_OFFSET + field])
            for field in range(1, FIELD_COUNTS[kind] + 1)
        ]
        parked = words[first + PARKED_SPOT]
        dice["parked"] = None
        if parked:
            dice["parked"] = {
                "field": words[first + PARKED_FIELD],
                "die": die_name(position, parked - 1),
            }
    return dice


def name_in_spot(position: CapioPosition, spot_word: i64) -> str | None:
    """The name of the die in a spot that holds this word, or None if it is empty."""
    return None if spot_word == 0 else die_name(position, spot_word - 1)


def dice_at(position: CapioPosition, seat: i64, slot: i64, spot: i64) -> list[str]:
    """All dice in a spot that has room for several, sorted by type."""
    location = ON_CARD + SPOTS * (SLOTS * seat + slot) + spot
    types = sorted([int(position.die_type(die)) for die in range(DICE) if position.location(die) == location])
    return [DIE_NAMES[die_type] for die_type in types]


def used(position: CapioPosition) -> list[str]:
    """The cards that have been in the game."""
    names: list[str] = []
    for kind in range(KINDS):
        cards = position.words[USED_AT + kind]
        if cards:
            first = FIRST_CARDS[kind]
            names += [CARD_NAMES[first + number] for number in range(KIND_SIZES[kind]) if cards >> number & 1]
    return names


# The scoring of a playthrough


def playthrough_scoring(position: CapioPosition) -> list[Reckoning] | None:
    """How the last playthrough was scored, by seat, or None during a playthrough."""
    if position.phase != RECKONING and position.phase != OVER:
        return None
    return [seat_scoring(position, seat) for seat in range(position.seats)]


def seat_scoring(position: CapioPosition, seat: int) -> Reckoning:
    """How a seat's cards and its call of STOP were scored."""
    cards = [score_card(position, seat, slot) for slot in range(SLOTS)]
    positive = len([card for card in cards if card.total() > 0])
    number = position.seats * position.round + position.playthrough
    total = int(position.words[POINTS_AT + MOST_SEATS * number + seat])
    several = positive if positive > 1 else 0
    missed = missed_dice(position) if seat == position.caller else []
    return {
        "cards": [card_scoring(position, seat, slot, cards[slot]) for slot in range(SLOTS)],
        "several": several,
        "stop": (-len(missed) or int(STOP_BONUS)) if seat == position.caller else None,
        "missed": missed,
        "total": total,
    }


def card_scoring(position: CapioPosition, seat: i64, slot: i64, score: CardScore) -> CardReckoning:
    """A card's points, and a mark for each field, or for each die on a Target."""
    kind = CARD_KINDS[position.card(seat, slot)]
    if kind == TARGET:
        marks = target_marks(dice_at(position, seat, slot, COUNT_SPOT), score.marks[SUM_SPOT])
    else:
        marks = [score.marks[field] for field in range(1, FIELD_COUNTS[kind] + 1)]
    scoring: CardReckoning = {
        "kind": KIND_NAMES[kind],
        "points": score.total(),
        "full": score.full != 0,
        "marks": marks,
    }
    if kind == TOWERS:
        scoring["parked"] = score.marks[PARKED_SPOT]
    return scoring


def target_marks(dice: list[str], excess: i64) -> list[int]:
    """Marks of a Target's dice: -1 for the largest `excess` dice, 1 for the others [CAPIO-5.2]."""
    marks = [1] * len(dice)
    for _ in range(excess):
        kept = [(dice[number][-1], number) for number in range(len(dice)) if marks[number] > 0]
        marks[max(kept)[1]] = -1
    return marks


def missed_dice(position: CapioPosition) -> list[Missed]:
    """The dice that the caller of STOP could have added, with their places [CAPIO-6.1]."""
    missed: list[Missed] = []
    for die in range(DICE):
        place = (position.dice[die] >> MISSED_SHIFT) - 1
        if place >= 0:
            missed.append(
                {
                    "die": die_name(position, die),
                    "card": KIND_NAMES[place >> DESTINATION_BITS],
                    "where": DESTINATION_NAMES[place & DESTINATION_MASK],
                }
            )
    return missed


def census(position: Position) -> Mapping[str, int]:
    """Count all dice by colour and all cards by kind.

    A die without a consistent location, or a dealt card that is not marked as used, changes the counts.
    """
    assert isinstance(position, CapioPosition)
    pieces = {f"{colour} dice": int(COPIES) for colour in COLOUR_NAMES}
    held = [position.hand(seat) for seat in range(position.seats)]
    for die in range(DICE):
        location = position.location(die)
        is_in_hand = location >= IN_HAND and location < ON_CARD
        if is_in_hand != (die in held) or (location != IN_BOX) != (position.face(die) != 0):
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
