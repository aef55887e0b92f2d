"""Terminal board of Capone, drawn from a seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, View
from caponata.engine.parts import Terms
from caponata.games.capone.layout import COLOUR_OF
from caponata.games.capone.moves import ACTIONS, ILLEGAL, LEGAL

STYLES: Final = {"green": "green3", "yellow": "gold1", "orange": "dark_orange", "red": "red1"}
SEAT_STYLES: Final = (
    "bright_cyan",
    "orchid",
    "spring_green2",
    "light_goldenrod1",
    "sandy_brown",
    "sky_blue2",
)
ACTION_KINDS: Final = {card.split("-", maxsplit=1)[0] for card in ACTIONS}
SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"
LEGAL_STYLE: Final = "white"
ACTION_STYLE: Final = "medium_purple1"
QUIET_EVENTS: Final = ("draw", "plan", "earned")  # shown on the board, or part of a later event


def board(view: View, names: Sequence[str], texts: Terms, width: int) -> RenderableType:
    """The whole table as the view's seat or a spectator sees it."""
    parts: list[RenderableType] = [heading(view, names, texts), families(view, names, texts)]
    parts.append(city(view, names, texts))
    others = other_places(view, names, texts)
    if others:
        parts.append(others)
    if view["seat"] is not None:
        parts.append(own_cards(view, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Return whether the log leaves this event out."""
    return event["event"] in QUIET_EVENTS


def paint(words: str) -> Text:
    """A move's text with its businesses and actions in colour."""
    text = Text()
    for word in words.split():
        text.append(f"{word} ", style=style_of(word))
    return text


def style_of(word: str) -> str:
    """The style of a word: a card, a site, or plain text."""
    business = word.split("-", maxsplit=1)[0]
    if business in COLOUR_OF:
        return STYLES[COLOUR_OF[business]]
    if business in ACTION_KINDS:
        return ACTION_STYLE
    return ""


def card_title(card: str, texts: Terms) -> str:
    """The name of a card; an action with another printed name has that as its subtitle [CAPONE-1.2]."""
    kind = card.split("-", maxsplit=1)[0]
    subtitle = texts.term(f"subtitle-{kind}").replace(SOFT_HYPHEN, "") if kind in ACTION_KINDS else ""
    return f"{texts.name(card)} · {subtitle}" if subtitle else texts.name(card)


def heading(view: View, names: Sequence[str], texts: Terms) -> Text:
    """One line with the year, the dealer, the deck and the last card."""
    line = Text(f"{texts.term('year')} {view['year']}", style="bold")
    facts = [f"{texts.term('dealer')} {names[view['dealer']]}", f"deck {view['deck']}"]
    last = view["last_card"]
    if last is not None:
        pieces_by_colour = [
            f"{colour} {texts.name(pieces[0]) if pieces else '-'}"
            for colour, pieces in last["brings"].items()
        ]
        facts.append(f"{texts.term('last-card')} ({names[last['seat']]}): {', '.join(pieces_by_colour)}")
    line.append("   " + " · ".join(facts), style="not bold dim")
    return line


def families(view: View, names: Sequence[str], texts: Terms) -> Table:
    """A table of money and members, one row per seat."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    for key in ("family", "steps", "cash", "income", "reach", "hand", "home"):
        table.add_column(texts.term(key), justify="left" if key in ("family", "home") else "right")
    for seat, name in enumerate(names):
        people = view["people"][seat]
        title = Text(("▶ " if seat in view["to_act"] else "  ") + name, style=f"bold {SEAT_STYLES[seat]}")
        title.append(f"\n  {texts.name(view['families'][seat])}", style="not bold dim")
        home = Text(", ".join(map(texts.name, people["home"])) or "-")
        home.append(f"\n{texts.term('guards')} {people['guards']}", style="dim")
        for key, members in (("prison", chain(*people["cells"])), ("harbour", people["harbour"])):
            if listed := ", ".join(map(texts.name, members)):
                home.append(f" · {texts.term(key)} {listed}", style="dim")
        if people["park"]:
            home.append(f" · {texts.term('park')} {people['park']}", style="dim")
        numbers = [view[key][seat] for key in ("steps", "cash", "income", "reach", "cards")]
        table.add_row(title, *(str(number) for number in numbers), home)
    return table


def city(view: View, names: Sequence[str], texts: Terms) -> Table:
    """A table of the illegal businesses with their two sites and their unseen cards."""
    table = Table(box=box.SIMPLE, pad_edge=False, expand=False)
    table.add_column("")
    table.add_column(f"{texts.term('site')} 1")
    table.add_column(f"{texts.term('site')} 2")
    table.add_column(texts.term("cards-out"), justify="right")
    for number, business in enumerate(ILLEGAL):
        first, second = view["sites"][2 * number : 2 * number + 2]
        title = Text(texts.name(business), style=f"bold {STYLES[first['colour']]}")
        title.append(f" {first['minimum']}", style="not bold")
        unseen = f"{view['unseen'].get(business, 0)}"
        if business in view["held"]:
            unseen += f" ({view['held'][business]} %)"
        table.add_row(title, site_text(first, names, texts), site_text(second, names, texts), unseen)
    return table


def site_text(site: dict[str, Any], names: Sequence[str], texts: Terms) -> Text:
    """A site: its owner, its pieces and their value, and the value needed to take it."""
    if site["owner"] is None:
        return Text(f"- ({texts.term('takes')} {site['takes']})", style="dim")
    text = Text(f"{names[site['owner']]} {site['value']}", style=f"bold {SEAT_STYLES[site['owner']]}")
    pieces = [texts.name(member) for member in site["members"]]
    if site["guards"]:
        pieces.append(texts.name(f"guards-{site['guards']}"))
    text.append(f" {', '.join(pieces)}", style="not bold")
    text.append(f" ({texts.term('takes')} {site['takes']})", style="not bold dim")
    return text


def other_places(view: View, names: Sequence[str], texts: Terms) -> Text | None:
    """The guests of leisure places and the guards at legal businesses, or None if there are none."""
    facts = [
        f"{texts.name(place)}: {names[guest['seat']]} {texts.name(guest['member'])}"
        for place, guest in view["leisure"].items()
        if guest is not None
    ]
    facts += [
        f"{texts.name(front)}: {names[seat]}" for front, seat in view["fronts"].items() if seat is not None
    ]
    return Text(" · ".join(facts), style="dim") if facts else None


def own_cards(view: View, texts: Terms) -> RenderableType:
    """A panel with the seat's secrets: its hand, its returned cards, and the play it is composing."""
    lines = [cards_line(texts.term("hand"), view["hand"], texts)]
    if view["gave_back"]:
        lines.append(cards_line(texts.term("returned"), view["gave_back"], texts))
    plan = view["plan"]
    if plan is not None and "aside" in plan:
        lines.append(cards_line(texts.term("plan"), plan["aside"], texts))
    elif plan is not None:
        lines.append(plan_line(plan, texts))
    return Panel(Group(*lines), title="only you see this", border_style="dim", expand=False)


def plan_line(plan: dict[str, Any], texts: Terms) -> Text:
    """The play being composed, its value and the needed value."""
    line = Text(f"{texts.term('plan')}  ", style="bold")
    line.append(card_title(plan["card"], texts), style=style_of(plan["card"]))
    if plan["site"] is not None:
        pieces = [texts.name(member) for member in plan["members"]]
        if plan["guards"]:
            pieces.append(texts.name(f"guards-{plan['guards']}"))
        line.append(f" → {texts.name(plan['site'])}: {', '.join(pieces) or '-'}", style="not bold")
        style = "green3" if plan["complete"] else "gold1"
        line.append(f"  {texts.term('value')} {plan['value']}", style=style)
        line.append(f" / {plan['need']}", style="not bold")
        line.append(f"  {texts.term('earns')} {plan['earns']}", style="not bold dim")
    return line


def cards_line(title: str, cards: Sequence[str], texts: Terms) -> Text:
    """A titled row of cards."""
    line = Text(f"{title}  ")
    for name in cards:
        style = style_of(name) or (LEGAL_STYLE if name in LEGAL else "")
        line.append(f" {card_title(name, texts)} ", style=f"reverse {style}")
        line.append(" ")
    if not cards:
        line.append("-", style="dim")
    return line
