"""A person's identity is a token that the server signed and does not store."""

from __future__ import annotations

import base64
import binascii
import hmac

import msgspec

from caponata.server.tables.people import Person


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
