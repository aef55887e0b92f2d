"""Compare text catalogues: every language has the same entries with the same placeholders."""

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
LANGUAGE_SPECIFIC = ("minutes", "plurals", "lists", "nouns", "names")


def catalogue(page: Path) -> dict[str, Any]:
    """Read a catalogue file."""
    sections: dict[str, Any] = json.loads(page.read_text(encoding="utf-8"))
    return sections


def entries(section: Any, path: str = "") -> dict[str, Any]:
    """All forms of a catalogue by their dotted keys."""
    if is_form(section):
        return {path: section}
    forms: dict[str, Any] = {}
    for key, inner in section.items():
        if path or key not in LANGUAGE_SPECIFIC:
            forms |= entries(inner, f"{path}.{key}" if path else key)
    return forms


def is_form(value: Any) -> bool:
    """Return whether a value of a catalogue is a form, not a section of forms."""
    if not isinstance(value, dict):
        return True
    if "they" in value or isinstance(value.get("by"), str):
        return True
    return isinstance(value.get("count"), str) and "other" in value


def differences(english: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Sentences about entries that are missing, superfluous or different in another language."""
    ours, theirs = entries(english), entries(other)
    sentences = [f"{key} is missing" for key in ours.keys() - theirs.keys()]
    sentences += [f"{key} is not in English" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        sentences += form_differences(key, ours[key], theirs[key])
    sentences += noun_differences(english.get("nouns", {}), other.get("nouns", {}))
    sentences += name_differences(english.get("names", {}), other.get("names", {}))
    if english.get("lists", {}).keys() != other.get("lists", {}).keys():
        sentences.append("lists have other keys than in English")
    if english.get("minutes") != other.get("minutes"):
        sentences.append("minutes differs from English")
    return sorted(sentences)


def form_differences(key: str, ours: Any, theirs: Any) -> Iterator[str]:
    """Compare two forms: persons and cases must be the same; a plain form may select by its own arguments."""
    if isinstance(ours, dict) and ("they" in ours or "by" in ours):
        if not isinstance(theirs, dict) or ours.keys() != theirs.keys() or ours.get("by") != theirs.get("by"):
            yield f"{key} has other forms than {', '.join(ours)}"
            return
        for case in ours.keys() - {"by"}:
            yield from form_differences(f"{key}.{case}", ours[case], theirs[case])
    elif isinstance(theirs, dict) and PERSONS & theirs.keys():
        yield f"{key} depends on the reader, unlike in English"
    elif isinstance(theirs, dict) and "count" in theirs and "other" not in theirs:
        yield f"{key} has no form 'other'"
    elif places(ours) != places(theirs):
        yield f"{key} has the places {sorted(places(theirs))}, not {sorted(places(ours))}"


def places(form: Any) -> set[str]:
    """All arguments that a form uses, in any of its cases."""
    if isinstance(form, str):
        return {place for _, place, _, _ in Formatter().parse(form) if place is not None}
    if not isinstance(form, dict):
        return set()
    selected = {str(form[selector]) for selector in SELECTORS if selector in form}
    return selected.union(*(places(form[case]) for case in form.keys() - set(SELECTORS)))


def noun_differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Compare nouns: the cases depend on the language, but 'other' is required."""
    if ours.keys() != theirs.keys():
        yield f"nouns are {sorted(theirs)}, not {sorted(ours)}"
    for noun, forms in theirs.items():
        if "other" not in forms:
            yield f"nouns.{noun} has no form 'other'"
        if any(places(form) - {"n"} for form in forms.values()):
            yield f"nouns.{noun} has a place that is not n"


def name_differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Compare names: a language may add compound forms, but no other names."""
    extra = {f"{name}{BOUND}" for name in ours} | {LISTED_COMPOUND}
    if ours.keys() - extra != theirs.keys() - extra:
        yield f"names are {sorted(theirs)}, not {sorted(ours)}"
    for compound in {BOUND, LISTED_COMPOUND} & theirs.keys():
        if places(theirs[compound]) != places(ours.get(BOUND)):
            yield f"names.{compound} leaves out a part"
