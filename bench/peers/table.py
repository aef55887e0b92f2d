"""docs/speed.md and the README's line on speed, generated from `results.json`, the only source of figures.

`python -m bench.peers.table` writes it between its markers; a test compares.
"""

from __future__ import annotations

import json
import statistics
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
README = HERE.parents[1] / "README.md"
PAGE = HERE.parents[1] / "docs" / "speed.md"
HEADLINE = "<!-- headline: made by `make bench-peers` -->", "<!-- end of headline -->"
BEGIN, END = "<!-- speed: made by `make bench-peers` -->", "<!-- end of speed -->"
OURS = "caponata: "
WIDTH = 120
COLUMNS = {
    "stepped": "moves from Python",
    "observed": "with observations",
    "inside": "moves inside",
    "playouts": "playouts inside",
    "searched": "simulations of a search",
}

Results = dict[str, Any]
Row = dict[str, float]
Rows = dict[str, Row]


def short(number: float) -> str:
    """A rate in a short, readable form."""
    if number >= 1e6:
        return f"{number / 1e6:.3g} M"
    if number >= 1e4:
        return f"{number / 1e3:.3g} k"
    return f"{number:,.0f}"


def worth(row: Row, column: str) -> float:
    """The value that ratios compare: moves; a simulation counts as the moves it plays."""
    return row[column] * (row["length"] if column == "searched" else 1)


def ratio(rows: Rows, row: Row, column: str) -> str:
    """How many times as fast ours are, as the median of our games. Playouts are not compared."""
    if column == "playouts":
        return ""
    ours = statistics.median(worth(own, column) for name, own in rows.items() if name.startswith(OURS))
    times = ours / worth(row, column)
    return f" (× {times:.2g})" if times < 10 else f" (× {times:.0f})"


def cell(rows: Rows, name: str, column: str) -> str:
    """A figure, with the ratio to ours for a peer, or a dash if a project lacks it."""
    row = rows[name]
    if column not in row:
        return "–"
    of = f" of {row['length']:.0f} moves" if column == "searched" else ""
    return short(row[column]) + of + ("" if name.startswith(OURS) else ratio(rows, row, column))


def explained(results: Results) -> str:
    """The explanation of the columns, of our PettingZoo environments, and of the measurement."""
    slower = sorted(
        row["stepped"] / row["through_pettingzoo"]
        for name, row in results["rows"].items()
        if name.startswith(OURS)
    )
    versions = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    return (
        "Moves are decisions of seats; chance moves take time but are not counted. *From Python*: Python "
        "chooses each move. *With observations*: as numbers, ours through PettingZoo; RLCard, PettingZoo and "
        "pgx always make them. *Inside*: whole random games in compiled code, pgx with 1,024 side by side on "
        "the processor, though it is made for accelerators. A ratio compares the median of our games with "
        "the other tool; for searches it compares moves per second. Games differ, so ratios are rough. "
        f"Through our PettingZoo environments, without observations, a move takes {slower[0]:.1f} to "
        f"{slower[-1]:.1f} times as long as by our own stepping. `make bench-peers` makes this section "
        f"(medians of {results['turns']}, Python {results['python']}, {versions})."
    )


def section(results: Results) -> str:
    """The section as Markdown."""
    rows: Rows = results["rows"]
    lines = [
        "Rules are typed Python, compiled by mypyc if there is a C compiler, and run as they are otherwise.",
        "Rates per second and core, with the ratio of ours to theirs in brackets:",
        "",
        f"| per second | {' | '.join(COLUMNS.values())} |",
        "|---|" + "---|" * len(COLUMNS),
        *(
            f"| {name.removeprefix(OURS)} | {' | '.join(cell(rows, name, column) for column in COLUMNS)} |"
            for name in rows
        ),
        "",
        textwrap.fill(explained(results), WIDTH),
    ]
    return "\n".join(lines)


def headline(results: Results) -> str:
    """Three figures for the README."""
    rows: Rows = results["rows"]
    ours = [row for name, row in rows.items() if name.startswith(OURS)]
    inside = sorted(row["inside"] for row in ours)
    hearts = rows["OpenSpiel: hearts"]
    median = statistics.median(inside)
    searched = statistics.median(worth(row, "searched") for row in ours)
    return (
        f"{short(inside[0])} to {short(inside[-1])} decisions per second and core in compiled playouts "
        f"(median: {median / hearts['inside']:.1f} times OpenSpiel's C++ hearts); "
        f"{searched / worth(hearts, 'searched'):.1f} times the moves of its C++ tree search."
    )


def replaced(text: str, marks: tuple[str, str], content: str) -> str:
    """A text with the part between two marks replaced."""
    before, rest = text.split(marks[0])
    _, after = rest.split(marks[1])
    return f"{before}{marks[0]}{content}{marks[1]}{after}"


def written(page: str, results: Results) -> str:
    """docs/speed.md with the section replaced."""
    return replaced(page, (BEGIN, END), f"\n{section(results)}\n")


def written_readme(readme: str, results: Results) -> str:
    """A README with the line on speed replaced."""
    return replaced(readme, HEADLINE, headline(results))


def measured() -> Results:
    """The last saved measurements."""
    found: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Write docs/speed.md and the README's line on speed."""
    results = measured()
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
    README.write_text(written_readme(README.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
