"""What each way to use the roll on the table would do, as plain values for boards and terminals."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from caponata.games.capo_dei_capi.busts import level_rise
from caponata.games.capo_dei_capi.dice import DOUBLE_4, MAYOR_ROLL, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    CUBES_ON,
    ENDS,
    INFLUENCE_LEFT,
    MAYOR,
    NO_BRIBES,
    NO_CUBES,
    NO_INFLUENCE,
    TOKEN_NAMES,
    TOP_LEVEL,
    UNSEEN,
    VALUES,
)
from caponata.games.capo_dei_capi.moves import (
    BRIBE,
    EXPOSE,
    EXTORT,
    FLIP,
    INFLUENCE,
    INVEST,
    SHIFT,
    SPACE,
    area_of,
    circle_of,
    source_of,
    value_of,
    verb_of,
)
from caponata.games.capo_dei_capi.risk import Risk, bonus
from caponata.games.capo_dei_capi.state import DeiCapiState
from caponata.games.capo_dei_capi.view_types import End, Option, Token


def roll_options(state: DeiCapiState, risk: Risk, moves: list[int]) -> list[Option]:
    """What each of these declarations would do."""
    return [roll_option(state, risk, move) for move in moves]


def roll_option(state: DeiCapiState, risk: Risk, move: i64) -> Option:
    """What one declaration would do [CDC-3.1].

    - `area`: the area it affects; `token`: the token put beside it; `cube`: whether a cube is put onto it,
      `from` another area or from the supply; `circle`: the bribe that is flipped
    - `level`: the possible extortion levels after it; `bonus`: for each of them, the Mayor's cubes that a
      stop would bring
    - `chips` and `hand`: the chips it puts beside the Mayor and into the hand
    - `bust`: the number of cases, out of `of`, in which it busts; `ends`: why the game would end, or None
    """
    option: Option = {
        "move": SPACE.text(move),
        "area": None,
        "token": None,
        "cube": False,
        "from": None,
        "circle": None,
        "level": [state.level],
        "bonus": [],
        "chips": 0,
        "hand": 0,
        "bust": 0,
        "of": 1,
        "ends": None,
    }
    verb = verb_of(move)
    if verb == EXTORT:
        add_extortion(state, option)
    else:
        option["area"] = AREA_NAMES[area_of(move)]
    if verb == INFLUENCE:
        add_token(state, option, value_of(move))
    elif verb == BRIBE:
        add_token(state, option, UNSEEN)
    elif verb == FLIP:
        add_flip(state, risk, option, circle_of(move))
    elif verb == SHIFT:
        option["from"] = AREA_NAMES[source_of(move)]
        option["cube"] = True
    elif verb in (INVEST, EXPOSE):
        if verb == EXPOSE:
            option["circle"] = circle_of(move) + 1
        add_cube(state, option)
    mayor = state.words[CUBES_ON + MAYOR] + (1 if option["area"] == "mayor" else 0)
    option["bonus"] = [bonus(level, mayor) for level in option["level"]]
    return option


def add_token(state: DeiCapiState, option: Option, token: i64) -> None:
    """Describe a token that is put beside an area."""
    option["token"] = cast("Token", TOKEN_NAMES[token])
    if token == UNSEEN:
        if state.bribes == 1:
            option["ends"] = cast("End", ENDS[NO_BRIBES])
    elif state.words[INFLUENCE_LEFT + token - 1] == 1:
        option["ends"] = cast("End", ENDS[NO_INFLUENCE + token])


def add_cube(state: DeiCapiState, option: Option) -> None:
    """Describe a cube that is put onto an area or the Mayor."""
    option["cube"] = True
    if state.cubes == 1:
        option["ends"] = cast("End", ENDS[NO_CUBES])


def add_extortion(state: DeiCapiState, option: Option) -> None:
    """Describe a raise of the level, with the extra effects of some rolls."""
    rise = level_rise(state, state.dice)
    action = ROLL_ACTIONS[state.dice]
    chips = state.chips
    if action == MAYOR_ROLL:
        option["area"] = "mayor"
        add_cube(state, option)
        rise = state.words[CUBES_ON + MAYOR] + 1
    elif action == DOUBLE_4 and chips > 0:
        option["hand"] = 1
        chips -= 1
    if state.level + rise <= TOP_LEVEL:
        option["level"] = [state.level + rise]
    option["chips"] = 1 if chips > 0 else 0


def add_flip(state: DeiCapiState, risk: Risk, option: Option, circle: i64) -> None:
    """Describe the flip of one of the opponent's bribes, which raises the level by its value."""
    option["circle"] = circle + 1
    option["chips"] = 1 if state.chips > 0 else 0
    values = [value for value in range(1, VALUES + 1) if risk.ways(value)]
    option["of"] = risk.one + risk.two + risk.three
    option["bust"] = sum(risk.ways(value) for value in values if state.level + value > TOP_LEVEL)
    option["level"] = [state.level + value for value in values if state.level + value <= TOP_LEVEL]
