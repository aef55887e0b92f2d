"""Compare plain values with the types that a game declares for its views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

UNIONS: Final = (UnionType, Union)


def mismatches(value: object, declared: Any, place: str = "view") -> Iterator[str]:
    """Yield every difference between a plain value and a declared type.

    Supported are TypedDict, list, dict with keys of str, Literal, unions, None and plain types. A value must
    match exactly: no undeclared key, no missing one, and True is not an int. A dict whose keys are Literals
    has all of them.
    """
    origin = get_origin(declared)
    if is_typeddict(declared):
        yield from _fields_mismatch(value, declared, place)
    elif origin in UNIONS:
        if all(any(mismatches(value, each)) for each in get_args(declared)):
            yield f"{place} is {value!r}, which fits no part of {declared}"
    elif origin is Literal:
        if not any(value == word and type(value) is type(word) for word in get_args(declared)):
            yield f"{place} is {value!r}, not one of {get_args(declared)}"
    elif origin in (list, Sequence):
        if type(value) is not list:
            yield f"{place} is {value!r}, not a list"
            return
        for number, item in enumerate(value):
            yield from mismatches(item, get_args(declared)[0], f"{place}[{number}]")
    elif origin is dict:
        yield from _entries_mismatch(value, declared, place)
    elif type(value) is not (NoneType if declared is None else declared):
        yield f"{place} is {value!r}, not {getattr(declared, '__name__', declared)}"


@cache
def fields_of(declared: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a TypedDict: the type of each, and whether it is required."""
    hints = get_type_hints(declared, include_extras=True)
    return {
        name: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for name, hint in hints.items()
    }


def words_of(declared: Any) -> tuple[str, ...] | None:
    """The words of a Literal or of a union of Literals, or None for other types."""
    if get_origin(declared) is Literal:
        return get_args(declared)
    if get_origin(declared) in UNIONS:
        parts = [words_of(part) for part in get_args(declared)]
        return None if None in parts else tuple(word for part in parts for word in part or ())
    return None


def _fields_mismatch(value: object, declared: Any, place: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{place} is {value!r}, not a dict"
        return
    fields = fields_of(declared)
    yield from (f"{place} has the undeclared field {name!r}" for name in value if name not in fields)
    for name, (hint, is_required) in fields.items():
        if name in value:
            yield from mismatches(value[name], hint, f"{place}.{name}")
        elif is_required:
            yield f"{place} lacks the field {name!r}"


def _entries_mismatch(value: object, declared: Any, place: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{place} is {value!r}, not a dict"
        return
    key, item = get_args(declared)
    words = words_of(key)
    if words is not None and set(value) != set(words):
        yield f"{place} has the keys {sorted(value)}, not {sorted(words)}"
    for name, content in value.items():
        if words is None:
            yield from mismatches(name, key, f"a key of {place}")
        yield from mismatches(content, item, f"{place}.{name}")
