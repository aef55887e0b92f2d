"""The texts of a game in every language: sentences, names and rulebook pages."""

from caponata.texts.pages import (
    TextError,
    languages,
    rule,
    rulebook,
    rulebook_language,
    rulebook_languages,
    rules,
)
from caponata.texts.sentences import Sentence, Texts

__all__ = [
    "Sentence",
    "TextError",
    "Texts",
    "languages",
    "rule",
    "rulebook",
    "rulebook_language",
    "rulebook_languages",
    "rules",
]
