"""The board of Capital Lux in a terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, View
from caponata.engine.parts import Terms
from caponata.games.capital_lux.cards import COLOURS

STYLES: Final = {"green": "green3", "yellow": "gold1", "blue": "dodger_blue1", "pink": "hot_pink"}
SYMBOLS: Final = {"green": "▲", "yellow": "●", "blue": "■", "pink": "✚"}
STATUS_STYLES: Final = {"safe": "green3", "open": "gold1", "over": "bold red"}
ACTIONS_WIDTH: Final = 52  # columns needed to print what the professions do
SEAT_WIDTH: Final = 18
DRAFTING: Final = ("dealing", "first-pick", "second-pick")


def board(view: View, names: Sequence[str], texts: Terms, width: int) -> RenderableType:
    """Return the whole table as a view shows it, for a terminal of this width."""
    is_wide = width >= ACTIONS_WIDTH + SEAT_WIDTH * view["seats"]
    parts: list[RenderableType] = [heading(view, names), colour_table(view, names, texts, is_wide=is_wide)]
    if view["seat"] is not None:
        parts.append(own_cards(view, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Return whether the log leaves out an event: dealt cards are visible in the packet."""
    return bool(event["event"] == "draw" and event["to"] == "packet")


def paint(words: str) -> Text:
    """Return a move's text with its cards in their colours."""
    text = Text()
    for word in words.split():
        colour = word.split("-")[0]
        text.append(f"{word} ", style=STYLES.get(colour, ""))
    return text


def heading(view: View, names: Sequence[str]) -> Text:
    """Return one line with the round, the deck and the piles."""
    line = Text(f"Round {view['round']} of {view['rounds']}", style="bold")
    facts = [
        f"starter {names[view['starter']]}",
        f"deck {view['deck']}",
        f"gold pile {view['gold_pile']}",
        f"modifiers left {view['modifiers']['left']}",
    ]
    if view["last_turns"]:
        facts.append("last turns!")
    line.append("   " + " · ".join(facts), style="not bold dim")
    return line


def colour_table(view: View, names: Sequence[str], texts: Terms, *, is_wide: bool) -> Table:
    """Return the capital and all hometowns with their limits and totals, one row per colour."""
    table = Table(box=box.SIMPLE_HEAVY, pad_edge=False, expand=False)
    table.add_column("", no_wrap=True)
    table.add_column("Capital")
    table.add_column("Limit", justify="right")
    for seat, name in enumerate(names):
        table.add_column(seat_title(view, seat, name))
    for colour in COLOURS:
        row: list[Text] = [
            profession(colour, texts, is_wide=is_wide),
            Text(values(view["capital"], colour), style=STYLES[colour]),
            limit(view, colour),
        ]
        row += [home(view, seat, colour) for seat in range(view["seats"])]
        table.add_row(*row)
    return table


def seat_title(view: View, seat: int, name: str) -> Text:
    """Return a seat's name with its public numbers."""
    is_own = seat == view["seat"]
    title = Text(("▶ " if seat in view["to_act"] else "") + name, style="bold" if is_own else "")
    bonuses = view["bonuses"][seat]
    is_face_down = seat in view["face_down"]
    public_lines = (
        f"{view['scores'][seat]} points" + (" + bonus" if is_face_down else ""),
        f"{view['cards'][seat]} cards {view['gold'][seat]} gold",
        f"bonus {len(bonuses)} face down" if is_face_down else f"bonus {sum(map(value, bonuses))}",
    )
    title.append("\n" + "\n".join(public_lines), style="not bold dim")
    return title


def profession(colour: str, texts: Terms, *, is_wide: bool) -> Text:
    """Return a colour's symbol and profession and, in a wide terminal, its action."""
    text = Text(f"{SYMBOLS[colour]} {colour}", style=f"bold {STYLES[colour]}")
    action = f" {texts.term(f'action-{colour}')}" if is_wide else ""
    text.append(f"\n  {texts.term(f'profession-{colour}')}{action}", style="not bold dim")
    return text


def value(card: str) -> int:
    """Return the value of a card."""
    return int(card.split("-")[1])


def values(cards: Sequence[str], colour: str) -> str:
    """Return the values of the cards of one colour."""
    matching = [card.split("-")[1] for card in cards if card.startswith(colour)]
    return " ".join(matching) or "-"


def limit(view: View, colour: str) -> Text:
    """Return a colour's limit as the viewer knows it and, if it has modifiers, how it is composed."""
    known = view["limits"][colour]
    low, high = known["low"], known["high"]
    text = Text(str(low) if low == high else f"{low}…{high}", style="bold")
    placed = [row["value"] for row in view["modifiers"]["placed"] if row["colour"] == colour]
    if placed:
        modifiers = " ".join("?" if value is None else f"{value:+d}" for value in placed)
        text.append(f"\n{known['cards']} {modifiers}", style="not bold dim")
    return text


def home(view: View, seat: int, colour: str) -> Text:
    """Return a hometown's cards of a colour, their total, and whether it is safe."""
    known = view["totals"][seat][colour]
    cards = values(view["homes"][seat], colour)
    if not known["total"]:
        return Text("-", style="dim")
    text = Text(cards, style=STYLES[colour])
    status = f"over by {known['over']}" if known["status"] == "over" else known["status"]
    text.append(f"\n{known['total']} ", style="bold default")
    text.append(status, style=STATUS_STYLES[known["status"]])
    return text


def own_cards(view: View, texts: Terms) -> RenderableType:
    """Return a panel with what only this seat sees: its cards, modifier and memory."""
    lines: list[Text] = [cards_line("Packet" if view["phase"] in DRAFTING else "Hand", view["hand"])]
    memory = view["memory"]
    if view["phase"] in DRAFTING:
        kept = memory["picked_first"] + memory["picked_second"]
        if kept:
            lines.append(cards_line("Kept so far", kept))
    passed = memory["passed_first"] + memory["passed_last"]
    if passed:
        lines.append(cards_line("You passed on", passed))
    held = view["modifiers"]["held"]
    if held is not None:
        lines.append(Text.assemble("Your modifier  ", (f"{held:+d}", "bold")))
    unseen = Text("Unseen  ", style="dim")
    for colour in COLOURS:
        left = sum(count for card, count in view["unseen"].items() if card.startswith(colour))
        unseen.append(f"{SYMBOLS[colour]} {left}  ", style=f"not dim {STYLES[colour]}")
    lines.append(unseen)
    return Panel(Group(*lines), title="only you see this", border_style="dim", expand=False)


def cards_line(title: str, cards: Sequence[str]) -> Text:
    """Return a title and cards in one line."""
    line = Text(f"{title}  ")
    for name in cards:
        colour, value = name.split("-")
        line.append(f" {SYMBOLS[colour]}{value} ", style=f"reverse {STYLES[colour]}")
        line.append(" ")
    if not cards:
        line.append("-", style="dim")
    return line
