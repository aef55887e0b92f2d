"""Five tabletop games whose names begin with "Cap", on one rules kernel.

The public API consists of the names in `__all__`, here, in `caponata.engine` and in `caponata.texts`;
everything else is private. Names are imported on first use, so `import caponata` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caponata.version import __version__

if TYPE_CHECKING:
    from caponata.api import all_games, analyse, load_record, open_table, replay, simulate, verify
    from caponata.bots import bot_names, make_bot
    from caponata.catalogue import find_game
    from caponata.engine.record import Record, save_record

__all__ = [
    "Record",
    "__version__",
    "all_games",
    "analyse",
    "bot_names",
    "find_game",
    "load_record",
    "make_bot",
    "open_table",
    "replay",
    "save_record",
    "simulate",
    "verify",
]

_MODULES = {
    "Record": "caponata.engine.record",
    "all_games": "caponata.api",
    "analyse": "caponata.api",
    "bot_names": "caponata.bots",
    "find_game": "caponata.catalogue",
    "load_record": "caponata.api",
    "make_bot": "caponata.bots",
    "open_table": "caponata.api",
    "replay": "caponata.api",
    "save_record": "caponata.engine.record",
    "simulate": "caponata.api",
    "verify": "caponata.api",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'caponata' has no attribute '{name}'")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return __all__
