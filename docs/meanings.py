"""The meaning of the numbers of observations: `python docs/meanings.py` writes docs/adapters/numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from caponata.adapters.environment import game_features
from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.features import (
    ByName,
    BySeat,
    Counts,
    Feature,
    Fields,
    Length,
    Names,
    Number,
    OneOf,
    Rows,
    Seat,
    Seats,
    Which,
)
from caponata.engine.game import Game

FOLDER = Path(__file__).with_name("adapters") / "numbers"
MOST_NAMES = 24  # of a long list, only the first and last are shown


def name_list(names: Sequence[Any]) -> str:
    """Names as a comma-separated list."""
    texts = [str(name) for name in names]
    if len(texts) > MOST_NAMES:
        texts = [*texts[:6], f"... ({len(texts)} in all)", texts[-1]]
    return ", ".join(texts)


def limits(feature: Feature) -> str:
    """The range of a feature's numbers."""
    meanings = list(feature.meanings(2))
    least, most = min(each.least for each in meanings), max(each.most for each in meanings)
    return "0 or 1" if (least, most) == (0, 1) else f"{least} to {most}"


def describe(feature: Feature) -> str:
    """A description of a feature."""
    match feature:
        case BySeat():
            return f"for every seat: {describe(feature.each)}"
        case ByName():
            return f"for each of {name_list(feature.names)}: {describe(feature.each)}"
        case Rows():
            return f"for each of the first {feature.most} items: 1 if it exists; {describe(feature.each)}"
        case Fields():
            return "; ".join(f"*{name}*: {describe(each)}" for name, each in feature.fields.items())
    return describe_leaf(feature)


def describe_leaf(feature: Feature) -> str:
    """A description of a feature that contains no others."""
    match feature:
        case Number():
            return limits(feature)
        case Length():
            return f"number of items, {limits(feature)}"
        case OneOf():
            return f"one-hot: {name_list(feature.names)}"
        case Which():
            return f"0 for None, or an index, from 1, into: {name_list(feature.names)}"
        case Names():
            items = f"for each of the first {feature.most} items"
            return f"{items}: 0 if it is missing, or an index, from 1, into: {name_list(feature.names)}"
        case Counts():
            return f"the count, 0 to {feature.most}, of each: {name_list(feature.names)}"
        case Seat():
            return "one-hot: the seats"
        case Seats():
            return "one flag for every seat"
    raise NotImplementedError(f"describe_leaf has no words for {type(feature).__name__}: add a case")


def rows(fields: Fields, seats: int, first: int = 0, above: str = "") -> Iterator[tuple[int, int, str, str]]:
    """The fields of a view in order: first and last number, name, and description."""
    for name, feature in fields.fields.items():
        size = feature.size(seats)
        if isinstance(feature, Fields):
            yield from rows(feature, seats, first, f"{above}{name} ")
        else:
            yield first, first + size - 1, f"{above}{name}", describe(feature)
        first += size


def page(game: Game) -> str:
    """The page about a game's numbers."""
    features = game_features(game)
    sizes = ", ".join(f"{features.size(seats)} with {seats} seats" for seats in game.seats)
    seats = game.seats[0]
    lines = [
        f"# {game.title}: what the numbers of an observation mean",
        f"Written by `docs/meanings.py` from the game's `features.py`. Numbers: {sizes}.",
        f"This table is for {seats} seats and counts from 0. Seats are in clockwise order, observer first.",
        "",
        "| numbers | field | what they are |",
        "|---|---|---|",
    ]
    for first, last, name, words in rows(features, seats):
        lines.append(f"| {first if first == last else f'{first} to {last}'} | {name} | {words} |")
    lines += ["", "Left out:", ""]
    lines += [f"- `{name}`: {why}" for name, why in features.left_out.items()]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """All pages by path."""
    games = [find_game(name) for name in (*BUILT_IN, *TUTORIAL)]
    return {FOLDER / f"{game.name}.md": page(game) for game in games if has_numbers(game)}


def has_numbers(game: Game) -> bool:
    """Return whether a game has features."""
    try:
        game_features(game)
    except ModuleNotFoundError:
        return False
    return True


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
