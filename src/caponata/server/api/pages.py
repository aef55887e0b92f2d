"""The web page: the shell and the boards of all games, served from the package.

With a fresh bundle, files have a version in their address and browsers keep them for good. Without one,
browsers load the plain modules and revalidate them on every use, so a developer only reloads the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from litestar import HttpMethod, MediaType, Response, route
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from caponata.catalogue import games
from caponata.server.api.accounts import AnyRequest, InjectedService
from caponata.server.api.page_bundle import KIT, fresh_bundle
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.service import TableService
from caponata.store import StoreDown
from caponata.texts import Texts

WEB: Final = Path(str(files("caponata"))) / "web"
FOREVER: Final = 365 * 24 * 3600  # seconds
INLINE_SCRIPT: Final = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
PLAIN: Final = re.compile(r" *<!-- plain -->.*<!-- end of plain -->\n", re.DOTALL)
DESCRIPTION: Final = "Five tabletop games around one table: alone with bots, or with friends."
SHARED_MODULES: Final = ("preact", "preact/hooks", "htm/preact", "@preact/signals", KIT)
WITH_TABLE: Final = ("t", "r")  # first parts of addresses that end with a table's id
WITH_GAME: Final = ("new", "rules")  # first parts of addresses that end with a game's name


class Page:
    """The page as this server delivers it."""

    def __init__(self) -> None:
        self.bundle = fresh_bundle()
        self.folders: Mapping[str, Path] = {
            "/web": WEB,
            **{f"/games/{game.name}": Path(str(files(game.package))) / "web" for game in games()},
        }

    @cached_property
    def prefix(self) -> str:
        """The prefix of every file's address: empty, or with a hash that changes with any file."""
        if self.bundle is None:
            return ""
        hashed = hashlib.sha256()
        for folder in (*self.folders.values(), self.bundle):
            for file in sorted(path for path in folder.rglob("*") if path.is_file()):
                hashed.update(f"{file.name}\0".encode() + file.read_bytes())
        return f"/files/{hashed.hexdigest()[:16]}"

    @cached_property
    def template(self) -> str:
        """The page without its title and description."""
        colours = "".join(
            (folder / "colours.css").read_text(encoding="utf-8")
            for folder in self.folders.values()
            if (folder / "colours.css").is_file()
        )
        scheme = (WEB / "colourscheme.js").read_text(encoding="utf-8")
        page = (WEB / "index.html").read_text(encoding="utf-8")
        if self.bundle is not None:
            page = PLAIN.sub(lambda _: self._bundled_head(), page).replace('="/web/', f'="{self.prefix}/web/')
        page = page.replace("<!-- colours -->", f"<style>\n{colours}</style>")
        return page.replace("<!-- colour scheme -->", f"<script>\n{scheme}</script>")

    def _bundled_head(self) -> str:
        """The tags that load the bundle instead of the plain modules."""
        shell = f"{self.prefix}/web/shell.js"
        modules = json.dumps({"imports": dict.fromkeys(SHARED_MODULES, shell)})
        return (
            f'    <meta name="files" content="{self.prefix}" />\n'
            '    <link rel="stylesheet" href="/web/style/page.css" />\n'
            f'    <script type="importmap">{modules}</script>\n'
            '    <link rel="preload" href="/web/texts/en.json" as="fetch" crossorigin />\n'
            '    <script type="module" src="/web/shell.js"></script>\n'
        )

    def html(self, title: str, description: str, address: str) -> str:
        """The page with the tags that browsers and link previews show."""
        site, _, _ = address.partition("//")[2].partition("/")
        origin = f"{address.partition('//')[0]}//{site}"
        tags = {
            "og:title": title,
            "og:description": description,
            "og:type": "website",
            "og:site_name": "caponata",
            "og:url": address,
            "og:image": f"{origin}{self.prefix}/web/preview.png",
            "og:image:alt": "caponata: tabletop games around one table",
        }
        about = [
            f"<title>{escape(title)}</title>",
            f'<meta name="description" content="{escape(description)}" />',
            *(f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()),
            '<meta name="twitter:card" content="summary_large_image" />',
        ]
        return self.template.replace("<!-- about -->", "\n    ".join(about))

    def security_headers(self) -> dict[str, str]:
        """Headers of every response: only our own scripts may run, and no other site may embed the page."""
        inline = INLINE_SCRIPT.findall(self.template)
        hashes = " ".join(
            f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
            for script in inline
        )
        return {
            "content-security-policy": (
                f"default-src 'self'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
                "img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; "
                "base-uri 'none'; form-action 'self'"
            ),
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
        }

    def routers(self) -> Sequence[Any]:
        """Serve the files under their plain addresses and, with a bundle, under versioned ones."""
        routers = []
        revalidated = CacheControlHeader(no_cache=True)
        kept = CacheControlHeader(max_age=FOREVER, public=True, immutable=True)
        for path, folder in self.folders.items():
            if not folder.is_dir():
                continue
            routers.append(create_static_files_router(path, [folder], cache_control=revalidated))
            if self.bundle is not None:
                bundled = self.bundle / ("web" if folder == WEB else f"games/{folder.parent.name}")
                versioned, name = f"{self.prefix}{path}", f"files{path}"
                routers.append(
                    create_static_files_router(versioned, [bundled, folder], name=name, cache_control=kept)
                )
        return routers


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    media_type=MediaType.HTML,
)
async def page(request: AnyRequest, service: InjectedService, path: FromPath[str] = "") -> Response[str]:
    """Serve the page at every address that is not used otherwise."""
    if path.startswith("/api"):
        raise RequestRefused(404, "no-such-address", "there is nothing at this address: see /api/schema")
    if path.startswith("/files/"):
        raise NotFoundException("this version of the page is gone: load it again")
    delivered: Page = request.app.state.page
    title, description = await _about(service, path)
    html = delivered.html(title, description, str(request.url))
    etag = f'"{hashlib.sha256(html.encode()).hexdigest()[:16]}"'
    headers = {"cache-control": "no-cache", "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response("", status_code=304, headers=headers)
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)


async def _about(service: TableService, path: str) -> tuple[str, str]:
    """The title and description of an address."""
    first, _, last = path.strip("/").partition("/")
    name = last
    if first in WITH_TABLE and last:
        name = await _game_of(service, last)
    if first in (*WITH_TABLE, *WITH_GAME):
        for game in games():
            if game.name == name:
                texts = Texts(game)
                title = f"{texts.title} · caponata"
                return (f"Rules of {title}" if first == "rules" else title), texts.blurb
    return "caponata", DESCRIPTION


async def _game_of(service: TableService, table: str) -> str:
    """The name of a table's game, or an empty string if it is unknown."""
    try:
        header = await service.store.header(table)
    except StoreDown:
        return ""
    return header.game if header is not None else ""
