"""A table's options: from a record or a command line to the game's own dataclass, and back."""

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

_SHOWN: Final[dict[Any, dict[str, Any]]] = {}


class OptionError(ValueError):
    """An option that a game does not know, or a value that it does not accept."""

    @property
    def rule(self) -> str | None:
        """The rule that the sentence names at its end, if it does."""
        found = RULE.search(str(self))
        return None if found is None else found[1]


def read_options(game: Game, chosen: Mapping[str, object]) -> Any:
    """The game's options with these values; texts, as typed on a command line, become the option's kind."""
    known = {field.name: field.default for field in fields(game.options)}
    hints = get_type_hints(game.options)
    values: dict[str, object] = {}
    for given, value in chosen.items():
        name = given.replace("-", "_")
        if name not in known:
            raise OptionError(f"{game.title} has no option '{given}'{_advice(name, known)}")
        if name in values:
            raise OptionError(f"the option '{name}' is given twice")
        values[name] = _converted(name, hints[name], value)
    try:
        return game.options(**values)
    except ValueError as error:
        raise OptionError(str(error)) from None
    except TypeError:
        raise OptionError(_misfit(game, values)) from None


def plain_options(options: Any) -> dict[str, Any]:
    """Options as JSON says them: tuples are lists."""
    return {name: _plain(value) for name, value in asdict(options).items()}


def shown_options(options: Any) -> dict[str, Any]:
    """Options as a view shows them: worked out once, for views are built often."""
    shown = _SHOWN.get(options)
    if shown is None:
        shown = _SHOWN[options] = asdict(options)
    return shown.copy()


def choice_word(value: str | int) -> str:
    """A value as catalogues name it among the choices of its option: True is "yes"."""
    return (YES[0] if value else NO[0]) if isinstance(value, bool) else str(value)


def choice_value(word: str) -> str | int:
    """The value that a catalogue names by this word."""
    value = _by_looks(word)
    return value if isinstance(value, int) else word


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, (tuple, list)) else value


def _advice(name: str, known: Mapping[str, object]) -> str:
    if not known:
        return ": it has none"
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    return f"; it knows {', '.join(f'{each} ({default})' for each, default in known.items())}{hint}"


def _misfit(game: Game, values: Mapping[str, object]) -> str:
    """Which value is of a kind that a compiled dataclass does not take: what it says is not for people."""
    for field in fields(game.options):
        if field.name in values:
            try:
                game.options(**{field.name: values[field.name]})
            except ValueError:
                continue
            except TypeError:
                value = _plain(values[field.name])
                return f"the option '{field.name}' cannot be {value!r}: as a rule it is {field.default!r}"
    return "these options do not go together"


def _converted(name: str, hint: Any, value: object) -> object:
    """A value as the option's kind.

    A compiled dataclass keeps the hint of a plain type only; of anything else, say `str | int`, it
    keeps nothing that helps. So such values are read by their looks, compiled or not.
    """
    kind = get_origin(hint) or hint
    if kind not in KINDS:
        return _by_looks(value)
    found = _as_kind(kind, value)
    if found is None:
        raise OptionError(f"the option '{name}' is {KINDS[kind]}, not {value!r}")
    return found


def _as_kind(kind: type, value: object) -> object:
    """A value as bool, int, float, str or tuple; None where it is not one."""
    if kind is tuple:
        if isinstance(value, str):
            value = value.split(",") if value else []
        return tuple(_by_looks(each) for each in value) if isinstance(value, (list, tuple)) else None
    if isinstance(value, str) and kind is not str:
        value = _by_looks(value.strip())
    if type(value) is kind:
        return value
    return float(value) if kind is float and type(value) is int else None


def _by_looks(value: object) -> object:
    """Texts that look like numbers, yes or no become what they look like; lists become tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_by_looks(each) for each in value)
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
