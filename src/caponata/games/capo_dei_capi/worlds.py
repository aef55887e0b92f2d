"""The positions of Capo dei Capi that fit a seat's view: the bribes it has not seen are dealt again.

Nobody knows a bribe when taking it, so all bribes that a seat has not seen are exchangeable: those that only
their owner knows get their values from the same shuffle as those that nobody has seen.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, View, Worlds
from caponata.games.capo_dei_capi.dice import roll_number
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    CUBES_ON,
    DISCARD_CHOICES,
    ENDS,
    GAINED,
    HANDS,
    HIDDEN,
    INFLUENCE_LEFT,
    LOOKING,
    MAYOR,
    NEW_TOKEN,
    NO_END,
    NO_TOKEN,
    NONE,
    OVER,
    PHASES,
    POOL,
    ROLLING,
    SEEN,
    STARTING,
    TOKEN_BITS,
    TOKEN_NAMES,
    UNSEEN,
    VALUES,
    DeiCapiOptions,
    side_of,
)
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

TOKEN_OF: Final = {name: token for token, name in enumerate(TOKEN_NAMES) if name}


@final
class DeiCapiWorlds(Worlds):
    """The positions that fit a view of Capo dei Capi."""

    def __init__(self, view: View) -> None:
        self.base = public_position(view)
        self.unseen: list[int] = view["unseen"]
        self.sides: list[int] = []  # of each hidden bribe on an area: the index in `words`, and the circle
        self.circles: list[int] = []
        self.boxes: list[int] = []  # of each hidden bribe out of the game: the first index of its box
        for area, area_view in enumerate(view["areas"]):
            for seat, tokens in enumerate(area_view["tokens"]):
                for circle, token in enumerate(tokens):
                    if token == HIDDEN:
                        self.sides.append(int(side_of(seat, area)))
                        self.circles.append(circle)
        for seat in range(2):
            if seat != view["seat"]:
                self.boxes += [int(BOX_SEEN + VALUES * seat)] * view["box"]["seen"][seat]

    def sample(self, rng: Rng) -> DeiCapiPosition:
        world = self.base.copy()
        words = world.words
        one: i64 = self.unseen[0]
        two: i64 = self.unseen[1]
        three: i64 = self.unseen[2]
        i: i64 = 0
        on_areas: i64 = len(self.sides)
        hidden: i64 = on_areas + len(self.boxes)
        while i < hidden:
            ticket = rng.below(one + two + three)
            value: i64 = 3
            if ticket < one:
                value = 1
                one -= 1
            elif ticket < one + two:
                value = 2
                two -= 1
            else:
                three -= 1
            if i < on_areas:
                words[self.sides[i]] += (SEEN + value) << TOKEN_BITS * self.circles[i]
            else:
                words[self.boxes[i - on_areas] + value - 1] += 1
            i += 1
        words[POOL] = one
        words[POOL + 1] = two
        words[POOL + 2] = three
        return world


def public_position(view: View) -> DeiCapiPosition:
    """The position that a view shows, with empty circles in place of hidden bribes."""
    position = DeiCapiPosition(view["seats"], DeiCapiOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.turn = view["turn"]
    position.rolls = view["rolls"]
    position.must_roll = as_int(view["must_roll"])
    position.level = view["level"]
    position.hit_man = as_int(view["hit_man"])
    position.promised = as_int(view["promised"])
    position.pocketing = as_int(view["pocketing"])
    position.dice = NONE
    if view["dice"] is not None:
        white, black = view["dice"]
        position.dice = roll_number(white, black)
    position.declared = NONE
    if view["declared"] is not None:
        position.declared = SPACE.read(view["declared"])
    position.ended = NO_END if view["ended"] is None else ENDS.index(view["ended"])
    position.room = NONE if view["room"] is None else AREA_NAMES.index(view["room"]["area"])
    position.discarded = last_discard(view["discarded"])
    set_pieces(position, view)
    place_tokens(position, view)
    position.to_act = acting_bits(position, view)
    return position


def as_int(value: bool) -> int:  # noqa: FBT001 - a field of a view
    """A boolean of a view as positions store it."""
    return 1 if value else 0


def last_discard(discard: dict[str, Any] | None) -> int:
    """The last discard of a view as positions store it."""
    if discard is None:
        return int(NONE)
    circle = int(NEW_TOKEN) if discard["circle"] is None else discard["circle"] - 1
    return int(DISCARD_CHOICES) * AREA_NAMES.index(discard["area"]) + circle


def set_pieces(position: DeiCapiPosition, view: View) -> None:
    """Set the chips, cubes, supplies and boxes of a position."""
    words = position.words
    supply: dict[str, Any] = view["supply"]
    box: dict[str, Any] = view["box"]
    position.bribes = supply["bribes"]
    position.cubes = supply["cubes"]
    position.chips = supply["chips"]
    position.chips_beside = view["mayor"]["chips"]
    position.box_unseen = box["unseen"]
    words[CUBES_ON + MAYOR] = view["mayor"]["cubes"]
    for seat in range(2):
        words[HANDS + seat] = view["chips"][seat]
        words[GAINED + seat] = view["gained"][seat]
    for value in range(VALUES):
        words[INFLUENCE_LEFT + value] = supply["influence"][value]
        words[BOX_INFLUENCE + value] = box["influence"][value]
        words[BOX_OPEN + value] = box["open"][value]
        if view["seat"] is not None:
            words[BOX_SEEN + VALUES * view["seat"] + value] = box["yours"][value]


def place_tokens(position: DeiCapiPosition, view: View) -> None:
    """Put the tokens that the view shows beside the areas and on them."""
    position.beside = 0
    position.to_look = 0
    for area, area_view in enumerate(view["areas"]):
        position.words[CUBES_ON + area] = area_view["cubes"]
        if area_view["beside"] is not None:
            token: i64 = TOKEN_OF[area_view["beside"]]
            position.beside |= token << TOKEN_BITS * area
        for seat, tokens in enumerate(area_view["tokens"]):
            for circle, name in enumerate(tokens):
                token = NO_TOKEN if name == HIDDEN else TOKEN_OF[name]
                position.words[side_of(seat, area)] |= token << TOKEN_BITS * circle
                if token == UNSEEN:
                    position.to_look += 1


def acting_bits(position: DeiCapiPosition, view: View) -> i64:
    """The bit set `to_act` of a position: a view lists only seats."""
    if position.phase in (STARTING, ROLLING, LOOKING):
        return CHANCE_ACTS
    if position.phase == OVER:
        return NOBODY
    seat: i64 = view["to_act"][0]
    return seat + 1
