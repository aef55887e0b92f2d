"""The types of Caper's views."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Options(TypedDict):
    """The options of a table."""

    hand_size: int


class CaperView(TypedDict):
    """The view of a seat or spectator; `hand` and `laid` are shown to seats only."""

    game: Literal["caper"]
    rules_version: int
    options: Options
    seats: int
    seat: int | None
    dealing: int
    to_act: list[int]
    points: list[int]
    cards: list[int]
    discards: dict[str, int]
    hand: NotRequired[dict[str, int]]
    laid: NotRequired[int | None]
