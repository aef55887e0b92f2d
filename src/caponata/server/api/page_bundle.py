"""The bundle of the web page, which `build_page.py` makes: where it is, and whether it is fresh.

This module needs the standard library only, because the build imports it before anything is installed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2]
BUNDLE: Final = "_page"  # the folder of the bundle inside the package
STAMP: Final = "bundle.json"
KIT: Final = "/web/kit.js"
SOURCES: Final = ("*.js", "*.css", "*.html")


def board_folders(package: Path = PACKAGE) -> list[Path]:
    """The folders of all games with a board of their own."""
    return sorted(path.parent for path in package.glob("games/*/web/board.js"))


def digest(package: Path = PACKAGE) -> str:
    """A hash of all files that a bundle is made from."""
    folders = [package / "web", *board_folders(package)]
    hashed = hashlib.sha256()
    for file in sorted({file for folder in folders for kind in SOURCES for file in folder.rglob(kind)}):
        content = file.read_bytes()
        hashed.update(f"{file.relative_to(package).as_posix()}\0{len(content)}\0".encode() + content)
    return hashed.hexdigest()


def fresh_bundle(package: Path = PACKAGE) -> Path | None:
    """The folder of the bundle, or None if there is none or a source changed after it was made."""
    try:
        made_from = json.loads((package / BUNDLE / STAMP).read_text(encoding="utf-8"))["sources"]
    except (OSError, ValueError, KeyError):
        return None
    return package / BUNDLE if made_from == digest(package) else None
