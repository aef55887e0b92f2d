"""People, who have a name and no password, and the hashes of the keys and links of their seats."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

import msgspec

from caponata.server.tables.errors import RequestRefused

MAX_NAME_LENGTH: Final = 24


class Person(msgspec.Struct, frozen=True):
    """A person: an id and a name."""

    person: str
    name: str


def clean_name(name: str) -> str:
    """Return a name without extra spaces, or refuse it."""
    cleaned = " ".join(name.split())
    if not cleaned:
        raise RequestRefused(400, "no-name", "a name needs at least one character")
    if len(cleaned) > MAX_NAME_LENGTH:
        sentence = f"a name has at most {MAX_NAME_LENGTH} characters"
        raise RequestRefused(400, "long-name", sentence, facts={"count": MAX_NAME_LENGTH})
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") for character in cleaned):
        raise RequestRefused(400, "odd-name", "a name must consist of visible characters")
    return cleaned


def hashed(secret: str) -> str:
    """Return the hash of a key or link, which is stored in its place."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
