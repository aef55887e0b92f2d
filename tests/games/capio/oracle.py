"""Capio reckoned a second time, slowly and from the faces of the cards alone, to compare the rules with.

A card is a dict of places and dice: `{"1": "red-4", "top-1": "blue-2", "beside-0": "grey-1"}`. Where it is
open which dice score (two runs of a chain equally long, equal dice on a Target), all ways are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

Dice = dict[str, str]
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def split(die: str) -> tuple[str, int]:
    """A die's colour and number."""
    colour, face = die.split("-")
    return colour, int(face)


def asks(goal: dict[str, Any], place: str, roll: int | None, *, pips: bool) -> tuple[str | None, set[int]]:
    """The colour, if any, and the numbers that a place asks for."""
    any_face = set(range(1, 7))
    if goal["kind"] == "sets":
        row, column = divmod(int(place) - 1, 3)
        asked = goal["rows"][row]
        return (asked["left"], None, asked["right"])[column], {asked["face"]}
    if goal["kind"] == "towers":
        field = goal["fields"][int(place.removeprefix("top-")) - 1]
        return (field["top"], {field["face"]}) if place.startswith("top-") else (field["base"], any_face)
    field = goal["fields"][int(place) - 1]
    if goal["kind"] == "confusion":
        assert roll is not None
        return field["word" if roll % 2 else "print"], {field["face"]} if pips else any_face
    return field["colour"], set(field["faces"])


def fits(goal: dict[str, Any], place: str, die: str, roll: int | None, *, pips: bool) -> bool:
    """Whether a die is what a place asks for."""
    colour, faces = asks(goal, place, roll, pips=pips)
    own, face = split(die)
    return face in faces and colour in (None, own)


def ways(goal: dict[str, Any], dice: Dice, roll: int | None, *, pips: bool) -> list[set[str]]:
    """All ways to say which places score."""
    kind = goal["kind"]
    on = {place: die for place, die in dice.items() if not place.startswith(("beside", "park"))}
    if kind == "target":
        return target_ways(goal["number"], on)
    right = {place for place, die in on.items() if fits(goal, place, die, roll, pips=pips)}
    if kind == "towers":
        done = {place for place in right if place.isdigit() and f"top-{place}" in right}
        return [done | {f"top-{place}" for place in done}]
    if kind == "lines":
        return [{place for line in LINES if set(line) <= right for place in line}]
    if kind == "sets":
        found: set[str] = set()
        for row in ("123", "456", "789"):
            if row[1] in right and (row[0] in right or row[2] in right):
                found |= set(row) & right
        return [found]
    if kind == "chain":
        return chain_ways(dice, right)
    return [right]


def target_ways(number: int, on: Dice) -> list[set[str]]:
    """Without the largest dice, as few as will do."""
    faces = {place: split(die)[1] for place, die in on.items()}
    largest = sorted(faces.values(), reverse=True)
    removed = next(count for count in range(len(faces) + 1) if sum(largest[count:]) <= number)
    return [
        set(faces) - set(gone)
        for gone in combinations(faces, removed)
        if sorted((faces[place] for place in gone), reverse=True) == largest[:removed]
    ]


def chain_ways(dice: Dice, right: set[str]) -> list[set[str]]:
    """The longest runs, and of a number that lies there twice, either."""
    by_face: dict[int, list[str]] = {}
    for place in sorted(right):
        by_face.setdefault(split(dice[place])[1], []).append(place)
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
    """A card's points without a bonus, and whether it earns one."""
    kind = goal["kind"]
    scoring = ways(goal, dice, roll, pips=pips)[0]
    if kind == "towers":
        begun = {place for place in dice if place.isdigit()}
        aside = len([place for place in dice if place.startswith(("beside", "park"))])
        done = len(scoring) // 2
        return done - (len(begun) - done) - aside, done == 9
    total = len(scoring) - (len(dice) - len(scoring))
    if kind == "target":
        on = [split(die)[1] for place, die in dice.items() if not place.startswith("beside")]
        return total, sum(on) == goal["number"]
    return total, len(scoring) == (6 if kind == "chain" else 9)


# The STOP check, by trying everything


def most_missed(
    goals: list[dict[str, Any]], cards: list[Dice], rolls: int | None, middle: list[str], *, pips: bool
) -> int:
    """The most dice of the middle that could be added together."""
    best = 0
    before = [ways(goal, dice, rolls, pips=pips) for goal, dice in zip(goals, cards, strict=True)]
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
            is_fine(goals[slot], before[slot], after[slot], added(taken, slot), rolls, pips=pips)
            for slot in range(3)
        ):
            best = len(taken)
    return best


def added(taken: list[tuple[int, str]], slot: int) -> set[str]:
    """The places of one card to which dice were added."""
    return {place for where, place in taken if where == slot}


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
        there = {
            split(each)[1] for place, each in dice.items() if is_right(goal, place, each, roll, pips=pips)
        }
        for place in names:
            if place in dice or not fits(goal, place, die, roll, pips=pips):
                continue
            if goal["kind"] == "chain" and split(die)[1] in there:
                continue  # a number that lies there already is closed
            if place.startswith("top-") and f"park-{place[4:]}" in dice:
                continue  # the parked die will be the top
            yield slot, place


def is_right(goal: dict[str, Any], place: str, die: str, roll: int | None, *, pips: bool) -> bool:
    """Whether a die lies on a field that asks for it."""
    return place.isdigit() and fits(goal, place, die, roll, pips=pips)


def lift(cards: list[Dice]) -> None:
    """A base under a parked die makes it a top."""
    for dice in cards:
        for place in [each for each in dice if each.startswith("park-")]:
            field = place.removeprefix("park-")
            if field in dice and f"top-{field}" not in dice:
                dice[f"top-{field}"] = dice.pop(place)


def is_fine(
    goal: dict[str, Any],
    before: list[set[str]],
    after: Dice,
    added_places: set[str],
    roll: int | None,
    *,
    pips: bool,
) -> bool:
    """Whether all added dice score, and all that scored still do."""
    if any(place.startswith("top-") and place[4:] not in after for place in after):
        return False  # a top without a base cannot be laid
    return any(
        added_places <= now and then <= now for now in ways(goal, after, roll, pips=pips) for then in before
    )
