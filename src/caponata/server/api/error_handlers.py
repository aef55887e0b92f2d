"""Checks of every HTTP request, and the responses to errors."""

from __future__ import annotations

import logging
from typing import Any, get_args

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, SerializationException

from caponata.server.api.accounts import AnyRequest
from caponata.server.rate_limits import RateLimiter, network
from caponata.server.tables.creation import BotSpeed, SeatKind
from caponata.server.tables.errors import ErrorBody, RequestRefused
from caponata.store import StoreDown

logger = logging.getLogger("caponata.server")
WITH_BODY = ("POST", "PUT")
HTTP_ERROR_SENTENCES = {
    404: "there is nothing at this address",
    405: "this method is not allowed at this address",
    413: "the request is too long",
    415: "the body of a request must be JSON",
}
MSGSPEC_CHOICE_ERROR = "Invalid enum value "  # prefix of msgspec's message
CHOICES = {"bot_speed": get_args(BotSpeed), "is": get_args(SeatKind)}


async def check_request(request: AnyRequest) -> None:
    """Refuse too many requests, and bodies that are not JSON."""
    limiter: RateLimiter = request.app.state.request_limiter
    if not limiter.take(network(request)):
        raise RequestRefused(429, "flood", "too many requests: wait a moment")
    if request.method in WITH_BODY and request.content_type[0] != MediaType.JSON:
        raise HTTPException(status_code=415)
    if request.method in WITH_BODY:
        try:
            await request.json()
        except UnicodeDecodeError:
            raise RequestRefused(400, "bad-request", "the body is not valid UTF-8") from None
        except RecursionError:
            raise RequestRefused(400, "bad-request", "the body is nested too deeply") from None
        except SerializationException:
            raise RequestRefused(400, "bad-request", "the body is not JSON") from None


def refusal_response(request: AnyRequest, error: RequestRefused) -> Response[ErrorBody]:
    """Answer a refused request."""
    return Response(error.body, status_code=error.status)


def store_down(request: AnyRequest, error: StoreDown) -> Response[ErrorBody]:
    """Answer a request that needs the store while it is unavailable."""
    return refusal_response(request, RequestRefused(503, "store-down", str(error)))


def http_error(request: AnyRequest, error: HTTPException) -> Response[ErrorBody]:
    """Convert a framework error into an error response of this API."""
    status = error.status_code
    sentence = HTTP_ERROR_SENTENCES.get(status, error.detail)
    extra = getattr(error, "extra", None)
    if status == 400 and isinstance(extra, list):
        sentence = "; ".join(map(_wrong_field, extra)) or sentence
    code = "bad-request" if status == 400 else f"http-{status}"
    headers = {"allow": error.headers["allow"]} if error.headers and "allow" in error.headers else {}
    refusal = ErrorBody(status, code, sentence)
    return Response(refusal, status_code=status, headers=headers)


def _wrong_field(error: dict[str, Any]) -> str:
    """Describe an invalid field; for an enumerated field, name its values."""
    key, message = error.get("key", "body"), str(error.get("message"))
    choices = CHOICES.get(key.rpartition(".")[2])
    if choices is None or not message.startswith(MSGSPEC_CHOICE_ERROR):
        return f"{key}: {message}"
    return f"{key} is one of {', '.join(choices)}, not {message.removeprefix(MSGSPEC_CHOICE_ERROR)}"


def failure(request: AnyRequest, error: Exception) -> Response[ErrorBody]:
    """Answer and log a request that failed because of a bug."""
    logger.error("request failed: path=%s", request.url.path, exc_info=error)
    return refusal_response(
        request, RequestRefused(500, "failure", "something went wrong on the server: the error was logged")
    )
