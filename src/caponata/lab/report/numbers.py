"""Numbers and figures as text, for reports and the terminal."""

from __future__ import annotations

import math
from typing import Final

from caponata.lab.figures import Figure
from caponata.lab.metrics import PERCENT

LOPSIDED: Final = 0.25  # difference between the sides of an interval, relative to half its width


def number(value: float, unit: str = "") -> str:
    """A number with a readable number of digits."""
    if not math.isfinite(value):
        return "?"
    if unit == PERCENT:
        return f"{value * 100:.1f}\N{NARROW NO-BREAK SPACE}%"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return (
        f"{value:.0f}"
        if value == round(value) and abs(value) >= 100
        else f"{value:.2f}".rstrip("0").rstrip(".")
    )


def width(value: float, unit: str = "") -> str:
    """Half the width of an interval, with one more digit if it is small."""
    if not math.isfinite(value):
        return "?"
    if unit == PERCENT:
        return f"{value * 100:.1f}" if value >= 0.0005 else f"{value * 100:.2f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def interval(figure: Figure, unit: str = "") -> str:
    """The ends of an interval, such as `20.1 to 27.4 %`."""
    if unit == PERCENT:
        return f"{figure.low * 100:.1f} to {number(figure.high, unit)}"
    return f"{number(figure.low)} to {number(figure.high)}"


def figure_parts(figure: Figure, unit: str = "") -> tuple[str, str]:
    """A figure as two texts: its value, and its interval as ± or, if it is lopsided, by its ends."""
    below, above = figure.value - figure.low, figure.high - figure.value
    if math.isfinite(figure.width) and abs(above - below) > LOPSIDED * figure.width:
        return number(figure.value, unit), f"({interval(figure, unit)})"
    return number(figure.value, unit), f"± {width(max(above, below), unit)}"


def figure_text(figure: Figure, unit: str = "") -> str:
    """A figure with its interval."""
    return " ".join(figure_parts(figure, unit))


def points(distance: float) -> str:
    """A distance between two shares in percentage points."""
    amount = f"{distance * 100:.1f}".removesuffix(".0")
    return f"{amount} point{'' if amount == '1' else 's'}"
