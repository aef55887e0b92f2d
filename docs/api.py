"""Write docs/api.md, the list of public names: `python docs/api.py`."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Final

import caponata
import caponata.engine
import caponata.texts

PAGE: Final = Path(__file__).with_suffix(".md")
SOURCE: Final = Path(__file__).parents[1] / "src"
CONSTANTS: Final = {
    "__version__": "The installed version.",
    "CHANCE": "The seat number of chance.",
    "CHANCE_ACTS": "The value of `Position.to_act` while chance is to move.",
    "NOBODY": "The value of `Position.to_act` when the game is over.",
    "SPECTATOR": "The viewer who holds no seat.",
    "Effect": "A consequence of a move: a number for its kind and three arguments.",
    "Event": 'What a viewer sees of a move or an effect: a dict with "event", "seat" and "rule".',
    "View": "Everything that one seat may know: a dict of plain data.",
}
HEAD: Final = """# Public API

Everything listed here is public; everything else may change without notice. Made by `python docs/api.py`.

```python
import caponata

table = caponata.open_table("capital-lux", ["Ann", "Ben"])
bots = [caponata.make_bot(table.game, level, seed=1) for level in ("casual", "expert")]
while table.acting:
    seat = table.acting[0]
    table.play(seat, bots[seat].choose(table.view(seat)))
print(table.outcome().scores)
```
"""


def row(name: str, value: Any) -> str:
    """A name with its parameters and the first paragraph of its docstring."""
    if name in CONSTANTS:
        return f"| `{name}` | {CONSTANTS[name]} |"
    node = definition(value)
    summary = (ast.get_docstring(node) or "").split("\n\n")[0]
    parameters = ""
    if isinstance(node, ast.FunctionDef):
        arguments = [*node.args.args, *node.args.kwonlyargs]
        parameters = f"({', '.join(argument.arg for argument in arguments)})"
    return f"| `{name}{parameters}` | {' '.join(summary.split())} |"


def definition(value: Any) -> ast.FunctionDef | ast.ClassDef:
    """The source of a class or function: compiled ones have no docstring."""
    path = SOURCE.joinpath(*value.__module__.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return next(
        node
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == value.__name__
    )


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module in (caponata, caponata.engine, caponata.texts):
        rows = [row(name, getattr(module, name)) for name in module.__all__]
        parts.append(f"## `{module.__name__}`\n| name | meaning |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
