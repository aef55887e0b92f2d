"""Every position of Capo dei Capi that fits a seat's view: bribes it cannot see, dealt again.

Tokens are physical and opponents blind, so all bribes whose value a seat has not seen are exchangeable: those
that only their owner knows get values from the same shuffle as those that nobody knows yet.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, View, Worlds
from caponata.games.capo_dei_capi.layout import (
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    CUBES_ON,
    ENDS,
    GAINED,
    HANDS,
    HIDDEN,
    INFLUENCE_LEFT,
    LOOKING,
    NO_END,
    NO_TOKEN,
    NONE,
    OVER,
    PHASES,
    POOL,
    ROLLING,
    SEEN,
    SIDES,
    STARTING,
    TOKEN_BITS,
    TOKEN_NAMES,
    UNSEEN,
    DeiCapiOptions,
)
from caponata.games.capo_dei_capi.moves import (
    AREA_NAMES,
    AREAS,
    DISCARDS,
    FACES,
    MAYOR,
    NEWCOMER,
    SPACE,
    VALUES,
)
from caponata.games.capo_dei_capi.rules import DeiCapiPosition

TOKEN_OF: Final = {name: token for token, name in enumerate(TOKEN_NAMES) if name}


@final
class DeiCapiWorlds(Worlds):
    """The positions that fit a view of Capo dei Capi."""

    def __init__(self, view: View) -> None:
        self.base = public_position(view)
        self.unseen: list[int] = view["unseen"]
        self.sides: list[int] = []  # where a hidden bribe lies: the word, and the circle
        self.circles: list[int] = []
        self.boxes: list[int] = []  # the first word of the box that a hidden bribe is in
        for area, shown in enumerate(view["areas"]):
            for seat, tokens in enumerate(shown["tokens"]):
                for circle, token in enumerate(tokens):
                    if token == HIDDEN:
                        self.sides.append(int(SIDES + AREAS * seat + area))
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
        lying: i64 = len(self.sides)
        hidden: i64 = lying + len(self.boxes)
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
            if i < lying:
                words[self.sides[i]] += (SEEN + value) << TOKEN_BITS * self.circles[i]
            else:
                words[self.boxes[i - lying] + value - 1] += 1
            i += 1
        words[POOL] = one
        words[POOL + 1] = two
        words[POOL + 2] = three
        return world


def public_position(view: View) -> DeiCapiPosition:
    """All of a position that a view shows; of hidden bribes, only the empty circle."""
    position = DeiCapiPosition(view["seats"], DeiCapiOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.turn = view["turn"]
    position.rolls = view["rolls"]
    position.must_roll = flag(view["must_roll"])
    position.level = view["level"]
    position.hit_man = flag(view["hit_man"])
    position.promised = flag(view["promised"])
    position.pocketing = flag(view["pocketing"])
    position.dice = NONE
    if view["dice"] is not None:
        white, black = view["dice"]
        position.dice = (white - 1) * FACES + black - 1
    position.declared = NONE
    if view["declared"] is not None:
        position.declared = SPACE.read(view["declared"])
    position.ended = NO_END if view["ended"] is None else ENDS.index(view["ended"])
    position.room = NONE if view["room"] is None else AREA_NAMES.index(view["room"]["area"])
    position.discarded = discarded(view["discarded"])
    count_pieces(position, view)
    lay_tokens(position, view)
    position.to_act = acting(position, view)
    return position


def flag(shown: bool) -> int:  # noqa: FBT001 - what a view says
    """A yes or no of a view, as positions keep it."""
    return 1 if shown else 0


def discarded(shown: dict[str, Any] | None) -> int:
    """Where the last token left the game."""
    if shown is None:
        return int(NONE)
    circle = int(NEWCOMER) if shown["circle"] is None else shown["circle"] - 1
    return int(DISCARDS) * AREA_NAMES.index(shown["area"]) + circle


def count_pieces(position: DeiCapiPosition, view: View) -> None:
    """Lay out chips, cubes, supplies and what is out of the game."""
    words = position.words
    supply: dict[str, Any] = view["supply"]
    shown_box: dict[str, Any] = view["box"]
    position.bribes = supply["bribes"]
    position.cubes = supply["cubes"]
    position.chips = supply["chips"]
    position.chips_beside = view["mayor"]["chips"]
    position.box_unseen = shown_box["unseen"]
    words[CUBES_ON + MAYOR] = view["mayor"]["cubes"]
    for seat in range(2):
        words[HANDS + seat] = view["chips"][seat]
        words[GAINED + seat] = view["gained"][seat]
    for value in range(VALUES):
        words[INFLUENCE_LEFT + value] = supply["influence"][value]
        words[BOX_INFLUENCE + value] = shown_box["influence"][value]
        words[BOX_OPEN + value] = shown_box["open"][value]
        if view["seat"] is not None:
            words[BOX_SEEN + VALUES * view["seat"] + value] = shown_box["yours"][value]


def lay_tokens(position: DeiCapiPosition, view: View) -> None:
    """Lay the tokens that the view shows, beside the areas and on them."""
    position.beside = 0
    position.to_look = 0
    for area, shown in enumerate(view["areas"]):
        position.words[CUBES_ON + area] = shown["cubes"]
        if shown["beside"] is not None:
            token: i64 = TOKEN_OF[shown["beside"]]
            position.beside |= token << TOKEN_BITS * area
        for seat, tokens in enumerate(shown["tokens"]):
            for circle, name in enumerate(tokens):
                token = NO_TOKEN if name == HIDDEN else TOKEN_OF[name]
                position.words[SIDES + AREAS * seat + area] |= token << TOKEN_BITS * circle
                if token == UNSEEN:
                    position.to_look += 1


def acting(position: DeiCapiPosition, view: View) -> i64:
    """Who acts next: a view lists seats only."""
    if position.phase in (STARTING, ROLLING, LOOKING):
        return CHANCE_ACTS
    if position.phase == OVER:
        return NOBODY
    seat: i64 = view["to_act"][0]
    return seat + 1
