"""Write the tables of messages in docs/wire.md and the JSON schema: `python docs/wire.py`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

from caponata.engine.view_types import UNIONS, words_of
from caponata.server.connections import messages, sent_messages

FOLDER: Final = Path(__file__).parent
PAGE: Final = FOLDER / "wire.md"
SCHEMA: Final = FOLDER / "wire.schema.json"
BEGIN: Final = "<!-- {}: made by `python docs/wire.py` -->"
PYTHON_END: Final = r"\\Z"  # end of the text in Python's regular expressions, escaped; JSON schema has `$`
END: Final = "<!-- end of {} -->"
WORDS: Final = {
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    dict: "object",
    type(None): "null",
}


def type_words(hint: Any) -> str:
    """A type in words, such as `list of numbers or null`."""
    if get_origin(hint) is Annotated:
        return type_words(get_args(hint)[0])
    if words_of(hint):
        return ", ".join(f'`"{word}"`' for word in get_args(hint))
    if get_origin(hint) in UNIONS:
        return " or ".join(type_words(part) for part in get_args(hint) if part is not UnsetType)
    if get_origin(hint) is list:
        return f"list of {type_words(get_args(hint)[0])}"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return "`{" + ", ".join(f'"{field.encode_name}"' for field in msgspec.structs.fields(hint)) + "}`"
    return WORDS.get(get_origin(hint) or hint, "any")


def description(hint: Any) -> str:
    """The description of a field, or the empty string."""
    found = [each.description for each in getattr(hint, "__metadata__", ()) if isinstance(each, msgspec.Meta)]
    return next((text for text in found if text), "")


def struct_words(struct: type[msgspec.Struct]) -> str:
    """A struct's docstring on one line."""
    return " ".join((struct.__doc__ or "").split())


def server_tables() -> Iterator[str]:
    """A table of fields for each message of the server."""
    for struct in get_args(sent_messages.AnyServerMessage):
        yield f"#### `{struct.__struct_config__.tag}`"
        yield struct_words(struct)
        yield ""
        hints = get_type_hints(struct, include_extras=True)
        fields = [field for field in msgspec.structs.fields(struct) if field.name != "answers"]
        if fields:
            yield "| field | type | |"
            yield "|---|---|---|"
        for field in fields:
            hint = hints[field.name]
            optional = " (optional)" if field.default is msgspec.UNSET else ""
            text = description(hint) or " ".join(struct_words(part) for part in parts_of(hint))
            yield f"| `{field.encode_name}` | {type_words(hint)}{optional} | {text} |"
            for part in parts_of(hint):
                yield from described_fields(field.encode_name, part)
        if fields:
            yield ""


def parts_of(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs in a field's type."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from parts_of(part)


def described_fields(outer: str, struct: type[msgspec.Struct]) -> Iterator[str]:
    """A row for each field of an inner struct that has a description."""
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        if text := description(hint):
            yield f"| `{outer}` › `{field.encode_name}` | {type_words(hint)} | {text} |"


def client_table() -> Iterator[str]:
    """A table of all messages of clients."""
    yield "| `t` | fields | |"
    yield "|---|---|---|"
    for struct in get_args(messages.AnyMessage):
        fields = [
            f"`{field.encode_name}`" + ("" if field.required else " (optional)")
            for field in msgspec.structs.fields(struct)
        ]
        yield f"| `{struct.__struct_config__.tag}` | {', '.join(fields)} | {struct_words(struct)} |"


def page(text: str) -> str:
    """docs/wire.md with current tables."""
    for name, lines in (("server messages", server_tables()), ("client messages", client_table())):
        begin, end = BEGIN.format(name), END.format(name)
        before, rest = text.split(begin)
        _, after = rest.split(end)
        text = "\n".join([f"{before}{begin}", *lines, f"{end}{after}"])
    return re.sub(r"\nProtocol version \d+", f"\nProtocol version {sent_messages.PROTOCOL}", text)


def schema() -> dict[str, Any]:
    """The JSON schema of all messages; `$defs` has `ServerMessage` and `ClientMessage`."""
    (server, client), parts = msgspec.json.schema_components(
        (sent_messages.AnyServerMessage, messages.AnyMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of a caponata table, protocol version {sent_messages.PROTOCOL}",
        "$defs": {"ServerMessage": server, "ClientMessage": client, **parts},
    }


def written() -> dict[Path, str]:
    """The content of all generated files."""
    return {
        PAGE: page(PAGE.read_text(encoding="utf-8")),
        SCHEMA: json.dumps(schema(), indent=2).replace(PYTHON_END, "$") + "\n",
    }


if __name__ == "__main__":
    for path, content in written().items():
        path.write_text(content, encoding="utf-8")
