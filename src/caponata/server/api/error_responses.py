"""The error responses of the OpenAPI description."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from caponata.server.tables.errors import ErrorBody

ERROR_RESPONSES = {
    status: ResponseSpec(ErrorBody, description=description, generate_examples=False)
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
