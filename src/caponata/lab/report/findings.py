"""The main findings of a study, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from caponata.lab.balance import Balance, MetricLine, Use
from caponata.lab.report.charts import PERCENT, number

OFTEN: Final = 0.05  # share of games that is worth a sentence
NAMED: Final = 4  # verbs that a sentence lists
HALF: Final = 0.5
FAR: Final = 0.02  # distance from a fair share that is worth a warning


@dataclass(frozen=True)
class Finding:
    """One sentence, which is neutral (`calm`), worth a look (`look`) or a warning (`warn`)."""

    mood: str
    sentence: str


def findings(study: Balance, variant: int, uses: Sequence[Use]) -> list[Finding]:
    """The findings about a variant, the most serious first."""
    lines = {(line.metric, line.name): line for line in study.lines(variant, NEEDED)}
    found = [
        _fairness("seat", [line for line in lines.values() if line.metric == "seats"]),
        _fairness("turn", [line for line in lines.values() if line.metric == "start"]),
        _luck(lines),
        _tension(lines),
        _ties(lines),
        _named("dead", "hardly ever chosen where random choice would", uses, "warn"),
        _named("dominant", "almost always chosen when offered", uses, "look"),
    ]
    order = {"warn": 0, "look": 1, "calm": 2}
    return sorted((each for each in found if each), key=lambda each: order[each.mood])


NEEDED: Final = ("seats", "start", "lead", "decisiveness", "luck")


def _fairness(what: str, lines: Sequence[MetricLine]) -> Finding | None:
    if not lines:
        return None
    off = [line for line in lines if line.fair is not None and line.figure.excludes(line.fair)]
    widest = max(line.figure.width for line in lines)
    fair = lines[0].fair or 0.0
    if not off:
        where = "No seat is favoured" if what == "seat" else "It does not matter who starts"
        return Finding("calm", f"{where}: a fair {number(fair, PERCENT)} lies in every interval.")
    worst = max(off, key=lambda line: abs(line.figure.value - fair))
    more = "more" if worst.figure.value > fair else "less"
    name = worst.name if what == "seat" or worst.name.startswith("the") else f"the {worst.name}"
    mood = "warn" if abs(worst.figure.value - fair) > max(FAR, 2 * widest) else "look"
    return Finding(
        mood,
        f"{name[0].upper()}{name[1:]} wins {number(worst.figure.value, PERCENT)} of games,"
        f" {more} than the fair {number(fair, PERCENT)}.",
    )


def _luck(lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    luck, wins = lines.get(("luck", "luck")), lines.get(("luck", "wins among random players"))
    if luck is None or wins is None:
        return None
    return Finding(
        "calm",
        f"One such player among random ones wins {number(wins.figure.value, PERCENT)}:"
        f" {number(luck.figure.value, PERCENT)} of the result is luck, the rest is who plays.",
    )


def _tension(lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    settled, changes = lines[("lead", "settled after")], lines[("lead", "lead changes")]
    mood = "look" if settled.figure.high < HALF else "calm"
    return Finding(
        mood,
        f"The winner leads for good after {number(settled.figure.value, PERCENT)} of a game;"
        f" the lead changes {number(changes.figure.value)} times before.",
    )


def _ties(lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    shared, broken = lines[("decisiveness", "shared wins")], lines[("decisiveness", "decided by a tie-break")]
    if max(shared.figure.value, broken.figure.value) < OFTEN:
        return None
    return Finding(
        "look",
        f"{number(broken.figure.value, PERCENT)} of games are decided by a tie-break,"
        f" and {number(shared.figure.value, PERCENT)} of wins are shared.",
    )


def _named(verdict: str, words: str, uses: Sequence[Use], mood: str) -> Finding | None:
    moves = [use.name for use in sorted(uses, key=lambda use: -use.offered) if use.verdict == verdict]
    if not moves:
        return None
    verbs = Counter(move.split(" ")[0] for move in moves)
    named = [
        next(move for move in moves if move.split(" ")[0] == verb) if count == 1 else f"{verb} ({count})"
        for verb, count in verbs.most_common(NAMED)
    ]
    listed = ", ".join(named) + (" and others" if len(verbs) > NAMED else "")
    are = "move is" if len(moves) == 1 else "moves are"
    return Finding(mood, f"{len(moves)} {are} {verdict}, {words}: {listed}.")
