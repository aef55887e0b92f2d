"""Write the TypeScript types of views and messages from their declarations: `python docs/typescript.py`."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import ModuleType, NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec import UnsetType

from caponata.catalogue import BUILT_IN, find_game
from caponata.engine.game import Game
from caponata.engine.view_types import UNIONS, fields_of, words_of
from caponata.server.api import responses
from caponata.server.api.library import GameCard, RulePage
from caponata.server.api.tables import LinkToken, SeatKeys
from caponata.server.connections import messages, sent_messages
from caponata.server.tables.cards import Card, CardSeat
from caponata.server.tables.clock import Clock
from caponata.server.tables.creation import CreatedTable, SeatOrder, TableOrder
from caponata.server.tables.errors import ErrorBody
from caponata.server.tables.results import Event

PLAIN: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    None: "null",
}
HEAD: Final = "/** {} Generated from `{}` by `python docs/typescript.py`; do not edit. */"
WIDTH: Final = 110
WEB: Final = Path(str(files("caponata"))) / "web"
ALIASES: Final = ("Status", "BotSpeed", "Proposal", "Ending")
SHARED: Final = (Clock, CardSeat)
RESPONSES: Final = (
    *(
        GameCard,
        RulePage,
        SeatKeys,
        LinkToken,
        Card,
        responses.MyCard,
        responses.OwnCard,
        CreatedTable,
        ErrorBody,
    ),
    *(
        responses.Me,
        responses.Identity,
        responses.RecordFile,
        responses.Replay,
        responses.Analysis,
        responses.Address,
    ),
)
REQUESTS: Final = (SeatOrder, TableOrder)


def typescript(declared: Any, names: Mapping[Any, str]) -> str:
    """A type in TypeScript; types in `names` are written by name."""
    if declared in names:
        return names[declared]
    if declared is Any or declared is object:
        return "unknown"
    if declared in PLAIN:
        return PLAIN[declared]
    origin, arguments = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return typescript(arguments[0], names)
    if origin is Literal:
        return " | ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in arguments)
    if origin in UNIONS:
        return " | ".join(typescript(each, names) for each in union_parts(declared, names))
    if origin in (list, Sequence):
        item = typescript(arguments[0], names)
        return f"({item})[]" if " " in item and not item.startswith("Record") else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(typescript(each, names) for each in arguments)}]"
    if origin in (dict, Mapping):
        return f"Record<{typescript(arguments[0], names)}, {typescript(arguments[1], names)}>"
    raise TypeError(f"{declared!r} has no form in TypeScript")


def union_parts(declared: Any, names: Mapping[Any, str]) -> list[Any]:
    """The parts of a union; a named union of words inside a larger one stays together."""
    parts = list(get_args(declared))
    for named in names:
        inner = list(get_args(named)) if get_origin(named) in UNIONS else []
        if inner and named != declared and all(part in parts for part in inner):
            parts = [named, *(part for part in parts if part not in inner)]
    return parts


def comment(declared: Any) -> Iterator[str]:
    """A declaration's docstring as a comment."""
    text = declared.__doc__ or ""
    if not text or text.startswith("dict("):
        return
    lines = [line.strip() for line in text.replace("None", "null").strip().splitlines()]
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
    else:
        yield "/**"
        yield from (f" * {line}".rstrip() for line in lines)
        yield " */"


def parts_within(declared: Any) -> Iterator[tuple[Any, ...]]:
    """The TypedDicts of every union inside a type."""
    if get_origin(declared) in UNIONS:
        yield tuple(part for part in get_args(declared) if is_typeddict(part))
    hints = (
        [hint for hint, _ in fields_of(declared).values()] if is_typeddict(declared) else get_args(declared)
    )
    for hint in hints:
        if not is_typeddict(hint):
            yield from parts_within(hint)


def absent_fields(declared: Any, types: Iterable[Any]) -> list[str]:
    """The fields that the other parts of a union have, and this part does not."""
    others = [part for each in types for parts in parts_within(each) if declared in parts for part in parts]
    own = fields_of(declared)
    return list(dict.fromkeys(name for other in others for name in fields_of(other) if name not in own))


def fields_type(declared: Any, names: Mapping[Any, str]) -> Iterator[str]:
    """A TypedDict in TypeScript. Fields of the other parts of a union may be read: they are undefined."""
    yield from comment(declared)
    yield f"export type {declared.__name__} = {{"
    for name, (hint, is_required) in fields_of(declared).items():
        yield f"  {name}{'' if is_required else '?'}: {typescript(hint, names)};"
    yield from (f"  {name}?: undefined;" for name in absent_fields(declared, names))
    yield "};"


def alias(name: str, declared: Any, names: Mapping[Any, str]) -> str:
    """A named Literal or union in TypeScript, broken if it is long."""
    parts = get_args(declared)
    words = (
        [f'"{word}"' for word in parts] if words_of(declared) else [typescript(each, names) for each in parts]
    )
    line = f"export type {name} = {' | '.join(words)};"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {word}" for word in words)]) + ";"


def declarations(module: ModuleType) -> Iterator[str]:
    """All types of a module in TypeScript, in their order."""
    public = {name: each for name, each in vars(module).items() if not name.startswith("_")}
    declared = {
        name: each
        for name, each in public.items()
        if get_origin(each) is Literal or get_origin(each) in UNIONS or (is_typeddict(each))
    }
    names = {each: name for name, each in declared.items()}
    for name, each in declared.items():
        yield ""
        if is_typeddict(each):
            yield from fields_type(each, names)
        else:
            yield alias(name, each, {other: known for other, known in names.items() if known != name})


# Messages and responses of the server


def plain(hint: Any) -> tuple[Any, bool]:
    """A struct's field type without annotations and `UnsetType`, and whether the field may be left out."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) not in UNIONS or UnsetType not in get_args(hint):
        return hint, False
    parts = [part for part in get_args(hint) if part is not UnsetType]
    return functools.reduce(operator.or_, parts), True


def struct_type(struct: type[msgspec.Struct], names: Mapping[Any, str]) -> Iterator[str]:
    """A struct in TypeScript. Clients may leave out fields with defaults; the server sends them."""
    yield from comment(struct)
    yield f"export type {names[struct]} = {{"
    config = struct.__struct_config__
    if config.tag is not None:
        yield f'  {config.tag_field}: "{config.tag}";'
    is_request = issubclass(struct, (messages.Message, *REQUESTS))
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        hint, can_be_unset = plain(hints[field.name])
        is_optional = can_be_unset or ((is_request or config.omit_defaults) and not field.required)
        yield f"  {field.encode_name}{'?' if is_optional else ''}: {typescript(hint, names)};"
    if struct is Event:
        yield "  [fact: string]: unknown;"
    yield "};"


def structs_within(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """All structs inside a type, those of their fields first."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        for inner in get_type_hints(hint, include_extras=True).values():
            yield from structs_within(inner)
        yield hint
    for inner in get_args(hint):
        yield from structs_within(inner)


def wire_file() -> str:
    """The types of all messages, and of the bodies of HTTP requests and responses."""
    roots = (*SHARED, *RESPONSES, *REQUESTS, sent_messages.AnyServerMessage, messages.AnyMessage)
    structs = list(dict.fromkeys(struct for root in roots for struct in structs_within(root)))
    sent = {struct: f"Client{struct.__name__}" for struct in structs if issubclass(struct, messages.Message)}
    names: dict[Any, str] = {struct: struct.__name__ for struct in structs} | sent
    names |= {getattr(sent_messages, name): name for name in ALIASES}
    lines = [HEAD.format("Messages and HTTP bodies of the server.", "server/")]
    for name in ALIASES:
        literal = getattr(sent_messages, name)
        lines += ["", alias(name, literal, {})]
    for struct in structs:
        lines += ["", *struct_type(struct, names)]
    lines += ["", alias("ServerMessage", sent_messages.AnyServerMessage, names)]
    lines += ["", alias("ClientMessage", messages.AnyMessage, names), ""]
    return "\n".join(lines)


def view_file(game: Game) -> str:
    """The types of a game's view."""
    assert game.view_type is not None
    module = sys.modules[game.view_type.__module__]
    source = f"{module.__name__.rpartition('.')[2]}.py"
    lines = [HEAD.format(f"Types of {game.title}'s views.", source), *declarations(module)]
    lines += ["", f"export type View = {game.view_type.__name__};", ""]
    return "\n".join(lines)


def written() -> dict[Path, str]:
    """The content of all generated files. Games without a board of their own need none."""
    contents: dict[Path, str] = {}
    for name in BUILT_IN:
        game = find_game(name)
        folder = Path(str(files(game.package))) / "web"
        if (folder / "board.js").exists():
            contents[folder / "view.d.ts"] = view_file(game)
    contents[WEB / "wire.d.ts"] = wire_file()
    return contents


if __name__ == "__main__":
    for path, content in written().items():
        path.write_text(content, encoding="utf-8")
