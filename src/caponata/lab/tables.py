"""The tables of studies as Parquet files. docs/lab.md documents the columns."""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from caponata.lab.errors import require

COMPRESSION: Final = "zstd"
GAMES, COUNTS = "games", "counts"

Columns: TypeAlias = dict[str, list[Any]]
Tables: TypeAlias = Mapping[str, tuple[str, ...]]  # the columns of each table, the table of games last

SCHEMA: Final[Mapping[str, str]] = {
    "variant": "UInt16",
    "deal": "UInt32",
    "play": "UInt8",
    "players": "List(UInt8)",
    "starter": "Int8",
    "decisions": "UInt32",
    "scores": "List(Int32)",
    "places": "List(UInt8)",
    "ended_by": "String",
    "decided_by": "String",
    # balance studies
    "draws": "UInt32",
    "choices": "UInt64",
    "forced": "UInt32",
    "widest": "UInt32",
    "lead_changes": "UInt32",
    "settled": "UInt32",
    # tournaments
    "faults": "List(UInt16)",
    # datasets
    "by": "List(UInt8)",
    "moves": "List(Int32)",
    # the counts of balance studies
    "part": "UInt32",
    "kind": "String",
    "name": "String",
    "rule": "String",
    "offered": "Int64",
    "expected": "Float64",
    "chosen": "Int64",
    "users": "Int64",
    "won": "Float64",
    "points": "Int64",
}
GAME_COLUMNS: Final = tuple(SCHEMA)[:10]  # of every study


def parquet(columns: Columns) -> bytes:
    """A table as the bytes of a Parquet file."""
    pl = require("polars")
    series = {name: _series(values, polars_type(SCHEMA[name])) for name, values in columns.items()}
    out = io.BytesIO()
    pl.DataFrame(series).write_parquet(out, compression=COMPRESSION)
    return out.getvalue()


def _series(values: list[Any], dtype: Any) -> Any:
    """A column. Lists are passed as one flat list and split by polars, which takes half the time."""
    pl = require("polars")
    if not isinstance(dtype, pl.List) or not values:
        return pl.Series(values, dtype=dtype)
    flat = pl.Series("value", list(itertools.chain.from_iterable(values)), dtype=dtype.inner)
    lengths = pl.Series("length", [len(each) for each in values], dtype=pl.UInt32)
    if not lengths.min():  # grouping would drop empty lists
        return pl.Series(values, dtype=dtype)
    if lengths.min() == lengths.max():
        return flat.reshape((len(values), len(values[0]))).cast(dtype)
    row = pl.select(pl.int_range(len(values), dtype=pl.UInt32).repeat_by(lengths).alias("row")).explode("row")
    return row.with_columns(flat).group_by("row", maintain_order=True).agg("value")["value"]


def polars_type(name: str) -> Any:
    """The polars data type with this name."""
    pl = require("polars")
    if name.startswith("List("):
        return pl.List(polars_type(name.removeprefix("List(").removesuffix(")")))
    return getattr(pl, name)
