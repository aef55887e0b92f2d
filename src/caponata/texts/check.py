"""Check a translation: the entries and placeholders of English, and the plural forms of its own language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final

from caponata.texts.forms import BOUND, LISTED_COMPOUND, SIGNED, locale
from caponata.texts.pages import TextError, paragraphs

MISSING: Final = "the file is missing: players see English"
PERSONS: Final = {"they", "you", "hidden", "you-hidden"}
SELECTORS: Final = ("count", "by")
LANGUAGE_SPECIFIC: Final = ("minutes", "lists", "nouns", "names")
CASE: Final = "."  # "card.accusative" is a grammatical case of the noun "card"
CATEGORIES: Final = {"zero", "one", "two", "few", "many", "other"}
COUNTED: Final = range(201)  # no language has a category that begins later, except for millions


def read_catalogue(file: Path) -> dict[str, Any]:
    """Read a catalogue."""
    try:
        sections: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise TextError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    return sections


def check_catalogue(file: Path) -> list[str]:
    """Differences between `texts/<language>.json` and the English catalogue beside it."""
    if not file.exists():
        return [MISSING]
    try:
        return differences(read_catalogue(file.with_name("en.json")), read_catalogue(file), file.stem)
    except TextError as error:
        return [str(error)]


def check_rulebook(file: Path) -> list[str]:
    """Differences between the rules of `rulebook/<language>.md` and of the English page beside it."""
    if not file.exists():
        return [MISSING]
    pages = (file.with_name("en.md"), file)
    ours, theirs = (dict(paragraphs(page.read_text(encoding="utf-8"))) for page in pages)
    missing = [f"{rule} is missing" for rule in ours if rule not in theirs]
    return missing + [f"{rule} is not in English" for rule in theirs if rule not in ours]


def differences(english: dict[str, Any], other: dict[str, Any], language: str) -> list[str]:
    """Sentences about entries that are missing, superfluous or wrong in another language."""
    categories = plural_categories(language)
    ours, theirs = entries(english), entries(other)
    sentences = [f"{key} is missing" for key in ours.keys() - theirs.keys()]
    sentences += [f"{key} is not in English" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        sentences += form_differences(key, ours[key], theirs[key])
        sentences += form_faults(key, theirs[key], other.get("nouns", {}), categories)
    sentences += noun_differences(english.get("nouns", {}), other.get("nouns", {}), categories)
    sentences += name_differences(english.get("names", {}), other.get("names", {}))
    if english.get("lists", {}).keys() != other.get("lists", {}).keys():
        sentences.append("lists have other keys than in English")
    if english.get("minutes") != other.get("minutes"):
        sentences.append("minutes differs from English")
    return sorted(sentences)


def plural_categories(language: str) -> set[str]:
    """The plural categories that a language needs to count cards and points."""
    return set(map(locale(language).plural_form, COUNTED))


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
    return isinstance(value.get("count"), str) and any(key in CATEGORIES or key.isdigit() for key in value)


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
    elif places(ours) != places(theirs):
        yield f"{key} has the placeholders {sorted(places(theirs))}, not {sorted(places(ours))}"


def form_faults(key: str, form: Any, nouns: dict[str, Any], categories: set[str]) -> Iterator[str]:
    """Find unpaired braces, unknown nouns and incomplete plurals in a form."""
    if isinstance(form, str):
        try:
            yield from (
                f"{key} counts with '{noun}', which is not in nouns"
                for noun in used_nouns(form) - nouns.keys()
            )
        except ValueError as error:
            yield f"{key}: {error}"
    elif isinstance(form, dict):
        if "count" in form:
            yield from plural_faults(key, form.keys() - {"count"}, categories)
        for case in form.keys() - set(SELECTORS):
            yield from form_faults(f"{key}.{case}", form[case], nouns, categories)


def plural_faults(key: str, cases: set[str], categories: set[str]) -> Iterator[str]:
    """Find missing and superfluous plural categories. "other" alone ignores the number."""
    used = cases & CATEGORIES
    for case in sorted((categories if used - {"other"} else {"other"}) - used):
        yield f"{key} has no form '{case}'"
    for case in sorted(used - categories - {"other", "many"}):  # "many" may begin at a million
        yield f"{key} has a form '{case}', which this language does not use"


def places(form: Any) -> set[str]:
    """All arguments that a form uses, in any of its cases."""
    if isinstance(form, str):
        try:
            return {place for _, place, _, _ in Formatter().parse(form) if place is not None}
        except ValueError:
            return set()  # reported by `form_faults`
    if not isinstance(form, dict):
        return set()
    selected = {str(form[selector]) for selector in SELECTORS if selector in form}
    return selected.union(*(places(form[case]) for case in form.keys() - set(SELECTORS)))


def used_nouns(form: str) -> set[str]:
    """The nouns that a form counts with."""
    return {style for _, _, style, _ in Formatter().parse(form) if style} - {SIGNED, BOUND}


def noun_differences(ours: dict[str, Any], theirs: dict[str, Any], categories: set[str]) -> Iterator[str]:
    """Compare nouns: a language may add grammatical cases of a noun, such as `card.accusative`."""
    known = ours.keys() | {noun for noun in theirs if noun.partition(CASE)[0] in ours}
    yield from (f"nouns.{noun} is missing" for noun in ours.keys() - theirs.keys())
    yield from (f"nouns.{noun} is not in English" for noun in theirs.keys() - known)
    for noun, forms in theirs.items():
        yield from plural_faults(f"nouns.{noun}", set(forms), categories)
        if any(places(form) - {"n"} for form in forms.values()):
            yield f"nouns.{noun} has a place that is not n"


def name_differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Compare names: a language may add compound forms, but no other names."""
    extra = {f"{name}{BOUND}" for name in ours} | {LISTED_COMPOUND}
    yield from (f"names.{name} is missing" for name in ours.keys() - theirs.keys() - extra)
    yield from (f"names.{name} is not in English" for name in theirs.keys() - ours.keys() - extra)
    for compound in {BOUND, LISTED_COMPOUND} & theirs.keys():
        if places(theirs[compound]) != places(ours.get(BOUND)):
            yield f"names.{compound} leaves out a part"
