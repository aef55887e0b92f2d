"""The files of a game's texts: one catalogue and one rulebook page per language."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from caponata.engine.game import Game

RULE_PARAGRAPH = re.compile(r"^\*\*([A-Z]+-\d+\.\d+)\*\*\s+(.+?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)

ENGLISH = "en"


class TextError(LookupError):
    """A missing text, page or language, with the place to add it."""


def languages(game: Game) -> tuple[str, ...]:
    """The languages that a game can be played in."""
    return _languages(game.package, "texts", ".json")


def rulebook_languages(game: Game) -> tuple[str, ...]:
    """The languages of a game's rulebook pages. English is always among them."""
    return _languages(game.package, "rulebook", ".md")


def rulebook_language(game: Game, preferred: str) -> str:
    """The language of the rulebook page for a reader: the preferred one, or English if it has no page."""
    return preferred if preferred in rulebook_languages(game) else ENGLISH


def rulebook(game: Game, language: str = ENGLISH) -> str:
    """A game's rulebook page, as Markdown."""
    return _read(game.package, "rulebook", language, ".md")


def rules(game: Game, language: str = ENGLISH) -> dict[str, str]:
    """All rules of a rulebook page: each id with its paragraph, in the order of the page."""
    return dict(paragraphs(rulebook(game, language)))


def rule(game: Game, rule_id: str, language: str = ENGLISH) -> str:
    """The paragraph of one rule."""
    page = rules(game, language)
    if rule_id not in page:
        raise TextError(f"the rulebook of {game.title} has no rule '{rule_id}'")
    return page[rule_id]


def paragraphs(page: str) -> list[tuple[str, str]]:
    """The rules of a page: paragraphs that begin with a bold id, such as **LUX-3.4**."""
    return [(rule_id, " ".join(text.split())) for rule_id, text in RULE_PARAGRAPH.findall(page)]


def _languages(package: str, folder: str, ending: str) -> tuple[str, ...]:
    pages = files(package).joinpath(folder)
    return tuple(sorted(page.name[: -len(ending)] for page in pages.iterdir() if page.name.endswith(ending)))


def _read(package: str, folder: str, language: str, ending: str) -> str:
    known = _languages(package, folder, ending)
    if language not in known:
        raise TextError(f"{package}: there is no {folder}/{language}{ending}, only {', '.join(known)}")
    return files(package).joinpath(folder, language + ending).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def catalogue(package: str, language: str) -> dict[str, Any]:
    """Read the catalogue of a game's package in one language."""
    texts: dict[str, Any] = json.loads(_read(package, "texts", language, ".json"))
    return texts
