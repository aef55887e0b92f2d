"""The board of CAPO in a terminal, drawn from one seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, View
from caponata.engine.parts import Terms
from caponata.games.capo.cards import CARD_NAMES, STARS_OF

STYLES: Final = {
    "red": "red1",
    "green": "green3",
    "blue": "dodger_blue1",
    "purple": "medium_purple1",
    "orange": "dark_orange",
    "yellow": "gold1",
    "police": "bold white on blue",
}
SYMBOLS: Final = {"red": "♦", "green": "♣", "blue": "♠", "purple": "♥", "orange": "✚", "yellow": "●"}
STAR: Final = "*"
MOST_LISTED_HANDS: Final = 12  # if a seat can lay more, they are only in the menu
QUIET_EVENTS: Final = ("draw", "skipped", "keep", "refrain", "hold")


def board(view: View, names: Sequence[str], texts: Terms, width: int) -> RenderableType:
    """The whole table as the view's seat sees it, for a terminal of this width."""
    parts: list[RenderableType] = [heading(view, names, texts), seats(view, names, texts, width)]
    parts.append(to_beat(view, names, texts))
    if view["shown"]:
        parts.append(city_line("Stakes to pick from", view["shown"]))
    if view["seat"] is not None:
        parts.append(own_cards(view, names, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Return whether the log leaves this event out because the board shows it."""
    return event["event"] in QUIET_EVENTS


def paint(words: str) -> Text:
    """A move's text with its cards in their colours."""
    text = Text()
    for word in words.split():
        if "+" in word or word.split("-")[0] in STYLES:
            for number, card in enumerate(word.split("+")):
                text.append("+" if number else "")
                text.append(card, style=STYLES.get(card.split("-")[0], ""))
            text.append(" ")
        else:
            text.append(f"{word} ")
    return text


def heading(view: View, names: Sequence[str], texts: Terms) -> Text:
    """One line with the round, the stock, the leader, the direction and the current Battle."""
    line = Text(f"Round {view['round']}", style="bold")
    direction = "clockwise" if view["direction"] > 0 else "counter-clockwise"
    parts = [f"stock {view['stock']}", f"leads {names[view['leader']]}", direction]
    battle = view["battle"]
    if battle:
        parts.append(f"Battle: {names[battle['challenger']]} against {names[battle['foe']]}")
    line.append("   " + " · ".join(parts), style="not bold dim")
    return line


def seats(view: View, names: Sequence[str], texts: Terms, width: int) -> Table:
    """A table with one row per seat: its cards, city cards, title and status."""
    table = Table(box=box.SIMPLE_HEAVY, pad_edge=False, expand=False)
    for column in ("", "Cards", "City cards", "Title", ""):
        table.add_column(column)
    out = {entry["seat"]: (place + 1, entry["penalty"]) for place, entry in enumerate(view["outs"])}
    for seat, name in enumerate(names):
        style = "bold" if seat == view["seat"] else ""
        name_cell = Text(("▶ " if seat in view["to_act"] else "  ") + name, style=style)
        title = view["titles"][seat]
        status: list[str] = []
        if seat in out:
            place, penalty = out[seat]
            status.append(f"out as number {place}" + ("" if penalty == "none" else f" ({penalty})"))
        if seat in view["locked"]:
            status.append(texts.term("locked"))
        elif seat in view["passed"]:
            status.append(texts.term("passed"))
        table.add_row(
            name_cell,
            str(view["cards"][seat]),
            city_cell(view["cities"][seat]),
            texts.term(f"title-{title}") if title else "",
            Text(" · ".join(status), style="dim"),
        )
    return table


def city_cell(entry: dict[str, Any]) -> Text:
    """The number of a seat's city cards, and the colours of those that are known."""
    text = Text(str(entry["count"]))
    for colour in entry["known"]:
        text.append(f" {SYMBOLS[colour]}", style=STYLES[colour])
    if entry["staked"]:
        text.append(" +1 staked", style="dim")
    return text


def to_beat(view: View, names: Sequence[str], texts: Terms) -> Text:
    """The play to beat."""
    top = view["top"]
    if top is None:
        return Text("Nothing lies on the table.", style="dim")
    line = cards_line("To beat", top["cards"])
    if top["sort"] == "hand":
        ranks = "-".join(str(rank) for rank in top["as"])
        line.append(f" {texts.name(top['kind'])} {ranks}", style="bold")
    line.append(f"  by {names[top['seat']]}", style="dim")
    return line


def own_cards(view: View, names: Sequence[str], texts: Terms) -> RenderableType:
    """A panel with what only this seat sees: its cards, its memory, and the hands it could lay."""
    lines: list[Text] = [cards_line("Hand", view["hand"]), city_line("City cards", view["city"])]
    mine = view["cities"][view["seat"]]
    if mine["stake"]:
        lines.append(city_line("Staked", [mine["stake"]]))
    if view["chosen"]:
        lines.append(cards_line("Chosen", view["chosen"]))
    exchange = view["exchange"]
    if exchange is not None and exchange["known"]:
        lines.append(cards_line(f"In {names[exchange['with']]}'s hand", exchange["known"]))
    hands = [lay for lay in view["lays"] if lay["sort"] == "hand"]
    if hands and len(hands) <= MOST_LISTED_HANDS:
        kinds = sorted({texts.name(lay["kind"]) for lay in hands})
        lines.append(Text(f"Hands you could lay: {', '.join(kinds)}", style="dim"))
    unseen = "  ".join(f"{rank}:{count}" for rank, count in view["unseen"].items())
    lines.append(Text(f"Unseen  {unseen}", style="dim"))
    return Panel(Group(*lines), title="only you see this", border_style="dim", expand=False)


def cards_line(title: str, cards: Sequence[str]) -> Text:
    """Cards in a line, each with the symbol of its family and its stars."""
    line = Text(f"{title}  ")
    for name in cards:
        if name == "police":
            line.append(" police ", style=STYLES[name])
        else:
            family, rank = name.split("-")
            stars = STAR * int(STARS_OF[CARD_NAMES.index(name)])
            line.append(f" {SYMBOLS[family]}{rank}", style=f"reverse {STYLES[family]}")
            line.append(f"{stars} ", style=STYLES[family])
        line.append(" ")
    if not cards:
        line.append("-", style="dim")
    return line


def city_line(title: str, colours: Sequence[str]) -> Text:
    """City cards in a line."""
    line = Text(f"{title}  ")
    for colour in colours:
        line.append(f"{SYMBOLS[colour]} {colour}  ", style=STYLES[colour])
    if not colours:
        line.append("-", style="dim")
    return line
