"""Ten colours for all eyes: no two dice look alike, whatever colours somebody can tell apart."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from math import dist

import pytest

from caponata.games.capio.dice import COLOUR_NAMES
from tests.games.capio.ink import ink

WEB = files("caponata.games.capio").joinpath("web")
# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
FAR_APART = 20.0  # CIE76, between dice that could have the same symbol
UNLIKE = 0.25  # of the ink of two symbols laid upon each other, the part that only one of them has
# The pairs that are not so far apart, and how far they are.
BY_SYMBOL_ALONE = {
    "protanopia": {("red", "green"): 11, ("blue", "purple"): 8, ("pink", "grey"): 12},
    "deuteranopia": {("yellow", "orange"): 16, ("blue", "purple"): 10, ("pink", "grey"): 15},
    "tritanopia": {("yellow", "pink"): 17, ("green", "blue"): 17},
}
READABLE = 3.0  # contrast of pips and die, as WCAG asks of graphics

RGB = tuple[float, float, float]


def colours() -> dict[str, tuple[str, str]]:
    """The colour of each die and of its pips."""
    css = WEB.joinpath("dice.css").read_text(encoding="utf-8")
    found = re.findall(r"\.cio \.(\w+) \{\s*--die: (#\w+);\s*--pip: (#\w+);", css)
    return {name: (die, pip) for name, die, pip in found}


def shapes() -> dict[str, str]:
    """The shape of each colour's pips."""
    script = WEB.joinpath("die.js").read_text(encoding="utf-8")
    body = script.partition("export const SHAPES = {")[2].partition("};")[0]
    return dict(re.findall(r'(\w+): "([^"]+)"', body))


def linear(colour: str) -> RGB:
    """A colour as light."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def seen(light: RGB, matrix: tuple[RGB, RGB, RGB]) -> RGB:
    """Light as somebody with a deficiency sees it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(part * weight for part, weight in zip(light, row, strict=True))))
        for row in matrix
    )
    return red, green, blue


def lab(light: RGB) -> RGB:
    """Light in CIE Lab, in which distances are about as people feel them."""
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def luminance(colour: str) -> float:
    """How light a colour is."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def unlike(one: str, other: str) -> float:
    """The part of the ink of two symbols that only one of them has."""
    here, there = ink(one), ink(other)
    return len(here ^ there) / len(here | there)


def test_every_colour_has_a_look_and_a_shape_of_its_own() -> None:
    """[CAPIO-1.1]"""
    assert set(COLOUR_NAMES) <= colours().keys()
    assert shapes().keys() == set(COLOUR_NAMES)
    assert len(set(shapes().values())) == len(COLOUR_NAMES)


def apart(one: str, other: str, deficiency: str) -> float:
    """How far apart two colours are for somebody."""
    here, there = (lab(seen(linear(colours()[name][0]), DEFICIENCIES[deficiency])) for name in (one, other))
    return dist(here, there)


def told_apart(one: str, other: str, deficiency: str, paths: dict[str, str]) -> bool:
    """Whether two dice look different to somebody: by their colours, or by symbols that are drawn so."""
    return apart(one, other, deficiency) > FAR_APART or unlike(paths[one], paths[other]) > UNLIKE


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_every_two_dice_look_different_to_all_eyes(deficiency: str) -> None:
    """[CAPIO-1.1]"""
    for one, other in combinations(COLOUR_NAMES, 2):
        assert told_apart(one, other, deficiency, shapes()), (one, other)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_these_are_told_apart_by_their_symbols_alone(deficiency: str) -> None:
    near = {
        pair: round(apart(*pair, deficiency))
        for pair in combinations(COLOUR_NAMES, 2)
        if apart(*pair, deficiency) <= FAR_APART
    }
    assert near == BY_SYMBOL_ALONE[deficiency]


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_with_the_same_symbol_they_would_look_alike(deficiency: str) -> None:
    for one, other in combinations(COLOUR_NAMES, 2):
        same = {**shapes(), other: shapes()[one]}
        assert told_apart(one, other, deficiency, same) == ((one, other) not in BY_SYMBOL_ALONE[deficiency])


def test_no_two_symbols_are_drawn_alike() -> None:
    for one, other in combinations(COLOUR_NAMES, 2):
        assert unlike(shapes()[one], shapes()[other]) > UNLIKE, (one, other)
    circle = "M0-4.7A4.7 4.7 0 1 1 0 4.7 4.7 4.7 0 0 1 0-4.7Z"
    rounder = "M-4.8 0A4.8 4.8 0 1 1 4.8 0 4.8 4.8 0 1 1 -4.8 0Z"
    assert unlike(circle, rounder) < UNLIKE  # two ways to draw what looks the same


@pytest.mark.parametrize("colour", COLOUR_NAMES)
def test_pips_stand_out_from_their_die(colour: str) -> None:
    die, pip = (luminance(each) + 0.05 for each in colours()[colour])
    assert max(die, pip) / min(die, pip) >= READABLE
