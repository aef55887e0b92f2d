"""Positions of Capo dei Capi, written as a player would lay them out, and words to play them with.

`capo(on={"white-1": ("influence-2", "bribe-3")}, beside={"black-2": "influence-1"}, level=3)` is a turn of
seat 0 between two rolls. Pieces that are not written anywhere are in the supply; if less is to be left there,
the rest of the tokens is out of the game, and of the cubes nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.engine.playout import legal_moves
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.dice import roll_number
from caponata.games.capo_dei_capi.events import effect_event
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BOX_INFLUENCE,
    CHIPS,
    CUBES,
    CUBES_ON,
    GAINED,
    HANDS,
    INFLUENCE_LEFT,
    MAYOR,
    OPEN,
    PHASES,
    POOL,
    TOKEN_BITS,
    TOKEN_NAMES,
    UNSEEN,
    VALUE_MASK,
    DeiCapiOptions,
    side_of,
)
from caponata.games.capo_dei_capi.moves import SPACE, dice_move
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from caponata.games.capo_dei_capi.turn_end import begin_turn
from tests.games.typed import Typed

USUAL = DeiCapiOptions()


def capo(
    *,
    on: Mapping[str, tuple[str, str]] | None = None,
    beside: Mapping[str, str] | None = None,
    cubes: Mapping[str, int] | None = None,
    mayor: int = 2,
    mayor_chips: int = 0,
    chips: tuple[int, int] = (0, 0),
    gained: tuple[int, int] = (0, 0),
    level: int = 0,
    hit_man: bool = False,
    turn: int = 0,
    rolls: int = 1,
    must_roll: bool = False,
    promised: bool = False,
    supply_chips: int | None = None,
    supply_cubes: int | None = None,
    supply_bribes: int | None = None,
    supply_influence: Sequence[int] | None = None,
    options: DeiCapiOptions = USUAL,
) -> DeiCapiPosition:
    """A written position: the turn of a seat, between two rolls. Tokens on an area go by seat."""
    position = DeiCapiPosition(2, options)
    words = position.words
    for area, sides in (on or {}).items():
        for seat, written in enumerate(sides):
            for circle, name in enumerate(written.split()):
                token = TOKEN_NAMES.index(name)
                words[side_of(seat, AREA_NAMES.index(area))] |= token << TOKEN_BITS * circle
                _take(position, token)
    for area, name in (beside or {}).items():
        token = TOKEN_NAMES.index(name)
        position.beside |= token << TOKEN_BITS * AREA_NAMES.index(area)
        _take(position, token)
    for area, count in (cubes or {}).items():
        words[CUBES_ON + AREA_NAMES.index(area)] = count
    words[CUBES_ON + MAYOR] = mayor
    for seat in range(2):
        words[HANDS + seat] = chips[seat]
        words[GAINED + seat] = gained[seat]
    position.chips_beside = mayor_chips
    position.chips = CHIPS - sum(chips) - mayor_chips if supply_chips is None else supply_chips
    position.cubes = CUBES - mayor - sum((cubes or {}).values()) - sum(gained)
    if supply_cubes is not None:
        position.cubes = supply_cubes
    if supply_bribes is not None:
        position.box_unseen = position.bribes - supply_bribes
        position.bribes = supply_bribes
    for value, left in enumerate(supply_influence or ()):
        words[BOX_INFLUENCE + value] = words[INFLUENCE_LEFT + value] - left
        words[INFLUENCE_LEFT + value] = left
    begin_turn(position, turn)
    position.level = level
    position.hit_man = int(hit_man)
    position.rolls = rolls
    position.must_roll = int(must_roll)
    position.promised = int(promised)
    return position


def _take(position: DeiCapiPosition, token: int) -> None:
    """A token leaves the supply; one whose value somebody knows leaves the pool too."""
    words = position.words
    value = token & VALUE_MASK
    if token < UNSEEN:
        words[INFLUENCE_LEFT + value - 1] -= 1
        return
    position.bribes -= 1
    if token != UNSEEN:
        words[POOL + value - 1] -= 1
        assert words[POOL + value - 1] >= 0, "a bribe is written too often"


# Playing


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance


def roll(position: DeiCapiPosition, white: int, black: int) -> None:
    """The active player rolls, or the dice that are in the air come down."""
    if position.to_act != CHANCE_ACTS:
        play(position, position.turn, "roll")
    chance(position, f"dice white-{white} black-{black}")


def moves(position: DeiCapiPosition, seat: int | None = None) -> list[str]:
    """What a seat may play now, as text; of nobody named, who is asked."""
    if seat is None:
        assert position.to_act not in (CHANCE_ACTS, NOBODY)
        seat = position.to_act - 1
    return [SPACE.text(move) for move in legal_moves(position, seat)]


def refused(position: DeiCapiPosition, seat: int, text: str) -> str:
    """The rule that forbids a move."""
    found = position.refusal(seat, SPACE.read(text))
    assert found is not None, f"'{text}' is allowed"
    return found.rule


# Looking


def phase(position: DeiCapiPosition) -> str:
    """Where the turn stands."""
    return PHASES[position.phase]


def beside(position: DeiCapiPosition) -> dict[str, str]:
    """The tokens beside the areas."""
    lying = {name: position.token_beside(area) for area, name in enumerate(AREA_NAMES)}
    return {name: TOKEN_NAMES[token] for name, token in lying.items() if token}


def side(position: DeiCapiPosition, seat: int, area: str) -> list[str]:
    """The tokens of a seat on an area."""
    tokens = [position.token_on(seat, AREA_NAMES.index(area), circle) for circle in range(5)]
    return [TOKEN_NAMES[token] for token in tokens if token]


def cubes_on(position: DeiCapiPosition, area: str) -> int:
    """The cubes on an area or the Mayor."""
    return position.words[CUBES_ON + (int(MAYOR) if area == "mayor" else AREA_NAMES.index(area))]


def hands(position: DeiCapiPosition) -> tuple[int, int]:
    """Everybody's chips."""
    return position.words[HANDS], position.words[HANDS + 1]


def gained(position: DeiCapiPosition) -> tuple[int, int]:
    """Everybody's cubes from the Mayor."""
    return position.words[GAINED], position.words[GAINED + 1]


def events(position: DeiCapiPosition) -> list[dict[str, Any]]:
    """What was effect_event since the listening began."""
    return [effect_event(fact, -1) for fact in position.effects or []]


def listening(position: DeiCapiPosition) -> DeiCapiPosition:
    """The position, from now on with somebody who listens."""
    position.effects = []
    return position


def dice_number(white: int, black: int) -> int:
    """The move of chance that rolls these dice."""
    return dice_move(roll_number(white, black))


def hide(position: DeiCapiPosition, seat: int, area: str, circle: int, value: int) -> None:
    """Give a face-down bribe another value, exchanged with one nobody has seen."""
    place = side_of(seat, AREA_NAMES.index(area))
    token = position.token_on(seat, AREA_NAMES.index(area), circle - 1)
    assert UNSEEN < token < OPEN
    words = position.words
    words[POOL + token - UNSEEN - 1] += 1
    words[POOL + value - 1] -= 1
    words[place] += (value - (token - UNSEEN)) << TOKEN_BITS * (circle - 1)
