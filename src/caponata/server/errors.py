"""What the server does not do, and why: one sentence for a person, a code for a program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from caponata.engine.log import ClosedDecision, IllegalMove, TableError, UndoRefused
from caponata.engine.moves import MoveError
from caponata.store import StoreDown


class RequestRefused(Exception):
    """A request that is not granted; `status` is that of HTTP."""

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
        """The refusal as it goes over the wire."""
        return {
            "status": self.status,
            "code": self.code,
            "sentence": self.sentence,
            "rule": self.rule,
            "reason": self.reason,
            "facts": self.facts,
        }


def refusal_from(error: TableError | MoveError) -> RequestRefused:
    """What the engine did not allow, as the server says it."""
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
    """Refuse what the store is needed for while it is down."""
    try:
        yield
    except StoreDown as error:
        raise RequestRefused(503, "store-down", str(error)) from None
