"""What makes bots play as they do: a digest of their sources, which tells whether old games still count."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from caponata.engine.game import Game

BOTS: Final = "caponata.bots"
JUDGES: Final = ("hints", "worlds", "reaction")  # modules of a game that bots ask
ENOUGH: Final = 16  # digits of a digest


def bots_digest(game: Game) -> str:
    """A digest of the bots, and of the rules, hints and worlds that they play a game by."""
    return _digest(game.package)


@cache
def _digest(package: str) -> str:
    todo = [f"{BOTS}.names", f"{BOTS}.reactions", *(f"{package}.{name}" for name in JUDGES)]
    found: dict[str, str] = {}
    while todo:
        module = todo.pop()
        home, _, name = module.rpartition(".")
        if module in found or home not in (BOTS, package):
            continue
        file = folder(home) / f"{name}.py"
        if file.exists():
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found[module] = what_it_does(tree)
            todo += [
                each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.module
            ]
    return hashlib.sha256("\n".join(found[module] for module in sorted(found)).encode()).hexdigest()[:ENOUGH]


def folder(package: str) -> Path:
    """Where the sources of a package are; compiled modules lie elsewhere."""
    file = import_module(package).__file__
    assert file is not None
    return Path(file).parent


def what_it_does(tree: ast.Module) -> str:
    """A module without comments and sentences about it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.unparse(tree)
