"""The frame of every report: colours and fonts of the web page, all inside one file."""

from __future__ import annotations

import base64
import re
from html import escape
from importlib.resources import files
from typing import Final

from caponata.engine.game import Game
from caponata.lab.plan import Job

SHEETS: Final = ("frame.css", "charts.css")
PLUS_MINUS: Final = "± and brackets are 95 % intervals, each for its figure alone"


def section(title: str, words: str, *parts: str) -> str:
    """A section with a heading. Empty parts are left out."""
    body = "".join(part for part in parts if part)
    return f"<section><h2>{escape(title)}</h2><p>{escape(words)}</p>{body}</section>"


def page(game: Game, kind: str, what: str, job: Job, body: str) -> str:
    """A self-contained page."""
    here = files("caponata.lab.report")
    sheets = (here.joinpath(name).read_text(encoding="utf-8") for name in SHEETS)
    style = "\n".join((_tokens(), *sheets))
    script = here.joinpath("report.js").read_text(encoding="utf-8")
    emblem = files(game.package).joinpath("web", "emblem.svg")
    picture = emblem.read_text(encoding="utf-8") if emblem.is_file() else ""
    setting = ", ".join(f"{name} {value}" for name, value in job.variants[0].options.items())
    origin = f"seed {job.seed} · rules {job.rules_version} · caponata {job.caponata}"
    return (
        '<!doctype html>\n<html lang="en" data-colours="system">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(game.title)}: {kind.lower()}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<header><div class="emblem" aria-hidden="true">{picture}</div><div><p class="kind">{kind}</p>'
        f"<h1>{escape(game.title)}</h1><p>{escape(what)}</p></div>"
        '<button type="button" id="colours" aria-label="light or dark">◐</button></header>\n'
        f"<main>{body}</main>\n"
        f"<footer><p>{escape(setting)}</p><p>{escape(origin)} · {PLUS_MINUS}</p></footer>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _tokens() -> str:
    """The colours and fonts of the web page, with embedded files."""
    web = files("caponata").joinpath("web")
    style = web.joinpath("style", "tokens.css").read_text(encoding="utf-8")

    def data_url(found: re.Match[str]) -> str:
        content = web.joinpath(*found[1].split("/")).read_bytes()
        kind = "font/woff2" if found[1].endswith("woff2") else "image/png"
        return f'url("data:{kind};base64,{base64.b64encode(content).decode()}")'

    return re.sub(r'url\("\.\./([^"]+)"\)', data_url, style)
