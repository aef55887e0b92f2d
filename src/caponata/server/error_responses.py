"""How the OpenAPI description tells what may be refused."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.datastructures import ResponseSpec


class ErrorResponse(msgspec.Struct):
    """Why a request is refused."""

    status: int
    code: str
    sentence: str
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, Any] = {}


ERROR_RESPONSES = {
    status: ResponseSpec(ErrorResponse, description=words, generate_examples=False)
    for status, words in (
        (400, "the request is wrong"),
        (401, "say who you are first"),
        (403, "this is not for you"),
        (404, "there is no such thing"),
        (405, "this cannot be done at this address"),
        (409, "not now"),
        (410, "gone for good"),
        (413, "too long"),
        (415, "the body is not JSON"),
        (429, "too often"),
        (500, "something went wrong in the server"),
        (503, "the store cannot be reached"),
    )
}
