"""Write the list of files in OVERVIEW.md from their docstrings: `python docs/overview.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "caponata"
PAGE: Final = ROOT / "OVERVIEW.md"
BEGIN: Final = "<!-- files: made by `python docs/overview.py` -->"
END: Final = "<!-- end of files -->"
FOLDERS: Final = (
    *(".", "engine", "games/caper", "games/capital_lux", "games/capo", "games/capo_dei_capi", "games/capone"),
    *(
        "games/capio",
        "texts",
        "bots",
        "store",
        "server",
        "server/tables",
        "server/connections",
        "server/scheduler",
    ),
    *("server/api", "lab", "lab/report", "adapters", "secrecy", "cli", "web", "web/screens", "web/parts"),
)
FIRST_COMMENT: Final = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def summary(file: Path) -> str:
    """The first paragraph of a file's docstring or first comment, on one line."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        description = ast.get_docstring(ast.parse(text)) or ""
    else:
        comment = FIRST_COMMENT.match(text)
        description = re.sub(r"^\s*\*\s?", "", comment[1], flags=re.MULTILINE).strip() if comment else ""
    return " ".join(description.split("\n\n")[0].split("\n@")[0].split())


def lines() -> Iterator[str]:
    """The list of all files, by folder."""
    for folder in FOLDERS:
        files = sorted([*(PACKAGE / folder).glob("*.py"), *(PACKAGE / folder).glob("*.js")])
        described = [(file.name, summary(file)) for file in files]
        yield f"### `{folder}/`" if folder != "." else "### `src/caponata/`"
        yield "| file | what it holds |"
        yield "|---|---|"
        yield from (f"| `{name}` | {text.replace('|', '/')} |" for name, text in described if text)
        yield ""


def page(text: str) -> str:
    """OVERVIEW.md with the current list of files."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return "\n".join([f"{before}{BEGIN}", *lines(), f"{END}{after}"])


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
