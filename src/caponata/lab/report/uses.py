"""The chapters of a balance report about moves, cards and rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from caponata.lab.balance import Balance
from caponata.lab.metrics import NUMBER, PERCENT
from caponata.lab.report.chapters import pair, spoken
from caponata.lab.report.charts import Row, bars, dots, figure_words, heat, table
from caponata.lab.report.frame import section
from caponata.lab.results import ENOUGH, Use
from caponata.texts import rules as rules_of

MOST_MOVES: Final = 10  # in a chart; the table has all
FEWEST_PIECES: Final = 3  # of a kind that gets a table


def moves(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """How often moves are chosen, and how often their users win."""
    offered = [use for use in uses if use.offered >= ENOUGH]
    wanted = sorted(offered, key=lambda use: -use.lift.value)
    return section(
        "Moves",
        f"How often {_who(study, variant)} made a move where it was legal, relative to how often random"
        " choice would make it. Other players may choose differently.",
        f"<h3>In a game</h3>{bars([Row(verb, figure) for verb, figure in study.verbs(variant)])}",
        pair(
            ("Chosen most", _lifted(wanted[:MOST_MOVES])),
            ("Chosen least", _lifted(wanted[: -MOST_MOVES - 1 : -1])),
        ),
        _winning(offered, 1 / study.variants[variant].seats),
        *_pieces(study, variant),
        f"<details><summary>All {len(uses)} kinds of moves</summary>{_listed(uses)}</details>",
    )


def rules(study: Balance, variant: int, uses: Sequence[Use]) -> str:
    """The rules that end and decide games, and how often effects happen."""
    page = rules_of(study.game)

    def row(label: str, rule: str) -> dict[str, str]:
        words = " ".join(re.sub(r"[*_`#]", "", page.get(rule, "")).split())
        return {"label": label, "title": words, "note": "" if label == rule else rule}

    ended = [Row(figure=figure, **row(rule, rule)) for rule, figure in study.endings("ended_by", variant)]
    decided = [Row(figure=figure, **row(rule, rule)) for rule, figure in study.endings("decided_by", variant)]
    events = [Row(figure=times, **row(spoken(name), rule)) for name, rule, times, _ in study.events(variant)]
    return section(
        "Rules",
        "Which rules end and decide games, and how often things happen. Point at a row to read its rule.",
        pair(
            ("Games end by", bars(ended, PERCENT, top=1.1)),
            ("Games are decided by", bars(decided, PERCENT, top=1.1)),
        ),
        f"<h3>Happens in a game</h3>{bars(events)}",
    )


def _lifted(uses: Sequence[Use]) -> str:
    rows = [
        Row(use.name, use.lift, use.verdict, f"offered {use.offered:,} times", _verdict_words(use))
        for use in uses
    ]
    return dots(rows, NUMBER, 1.0, "random choice")


def _winning(uses: Sequence[Use], fair: float) -> str:
    """The moves whose users' share of wins differs most from a fair share."""
    telling = [use for use in uses if use.is_telling]
    strongest = sorted(telling, key=lambda use: -abs(use.wins.value - fair))[:MOST_MOVES]
    rows = [
        Row(use.name, use.wins, "high" if use.wins.value > fair else "low")
        for use in sorted(strongest, key=lambda use: -use.wins.value)
    ]
    if not rows:
        return ""
    words = (
        "Seats that made the move at least once in a game. This is no proof that the move helps or harms: a"
        " seat that is ahead, or holds good cards, may get to make it more often."
    )
    chart = dots(rows, PERCENT, fair, "a fair share")
    return f"<h3>Moves whose users win more, or less</h3><p>{words}</p>{chart}"


def _pieces(study: Balance, variant: int) -> list[str]:
    """A table for every kind of piece: how often each verb uses it when it could."""
    made = []
    for kind, pieces in study.pieces(variant).items():
        if len(pieces) < FEWEST_PIECES:
            continue
        verbs = list(dict.fromkeys(verb for by_verb in pieces.values() for verb in by_verb))
        cells = [
            [
                escape(piece),
                *(
                    heat(by_verb[verb].value, figure_words(by_verb[verb], PERCENT)) if verb in by_verb else ""
                    for verb in verbs
                ),
            ]
            for piece, by_verb in pieces.items()
        ]
        made.append(
            f"<details><summary>By {escape(kind)}: how often it is chosen when it is offered</summary>"
            f"{table([kind, *verbs], cells)}</details>"
        )
    return made


def _listed(uses: Sequence[Use]) -> str:
    heads = ["move", "offered", "chosen", "when offered", "times random choice", "its users win", ""]
    cells = [
        [
            escape(use.name),
            f"{use.offered:,}",
            f"{use.chosen:,}",
            figure_words(use.rate, PERCENT),
            figure_words(use.lift),
            figure_words(use.wins, PERCENT) if use.users else "",
            _verdict_words(use),
        ]
        for use in uses
    ]
    return table(heads, cells)


def _verdict_words(use: Use) -> str:
    return f"{use.verdict} chosen" if use.verdict else ""


def _who(study: Balance, variant: int) -> str:
    return study.variants[variant].bot or "these players"
