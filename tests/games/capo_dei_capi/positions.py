"""Hand-written positions of Capo dei Capi, and functions to play and inspect them.

`between_rolls(on={"white-1": ("influence-2", "bribe-3")}, beside={"black-2": "influence-1"}, level=3)` is a
turn of seat 0 between two rolls. Pieces that are not mentioned are in the supply. The `supply_...` arguments
shrink the supply: the remaining tokens are out of the game, the remaining chips and cubes do not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR
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

DEFAULT_OPTIONS = DeiCapiOptions()


def between_rolls(
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
    options: DeiCapiOptions = DEFAULT_OPTIONS,
) -> DeiCapiPosition:
    """A turn of a seat between two rolls; `on` holds each area's tokens of seat 0 and of seat 1."""
    position = DeiCapiPosition(2, options)
    words = position.words
    for area, sides in (on or {}).items():
        for seat, names in enumerate(sides):
            for circle, name in enumerate(names.split()):
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
    """Take a token from the supply; a bribe whose value somebody knows leaves the pool too."""
    words = position.words
    value = token & VALUE_MASK
    if token < UNSEEN:
        words[INFLUENCE_LEFT + value - 1] -= 1
        return
    position.bribes -= 1
    if token != UNSEEN:
        words[POOL + value - 1] -= 1
        assert words[POOL + value - 1] >= 0, "more bribes of a value than the game has"


# Playing


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance


def roll(position: DeiCapiPosition, white: int, black: int) -> None:
    """Roll these dice; the active player throws them first if needed."""
    if position.to_act != CHANCE_ACTS:
        play(position, position.turn, "roll")
    chance(position, f"dice white-{white} black-{black}")


def moves(position: DeiCapiPosition, seat: int | None = None) -> list[str]:
    """The legal moves of a seat as texts; by default, of the acting seat."""
    if seat is None:
        assert position.to_act not in (CHANCE_ACTS, NOBODY)
        seat = position.to_act - 1
    return [SPACE.text(move) for move in legal_moves(position, seat)]


def refused(position: DeiCapiPosition, seat: int, text: str) -> str:
    """The rule that forbids a move."""
    refusal = position.refusal(seat, SPACE.read(text))
    assert refusal is not None, f"'{text}' is allowed"
    return refusal.rule


# Inspecting


def phase(position: DeiCapiPosition) -> str:
    """The name of the current phase."""
    return PHASES[position.phase]


def beside(position: DeiCapiPosition) -> dict[str, str]:
    """The tokens beside the areas."""
    tokens = {name: position.token_beside(area) for area, name in enumerate(AREA_NAMES)}
    return {name: TOKEN_NAMES[token] for name, token in tokens.items() if token}


def side(position: DeiCapiPosition, seat: int, area: str) -> list[str]:
    """The tokens of a seat on an area."""
    tokens = [position.token_on(seat, AREA_NAMES.index(area), circle) for circle in range(5)]
    return [TOKEN_NAMES[token] for token in tokens if token]


def cubes_on(position: DeiCapiPosition, area: str) -> int:
    """The cubes on an area or the Mayor."""
    return position.words[CUBES_ON + (int(MAYOR) if area == "mayor" else AREA_NAMES.index(area))]


def hands(position: DeiCapiPosition) -> tuple[int, int]:
    """The chips of both seats."""
    return position.words[HANDS], position.words[HANDS + 1]


def gained(position: DeiCapiPosition) -> tuple[int, int]:
    """The cubes that both seats gained from the Mayor."""
    return position.words[GAINED], position.words[GAINED + 1]


def events(position: DeiCapiPosition) -> list[dict[str, Any]]:
    """The events of the effects collected so far."""
    return [effect_event(effect, SPECTATOR) for effect in position.effects or []]


def with_effects(position: DeiCapiPosition) -> DeiCapiPosition:
    """The same position, which from now on collects its effects."""
    position.effects = []
    return position


def dice_number(white: int, black: int) -> int:
    """The chance move that rolls these dice."""
    return dice_move(roll_number(white, black))


def hide(position: DeiCapiPosition, seat: int, area: str, circle: int, value: int) -> None:
    """Change the value of a face-down bribe by swapping it with one that nobody has seen."""
    index = side_of(seat, AREA_NAMES.index(area))
    token = position.token_on(seat, AREA_NAMES.index(area), circle - 1)
    assert UNSEEN < token < OPEN
    words = position.words
    words[POOL + token - UNSEEN - 1] += 1
    words[POOL + value - 1] -= 1
    words[index] += (value - (token - UNSEEN)) << TOKEN_BITS * (circle - 1)
