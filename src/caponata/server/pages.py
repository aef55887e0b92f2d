"""The web page: the shell and the boards of all games, served from the package."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.static_files import create_static_files_router

from caponata.catalogue import games
from caponata.server.errors import RequestRefused

WEB = Path(str(files("caponata"))) / "web"
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def security_headers() -> dict[str, str]:
    """Headers of every response: only our own scripts run, and no other site may frame the page."""
    page = WEB / "index.html"
    inline = INLINE_SCRIPT.findall(page.read_text(encoding="utf-8")) if page.is_file() else []
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in inline
    )
    return {
        "content-security-policy": (
            f"default-src 'self'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; "
            "form-action 'self'"
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
    }


@get(["/", "/{path:path}"], include_in_schema=False, media_type=MediaType.HTML)
async def page(path: FromPath[str] = "") -> Response[Any] | File:
    """Serve the page at every address that is not used otherwise."""
    if path.startswith("/api"):
        raise RequestRefused(404, "no-such-address", "there is nothing at this address: see /api/schema")
    if not (WEB / "index.html").is_file():
        raise NotFoundException("the page is not installed")
    return File(WEB / "index.html", media_type="text/html; charset=utf-8", content_disposition_type="inline")


def static_routers() -> Sequence[Any]:
    """Serve the files of the shell and the boards; browsers revalidate them on every use."""
    folders = {"/web": WEB}
    for game in games():
        folders[f"/games/{game.name}"] = Path(str(files(game.package))) / "web"
    return [
        create_static_files_router(path, [folder], cache_control=CacheControlHeader(no_cache=True))
        for path, folder in folders.items()
        if folder.is_dir()
    ]
