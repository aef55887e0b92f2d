"""Refusals of requests: a sentence for people and a code for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from caponata.engine.log import ClosedDecision, IllegalMove, TableError, UndoRefused
from caponata.engine.moves import MoveError
from caponata.store import StoreDown


class ErrorBody(msgspec.Struct):
    """A refusal as clients receive it, over HTTP and over a socket; `status` is the HTTP status.

    If a rule forbids a move, `rule`, `reason` and `facts` are those of the engine's `Refusal`.
    """

    status: int
    code: str
    sentence: str
    rule: str | None = None
    reason: str | None = None
    facts: Mapping[str, Any] = {}


class RequestRefused(Exception):
    """A request was refused; `body` is sent to the client as it is."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        *,
        rule: str | None = None,
        reason: str | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.body = ErrorBody(status, code, sentence, rule, reason, facts or {})

    @property
    def status(self) -> int:
        """HTTP status."""
        return self.body.status

    @property
    def code(self) -> str:
        """Code for programs."""
        return self.body.code

    @property
    def sentence(self) -> str:
        """Sentence for people."""
        return self.body.sentence


def refusal_from(error: TableError | MoveError) -> RequestRefused:
    """Convert an engine error into a refusal."""
    sentence = str(error)
    match error:
        case IllegalMove():
            why = error.refusal
            return RequestRefused(
                409, "illegal-move", sentence, rule=why.rule, reason=why.reason, facts=why.facts
            )
        case ClosedDecision():
            return RequestRefused(409, "closed-decision", sentence)
        case UndoRefused():
            return RequestRefused(409, "no-undo", sentence)
        case MoveError():
            return RequestRefused(400, "no-such-move", sentence)
        case _:
            return RequestRefused(409, "not-now", sentence)


@contextmanager
def store_required() -> Iterator[None]:
    """Refuse the request if the store fails inside the block."""
    try:
        yield
    except StoreDown as error:
        raise RequestRefused(503, "store-down", str(error)) from None
