"""What a use of the roll on the table would do, as plain data for boards and terminals."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from caponata.games.capo_dei_capi.layout import (
    CUBES_ON,
    ENDS,
    INFLUENCE_LEFT,
    NO_BRIBES,
    NO_CUBES,
    NO_INFLUENCE,
    TOKEN_NAMES,
    TOP_LEVEL,
    UNSEEN,
)
from caponata.games.capo_dei_capi.moves import (
    AREA_NAMES,
    AREAS,
    BRIBE,
    CIRCLES,
    EXPOSE,
    EXTORT,
    FLIP,
    FOURS,
    INFLUENCE,
    INVEST,
    MAYOR,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    SHIFT,
    SPACE,
    VALUES,
)
from caponata.games.capo_dei_capi.risk import Risk, bonus
from caponata.games.capo_dei_capi.rules import DeiCapiPosition


def meanings(position: DeiCapiPosition, risk: Risk, moves: list[int]) -> list[dict[str, Any]]:
    """What each of these declarations would do."""
    return [meaning(position, risk, move) for move in moves]


def meaning(position: DeiCapiPosition, risk: Risk, move: i64) -> dict[str, Any]:
    """What one declaration would do [CDC-3.1].

    `area` is where it works, `token` what comes beside it, `cube` whether a cube comes onto it (`from` an
    area, or from the supply), `circle` which bribe is flipped. `level` lists what the extortion level may be
    after it, and `bonus` the Mayor's cubes that a stop would bring then. `chips` and `hand` are the chips it
    brings; in `bust` of `of` ways it busts after all; `ends` says why the game would end.
    """
    found: dict[str, Any] = {
        "move": SPACE.text(move),
        "area": None,
        "token": None,
        "cube": False,
        "from": None,
        "circle": None,
        "level": [position.level],
        "chips": 0,
        "hand": 0,
        "bust": 0,
        "of": 1,
        "ends": None,
    }
    if move < EXTORT:
        lay(position, found, (move - INFLUENCE) // VALUES, (move - INFLUENCE) % VALUES + 1)
    elif move == EXTORT:
        extort(position, found)
    elif move < FLIP:
        lay(position, found, move - BRIBE, UNSEEN)
    elif move < INVEST:
        flip(position, risk, found, move - FLIP)
    elif move < SHIFT:
        invest(position, found, move)
    else:
        found["area"] = AREA_NAMES[(move - SHIFT) % AREAS]
        found["from"] = AREA_NAMES[(move - SHIFT) // AREAS]
        found["cube"] = True
    mayor = position.words[CUBES_ON + MAYOR] + (1 if found["area"] == "mayor" else 0)
    found["bonus"] = [bonus(level, mayor) for level in found["level"]]
    return found


def lay(position: DeiCapiPosition, found: dict[str, Any], area: i64, token: i64) -> None:
    """A token comes beside an area."""
    found["area"] = AREA_NAMES[area]
    found["token"] = TOKEN_NAMES[token]
    if token == UNSEEN:
        if position.bribes == 1:
            found["ends"] = ENDS[NO_BRIBES]
    elif position.words[INFLUENCE_LEFT + token - 1] == 1:
        found["ends"] = ENDS[NO_INFLUENCE + token]


def extort(position: DeiCapiPosition, found: dict[str, Any]) -> None:
    """The level rises; some rolls do a little more."""
    rise = position.rise_of(position.dice)
    action = ROLL_ACTIONS[position.dice]
    chips = position.chips
    if action == MAYOR_ROLL:
        found["area"] = "mayor"
        found["cube"] = True
        rise = position.words[CUBES_ON + MAYOR] + 1
        if position.cubes == 1:
            found["ends"] = ENDS[NO_CUBES]
    elif action == FOURS and chips > 0:
        found["hand"] = 1
        chips -= 1
    if position.level + rise <= TOP_LEVEL:
        found["level"] = [position.level + rise]
    found["chips"] = 1 if chips > 0 else 0


def flip(position: DeiCapiPosition, risk: Risk, found: dict[str, Any], place: i64) -> None:
    """One of the opponent's bribes is turned up, and the level rises by its value."""
    found["area"] = AREA_NAMES[place // CIRCLES]
    found["circle"] = place % CIRCLES + 1
    found["chips"] = 1 if position.chips > 0 else 0
    values = [value for value in range(1, VALUES + 1) if risk.ways(value)]
    found["of"] = risk.one + risk.two + risk.three
    found["bust"] = sum(risk.ways(value) for value in values if position.level + value > TOP_LEVEL)
    found["level"] = [position.level + value for value in values if position.level + value <= TOP_LEVEL]


def invest(position: DeiCapiPosition, found: dict[str, Any], move: i64) -> None:
    """A cube comes onto an area, and perhaps a bribe there is turned up."""
    area = move - INVEST
    if move >= EXPOSE:
        area = (move - EXPOSE) // CIRCLES
        found["circle"] = (move - EXPOSE) % CIRCLES + 1
    found["area"] = AREA_NAMES[area]
    found["cube"] = True
    if position.cubes == 1:
        found["ends"] = ENDS[NO_CUBES]
