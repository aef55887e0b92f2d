"""Read untrusted JSON: typed access to fields, and errors with line numbers."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from caponata.engine.record import RecordError

HASH: Final = re.compile("[0-9a-f]{64}")
SPACES: Final = re.compile(r"\s*")
LONGEST_QUOTE: Final = 40


def parse_json(text: str) -> Any:
    """Parse a JSON text. Repeated keys and values that cannot be written back are errors."""
    body = text.strip()
    if not body:
        raise RecordError("the record is empty")
    try:
        document = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_reject_constant)
        json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        at_end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        if body.startswith("{") and (at_end or not body.endswith("}")):
            last = text.rstrip().count("\n") + 1
            raise RecordError("the record breaks off here: the file is cut short", last) from None
        raise RecordError(f"this is not JSON: {error.msg}", error.lineno, column=error.colno) from None
    except RecursionError:
        raise RecordError("this is not a record: it is nested too deeply") from None
    except UnicodeEncodeError:
        raise RecordError("a text contains an unpaired surrogate, which cannot be encoded") from None
    except ValueError as error:
        raise RecordError(f"this is not a record: {error}") from None
    return document


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'the key "{repeated}" is given twice')
    return fields


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def line_numbers(text: str, key_of_list: str) -> tuple[dict[str, int], list[int]]:
    """Line numbers of a JSON object's keys, and of the items of the list under one of them."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    decode = json.JSONDecoder().raw_decode
    keys: dict[str, int] = {}
    items: list[int] = []

    def skip_spaces(at: int) -> int:
        spaces = SPACES.match(text, at)
        return spaces.end() if spaces else at

    def skip_comma(at: int) -> int:
        at = skip_spaces(at)
        return skip_spaces(at + 1) if text[at] == "," else at

    at = skip_spaces(skip_spaces(0) + 1)
    while text[at] != "}":
        line = bisect_left(breaks, at) + 1
        key, at = decode(text, at)
        keys[key] = line
        at = skip_spaces(skip_spaces(at) + 1)
        if key == key_of_list and text[at] == "[":
            at = skip_spaces(at + 1)
            while text[at] != "]":
                items.append(bisect_left(breaks, at) + 1)
                at = skip_comma(decode(text, at)[1])
            at += 1
        else:
            at = decode(text, at)[1]
        at = skip_comma(at)
    return keys, items


def quote_keys(keys: Sequence[str]) -> str:
    """Quoted keys, separated by commas, for an error message."""
    return ", ".join(f'"{key}"' for key in keys)


def quote(value: object) -> str:
    """A JSON value for an error message, shortened if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 4]} ..."


class Fields:
    """One JSON object with typed access to its fields.

    A field of the wrong type raises `RecordError` with its line and entry.
    """

    def __init__(
        self,
        name: str,
        plain: object,
        required: Sequence[str],
        *,
        optional: Sequence[str] = (),
        lines: Mapping[str, int] | None = None,
        line: int | None = None,
        entry: int | None = None,
    ) -> None:
        self.name = name
        self.lines = lines or {}
        self.line = line
        self.entry = entry
        if not isinstance(plain, dict):
            self.fail("", f"{name} must be an object with {quote_keys(required)}")
        self.plain: dict[str, Any] = plain
        for key in required:
            if key not in plain:
                self.fail("", f'{name} has no "{key}"')
        known = (*required, *optional)
        for key in plain:
            if key not in known:
                self.fail(key, f'{name} has an unknown key "{key}"; allowed are {quote_keys(known)}')

    def fail(self, key: str, sentence: str) -> NoReturn:
        """Raise a `RecordError` about a field."""
        raise RecordError(sentence, self.lines.get(key, self.line), self.entry)

    def _wrong_type(self, key: str, kind: str) -> RecordError:
        sentence = f'"{key}" must be {kind}, not {quote(self.plain[key])}'
        return RecordError(sentence, self.lines.get(key, self.line), self.entry)

    def text(self, key: str) -> str:
        """Return a string."""
        value = self.plain[key]
        if isinstance(value, str):
            return value
        raise self._wrong_type(key, "a text")

    def number(self, key: str) -> int:
        """Return a whole number."""
        value = self.plain[key]
        if type(value) is int:
            return value
        raise self._wrong_type(key, "a whole number")

    def hash(self, key: str) -> str | None:
        """Return a hash of 64 hex digits, or None."""
        value = self.plain[key]
        if value is None or (isinstance(value, str) and HASH.fullmatch(value)):
            return value
        raise self._wrong_type(key, "null or 64 hexadecimal digits in lower case")

    def one_of(self, key: str, allowed: tuple[str | None, ...]) -> str | None:
        """Return one of the allowed words."""
        value = self.plain[key]
        if (value is None or isinstance(value, str)) and value in allowed:
            return value
        names = ", ".join("null" if word is None else f'"{word}"' for word in allowed)
        raise self._wrong_type(key, f"one of {names}")

    def mapping(self, key: str) -> dict[str, Any]:
        """Return an object with any keys."""
        value = self.plain[key]
        if isinstance(value, dict):
            return value
        raise self._wrong_type(key, "an object")

    def items(self, key: str) -> list[Any]:
        """Return a list with any items."""
        value = self.plain[key]
        if isinstance(value, list):
            return value
        raise self._wrong_type(key, "a list")

    def objects(self, key: str, required: Sequence[str]) -> list[Fields]:
        """Return a list of objects that all have these keys."""
        line = self.lines.get(key, self.line)
        return [Fields(f'each of "{key}"', item, required, line=line) for item in self.items(key)]

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        """Return a list of `count` whole numbers."""
        values = self.items(key)
        if len(values) == count and all(type(value) is int for value in values):
            return tuple(values)
        raise self._wrong_type(key, f"a list of {count} whole numbers")
