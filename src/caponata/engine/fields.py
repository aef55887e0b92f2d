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


def parsed(text: str) -> Any:
    """Parse a JSON text. Repeated keys and values that cannot be written back are errors."""
    body = text.strip()
    if not body:
        raise RecordError("the record is empty")
    try:
        document = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
        json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        at_end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        if body.startswith("{") and (at_end or not body.endswith("}")):
            last = text.rstrip().count("\n") + 1
            raise RecordError("the record breaks off here: the file is cut short", last) from None
        raise RecordError(f"this is not JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise RecordError("this is not a record: it is nested too deeply") from None
    except UnicodeEncodeError:
        raise RecordError("a text holds half a character, which cannot be written") from None
    except ValueError as error:
        raise RecordError(f"this is not a record: {error}") from None
    return document


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'the key "{twice}" is given twice')
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def lines_of(text: str, key_of_list: str) -> tuple[dict[str, int], list[int]]:
    """Line numbers of a JSON object's keys, and of the items of the list under one of them."""
    breaks = [found.start() for found in re.finditer("\n", text)]
    decode = json.JSONDecoder().raw_decode
    keys: dict[str, int] = {}
    items: list[int] = []

    def beyond(at: int) -> int:
        found = SPACES.match(text, at)
        return found.end() if found else at

    def after_comma(at: int) -> int:
        at = beyond(at)
        return beyond(at + 1) if text[at] == "," else at

    at = beyond(beyond(0) + 1)
    while text[at] != "}":
        line = bisect_left(breaks, at) + 1
        key, at = decode(text, at)
        keys[key] = line
        at = beyond(beyond(at) + 1)
        if key == key_of_list and text[at] == "[":
            at = beyond(at + 1)
            while text[at] != "]":
                items.append(bisect_left(breaks, at) + 1)
                at = after_comma(decode(text, at)[1])
            at += 1
        else:
            at = decode(text, at)[1]
        at = after_comma(at)
    return keys, items


def listed(keys: Sequence[str]) -> str:
    """Keys as part of a sentence."""
    return ", ".join(f'"{key}"' for key in keys)


def quoted(value: object) -> str:
    """A JSON value as part of a sentence, shortened if it is long."""
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 4]} ..."


class Fields:
    """One JSON object with typed access to its fields and errors that say where they are wrong."""

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
            self.fail("", f"{name} must be an object with {listed(required)}")
        self.plain: dict[str, Any] = plain
        for key in required:
            if key not in plain:
                self.fail("", f'{name} has no "{key}"')
        known = (*required, *optional)
        for key in plain:
            if key not in known:
                self.fail(key, f'{name} has an unknown key "{key}"; it knows {listed(known)}')

    def fail(self, key: str, sentence: str) -> NoReturn:
        """Raise a `RecordError` about a field."""
        raise RecordError(sentence, self.lines.get(key, self.line), self.entry)

    def _wrong(self, key: str, kind: str) -> RecordError:
        sentence = f'"{key}" must be {kind}, not {quoted(self.plain[key])}'
        return RecordError(sentence, self.lines.get(key, self.line), self.entry)

    def text(self, key: str) -> str:
        """A text."""
        value = self.plain[key]
        if isinstance(value, str):
            return value
        raise self._wrong(key, "a text")

    def number(self, key: str) -> int:
        """A whole number."""
        value = self.plain[key]
        if type(value) is int:
            return value
        raise self._wrong(key, "a whole number")

    def hash(self, key: str) -> str | None:
        """32 bytes in hex, or None."""
        value = self.plain[key]
        if value is None or (isinstance(value, str) and HASH.fullmatch(value)):
            return value
        raise self._wrong(key, "null or 64 hexadecimal digits in lower case")

    def one_of(self, key: str, allowed: tuple[str | None, ...]) -> str | None:
        """One of a few words."""
        value = self.plain[key]
        if (value is None or isinstance(value, str)) and value in allowed:
            return value
        named = ", ".join("null" if each is None else f'"{each}"' for each in allowed)
        raise self._wrong(key, f"one of {named}")

    def mapping(self, key: str) -> dict[str, Any]:
        """An object with any keys."""
        value = self.plain[key]
        if isinstance(value, dict):
            return value
        raise self._wrong(key, "an object")

    def items(self, key: str) -> list[Any]:
        """A list of anything."""
        value = self.plain[key]
        if isinstance(value, list):
            return value
        raise self._wrong(key, "a list")

    def objects(self, key: str, required: Sequence[str]) -> list[Fields]:
        """A list of objects that all have these keys."""
        line = self.lines.get(key, self.line)
        return [Fields(f'each of "{key}"', each, required, line=line) for each in self.items(key)]

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        """A list of `count` whole numbers."""
        values = self.items(key)
        if len(values) == count and all(type(value) is int for value in values):
            return tuple(values)
        raise self._wrong(key, f"a list of {count} whole numbers")
