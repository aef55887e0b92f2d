"""The error responses of the OpenAPI description."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.datastructures import ResponseSpec


class ErrorResponse(msgspec.Struct):
    """The body of an error response."""

    status: int
    code: str
    sentence: str
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, Any] = {}


ERROR_RESPONSES = {
    status: ResponseSpec(ErrorResponse, description=description, generate_examples=False)
    for status, description in (
        (400, "the request is invalid"),
        (401, "introduce yourself first"),
        (403, "this is not allowed"),
        (404, "not found"),
        (405, "this method is not allowed at this address"),
        (409, "not possible in the current state"),
        (410, "no longer available"),
        (413, "too long"),
        (415, "the body is not JSON"),
        (429, "too many requests"),
        (500, "internal error"),
        (503, "the store is unavailable"),
    )
}
