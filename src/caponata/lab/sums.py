"""Sums over the rows of a balance study, from which all figures are computed."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from caponata.lab.errors import require

PLAYS: Final = 2  # games on every deal by the same players, to separate the influence of chance


def game_sums(frame: Any, seats: int) -> tuple[dict[str, float], dict[str, Counter[float]]]:
    """Sums over a table of games with whole deals, and the frequencies of some values."""
    pl = require("polars")
    frame = frame.sort("deal", "play")
    places = [pl.col("places").list.get(seat) for seat in range(seats)]
    winners = pl.sum_horizontal(*[place == 0 for place in places])
    ranked = pl.col("scores").list.sort(descending=True)
    frame = frame.with_columns(
        *[(place == 0).cast(pl.Float64).truediv(winners).alias(f"won/{i}") for i, place in enumerate(places)],
        *[pl.col("scores").list.get(i).alias(f"score/{i}") for i in range(seats)],
        winners.alias("winners"),
        (ranked.list.get(0) - ranked.list.get(1)).alias("margin"),
        (pl.col("settled") / pl.col("decisions")).alias("settled share"),
    )
    contrast, frame = frame.filter(pl.col("play") >= PLAYS), frame.filter(pl.col("play") < PLAYS)
    sums: dict[str, float] = {"games": frame.height, "contrasts": contrast.height}
    usual = pl.sum_horizontal(
        *[pl.col(f"won/{i}") * (pl.col("players").list.get(i) == 0) for i in range(seats)]
    )
    sums["contrast won"] = float(contrast.select(usual.sum()).item() or 0)
    sums["contrast won squares"] = float(contrast.select((usual**2).sum()).item() or 0)
    squares = pl.sum_horizontal(*[pl.col(f"won/{i}") ** 2 for i in range(seats)])
    sums["contrast squares"] = float(contrast.select(squares.sum()).item() or 0)
    plain = ("winners", "margin", "decisions", "draws", "choices", "forced", "widest", "lead_changes")
    for name in (*plain, "settled share"):
        sums[name] = float(frame[name].sum())
    sums["shared"] = float((frame["winners"] > 1).sum())
    sums["broken ties"] = float(((frame["winners"] == 1) & (frame["margin"] == 0)).sum())
    started = frame.filter(pl.col("starter").is_not_null())
    sums["started"] = started.height
    for after in range(seats):
        seat = (pl.col("starter").cast(pl.Int64) + after) % seats
        took = pl.sum_horizontal(*[pl.col(f"won/{i}") * (seat == i) for i in range(seats)])
        sums[f"order/{after}"] = float(started.select(took.sum()).item() or 0)
    first, second = (frame.filter(pl.col("play") == play) for play in range(PLAYS))
    sums["deals"] = first.height
    for i in range(seats):
        won, again, score = first[f"won/{i}"], second[f"won/{i}"], frame[f"score/{i}"].cast(pl.Float64)
        sums[f"won/{i}"] = float(frame[f"won/{i}"].sum())
        sums[f"square/{i}"] = float((won * won + again * again).sum()) / PLAYS
        sums[f"cross/{i}"] = float((won * again).sum())
        sums[f"score/{i}"] = float(score.sum())
        sums[f"score square/{i}"] = float((score * score).sum())
    for kind in ("ended_by", "decided_by"):
        for rule, count in frame[kind].value_counts().iter_rows():
            sums[f"{kind}/{rule}"] = count
    spreads = {
        name: Counter(dict(frame[name].value_counts().iter_rows()))
        for name in ("decisions", "margin", "lead_changes", *(f"score/{i}" for i in range(seats)))
    }
    return sums, spreads


def count_sums(frame: Any) -> dict[str, float]:
    """Sums over a table of counts."""
    sums: dict[str, float] = {}
    for row in frame.iter_rows(named=True):
        name, key = row["name"], f"{row['name']}/{row['rule']}"
        if row["kind"] == "move":
            sums[f"offered/{name}"] = row["offered"]
            sums[f"expected/{name}"] = row["expected"]
            sums[f"chosen/{name}"] = row["chosen"]
            sums[f"users/{name}"] = row["users"]
            sums[f"users won/{name}"] = row["won"]
        elif row["kind"] == "stage":
            sums[f"stage decisions/{name}"] = row["offered"]
            sums[f"stage choices/{name}"] = row["expected"]
            sums[f"stage led/{name}"] = row["chosen"]
            sums[f"stage games/{name}"] = row["users"]
        elif row["kind"] == "fact":
            sums[f"times/{key}"] = row["chosen"]
            sums[f"happened/{key}"] = row["users"]
        else:
            sums[f"points/{key}"] = row["points"]
            sums[f"winners/{key}"] = row["won"]
    return sums
