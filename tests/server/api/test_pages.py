"""The page: its addresses, its versioned files and what link previews show."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from build_page import flat_style
from litestar import Litestar
from litestar.testing import TestClient

from caponata.server.api.page_bundle import BUNDLE, PACKAGE, fresh_bundle
from caponata.server.app import make_app
from caponata.server.settings import Settings

Client = TestClient[Litestar]
needs_bundle = pytest.mark.skipif(fresh_bundle() is None, reason="the page is not bundled: run build_page.py")


@pytest.fixture
def client() -> Iterator[Client]:
    with TestClient(make_app(Settings())) as client:
        yield client


def content(html: str, name: str) -> str:
    """The content of a meta tag."""
    found = re.search(f'<meta (?:name|property)="{name}" content="([^"]*)"', html)
    assert found is not None, name
    return found[1]


def test_head_request_is_answered_like_a_get_without_a_body(client: Client) -> None:
    head = client.head("/")
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == client.get("/").headers["content-type"]


def test_unchanged_page_is_not_sent_again(client: Client) -> None:
    first = client.get("/")
    again = client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@needs_bundle
def test_browsers_cache_versioned_files_forever(client: Client) -> None:
    page = client.get("/").text
    prefix = content(page, "files")
    addresses = re.findall(rf'(?:src|href)="({prefix}[^"]+)"', page)
    assert {Path(address).name for address in addresses} >= {"shell.js", "page.css", "favicon.svg"}
    for address in [*addresses, f"{prefix}/games/capo/board.js", f"{prefix}/games/capo/emblem.svg"]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]


@needs_bundle
def test_files_of_another_version_are_not_served(client: Client) -> None:
    assert client.get("/files/0123456789abcdef/web/shell.js").status_code == 404


@needs_bundle
def test_bundled_board_leaves_kit_and_libraries_to_the_page(client: Client) -> None:
    page = client.get("/").text
    board = client.get(f"{content(page, 'files')}/games/capo/board.js").text
    imported = set(re.findall(r'from"([^"]+)"', board))
    assert imported == {"htm/preact", "preact/hooks", "/web/kit.js"}
    assert all(f'"{name}": "{content(page, "files")}/web/shell.js"' in page for name in imported)


def test_plain_modules_are_revalidated(client: Client) -> None:
    assert client.get("/web/kit.js").headers["cache-control"] == "no-cache"


@needs_bundle
def test_changed_source_makes_the_bundle_stale(tmp_path: Path) -> None:
    package = tmp_path / "caponata"
    for name in ("web", "games", BUNDLE):
        shutil.copytree(PACKAGE / name, package / name)
    assert fresh_bundle(package) == package / BUNDLE
    with (package / "games/capo/web/board.css").open("a") as style:
        style.write("/* changed */\n")
    assert fresh_bundle(package) is None


def test_build_inlines_imported_style_sheets(tmp_path: Path) -> None:
    (tmp_path / "web/style").mkdir(parents=True)
    (tmp_path / "web/style/shared.css").write_text(".shared {}\n")
    (tmp_path / "own.css").write_text(".own {}\n")
    board = tmp_path / "board.css"
    board.write_text('@import url("own.css");\n@import url("/web/style/shared.css");\n.board {}\n')
    assert flat_style(board, tmp_path / "web") == ".own {}\n.shared {}\n.board {}\n"


def test_page_of_a_game_has_its_title_and_description(client: Client) -> None:
    rules = client.get("/rules/capital-lux").text
    assert "<title>Rules of Capital Lux · caponata</title>" in rules
    assert content(rules, "description") == content(rules, "og:description")
    assert "capital" in content(rules, "og:description")
    image = content(rules, "og:image")
    assert client.get(image).headers["content-type"] == "image/png"


def test_link_to_a_table_shows_its_game(client: Client) -> None:
    client.post("/api/me", json={"name": "Ann"})
    order = {"game": "capone", "seats": [{"is": "me"}, {"is": "bot", "level": "casual"}, {"is": "open"}]}
    table = client.post("/api/tables", json=order).json()["table"]
    assert "<title>Capone · caponata</title>" in client.get(f"/t/{table}").text


def test_address_is_escaped_in_the_page(client: Client) -> None:
    page = client.get('/t/"><script>alert(1)</script>').text
    assert "<script>alert" not in page
