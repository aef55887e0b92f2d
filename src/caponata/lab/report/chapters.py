"""The chapters of a balance report about seats, scores, tension, luck and length."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from caponata.lab.balance import Balance
from caponata.lab.metrics import LUCK, NUMBER, PERCENT, SKILL
from caponata.lab.report.charts import (
    Row,
    bars,
    curve,
    dots,
    figure_words,
    histogram,
    stack,
)
from caponata.lab.report.findings import findings
from caponata.lab.report.frame import section
from caponata.lab.report.numbers import figure_parts
from caponata.lab.results import MetricLine, Use
from caponata.lab.setup import describe_players

SEAT_MARKS: Final = tuple(f"s{seat}" for seat in range(8))
FIRST_TO_LAST: Final = ("the first decision", "the last")
CLAIMS: Final = (
    "Differences between seats, moves and variants are claimed only if they hold up against all comparisons"
    " of this study: the chance that any such claim is false is at most 5 %. With the number of games"
    " that is named as needed, four of five studies succeed. All sentences are about the bots they name;"
    " people may play differently."
)
TILES: Final = {
    ("length", "decisions"): "decisions in a game",
    ("branching", "moves at a decision"): "moves to choose from",
    ("lead", "lead changes"): "changes of the lead",
    ("lead", "settled after"): "of a game until it is settled",
    ("decisiveness", "margin"): "points between first and second",
    ("luck", "same deal, same result"): "of who wins is due to the deal",
}


def opening(study: Balance, variant: int, uses: Sequence[Use], margin: float) -> str:
    """The main findings and key figures."""
    items = "".join(
        f'<li class="{each.mood}">{escape(each.sentence)}</li>'
        for each in findings(study, variant, uses, margin)
    )
    tiles = []
    for line in study.lines(variant, dict.fromkeys(metric for metric, _ in TILES)):
        words = TILES.get((line.metric, line.name))
        if words:
            value, interval = figure_parts(line.figure, line.unit)
            shown = f'<strong>{value}</strong><span class="pm">{interval}</span>'
            tiles.append(f'<div class="tile"><div>{shown}</div><span>{words}</span></div>')
    return (
        f'<section><h2>What stands out</h2><ul class="findings">{items}</ul>'
        f'<p class="key">{CLAIMS}</p></section>'
        f'<div class="tiles">{"".join(tiles)}</div>'
    )


def seats(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """Wins by seat."""
    words = f"The share of games that each seat wins, {_players(study, variant)}."
    return section("Seats", words, _shares(study, variant, "seats"))


def start(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """Wins by the order of the first decisions."""
    if study.starts_with_first_seat(variant):
        return section("The start", "The first seat always starts, so the figures are those of the seats.")
    rows = _shares(study, variant, "start")
    words = f"The share of wins by who decides first, second and so on, {_players(study, variant)}."
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
    """How long a game stays open."""
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
    players = study.variants[variant]
    parts = []
    if LUCK in lines:
        parts += [
            f"<h3>One {escape(players.bot)} player among players who move at random</h3>",
            stack(
                [
                    (f"who plays {players.bot} and who plays at random", lines[SKILL], "good"),
                    ("everything else", lines[LUCK], "chance"),
                ]
            ),
        ]
    parts += [
        f"<h3>{escape(describe_players(players.line_up))} among themselves, every deal played twice</h3>",
        stack(
            [
                ("the deal: same chance, same result", lines["same deal, same result"], "chance"),
                ("who sits where", lines["who sits where"], "good"),
                ("the course of play", lines["the course of play"], "rest"),
            ]
        ),
    ]
    words = (
        "What explains who wins, as shares of the variance of results. They hold for these players only."
        " An estimate that noise pushes below 0 is shown as 0."
    )
    return section("Luck and skill", words, *parts)


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
    asked = next(each for each in study.fairness(variant) if each.metric == metric)
    high = {line.name for line in asked.unfair if line.figure.value > asked.fair}
    low = {line.name for line in asked.unfair} - high
    rows = [
        Row(line.name, line.figure, "high" if line.name in high else "low" if line.name in low else "")
        for line in lines
    ]
    shown = "none does" if not asked.unfair else "these are coloured"
    key = (
        "Each interval holds by itself in 95 % of studies. Whether a share differs from the fair one is"
        f" judged by wider intervals that hold for all {asked.comparisons} comparisons together: {shown}."
    )
    return f'{dots(rows, PERCENT, asked.fair, "a fair share")}<p class="key">{key}</p>'


def _players(study: Balance, variant: int) -> str:
    players = study.variants[variant]
    return f"with {players.bot} on every seat" if players.bot else f"between {', '.join(players.line_up)}"


def _facts(lines: Sequence[MetricLine]) -> str:
    made = "".join(f"<li>{escape(line.name)} {figure_words(line.figure, line.unit)}</li>" for line in lines)
    return f'<ul class="keys">{made}</ul>'
