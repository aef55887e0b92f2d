"""The ink of a symbol: which squares of a fine grid an SVG path fills."""

from __future__ import annotations

import re
from cmath import exp, phase, pi
from functools import cache
from typing import Final

PART: Final = re.compile(r"[MLHVCAZa]|-?\d*\.?\d+")
NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "a": 7, "Z": 0}
STEPS: Final = 24  # straight pieces that stand for a curve
REACH: Final = 6.0  # how far symbols go from their middle
FINE: Final = 4  # squares in a unit


@cache
def ink(path: str) -> frozenset[tuple[int, int]]:
    """The squares whose middle lies inside the path; what is drawn around a hole is not inside."""
    outlines = outlines_of(path)
    side = range(round(2 * REACH * FINE))
    return frozenset(
        (column, row)
        for column in side
        for row in side
        if is_inside(complex((column + 0.5) / FINE - REACH, (row + 0.5) / FINE - REACH), outlines)
    )


def is_inside(point: complex, outlines: list[list[complex]]) -> bool:
    """Whether a ray from a point to the right crosses the outlines an odd number of times."""
    crossings = 0
    for outline in outlines:
        for one, other in zip(outline, [*outline[1:], outline[0]], strict=True):
            if (one.imag > point.imag) != (other.imag > point.imag):
                way = (point.imag - one.imag) / (other.imag - one.imag)
                crossings += one.real + way * (other.real - one.real) > point.real
    return crossings % 2 == 1


def outlines_of(path: str) -> list[list[complex]]:
    """The outlines of a path, as corners of polygons."""
    outlines: list[list[complex]] = []
    parts = PART.findall(path)
    assert "".join(parts) == re.sub(r"[\s,]", "", path), f"a part of {path!r} is not understood"
    command, at = "", 0
    while at < len(parts):
        if parts[at] in NUMBERS:
            command, at = parts[at], at + 1
        elif command == "M":
            command = "L"
        numbers = [float(part) for part in parts[at : at + NUMBERS[command]]]
        at += NUMBERS[command]
        if command == "M":
            outlines.append([complex(*numbers)])
        elif command != "Z":
            outlines[-1] += corners(command, outlines[-1][-1], numbers)
    return outlines


def corners(command: str, here: complex, numbers: list[float]) -> list[complex]:
    """Where a stroke of the pen leads."""
    match command, numbers:
        case "L", [x, y]:
            return [complex(x, y)]
        case "H", [x]:
            return [complex(x, here.imag)]
        case "V", [y]:
            return [complex(here.real, y)]
        case "C", [a, b, c, d, x, y]:
            one, two, end = complex(a, b), complex(c, d), complex(x, y)
            ways = [step / STEPS for step in range(1, STEPS + 1)]
            return [
                (1 - t) ** 3 * here + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * end
                for t in ways
            ]
        case _, [radius, other, _, is_large, is_clockwise, x, y]:
            assert radius == other, "arcs are of circles"
            end = complex(x, y) + (here if command == "a" else 0)
            return arc(here, end, radius, is_large=is_large == 1, is_clockwise=is_clockwise == 1)
    raise AssertionError(command)


def arc(here: complex, end: complex, radius: float, *, is_large: bool, is_clockwise: bool) -> list[complex]:
    """A part of a circle through two points; clockwise as it is seen, for y grows downwards."""
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
