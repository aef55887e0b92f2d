"""A second, slow implementation of Capio's scoring and STOP check, to compare the rules with.

The dice on a card are a dict by place: `{"1": "red-4", "top-1": "blue-2", "beside-0": "grey-1"}`. Where
several sets of dice may score (equal runs of a chain, equal dice on a Target), all of them are returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

Dice = dict[str, str]
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def split_die(die: str) -> tuple[str, int]:
    """A die's colour and number."""
    colour, face = die.split("-")
    return colour, int(face)


def required(
    goal: dict[str, Any], place: str, roll: int | None, *, pips: bool
) -> tuple[str | None, set[int]]:
    """The colour, None for any, and the numbers that a place requires."""
    any_face = set(range(1, 7))
    if goal["kind"] == "sets":
        row, column = divmod(int(place) - 1, 3)
        set_row = goal["rows"][row]
        return (set_row["left"], None, set_row["right"])[column], {set_row["face"]}
    if goal["kind"] == "towers":
        field = goal["fields"][int(place.removeprefix("top-")) - 1]
        return (field["top"], {field["face"]}) if place.startswith("top-") else (field["base"], any_face)
    field = goal["fields"][int(place) - 1]
    if goal["kind"] == "confusion":
        assert roll is not None
        return field["word" if roll % 2 else "print"], {field["face"]} if pips else any_face
    return field["colour"], set(field["faces"])


def fits(goal: dict[str, Any], place: str, die: str, roll: int | None, *, pips: bool) -> bool:
    """Return whether a die has the colour and number that a place requires."""
    colour, faces = required(goal, place, roll, pips=pips)
    die_colour, face = split_die(die)
    return face in faces and colour in (None, die_colour)


def scoring_sets(goal: dict[str, Any], dice: Dice, roll: int | None, *, pips: bool) -> list[set[str]]:
    """All sets of places that may score."""
    kind = goal["kind"]
    on = {place: die for place, die in dice.items() if not place.startswith(("beside", "park"))}
    if kind == "target":
        return target_sets(goal["number"], on)
    correct = {place for place, die in on.items() if fits(goal, place, die, roll, pips=pips)}
    if kind == "towers":
        done = {place for place in correct if place.isdigit() and f"top-{place}" in correct}
        return [done | {f"top-{place}" for place in done}]
    if kind == "lines":
        return [{place for line in LINES if set(line) <= correct for place in line}]
    if kind == "sets":
        scoring: set[str] = set()
        for row in ("123", "456", "789"):
            if row[1] in correct and (row[0] in correct or row[2] in correct):
                scoring |= set(row) & correct
        return [scoring]
    if kind == "chain":
        return chain_sets(dice, correct)
    return [correct]


def target_sets(number: int, on: Dice) -> list[set[str]]:
    """All dice except the largest ones, as few as possible, that exceed the target."""
    faces = {place: split_die(die)[1] for place, die in on.items()}
    largest = sorted(faces.values(), reverse=True)
    removed = next(count for count in range(len(faces) + 1) if sum(largest[count:]) <= number)
    return [
        set(faces) - set(gone)
        for gone in combinations(faces, removed)
        if sorted((faces[place] for place in gone), reverse=True) == largest[:removed]
    ]


def chain_sets(dice: Dice, correct: set[str]) -> list[set[str]]:
    """The longest runs, with either die of a number that is there twice."""
    by_face: dict[int, list[str]] = {}
    for place in sorted(correct):
        by_face.setdefault(split_die(dice[place])[1], []).append(place)
    runs = [
        range(low, high + 1)
        for low in range(1, 7)
        for high in range(low + 1, 7)
        if all(face in by_face for face in range(low, high + 1))
    ]
    longest = max((len(run) for run in runs), default=0)
    if not longest:
        return [set()]
    return [
        set(chosen)
        for run in runs
        if len(run) == longest
        for chosen in product(*(by_face[face] for face in run))
    ]


def points(goal: dict[str, Any], dice: Dice, roll: int | None, *, pips: bool) -> tuple[int, bool]:
    """A card's points without the bonus, and whether it earns the bonus."""
    kind = goal["kind"]
    scoring = scoring_sets(goal, dice, roll, pips=pips)[0]
    if kind == "towers":
        begun = {place for place in dice if place.isdigit()}
        aside = len([place for place in dice if place.startswith(("beside", "park"))])
        done = len(scoring) // 2
        return done - (len(begun) - done) - aside, done == 9
    total = len(scoring) - (len(dice) - len(scoring))
    if kind == "target":
        on = [split_die(die)[1] for place, die in dice.items() if not place.startswith("beside")]
        return total, sum(on) == goal["number"]
    return total, len(scoring) == (6 if kind == "chain" else 9)


# The STOP check, by brute force


def most_missed(
    goals: list[dict[str, Any]], cards: list[Dice], rolls: int | None, middle: list[str], *, pips: bool
) -> int:
    """The largest number of dice in the middle that could be added together."""
    best = 0
    before = [scoring_sets(goal, dice, rolls, pips=pips) for goal, dice in zip(goals, cards, strict=True)]
    choices = [
        [None, *open_places(goals, cards, die, number, rolls, pips=pips)] for number, die in enumerate(middle)
    ]
    for chosen in product(*choices):
        taken = [choice for choice in chosen if choice is not None]
        if len(taken) <= best or len(set(taken)) < len(taken):
            continue
        after = [dict(dice) for dice in cards]
        for choice, die in zip(chosen, middle, strict=True):
            if choice is not None:
                after[choice[0]][choice[1]] = die
        lift(after)
        if all(
            is_valid(goals[slot], before[slot], after[slot], added(taken, slot), rolls, pips=pips)
            for slot in range(3)
        ):
            best = len(taken)
    return best


def added(taken: list[tuple[int, str]], slot: int) -> set[str]:
    """The places of one card to which dice were added."""
    return {place for card_slot, place in taken if card_slot == slot}


def open_places(
    goals: list[dict[str, Any]], cards: list[Dice], die: str, number: int, roll: int | None, *, pips: bool
) -> Iterator[tuple[int, str]]:
    """The empty places that a die fits."""
    for slot, (goal, dice) in enumerate(zip(goals, cards, strict=True)):
        if goal["kind"] == "target":
            yield slot, f"more-{number}"
            continue
        names = [str(field) for field in range(1, 13 if goal["kind"] == "chain" else 10)]
        if goal["kind"] == "towers":
            names += [f"top-{field}" for field in range(1, 10)]
        closed_numbers = {
            split_die(placed)[1]
            for place, placed in dice.items()
            if is_correct(goal, place, placed, roll, pips=pips)
        }
        for place in names:
            if place in dice or not fits(goal, place, die, roll, pips=pips):
                continue
            if goal["kind"] == "chain" and split_die(die)[1] in closed_numbers:
                continue
            if place.startswith("top-") and f"park-{place[4:]}" in dice:
                continue  # the parked die will be the top
            yield slot, place


def is_correct(goal: dict[str, Any], place: str, die: str, roll: int | None, *, pips: bool) -> bool:
    """Return whether a place is a field that the die fits."""
    return place.isdigit() and fits(goal, place, die, roll, pips=pips)


def lift(cards: list[Dice]) -> None:
    """Turn a parked die into a top if its field has a base."""
    for dice in cards:
        for place in [name for name in dice if name.startswith("park-")]:
            field = place.removeprefix("park-")
            if field in dice and f"top-{field}" not in dice:
                dice[f"top-{field}"] = dice.pop(place)


def is_valid(
    goal: dict[str, Any],
    before: list[set[str]],
    after: Dice,
    added_places: set[str],
    roll: int | None,
    *,
    pips: bool,
) -> bool:
    """Return whether all added dice score, and all dice that scored before still do."""
    if any(place.startswith("top-") and place[4:] not in after for place in after):
        return False  # a top needs a base
    return any(
        added_places <= scoring and scored <= scoring
        for scoring in scoring_sets(goal, after, roll, pips=pips)
        for scored in before
    )
