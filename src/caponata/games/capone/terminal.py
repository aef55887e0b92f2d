"""Capone drawn in a terminal, from a seat's view alone."""

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
from caponata.engine.texts import Texts
from caponata.games.capone.layout import COLOUR_OF
from caponata.games.capone.moves import ILLEGAL, LEGAL

STYLES: Final = {"green": "green3", "yellow": "gold1", "orange": "dark_orange", "red": "red1"}
SEAT_STYLES: Final = (
    "bright_cyan",
    "orchid",
    "spring_green2",
    "light_goldenrod1",
    "sandy_brown",
    "sky_blue2",
)
LEGAL_STYLE: Final = "white"
ACTION_STYLE: Final = "medium_purple1"
QUIET: Final = ("draw", "plan", "earned")


def board(view: View, names: Sequence[str], texts: Texts, width: int) -> RenderableType:
    """The whole table as one seat, or a spectator, may see it, in so many columns of a terminal."""
    parts: list[RenderableType] = [heading(view, names, texts), families(view, names, texts)]
    parts.append(city(view, names, texts))
    away = elsewhere(view, names, texts)
    if away:
        parts.append(away)
    if view["seat"] is not None:
        parts.append(own_cards(view, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Whether an event needs no line of its own: it shows on the table, or is told whole."""
    return event["event"] in QUIET


def paint(words: str) -> Text:
    """A move's text with its businesses and actions painted."""
    text = Text()
    for word in words.split():
        text.append(f"{word} ", style=style_of(word))
    return text


def style_of(word: str) -> str:
    """The style of a card, a site or anything else."""
    business = word.split("-", maxsplit=1)[0]
    if business in COLOUR_OF:
        return STYLES[COLOUR_OF[business]]
    if business in ("verkehr", "angebot", "fbi", "schutzgeld", "uebernahme"):
        return ACTION_STYLE
    return ""


def heading(view: View, names: Sequence[str], texts: Texts) -> Text:
    """Where the game stands, in one line."""
    line = Text(f"{texts.term('year')} {view['year']}", style="bold")
    facts = [f"{texts.term('dealer')} {names[view['dealer']]}", f"deck {view['deck']}"]
    last = view["last_card"]
    if last is not None:
        brings = [
            f"{colour} {texts.name(pieces[0]) if pieces else '-'}"
            for colour, pieces in last["brings"].items()
        ]
        facts.append(f"{texts.term('last-card')} ({names[last['seat']]}): {', '.join(brings)}")
    line.append("   " + " · ".join(facts), style="not bold dim")
    return line


def families(view: View, names: Sequence[str], texts: Texts) -> Table:
    """Everybody's money and people, a row a seat."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    for key in ("family", "steps", "cash", "income", "reach", "hand", "home"):
        table.add_column(texts.term(key), justify="left" if key in ("family", "home") else "right")
    for seat, name in enumerate(names):
        people = view["people"][seat]
        who = Text(("▶ " if seat in view["to_act"] else "  ") + name, style=f"bold {SEAT_STYLES[seat]}")
        who.append(f"\n  {texts.name(view['families'][seat])}", style="not bold dim")
        home = Text(", ".join(map(texts.name, people["home"])) or "-")
        home.append(f"\n{texts.term('guards')} {people['guards']}", style="dim")
        for key, there in (("prison", chain(*people["cells"])), ("harbour", people["harbour"])):
            if listed := ", ".join(map(texts.name, there)):
                home.append(f" · {texts.term(key)} {listed}", style="dim")
        if people["park"]:
            home.append(f" · {texts.term('park')} {people['park']}", style="dim")
        numbers = [view[key][seat] for key in ("steps", "cash", "income", "reach", "cards")]
        table.add_row(who, *(str(number) for number in numbers), home)
    return table


def city(view: View, names: Sequence[str], texts: Texts) -> Table:
    """The illegal businesses with both their sites, and how many cards of them are out."""
    table = Table(box=box.SIMPLE, pad_edge=False, expand=False)
    table.add_column("")
    table.add_column(f"{texts.term('site')} 1")
    table.add_column(f"{texts.term('site')} 2")
    table.add_column(texts.term("cards-out"), justify="right")
    for number, business in enumerate(ILLEGAL):
        first, second = view["sites"][2 * number : 2 * number + 2]
        title = Text(texts.name(business), style=f"bold {STYLES[first['colour']]}")
        title.append(f" {first['minimum']}", style="not bold")
        out = f"{view['unseen'].get(business, 0)}"
        if business in view["held"]:
            out += f" ({view['held'][business]} %)"
        table.add_row(title, site(first, names, texts), site(second, names, texts), out)
    return table


def site(shown: dict[str, Any], names: Sequence[str], texts: Texts) -> Text:
    """A site: whose it is, who is there, what it is worth and what it takes."""
    if shown["owner"] is None:
        return Text(f"- ({texts.term('takes')} {shown['takes']})", style="dim")
    text = Text(f"{names[shown['owner']]} {shown['value']}", style=f"bold {SEAT_STYLES[shown['owner']]}")
    pieces = [texts.name(member) for member in shown["members"]]
    if shown["guards"]:
        pieces.append(texts.name(f"guards-{shown['guards']}"))
    text.append(f" {', '.join(pieces)}", style="not bold")
    text.append(f" ({texts.term('takes')} {shown['takes']})", style="not bold dim")
    return text


def elsewhere(view: View, names: Sequence[str], texts: Texts) -> Text | None:
    """Who is kept busy where, and whose guards stand at legal businesses."""
    facts = [
        f"{texts.name(place)}: {names[guest['seat']]} {texts.name(guest['member'])}"
        for place, guest in view["leisure"].items()
        if guest is not None
    ]
    facts += [
        f"{texts.name(front)}: {names[seat]}" for front, seat in view["fronts"].items() if seat is not None
    ]
    return Text(" · ".join(facts), style="dim") if facts else None


def own_cards(view: View, texts: Texts) -> RenderableType:
    """What only this seat sees: its cards, what it gave back, and the play it is composing."""
    lines = [cards_line(texts.term("hand"), view["hand"], texts)]
    if view["gave_back"]:
        lines.append(cards_line(texts.term("returned"), view["gave_back"], texts))
    plan = view["plan"]
    if plan is not None and "aside" in plan:
        lines.append(cards_line(texts.term("plan"), plan["aside"], texts))
    elif plan is not None:
        lines.append(planned(plan, texts))
    return Panel(Group(*lines), title="only you see this", border_style="dim", expand=False)


def planned(plan: dict[str, Any], texts: Texts) -> Text:
    """The play being composed, what it is worth and what it takes."""
    line = Text(f"{texts.term('plan')}  ", style="bold")
    line.append(texts.name(plan["card"]), style=style_of(plan["card"]))
    if plan["site"] is not None:
        pieces = [texts.name(member) for member in plan["members"]]
        if plan["guards"]:
            pieces.append(texts.name(f"guards-{plan['guards']}"))
        line.append(f" → {texts.name(plan['site'])}: {', '.join(pieces) or '-'}", style="not bold")
        enough = "green3" if plan["complete"] else "gold1"
        line.append(f"  {texts.term('value')} {plan['value']}", style=enough)
        line.append(f" / {plan['need']}", style="not bold")
        line.append(f"  {texts.term('earns')} {plan['earns']}", style="not bold dim")
    return line


def cards_line(title: str, cards: Sequence[str], texts: Texts) -> Text:
    """Some cards in a row."""
    line = Text(f"{title}  ")
    for name in cards:
        style = style_of(name) or (LEGAL_STYLE if name in LEGAL else "")
        line.append(f" {texts.name(name)} ", style=f"reverse {style}")
        line.append(" ")
    if not cards:
        line.append("-", style="dim")
    return line
