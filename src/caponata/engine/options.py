"""Convert a table's options between records, command lines and the game's own dataclass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from difflib import get_close_matches
from typing import Any, Final, get_origin, get_type_hints

from caponata.engine.game import Game

YES: Final = ("yes", "true", "on")
NO: Final = ("no", "false", "off")
RULE: Final = re.compile(r"\[([A-Z]+-\d+\.\d+)\]\Z")
NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]+)?")
KINDS: Final[Mapping[type, str]] = {
    bool: "yes or no",
    int: "a whole number",
    float: "a number",
    str: "a word",
    tuple: "a list",
}

_VIEW_CACHE: Final[dict[Any, dict[str, Any]]] = {}


class OptionError(ValueError):
    """An option that a game does not know, or a value that it does not accept."""

    @property
    def rule(self) -> str | None:
        """The rule named at the end of the message, or None."""
        match = RULE.search(str(self))
        return None if match is None else match[1]


def read_options(game: Game, chosen: Mapping[str, object]) -> Any:
    """The game's options with these values. Texts, as typed on a command line, are converted."""
    known = {field.name: field.default for field in fields(game.options)}
    hints = get_type_hints(game.options)
    values: dict[str, object] = {}
    for given, value in chosen.items():
        name = given.replace("-", "_")
        if name not in known:
            raise OptionError(f"{game.title} has no option '{given}'{_known_options(name, known)}")
        if name in values:
            raise OptionError(f"the option '{name}' is given twice")
        values[name] = _convert(name, hints[name], value)
    try:
        return game.options(**values)
    except ValueError as error:
        raise OptionError(str(error)) from None
    except TypeError:
        raise OptionError(_type_error_message(game, values)) from None


def plain_options(options: Any) -> dict[str, Any]:
    """Options as plain JSON values: tuples become lists."""
    return {name: _plain(value) for name, value in asdict(options).items()}


def shown_options(options: Any) -> dict[str, Any]:
    """Options as part of a view, cached because views are built often."""
    plain = _VIEW_CACHE.get(options)
    if plain is None:
        plain = _VIEW_CACHE[options] = asdict(options)
    return plain.copy()


def choice_word(value: str | int) -> str:
    """The key of an option's value in text catalogues: True is "yes"."""
    return (YES[0] if value else NO[0]) if isinstance(value, bool) else str(value)


def choice_value(word: str) -> str | int:
    """The option value with this key in a text catalogue."""
    value = _parse_value(word)
    return value if isinstance(value, int) else word


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def _known_options(name: str, known: Mapping[str, object]) -> str:
    if not known:
        return ": it has none"
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    listed = ", ".join(f"{option} ({default})" for option, default in known.items())
    return f"; its options are {listed}{hint}"


def _type_error_message(game: Game, values: Mapping[str, object]) -> str:
    """A readable message for the `TypeError` of a compiled dataclass."""
    for field in fields(game.options):
        if field.name in values:
            try:
                game.options(**{field.name: values[field.name]})
            except ValueError:
                continue
            except TypeError:
                value = _plain(values[field.name])
                return f"the option '{field.name}' cannot be {value!r}: its default is {field.default!r}"
    return "these options do not go together"


def _convert(name: str, hint: Any, value: object) -> object:
    """Convert a value to the option's type.

    Compiled dataclasses keep type hints only for plain types, so values of other options, such as
    `str | int`, are converted by what they look like, such as "3" or "yes".
    """
    kind = get_origin(hint) or hint
    if kind not in KINDS:
        return _parse_value(value)
    converted = _as_kind(kind, value)
    if converted is None:
        raise OptionError(f"the option '{name}' is {KINDS[kind]}, not {value!r}")
    return converted


def _as_kind(kind: type, value: object) -> object:
    """A value as bool, int, float, str or tuple, or None if it cannot be converted."""
    if kind is tuple:
        if isinstance(value, str):
            value = value.split(",") if value else []
        return tuple(_parse_value(item) for item in value) if isinstance(value, (list, tuple)) else None
    if isinstance(value, str) and kind is not str:
        value = _parse_value(value.strip())
    if type(value) is kind:
        return value
    return float(value) if kind is float and type(value) is int else None


def _parse_value(value: object) -> object:
    """Convert texts that look like numbers or booleans, and lists to tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_parse_value(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if word in YES or word in NO:
        return word in YES
    if NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    return value
