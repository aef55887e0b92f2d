"""Rasterise an SVG path: the squares of a fine grid that it fills."""

from __future__ import annotations

import re
from cmath import exp, phase, pi
from functools import cache
from typing import Final

TOKEN: Final = re.compile(r"[MLHVCAZa]|-?\d*\.?\d+")
ARGUMENTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "a": 7, "Z": 0}
STEPS: Final = 24  # line segments that approximate a curve
EXTENT: Final = 6.0  # symbols lie within this distance of their centre
RESOLUTION: Final = 4  # squares per unit


@cache
def filled_squares(path: str) -> frozenset[tuple[int, int]]:
    """The squares whose centre is inside the path, by the even-odd rule."""
    outlines = outlines_of(path)
    side = range(round(2 * EXTENT * RESOLUTION))
    return frozenset(
        (column, row)
        for column in side
        for row in side
        if is_inside(
            complex((column + 0.5) / RESOLUTION - EXTENT, (row + 0.5) / RESOLUTION - EXTENT), outlines
        )
    )


def is_inside(point: complex, outlines: list[list[complex]]) -> bool:
    """Return whether a ray from a point to the right crosses the outlines an odd number of times."""
    crossings = 0
    for outline in outlines:
        for one, other in zip(outline, [*outline[1:], outline[0]], strict=True):
            if (one.imag > point.imag) != (other.imag > point.imag):
                fraction = (point.imag - one.imag) / (other.imag - one.imag)
                crossings += one.real + fraction * (other.real - one.real) > point.real
    return crossings % 2 == 1


def outlines_of(path: str) -> list[list[complex]]:
    """The outlines of a path as polygons."""
    outlines: list[list[complex]] = []
    tokens = TOKEN.findall(path)
    assert "".join(tokens) == re.sub(r"[\s,]", "", path), f"{path!r} has an unknown command"
    command, at = "", 0
    while at < len(tokens):
        if tokens[at] in ARGUMENTS:
            command, at = tokens[at], at + 1
        elif command == "M":
            command = "L"
        numbers = [float(token) for token in tokens[at : at + ARGUMENTS[command]]]
        at += ARGUMENTS[command]
        if command == "M":
            outlines.append([complex(*numbers)])
        elif command != "Z":
            outlines[-1] += corners(command, outlines[-1][-1], numbers)
    return outlines


def corners(command: str, here: complex, numbers: list[float]) -> list[complex]:
    """The points that a command adds to an outline."""
    match command, numbers:
        case "L", [x, y]:
            return [complex(x, y)]
        case "H", [x]:
            return [complex(x, here.imag)]
        case "V", [y]:
            return [complex(here.real, y)]
        case "C", [a, b, c, d, x, y]:
            one, two, end = complex(a, b), complex(c, d), complex(x, y)
            steps = [step / STEPS for step in range(1, STEPS + 1)]
            return [
                (1 - t) ** 3 * here + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * end
                for t in steps
            ]
        case _, [radius, other, _, is_large, is_clockwise, x, y]:
            assert radius == other, "only circular arcs are supported"
            end = complex(x, y) + (here if command == "a" else 0)
            return arc(here, end, radius, is_large=is_large == 1, is_clockwise=is_clockwise == 1)
    raise AssertionError(command)


def arc(here: complex, end: complex, radius: float, *, is_large: bool, is_clockwise: bool) -> list[complex]:
    """The points of a circular arc; clockwise on the screen, where y grows downwards."""
    half = (end - here) / 2
    radius = max(radius, abs(half))
    aside = (radius**2 - abs(half) ** 2) ** 0.5 * half / abs(half) * 1j
    middle = here + half + (-aside if is_large == is_clockwise else aside)
    turn = phase((end - middle) / (here - middle))
    if is_clockwise and turn < 0:
        turn += 2 * pi
    elif not is_clockwise and turn > 0:
        turn -= 2 * pi
    return [middle + (here - middle) * exp(1j * turn * step / STEPS) for step in range(1, STEPS + 1)]
