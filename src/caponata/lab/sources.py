"""A digest of the bots' source code, which shows whether logged games were played by the same bots."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

from caponata.engine.game import Game

BOTS: Final = "caponata.bots"
DIGITS: Final = 16


def bots_digest(game: Game) -> str:
    """A digest of the bots, and of a game's rules, hints, worlds and reactions."""
    modules = [type(game.hints).__module__, game.worlds.__module__]
    if game.reactions is not None:
        modules.append(game.reactions().react.__module__)
    return _digest(game.package, tuple(modules))


@cache
def _digest(package: str, modules: tuple[str, ...]) -> str:
    waiting = [f"{BOTS}.names", f"{BOTS}.reactions", *modules]
    sources: dict[str, str] = {}
    while waiting:
        module = waiting.pop()
        home, _, name = module.rpartition(".")
        if module in sources or home not in (BOTS, package):
            continue
        file = files(home).joinpath(f"{name}.py")
        if file.is_file():
            tree = ast.parse(file.read_text(encoding="utf-8"))
            sources[module] = code_without_comments(tree)
            waiting += [
                node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module
            ]
    text = "\n".join(sources[module] for module in sorted(sources))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def code_without_comments(tree: ast.Module) -> str:
    """The code of a module without comments and docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.unparse(tree)
