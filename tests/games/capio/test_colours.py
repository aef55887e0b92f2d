"""Colour vision: no two dice look alike, with any colour deficiency."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from math import dist

import pytest

from caponata.games.capio.dice import COLOUR_NAMES
from tests.games.capio.svg_raster import filled_squares

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
MIN_DISTANCE = 20.0  # CIE76: dice at this distance are distinct without their symbols
MIN_DIFFERENCE = 0.25  # part of the squares of two symbols that only one of them fills
# Pairs of colours below that distance, with their distance: only the symbols distinguish them.
SIMILAR_COLOURS = {
    "protanopia": {("red", "green"): 11, ("blue", "purple"): 8, ("pink", "grey"): 12},
    "deuteranopia": {("yellow", "orange"): 16, ("blue", "purple"): 10, ("pink", "grey"): 15},
    "tritanopia": {("yellow", "pink"): 17, ("green", "blue"): 17},
}
MIN_CONTRAST = 3.0  # between pips and die; the WCAG minimum for graphics

RGB = tuple[float, float, float]


def colours() -> dict[str, tuple[str, str]]:
    """The colour of each die and of its pips."""
    css = WEB.joinpath("dice.css").read_text(encoding="utf-8")
    matches = re.findall(r"\.cio \.(\w+) \{\s*--die: (#\w+);\s*--pip: (#\w+);", css)
    return {name: (die, pip) for name, die, pip in matches}


def shapes() -> dict[str, str]:
    """The shape of each colour's pips."""
    script = WEB.joinpath("die.js").read_text(encoding="utf-8")
    body = script.partition("export const SHAPES = {")[2].partition("};")[0]
    return dict(re.findall(r'(\w+): "([^"]+)"', body))


def linear(colour: str) -> RGB:
    """A CSS colour as linear RGB."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def with_deficiency(light: RGB, matrix: tuple[RGB, RGB, RGB]) -> RGB:
    """Linear RGB as somebody with a colour deficiency sees it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(part * weight for part, weight in zip(light, row, strict=True))))
        for row in matrix
    )
    return red, green, blue


def lab(light: RGB) -> RGB:
    """Linear RGB in CIE Lab, where distances match perceived differences."""
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def symbol_difference(one: str, other: str) -> float:
    """The part of the squares of two symbols that only one of them fills."""
    first, second = filled_squares(one), filled_squares(other)
    return len(first ^ second) / len(first | second)


def test_every_colour_has_its_own_css_class_and_symbol() -> None:
    """[CAPIO-1.1]"""
    assert set(COLOUR_NAMES) <= colours().keys()
    assert shapes().keys() == set(COLOUR_NAMES)
    assert len(set(shapes().values())) == len(COLOUR_NAMES)


def colour_distance(one: str, other: str, deficiency: str) -> float:
    """The distance of two colours for somebody with a colour deficiency."""
    matrix = DEFICIENCIES[deficiency]
    first, second = (lab(with_deficiency(linear(colours()[name][0]), matrix)) for name in (one, other))
    return dist(first, second)


def are_distinct(one: str, other: str, deficiency: str, paths: dict[str, str]) -> bool:
    """Return whether two dice look different by their colours or by their symbols."""
    return (
        colour_distance(one, other, deficiency) > MIN_DISTANCE
        or symbol_difference(paths[one], paths[other]) > MIN_DIFFERENCE
    )


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_any_two_dice_look_different_with_every_deficiency(deficiency: str) -> None:
    """[CAPIO-1.1]"""
    for one, other in combinations(COLOUR_NAMES, 2):
        assert are_distinct(one, other, deficiency, shapes()), (one, other)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_known_similar_colours_are_the_only_ones(deficiency: str) -> None:
    similar = {
        pair: round(colour_distance(*pair, deficiency))
        for pair in combinations(COLOUR_NAMES, 2)
        if colour_distance(*pair, deficiency) <= MIN_DISTANCE
    }
    assert similar == SIMILAR_COLOURS[deficiency]


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_similar_colours_with_one_symbol_would_look_alike(deficiency: str) -> None:
    for one, other in combinations(COLOUR_NAMES, 2):
        same = {**shapes(), other: shapes()[one]}
        assert are_distinct(one, other, deficiency, same) == ((one, other) not in SIMILAR_COLOURS[deficiency])


def test_any_two_symbols_look_different() -> None:
    for one, other in combinations(COLOUR_NAMES, 2):
        assert symbol_difference(shapes()[one], shapes()[other]) > MIN_DIFFERENCE, (one, other)
    circle = "M0-4.7A4.7 4.7 0 1 1 0 4.7 4.7 4.7 0 0 1 0-4.7Z"
    rounder = "M-4.8 0A4.8 4.8 0 1 1 4.8 0 4.8 4.8 0 1 1 -4.8 0Z"
    assert symbol_difference(circle, rounder) < MIN_DIFFERENCE  # two paths that look the same


@pytest.mark.parametrize("colour", COLOUR_NAMES)
def test_pips_contrast_with_their_die(colour: str) -> None:
    die, pip = (luminance(css_colour) + 0.05 for css_colour in colours()[colour])
    assert max(die, pip) / min(die, pip) >= MIN_CONTRAST
