"""Charts as HTML and SVG. Shapes stretch with the page, text does not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from caponata.lab.figures import Figure
from caponata.lab.metrics import PERCENT
from caponata.lab.report.numbers import figure_parts, number

MOST_BARS: Final = 60  # of a histogram; more values are grouped
HEIGHT: Final = 100.0
LEAST_ROOM: Final = 0.06


def figure_words(figure: Figure, unit: str = "") -> str:
    """A figure and its interval as HTML."""
    value, interval = figure_parts(figure, unit)
    return f'<b>{value}</b> <span class="pm">{interval}</span>'


@dataclass(frozen=True)
class Row:
    """A row of a chart: a label, a figure, a CSS class, a tooltip, and a note."""

    label: str
    figure: Figure
    mark: str = ""
    title: str = ""
    note: str = ""


@dataclass(frozen=True)
class Scale:
    """Maps values to percent of a track."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """The place of a value, clamped to the track."""
        if self.high <= self.low:
            return 0.0
        return min(100.0, max(0.0, 100 * (value - self.low) / (self.high - self.low)))


def scale_of(rows: Sequence[Row], *also: float, zero: bool = False) -> Scale:
    """A scale that fits all rows, their intervals and some other values."""
    ends = [end for row in rows for end in (row.figure.low, row.figure.high) if math.isfinite(end)]
    ends += [row.figure.value for row in rows]
    ends += [*also, *([0.0] if zero else [])]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    return Scale(low if zero and low == 0 else low - room, high + room)


def dots(rows: Sequence[Row], unit: str = "", fair: float | None = None, fair_name: str = "fair") -> str:
    """Dots with whiskers, one per row, and a line at the fair value.

    Shares get some space on both sides of the fair value, so that small differences look small.
    """
    if not rows:
        return ""
    room = [] if fair is None else [fair - LEAST_ROOM, fair + LEAST_ROOM] if unit == PERCENT else [fair]
    scale = scale_of(rows, *room)
    made = [_row(row, _whisker(row, scale, fair), unit) for row in rows]
    legend = ""
    if fair is not None:
        legend = f'<p class="key"><span class="fairmark"></span>{escape(fair_name)}: {number(fair, unit)}</p>'
    return f'<div class="rows">{"".join(made)}</div>{legend}'


def bars(rows: Sequence[Row], unit: str = "", *, top: float | None = None) -> str:
    """Bars from zero, with the ends of their intervals."""
    if not rows:
        return ""
    scale = Scale(0.0, top) if top else scale_of(rows, zero=True)
    made = []
    for row in rows:
        start, end = sorted((scale.at(0.0), scale.at(row.figure.value)))
        low, high = scale.at(row.figure.low), scale.at(row.figure.high)
        track = (
            f'<span class="bar {row.mark}" style="left:{start:.2f}%;width:{end - start:.2f}%"></span>'
            f'<span class="whisker thin" style="left:{low:.2f}%;width:{high - low:.2f}%"></span>'
        )
        made.append(_row(row, track, unit))
    return f'<div class="rows">{"".join(made)}</div>'


def _whisker(row: Row, scale: Scale, fair: float | None) -> str:
    low, high, at = scale.at(row.figure.low), scale.at(row.figure.high), scale.at(row.figure.value)
    line = "" if fair is None else f'<span class="fair" style="left:{scale.at(fair):.2f}%"></span>'
    return (
        f'{line}<span class="whisker {row.mark}" style="left:{low:.2f}%;width:{high - low:.2f}%"></span>'
        f'<span class="dot {row.mark}" style="left:{at:.2f}%"></span>'
    )


def _row(row: Row, track: str, unit: str) -> str:
    title = f' title="{escape(row.title)}"' if row.title else ""
    note = f'<small class="note {row.mark}">{escape(row.note)}</small>' if row.note else ""
    return (
        f'<div class="row"{title}><span class="label">{escape(row.label)}{note}</span>'
        f'<span class="track">{track}</span><span class="value">{figure_words(row.figure, unit)}</span></div>'
    )


def stack(parts: Sequence[tuple[str, Figure, str]]) -> str:
    """Shares of a whole side by side, with a legend."""
    whole = sum(max(0.0, figure.value) for _, figure, _ in parts) or 1.0
    pieces = "".join(
        f'<span class="{mark}" style="width:{100 * max(0.0, figure.value) / whole:.2f}%"></span>'
        for _, figure, mark in parts
    )
    names = "".join(
        f'<li><span class="swatch {mark}"></span>{escape(name)} {figure_words(figure, PERCENT)}</li>'
        for name, figure, mark in parts
    )
    return f'<div class="stack" aria-hidden="true">{pieces}</div><ul class="keys">{names}</ul>'


def histogram(series: Mapping[str, Mapping[float, int]], unit: str, marks: Sequence[str]) -> str:
    """Frequencies of values: bars for one series, outlines for several."""
    values = [value for counts in series.values() for value in counts]
    if not values:
        return ""
    low, high = min(values), max(values)
    step = max(1, math.ceil((high - low + 1) / MOST_BARS))
    bins = int((high - low) // step) + 1
    shares: dict[str, list[float]] = {}
    for name, counts in series.items():
        total = sum(counts.values()) or 1
        found = [0.0] * bins
        for value, count in counts.items():
            found[int((value - low) // step)] += count / total
        shares[name] = found
    highest = max(max(found) for found in shares.values()) or 1.0
    shapes = []
    for mark, found in zip(marks, shares.values(), strict=False):
        heights = [HEIGHT * each / highest for each in found]
        if len(shares) == 1:
            shapes += [
                f'<rect x="{i + 0.08:.2f}" y="{HEIGHT - height:.2f}" width="0.84" height="{height:.2f}"/>'
                for i, height in enumerate(heights)
            ]
        else:
            steps = " ".join(
                f"L{i} {HEIGHT - h:.2f} L{i + 1} {HEIGHT - h:.2f}" for i, h in enumerate(heights)
            )
            shapes.append(f'<path class="outline {mark}" d="M0 {HEIGHT} {steps} L{bins} {HEIGHT}"/>')
    names = ""
    if len(shares) > 1:
        names = "".join(
            f'<li><span class="swatch {mark}"></span>{escape(name)}</li>'
            for mark, name in zip(marks, shares, strict=False)
        )
        names = f'<ul class="keys">{names}</ul>'
    most = f"most often {highest * 100:.1f} % of games" + (f", {step} values a bar" if step > 1 else "")
    ends = (number(low), unit, number(high))
    return (
        f'<div class="plot"><svg viewBox="0 0 {bins} {HEIGHT:.0f}" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(unit)} from {ends[0]} to {ends[2]}, {most}">{"".join(shapes)}</svg></div>'
        f"{_axis(*ends)}{names}"
    )


def _axis(*words: str) -> str:
    return f'<p class="axis">{"".join(f"<span>{escape(each)}</span>" for each in words)}</p>'


def curve(points: Sequence[Figure], unit: str, ends: tuple[str, str], base: float | None = None) -> str:
    """A line with the band of its intervals, and labels for both ends."""
    if not points:
        return ""
    finite = [point for point in points if math.isfinite(point.width)]
    top = 1.0 if unit == PERCENT else max([point.high for point in finite] or [p.value for p in points]) * 1.1
    top = top or 1.0

    def y(value: float) -> float:
        return HEIGHT * (1 - min(1.0, max(0.0, value / top)))

    last = max(1, len(points) - 1)
    xs = [HEIGHT * i / last for i in range(len(points))]
    line = " ".join(f"{x:.2f},{y(point.value):.2f}" for x, point in zip(xs, points, strict=True))
    upper = [f"{x:.2f},{y(end):.2f}" for x, (_, end) in zip(xs, map(_ends, points), strict=True)]
    lower = [f"{x:.2f},{y(end):.2f}" for x, (end, _) in zip(xs, map(_ends, points), strict=True)]
    band = " ".join([*upper, *reversed(lower)])
    rule = ""
    if base is not None:
        rule = f'<line class="fair" x1="0" x2="100" y1="{y(base):.2f}" y2="{y(base):.2f}"/>'
    said = ", ".join(number(point.value, unit) for point in points[:: max(1, len(points) // 4)])
    return (
        f'<div class="plot curve"><span class="top">{number(top, unit)}</span><svg viewBox="0 0 100 100"'
        f' preserveAspectRatio="none" role="img" aria-label="{escape(said)}">{rule}'
        f'<polygon class="band" points="{band}"/><polyline class="line" points="{line}"/></svg></div>'
        f"{_axis(*ends)}"
    )


def _ends(figure: Figure) -> tuple[float, float]:
    return (figure.low, figure.high) if math.isfinite(figure.width) else (figure.value, figure.value)


def heat(value: float, words: str, middle: float = 0.5) -> str:
    """A table cell whose colour shows how far a share is above or below the middle."""
    span = 1 - middle if value >= middle else middle
    mark = "good" if value >= middle else "bad"
    return f'<span class="heat {mark}" style="--heat:{abs(value - middle) / (span or 1):.2f}">{words}</span>'


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table. Cells are HTML."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    reached = 'class="wide" tabindex="0" role="group" aria-label="table"'  # may scroll sideways
    return f"<div {reached}><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
