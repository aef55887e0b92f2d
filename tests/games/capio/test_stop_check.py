"""The STOP check and the scores of cards, compared with the brute-force implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from caponata.engine.chance import Rng
from caponata.games.capio.cards import CARD_NAMES, KIND_FIELDS, KIND_NAMES, KIND_SIZES
from caponata.games.capio.dice import DICE, DIE_NAMES
from caponata.games.capio.layout import FACE_BITS, IN_MIDDLE, CapioOptions
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.scoring import score_card
from caponata.games.capio.stop_check import StopCheck
from caponata.games.capio.view import GOALS
from tests.games.capio.brute_force import Dice, most_missed, points, required
from tests.games.capio.positions import capio, lay

CASES = 240
MOST_IN_MIDDLE = 6
SEARCHES = 1500
MOST_NODES = 1000


def random_choice(rng: Rng, values: Sequence[str]) -> str:
    """A random element."""
    return values[rng.below(len(values))]


def random_fitting_die(rng: Rng, goal: dict[str, Any], place: str, roll: int, *, pips: bool) -> str:
    """A random die that fits a place."""
    if goal["kind"] == "target":
        return random_choice(rng, DIE_NAMES)
    colour, faces = required(goal, place, roll, pips=pips)
    colours = [colour] if colour else ["red", "blue", "grey", "pink"]
    return f"{random_choice(rng, colours)}-{random_choice(rng, [str(face) for face in sorted(faces)])}"


class Case:
    """A seat with three random cards, some correct and wrong dice on them, and a few dice in the middle."""

    def __init__(self, rng: Rng) -> None:
        kinds = sorted({rng.below(6) for _ in range(12)})
        while len(kinds) > 3:
            kinds.pop(rng.below(len(kinds)))
        self.names = [f"{KIND_NAMES[kind]}-{1 + rng.below(KIND_SIZES[kind])}" for kind in kinds]
        self.goals = [cast("dict[str, Any]", GOALS[CARD_NAMES.index(name)]) for name in self.names]
        self.roll = 1 + rng.below(6)
        self.pips = rng.below(4) > 0
        options = CapioOptions(confusion_pips=self.pips)
        self.position = capio([" ".join(self.names)], rolls={0: self.roll}, options=options)
        self.cards: list[Dice] = [{}, {}, {}]
        self.left = dict.fromkeys({name.split("-")[0] for name in DIE_NAMES}, 4)
        for _ in range(rng.below(12)):
            self.put_die(rng, rng.below(3))
        self.middle: list[str] = []
        while len(self.middle) < MOST_IN_MIDDLE:
            slot = rng.below(3)
            die = random_fitting_die(
                rng, self.goals[slot], self.random_place(rng, slot), self.roll, pips=self.pips
            )
            if self.take(die):
                self.middle.append(die)
        self.position = self.build_position(options)

    def random_place(self, rng: Rng, slot: int) -> str:
        """A random field of a card, or the top of one."""
        kind = KIND_NAMES.index(self.goals[slot]["kind"])
        field = str(1 + rng.below(KIND_FIELDS[kind]))
        return f"top-{field}" if KIND_NAMES[kind] == "towers" and rng.below(2) else field

    def take(self, die: str) -> bool:
        """Take a die of this colour out of the box; return whether one was left."""
        colour = die.split("-", maxsplit=1)[0]
        if not self.left[colour]:
            return False
        self.left[colour] -= 1
        return True

    def put_die(self, rng: Rng, slot: int) -> None:
        """Put a die on a card, a fitting one in three of four cases."""
        goal, dice, place = self.goals[slot], self.cards[slot], self.random_place(rng, slot)
        die = (
            random_fitting_die(rng, goal, place, self.roll, pips=self.pips)
            if rng.below(4)
            else random_choice(rng, DIE_NAMES)
        )
        number = len(dice)
        if rng.below(12) == 0:
            place = f"beside-{number}"
        elif goal["kind"] == "target":
            place = f"on-{number}"
        elif place.startswith("top-") and place[4:] not in dice:
            place = f"park-{place[4:]}"
            if any(name.startswith("park-") for name in dice):
                return
        elif place in dice or f"park-{place}" in dice:
            return
        if self.take(die):
            dice[place] = die

    def build_position(self, options: CapioOptions) -> CapioPosition:
        """The position of this case."""
        position = capio(
            [" ".join(self.names)], rolls={0: self.roll}, middle=" ".join(self.middle), options=options
        )
        for goal, dice in zip(self.goals, self.cards, strict=True):
            for place, die in dice.items():
                spot = place.split("-")[0] if place.startswith(("beside", "on-")) else place
                lay(position, 0, f"{goal['kind']} {'1' if spot == 'on' else spot}", die)
        return position


@pytest.mark.parametrize("seed", range(8))
def test_the_check_finds_as_many_dice_as_brute_force(seed: int) -> None:
    """[CAPIO-6.1] [CAPIO-6.2] [CAPIO-6.3] [CAPIO-6.4]"""
    rng = Rng(seed)
    total = 0
    for _ in range(CASES // 8):
        case = Case(rng)
        expected = most_missed(case.goals, case.cards, case.roll, case.middle, pips=case.pips)
        check = StopCheck(case.position, 0)
        assert max(check.count, 0) == expected, (case.names, case.cards, case.roll, case.middle)
        assert sum(place >= 0 for place in check.best_places) == expected
        total += expected
    assert total > CASES // 8


@pytest.mark.parametrize("seed", range(4))
def test_cards_have_the_same_score_as_by_brute_force(seed: int) -> None:
    """[CAPIO-5.1] [CAPIO-5.2] [CAPIO-5.3] [CAPIO-5.4] [CAPIO-5.5] [CAPIO-5.6] [CAPIO-5.7] [CAPIO-5.8]"""
    rng = Rng(100 + seed)
    for _ in range(CASES):
        case = Case(rng)
        for slot in range(3):
            card = score_card(case.position, 0, slot)
            expected = points(case.goals[slot], case.cards[slot], case.roll, pips=case.pips)
            assert (card.points, card.full != 0) == expected, (case.names[slot], case.cards[slot])


def test_the_check_needs_few_search_nodes() -> None:
    """Bounds the time of the check: one node takes a few microseconds."""
    rng, worst = Rng(17), 0
    for _ in range(SEARCHES):
        case = Case(rng)
        position = case.build_position(case.position.options)
        for die in range(DICE):
            if not position.dice[die]:
                position.dice[die] = (1 + rng.below(6)) | int(IN_MIDDLE) << FACE_BITS
        worst = max(worst, StopCheck(position, 0).nodes)
    assert 10 < worst <= MOST_NODES
