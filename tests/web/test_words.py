"""The page's texts are complete in every language, and none is unused."""

import re
from pathlib import Path
from typing import Any

import pytest

import caponata
from caponata.texts.check import differences, entries, read_catalogue

PACKAGE = Path(caponata.__file__).parent
CATALOGUES = PACKAGE / "web" / "texts"
MODULES = sorted(
    module
    for module in (*PACKAGE.glob("web/**/*.js"), *PACKAGE.glob("games/*/web/**/*.js"))
    if "vendor" not in module.parts
)
TRANSLATIONS = ("de", "fr", "nl")

SOURCE = "\n".join(module.read_text(encoding="utf-8") for module in MODULES)
SAY_CALL = re.compile(r"""\bsay(?:\.has)?\(\s*"([a-z][a-z.-]*)\"""")
QUOTED = re.compile(r'"([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)"')
COMPOSED = re.compile(r"`([a-z-]*\.?[a-z.-]*(?:\$\{[^`]*?\}[a-z.-]*)+)`")
PLACEHOLDER = re.compile(r"\$\{[^`]*?\}")


def english() -> dict[str, Any]:
    """All English texts of the page by key."""
    return entries(read_catalogue(CATALOGUES / "en.json"))


def composed_key_patterns() -> list[re.Pattern[str]]:
    """Patterns of keys that are composed at run time, such as `gone.${what}.title`.

    If a key begins with a placeholder, its first word must be quoted somewhere in the same module.
    """
    found = []
    for module in MODULES:
        source = module.read_text(encoding="utf-8")
        quoted = "|".join(re.escape(word) for word in QUOTED.findall(source))
        for composed in COMPOSED.findall(source):
            first, *rest = (re.escape(part) for part in PLACEHOLDER.split(composed))
            if first or rest[0].startswith(r"\."):
                start = first + "[a-z0-9-]+" if first else f"(?:{quoted})"
                found.append(re.compile(start + "[a-z0-9-]+".join(rest)))
    return found


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_have_the_same_texts_and_placeholders_as_english(language: str) -> None:
    english, translation = (read_catalogue(CATALOGUES / f"{name}.json") for name in ("en", language))
    assert differences(english, translation, language) == []


def test_every_text_used_by_the_page_is_in_the_catalogue() -> None:
    used = set(SAY_CALL.findall(SOURCE))
    assert "gone.shelf" in used  # the pattern finds something
    assert used - english().keys() == set()


def test_every_text_in_the_catalogue_is_used() -> None:
    quoted = set(QUOTED.findall(SOURCE))
    composed = composed_key_patterns()
    assert not any(pattern.fullmatch("shelf.nonsense") for pattern in composed)
    unused = [
        key
        for key in english()
        if key not in quoted and not any(pattern.fullmatch(key) for pattern in composed)
    ]
    assert unused == []
