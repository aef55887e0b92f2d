"""Catalogues of words compared: the same entries in every language, with the same places to fill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

BOUND = "-"
LISTED_COMPOUND = "-,"
PERSONS = {"they", "you", "hidden", "you-hidden"}
SELECTORS = ("count", "by")
OWN_TO_A_LANGUAGE = ("minutes", "plurals", "lists", "nouns", "names")


def catalogue(page: Path) -> dict[str, Any]:
    """A catalogue as it is written."""
    read: dict[str, Any] = json.loads(page.read_text(encoding="utf-8"))
    return read


def entries(section: Any, path: str = "") -> dict[str, Any]:
    """All forms of a catalogue by their dotted keys."""
    if is_form(section):
        return {path: section}
    found: dict[str, Any] = {}
    for key, inner in section.items():
        if path or key not in OWN_TO_A_LANGUAGE:
            found |= entries(inner, f"{path}.{key}" if path else key)
    return found


def is_form(found: Any) -> bool:
    """Whether this is a form, and no section of forms."""
    if not isinstance(found, dict):
        return True
    if "they" in found or isinstance(found.get("by"), str):
        return True
    return isinstance(found.get("count"), str) and "other" in found


def differences(english: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What is missing, too much or filled differently in another language."""
    ours, theirs = entries(english), entries(other)
    found = [f"{key} is missing" for key in ours.keys() - theirs.keys()]
    found += [f"{key} is not in English" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        found += form_differences(key, ours[key], theirs[key])
    found += noun_differences(english.get("nouns", {}), other.get("nouns", {}))
    found += name_differences(english.get("names", {}), other.get("names", {}))
    if english.get("lists", {}).keys() != other.get("lists", {}).keys():
        found.append("lists are not put together alike")
    if english.get("minutes") != other.get("minutes"):
        found.append("a game takes as long in every language")
    return sorted(found)


def form_differences(key: str, ours: Any, theirs: Any) -> Iterator[str]:
    """Persons and cases of the English form must be there; a plain form may choose by its own arguments."""
    if isinstance(ours, dict) and ("they" in ours or "by" in ours):
        if not isinstance(theirs, dict) or ours.keys() != theirs.keys() or ours.get("by") != theirs.get("by"):
            yield f"{key} has other forms than {', '.join(ours)}"
            return
        for case in ours.keys() - {"by"}:
            yield from form_differences(f"{key}.{case}", ours[case], theirs[case])
    elif isinstance(theirs, dict) and PERSONS & theirs.keys():
        yield f"{key} tells persons apart, and English does not"
    elif isinstance(theirs, dict) and "count" in theirs and "other" not in theirs:
        yield f"{key} has no form 'other'"
    elif places(ours) != places(theirs):
        yield f"{key} has the places {sorted(places(theirs))}, not {sorted(places(ours))}"


def places(form: Any) -> set[str]:
    """All arguments that a form asks for, whatever it chooses."""
    if isinstance(form, str):
        return {place for _, place, _, _ in Formatter().parse(form) if place is not None}
    if not isinstance(form, dict):
        return set()
    chosen = {str(form[selector]) for selector in SELECTORS if selector in form}
    return chosen.union(*(places(form[case]) for case in form.keys() - set(SELECTORS)))


def noun_differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Nouns count in their language's own way, and always know what to say."""
    if ours.keys() != theirs.keys():
        yield f"nouns are {sorted(theirs)}, not {sorted(ours)}"
    for noun, forms in theirs.items():
        if "other" not in forms:
            yield f"nouns.{noun} has no form 'other'"
        if any(places(form) - {"n"} for form in forms.values()):
            yield f"nouns.{noun} has a place that is not n"


def name_differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """A language may say how a name sounds within a longer one; otherwise names are the same."""
    extra = {f"{name}{BOUND}" for name in ours} | {LISTED_COMPOUND}
    if ours.keys() - extra != theirs.keys() - extra:
        yield f"names are {sorted(theirs)}, not {sorted(ours)}"
    for compound in {BOUND, LISTED_COMPOUND} & theirs.keys():
        if places(theirs[compound]) != places(ours.get(BOUND)):
            yield f"names.{compound} leaves out a part"
