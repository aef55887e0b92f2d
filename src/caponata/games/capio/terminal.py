"""The board of Capio in a terminal, drawn from a seat's view. There, moves are made one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, View
from caponata.engine.parts import Terms

STYLES: Final = {
    "red": "bold red3",
    "yellow": "bold yellow1",
    "green": "bold green3",
    "blue": "bold dodger_blue1",
    "orange": "bold dark_orange",
    "pink": "bold hot_pink",
    "purple": "bold medium_purple1",
    "white": "bold white",
    "black": "bold grey0 on grey62",
    "grey": "bold grey62",
}
QUIET_EVENTS: Final = ("throw", "ready", "lifted")
ROW_LENGTH, CONFUSION_ROW_LENGTH = 3, 2
CARD_WIDTH, CONFUSION_WIDTH = 40, 48
ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")
DOTS: Final = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
ROUNDS: Final = 3


def board(view: View, names: Sequence[str], texts: Terms, width: int) -> RenderableType:
    """The whole table as the view's seat sees it, for a terminal of this width."""
    parts: list[RenderableType] = [heading(view, names, texts)]
    if any(face is not None for faces in view["middle"].values() for face in faces):
        parts.append(middle(view, texts))
    order = list(range(view["seats"]))
    if view["seat"] is not None:
        order = [view["seat"], *(seat for seat in order if seat != view["seat"])]
    parts += [seat_cards(view, seat, names, texts) for seat in order]
    if view["reckoning"] is not None:
        parts.append(scoring(view, names, texts))
    if view["phase"] == "over" and len(set(view["scores"])) < view["seats"]:
        points = " · ".join(f"{name} {points}" for name, points in zip(names, view["bonus"], strict=True))
        parts.append(Text(f"{texts.term('bonus')}: {points}"))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Return whether the log leaves this event out because the board shows it."""
    return event["event"] in QUIET_EVENTS


def paint(words: str) -> Text:
    """A move's text with its dice in their colours."""
    text = Text()
    for word in words.split():
        text.append(f"{word} ", style=STYLES.get(word.split("-")[0], ""))
    return text


def heading(view: View, names: Sequence[str], texts: Terms) -> Text:
    """The round, the playthrough, the scores and the caller."""
    line = Text(f"{texts.term('round')} {view['round']}/{ROUNDS}", style="bold")
    line.append(f"   {texts.term('playthrough')} {view['playthrough']}/{view['seats']}", style="not bold")
    scores = " · ".join(f"{name} {score}" for name, score in zip(names, view["scores"], strict=True))
    line.append(f"   {scores}", style="not bold dim")
    if view["caller"] is not None:
        line.append(f"   {texts.term('stop')}: {names[view['caller']]}", style="bold red")
    return line


def die(name: str | None, texts: Terms) -> Text:
    """A die: its colour and number, or a dash for None."""
    if name is None:
        return Text("-", style="dim")
    colour, face = name.split("-")
    return Text(f"{texts.name(colour)} {face}", style=STYLES[colour])


def middle(view: View, texts: Terms) -> Table:
    """The dice in the middle, by colour."""
    table = Table(
        box=None, show_header=False, pad_edge=False, title=texts.term("middle"), title_justify="left"
    )
    for colours in (list(view["middle"])[:5], list(view["middle"])[5:]):
        cells: list[Text] = []
        for colour in colours:
            faces = [str(face) for face in view["middle"][colour] if face is not None]
            cells.append(Text(f"{texts.name(colour)} {' '.join(faces) or '-'}  ", style=STYLES[colour]))
        table.add_row(*cells)
    return table


def seat_cards(view: View, seat: int, names: Sequence[str], texts: Terms) -> RenderableType:
    """A seat's three cards, and the die in its hand."""
    title = Text(("▶ " if seat in view["to_act"] else "") + names[seat])
    if view["hands"][seat] is not None:
        title.append(f"  {texts.term('hand')}: ")
        title.append_text(die(view["hands"][seat], texts))
    if seat in view["resting"]:
        title.append(f"  {texts.term('rests')}", style="dim")
    cards = [
        card(goal, view["laid"][seat][slot], view["rolls"][seat], view["options"], texts)
        for slot, goal in enumerate(view["goals"][seat])
    ]
    return Panel(Columns(cards), title=title, title_align="left", box=box.SIMPLE, expand=False)


def card(
    goal: dict[str, Any], laid: dict[str, Any], roll: int | None, options: dict[str, Any], texts: Terms
) -> RenderableType:
    """One card: the requirement of each empty field, and the dice on the others."""
    title = texts.name(goal["kind"])
    if goal["kind"] == "target":
        title += f" {goal['number']} ({texts.term('sum')} {laid['sum']})"
    elif goal["kind"] == "confusion" and roll is not None:
        title += f": {texts.term('word-counts' if roll % 2 else 'print-counts')}"
    grid = Table(box=None, show_header=False, pad_edge=False)
    cells = fields(goal, laid, options, texts)
    is_confusion = goal["kind"] == "confusion"
    row = CONFUSION_ROW_LENGTH if is_confusion else ROW_LENGTH
    for first in range(0, len(cells), row):
        grid.add_row(*cells[first : first + row])
    parts: list[RenderableType] = [grid]
    if laid.get("parked"):
        parked = Text(f"{texts.term('parked')} {laid['parked']['field']}: ", style="dim")
        parts.append(Text.assemble(parked, die(laid["parked"]["die"], texts)))
    if laid["beside"]:
        beside = [die(name, texts) for name in laid["beside"]]
        parts.append(Text.assemble((f"{texts.term('beside')}: ", "red"), Text(", ").join(beside)))
    return Panel(
        Group(*parts), title=title, border_style="dim", width=CONFUSION_WIDTH if is_confusion else CARD_WIDTH
    )


def fields(goal: dict[str, Any], laid: dict[str, Any], options: dict[str, Any], texts: Terms) -> list[Text]:
    """The cells of a card."""
    if goal["kind"] == "target":
        return [die(name, texts) for name in laid["fields"]]
    cells: list[Text] = []
    for number, requirement in enumerate(requirements(goal, options, texts), start=1):
        cell = Text(f"{number} ", style="dim")
        placed = laid["fields"][number - 1]
        top = laid["tops"][number - 1] if "tops" in laid else None
        if placed is None:
            cell.append_text(requirement)
        else:
            cell.append("■", style="bold green3")
            cell.append_text(die(placed, texts))
        if top is not None:
            cell.append("/")
            cell.append_text(die(top, texts))
        cells.append(cell)
    return cells


def requirements(goal: dict[str, Any], options: dict[str, Any], texts: Terms) -> list[Text]:
    """The requirements of a card's fields."""
    if goal["kind"] == "sets":
        return [field for row in goal["rows"] for field in set_row(row, texts)]
    if goal["kind"] == "towers":
        return [
            Text.assemble(
                (texts.name(field["base"]), STYLES[field["base"]]),
                "/",
                (f"{texts.name(field['top'])} {field['face']}", STYLES[field["top"]]),
            )
            for field in goal["fields"]
        ]
    if goal["kind"] == "confusion":
        return [confusion_field(field, options, texts) for field in goal["fields"]]
    return [plain_field(field, texts) for field in goal["fields"]]


def plain_field(field: dict[str, Any], texts: Terms) -> Text:
    """A field of Lines or Chain: a colour or joker, and one or two numbers."""
    colour = field["colour"]
    name = texts.term("joker") if colour is None else texts.name(colour)
    faces = "|".join(map(str, field["faces"]))
    return Text(f"{name} {faces}", style=STYLES.get(colour or "", ""))


def set_row(row: dict[str, Any], texts: Terms) -> list[Text]:
    """The fields of a Sets row, with the number in the row's form."""
    face = {"dots": DOTS, "roman": ROMAN}.get(row["form"], tuple(map(str, range(7))))[row["face"]]
    wild = Text(f"{texts.term('joker')} {face}")
    left, right = (
        Text(f"{texts.name(row[side])} {face}", style=STYLES[row[side]]) for side in ("left", "right")
    )
    return [left, wild, right]


def confusion_field(field: dict[str, Any], options: dict[str, Any], texts: Terms) -> Text:
    """A field of Color Confusion: the word in the colour of its print, and the name of that colour."""
    face = f" {field['face']}" if options["confusion_pips"] else ""
    word = texts.name(field["word"]).upper()
    return Text(f"{word}{face} ({texts.name(field['print'])})", style=STYLES[field["print"]])


def scoring(view: View, names: Sequence[str], texts: Terms) -> Table:
    """The scoring of the last playthrough: every card, and the dice that the caller missed."""
    table = Table(box=box.SIMPLE_HEAVY, pad_edge=False, expand=False)
    for title in ("", *(str(number) for number in (1, 2, 3)), "+", texts.term("stop"), texts.term("score")):
        table.add_column(title)
    for name, seat in zip(names, view["reckoning"], strict=True):
        cells = [f"{texts.name(card['kind'])} {card['points']}" for card in seat["cards"]]
        stop = "" if seat["stop"] is None else f"{seat['stop']:+d}"
        table.add_row(
            name, *cells, f"{seat['several']:+d}" if seat["several"] else "", stop, str(seat["total"])
        )
        if seat["missed"]:
            missed = [die(entry["die"], texts) for entry in seat["missed"]]
            table.add_row("", Text.assemble((f"{texts.term('missed')}: ", "red"), Text(", ").join(missed)))
    return table
