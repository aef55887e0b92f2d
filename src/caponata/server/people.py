"""People have a name and no password. Their identity is a token that the server signed and does not store."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import unicodedata
from typing import Final

import msgspec

from caponata.server.errors import RequestRefused

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


class IdentitySigner:
    """Signs identity tokens and verifies them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, person: Person) -> str:
        """Return the token of a person."""
        body = base64.urlsafe_b64encode(msgspec.json.encode(person)).rstrip(b"=")
        return f"{body.decode()}.{self._signature(body)}"

    def read(self, token: str) -> Person | None:
        """Return the person of a token, or None if this server did not sign it."""
        body, _, signature = token.partition(".")
        try:
            packed = body.encode("ascii")
            if not hmac.compare_digest(self._signature(packed).encode(), signature.encode("ascii")):
                return None
            return msgspec.json.decode(base64.urlsafe_b64decode(packed + b"=="), type=Person)
        except (UnicodeEncodeError, binascii.Error, msgspec.DecodeError):
            return None

    def _signature(self, body: bytes) -> str:
        digest = hmac.digest(self._secret, b"caponata-person-1:" + body, "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
