"""Refusals of requests: a sentence for people and a code for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from caponata.engine.log import ClosedDecision, IllegalMove, TableError, UndoRefused
from caponata.engine.moves import MoveError
from caponata.store import StoreDown


class RequestRefused(Exception):
    """A request was refused; `status` is the HTTP status."""

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
        self.status = status
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.reason = reason
        self.facts = dict(facts or {})

    def to_json(self) -> dict[str, Any]:
        """Return the refusal as it is sent to clients."""
        return {
            "status": self.status,
            "code": self.code,
            "sentence": self.sentence,
            "rule": self.rule,
            "reason": self.reason,
            "facts": self.facts,
        }


def refusal_from(error: TableError | MoveError) -> RequestRefused:
    """Convert an engine error into a refusal."""
    sentence = str(error)
    match error:
        case IllegalMove():
            why = error.refusal
            return RequestRefused(
                409, "illegal-move", sentence, rule=why.rule, reason=why.reason, facts=dict(why.facts)
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
