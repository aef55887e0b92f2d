"""The pages of the reports: a balance study, a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

from caponata.lab.balance import Balance
from caponata.lab.metrics import PERCENT, check_metrics
from caponata.lab.report import chapters, uses
from caponata.lab.report.charts import Row, bars, dots, figure_words, heat, table
from caponata.lab.report.findings import meeting_findings
from caponata.lab.report.frame import page, section
from caponata.lab.report.numbers import number, points, width
from caponata.lab.results import MARGIN, Change, MetricLine, Use
from caponata.lab.tournament import Tournament

MOST_DETAILED: Final = 12  # variants with their own chapters
COMPARED: Final = ("seats", "start", "length", "branching", "lead", "decisiveness", "luck")

Chapter: TypeAlias = Callable[[Balance, int, Sequence[Use]], str]

CHAPTERS: Final[dict[str, Chapter]] = {
    "seats": chapters.seats,
    "start": chapters.start,
    "lead": chapters.lead,
    "luck": chapters.luck,
    "scores": chapters.scores,
    "branching": chapters.branching,
    "length": chapters.length,
    "decisiveness": chapters.decisiveness,
    "moves": uses.moves,
    "rules": uses.rules,
}


def balance_page(study: Balance, metrics: Iterable[str] = (), margin: float = MARGIN) -> str:
    """The report of a balance study, with all metrics or only some.

    `margin` is the distance from a fair share that matters.
    """
    wanted = check_metrics(metrics) or list(CHAPTERS)
    played = [i for i in range(len(study.variants)) if study.samples[i].total["games"]]
    body = []
    if len(played) > 1:
        body.append(_comparison(study, played, [metric for metric in COMPARED if metric in wanted]))
        body.append(_tabs(study, played[:MOST_DETAILED]))
    for variant in played[:MOST_DETAILED]:
        used = study.uses(variant) if "moves" in wanted else []
        parts = [chapters.opening(study, variant, used, margin)] if set(wanted) == set(CHAPTERS) else []
        parts += [chapter(study, variant, used) for name, chapter in CHAPTERS.items() if name in wanted]
        hidden = "" if variant == played[0] else " hidden"
        body.append(f'<div class="variant" id="variant-{variant}"{hidden}>{"".join(parts)}</div>')
    setting = study.variants[0].label if len(study.variants) == 1 else f"{len(study.variants)} variants"
    return page(study.game, "Balance", f"{study.games:,} games · {setting}", study.job, "".join(body))


def _tabs(study: Balance, variants: Sequence[int]) -> str:
    made = []
    for variant in variants:
        pressed = str(variant == variants[0]).lower()
        label = escape(study.variants[variant].label)
        place = f'data-variant="variant-{variant}" aria-pressed="{pressed}"'
        made.append(f'<button type="button" {place}>{label}</button>')
    return f'<nav class="tabs" aria-label="variants">{"".join(made)}</nav>'


def _comparison(study: Balance, played: Sequence[int], metrics: Sequence[str]) -> str:
    """All variants side by side, with the change of each figure from the first variant."""
    lines = {i: {(line.metric, line.name): line for line in study.lines(i, metrics)} for i in played}
    changes = study.changes(metrics)
    parts = []
    for key, first in lines[played[0]].items():
        found = {i: mine[key] for i, mine in lines.items() if key in mine}
        fair = first.fair if all(line.fair == first.fair for line in found.values()) else None
        is_one_scale = fair == first.fair  # the fair share depends on the number of seats
        rows = [
            _comparison_row(study, i, line, changes.get((i, *key)) if is_one_scale else None)
            for i, line in found.items()
        ]
        parts.append(f"<div><h3>{escape(first.name)}</h3>{dots(rows, first.unit, fair)}</div>")
    return section(
        "The variants side by side",
        "All were played on the same deals. A change from the first variant is shown if it is certain enough:"
        f" its interval holds together with those of all {len(changes)} changes that were compared.",
        f'<div class="grid">{"".join(parts)}</div>',
    )


def _comparison_row(study: Balance, variant: int, line: MetricLine, change: Change | None) -> Row:
    label = study.variants[variant].label
    if change is None or not change.claimed.excludes(0.0):
        return Row(label, line.figure)
    claimed = change.claimed
    mark, sign = ("high", "+") if claimed.value > 0 else ("low", "−")
    size = abs(claimed.value)
    amount = points(size) if line.unit == PERCENT else number(size, line.unit)
    note = f"{sign}{amount} ± {width(claimed.width, line.unit)}"
    return Row(label, line.figure, mark, note=note)


def tournament_page(cup: Tournament) -> str:
    """The report of a tournament."""
    standings = cup.standings()
    names = [standing.player for standing in standings]
    wins = [Row(each.player, each.wins) for each in standings]
    scores = [Row(each.player, each.score) for each in standings]
    items = "".join(f"<li class={each.mood!r}>{escape(each.sentence)}</li>" for each in meeting_findings(cup))
    body = [
        f'<section><h2>What stands out</h2><ul class="findings">{items}</ul></section>',
        section(
            "Ratings",
            "By openskill (Plackett-Luce) over all games in their order. Higher is better. The intervals are"
            " openskill's own doubt, not a test: the first chapter says which players differ.",
            dots([Row(each.player, each.rating) for each in standings]),
        ),
        section(
            "Wins",
            "The share of games that each player won, a shared win divided.",
            dots(wins, PERCENT, 1 / cup.seats, "an equal share"),
        ),
        section(
            "Who ends before whom",
            "The row's share against the column; a shared place counts half.",
            table(["", *names], [_met(cup, name, names) for name in names]),
        ),
        section(
            "On each seat",
            "The share of wins by seat: the same deals were played on all of them.",
            table(["", *(f"seat {i + 1}" for i in range(cup.seats))], [_seated(cup, name) for name in names]),
        ),
        section("Scores", "Mean points at the end.", bars(scores)),
    ]
    faults = [[escape(each.player), f"{each.faults:,}"] for each in standings if each.faults]
    if faults:
        words = "Answers that were no move, late or missing; the default move was played instead."
        body.append(section("Faults", words, table(["player", "faults"], faults)))
    what = f"{cup.games:,} games · {len(names)} players · {cup.seats} seats"
    return page(cup.game, "Tournament", what, cup.job, "".join(body))


def _met(cup: Tournament, name: str, names: Sequence[str]) -> list[str]:
    cells = [f"<b>{escape(name)}</b>"]
    for other in names:
        met = cup.against(name, other) if other != name else None
        cells.append("" if met is None else heat(met.value, figure_words(met, PERCENT)))
    return cells


def _seated(cup: Tournament, name: str) -> list[str]:
    return [f"<b>{escape(name)}</b>", *(figure_words(each, PERCENT) for each in cup.by_seat(name))]
