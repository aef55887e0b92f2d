"""The chapters of a balance report about seats, scores, tension, luck and length."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from caponata.lab.balance import Balance, MetricLine, Use
from caponata.lab.metrics import NUMBER, PERCENT
from caponata.lab.report.charts import (
    Row,
    bars,
    curve,
    dots,
    figure_words,
    histogram,
    number,
    stack,
    width,
)
from caponata.lab.report.findings import findings
from caponata.lab.report.frame import section

SEAT_MARKS: Final = tuple(f"s{seat}" for seat in range(8))
FIRST_TO_LAST: Final = ("the first decision", "the last")
TILES: Final = {
    ("length", "decisions"): "decisions in a game",
    ("branching", "moves at a decision"): "moves to choose from",
    ("lead", "lead changes"): "changes of the lead",
    ("lead", "settled after"): "of a game until it is settled",
    ("decisiveness", "margin"): "points between first and second",
    ("luck", "luck"): "of the result is luck",
}


def opening(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The main findings and key figures."""
    items = "".join(
        f'<li class="{each.mood}">{escape(each.sentence)}</li>' for each in findings(study, variant, uses)
    )
    tiles = []
    for line in study.lines(variant, dict.fromkeys(metric for metric, _ in TILES)):
        words = TILES.get((line.metric, line.name))
        if words:
            value = f"<strong>{number(line.figure.value, line.unit)}</strong>"
            spread = f'<span class="pm">± {width(line.figure.width, line.unit)}</span>'
            tiles.append(f'<div class="tile"><div>{value}{spread}</div><span>{words}</span></div>')
    return (
        f'<section><h2>What stands out</h2><ul class="findings">{items}</ul></section>'
        f'<div class="tiles">{"".join(tiles)}</div>'
    )


def seats(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """Wins by seat."""
    return section("Seats", "The share of games that each seat wins.", _shares(study, variant, "seats"))


def start(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """Wins by the order of the first decisions."""
    rows = _shares(study, variant, "start")
    words = "The share of wins by who decides first, second and so on."
    return section("The start", words, rows) if rows else ""


def scores(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The points of seats, and their sources."""
    series = {
        f"seat {i + 1}": study.spread(f"score/{i}", variant) for i in range(study.variants[variant].seats)
    }
    means = [line for line in study.lines(variant, ["scores"]) if line.name.startswith("score")]
    parts = [
        histogram(series, "points", SEAT_MARKS),
        dots([Row(line.name, line.figure, f"s{i}") for i, line in enumerate(means)]),
    ]
    sources = study.sources(variant)
    if len(sources) > 1:
        seat = [Row(spoken(name), mean, note=rule) for name, rule, mean, _ in sources]
        winner = [Row(spoken(name), win, "win", note=rule) for name, rule, _, win in sources]
        top = max(row.figure.value for row in (*seat, *winner)) * 1.15
        mine = ("Where a seat's points come from", bars(seat, top=top))
        parts.append(pair(mine, ("A winner's", bars(winner, top=top))))
    return section("Scores", "How many points seats end with.", *parts)


def length(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The length of games."""
    spread = study.spread("decisions", variant)
    rows = [Row(line.name, line.figure) for line in study.lines(variant, ["length"])]
    plot = histogram({"": spread}, "decisions", [""])
    return section("Length", "How many decisions a game takes.", plot, bars(rows))


def branching(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The number of legal moves."""
    points = [choices for choices, _ in study.course(variant)]
    return section(
        "Choice",
        "How many legal moves a decision offers, from the first to the last.",
        curve(points, NUMBER, FIRST_TO_LAST),
        _facts(study.lines(variant, ["branching"])),
    )


def lead(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """How long the winner stays open."""
    points = [led for _, led in study.course(variant)]
    return section(
        "Tension",
        "In how many games the later winner already leads alone. A slow rise is a game that stays open.",
        curve(points, PERCENT, FIRST_TO_LAST, 1 / study.variants[variant].seats),
        _facts(study.lines(variant, ["lead"])),
        "<h3>Changes of the lead in a game</h3>",
        histogram({"": study.spread("lead_changes", variant)}, "changes of the lead", [""]),
    )


def decisiveness(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The margins of wins."""
    return section(
        "Decisiveness",
        "How many points lie between the first and the second.",
        histogram({"": study.spread("margin", variant)}, "points", [""]),
        _facts(study.lines(variant, ["decisiveness"])),
    )


def luck(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The shares of luck and skill in the result."""
    lines = {line.name: line.figure for line in study.lines(variant, ["luck"])}
    parts = []
    if "luck" in lines:
        parts += [
            "<h3>One of these players among players who move at random</h3>",
            stack([("who plays", lines["skill"], "good"), ("luck", lines["luck"], "chance")]),
        ]
    parts += [
        "<h3>These players among themselves, every deal played twice</h3>",
        stack(
            [
                ("the deal: same chance, same result", lines["same deal, same result"], "chance"),
                ("who sits where", lines["who sits where"], "good"),
                ("the course of play", lines["the course of play"], "rest"),
            ]
        ),
    ]
    return section("Luck and skill", "Where the difference between winning and losing comes from.", *parts)


def pair(*charts: tuple[str, str]) -> str:
    """Charts side by side, each with its heading."""
    made = "".join(f"<div><h3>{escape(title)}</h3>{chart}</div>" for title, chart in charts)
    return f'<div class="pair">{made}</div>'


def spoken(key: str) -> str:
    """A key as readable words."""
    return key.replace("-", " ").replace("_", " ")


def _shares(study: Balance, variant: int, metric: str) -> str:
    lines = study.lines(variant, [metric])
    if not lines:
        return ""
    rows = [Row(line.name, line.figure, _marked(line)) for line in lines]
    return dots(rows, PERCENT, lines[0].fair, "a fair share")


def _marked(line: MetricLine) -> str:
    if line.fair is None or not line.figure.excludes(line.fair):
        return ""
    return "high" if line.figure.value > line.fair else "low"


def _facts(lines: Sequence[MetricLine]) -> str:
    made = "".join(f"<li>{escape(line.name)} {figure_words(line.figure, line.unit)}</li>" for line in lines)
    return f'<ul class="keys">{made}</ul>'
