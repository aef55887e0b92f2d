"""Capo dei Capi drawn in a terminal, from a seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, View
from caponata.engine.texts import Texts

FACES: Final = {1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", 6: "⚅"}
STYLES: Final = {"white": "bold white", "black": "bold grey62"}
# How a token looks: influence as its number, a bribe in brackets, face up without a shadow of doubt.
TOKENS: Final = {"bribe": "[?]", "hidden": "[?]"}
QUIET: Final = ("roll", "placed", "let-pass", "gunman", "raised", "cube", "settled")
ROOM_FOR_THEMES: Final = 92
MOST_OPTIONS: Final = 8  # more of them say nothing that the menu does not
HUNDREDTHS: Final = 100
WAYS: Final = ("doubles", "token", "level")


def board(view: View, names: Sequence[str], texts: Texts, width: int) -> RenderableType:
    """The whole table as one seat, or a spectator, may see it, in so many columns of a terminal."""
    parts: list[RenderableType] = [heading(view, names, texts)]
    parts.append(areas(view, names, texts, spacious=width >= ROOM_FOR_THEMES))
    parts.append(supply(view))
    if view["roll"] is not None:
        parts.append(roll(view, texts))
    if view["next"] is not None:
        parts.append(outlook(view, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Whether an event needs no line of its own: the board shows it, or the line before it said so."""
    return event["event"] in QUIET


def paint(words: str) -> Text:
    """A move's text with its areas painted."""
    text = Text()
    for word in words.split():
        text.append(f"{word} ", style=STYLES.get(word.split("-")[0], ""))
    return text


def heading(view: View, names: Sequence[str], texts: Texts) -> Text:
    """Whose turn it is, and how far it has gone."""
    line = Text(f"At the dice: {names[view['turn']]}", style="bold")
    if view["dice"] is not None:
        white, black = view["dice"]
        line.append(f"   {FACES[white]} {FACES[black]}", style="bold")
        line.append(f"  white {white}, black {black}", style="not bold dim")
    level = "".join("●" if step <= view["level"] else "○" for step in range(1, 7))
    line.append(f"\n{texts.term('level')} {view['level']} {level}", style="not bold")
    line.append(f"   {texts.term('mayor')} {cubes(view['mayor']['cubes'])}", style="not bold")
    if view["mayor"]["chips"]:
        line.append(f" +{view['mayor']['chips']} chips beside", style="not bold gold1")
    if view["hit_man"]:
        line.append(f"   ☠ {texts.term('hit-man')}", style="bold red")
    return line


def cubes(count: int) -> str:
    """Some cubes."""
    return "▪" * count if count else "-"


def areas(view: View, names: Sequence[str], texts: Texts, *, spacious: bool) -> Table:
    """The six areas: cubes, both sides with their totals, and what lies beside."""
    table = Table(box=box.SIMPLE_HEAVY, pad_edge=False, expand=False)
    table.add_column("", no_wrap=True)
    table.add_column(texts.term("cubes"))
    for seat, name in enumerate(names):
        table.add_column(seat_title(view, seat, name))
    table.add_column(texts.term("beside"))
    for area in view["areas"]:
        title = Text(texts.name(area["name"]), style=STYLES[area["name"].split("-")[0]])
        if spacious:
            title.append(f"  {texts.term('theme-' + area['name'])}", style="not bold dim")
        beside = Text("-", style="dim")
        if area["beside"] is not None:
            beside = Text(token(area["beside"]), style="bold gold1")
        table.add_row(title, cubes(area["cubes"]), side(area, 0), side(area, 1), beside)
    return table


def seat_title(view: View, seat: int, name: str) -> Text:
    """A seat's name and all that is open about it."""
    mine = seat == view["seat"]
    title = Text(("▶ " if seat in view["to_act"] else "") + name, style="bold" if mine else "")
    points = view["scores"][seat]
    told = f"{points['low']} points" if points["low"] == points["high"] else f"{span(points)} points"
    title.append(f"\n{told}\n{view['chips'][seat]} chips", style="not bold dim")
    if view["gained"][seat]:
        title.append(f", {view['gained'][seat]} from the Mayor", style="not bold dim")
    return title


def span(range_: dict[str, int]) -> str:
    """A number as far as it is known."""
    return str(range_["low"]) if range_["low"] == range_["high"] else f"{range_['low']}…{range_['high']}"


def side(area: dict[str, Any], seat: int) -> Text:
    """The tokens of a seat on an area, and their total; bold where it leads."""
    tokens = area["tokens"][seat]
    if not tokens:
        return Text("-", style="dim")
    leads = area["leader"] == seat
    text = Text(f"{span(area['totals'][seat]):>4}  ", style="bold green3" if leads else "")
    text.append(" ".join(token(each) for each in tokens), style="not bold default")
    return text


def token(name: str) -> str:
    """A token as a few characters: 2, [?] for a face-down bribe, [2] if you know it, (2) if all do."""
    kind, _, value = name.partition("-")
    if name in TOKENS:
        return TOKENS[name]
    return {"influence": value, "bribe": f"[{value}]", "open": f"({value})"}[kind]


def supply(view: View) -> Text:
    """What is left before the game ends."""
    left = view["supply"]
    ones, twos, threes = left["influence"]
    line = Text("Supply  ", style="dim")
    line.append(f"1s {ones} · 2s {twos} · 3s {threes} · bribes {left['bribes']} · cubes {left['cubes']}")
    line.append(f" · chips {left['chips']}")
    if min(ones, twos, threes, left["bribes"], left["cubes"]) <= 1:
        line.append("   the end is near", style="bold red")
    return line


def roll(view: View, texts: Texts) -> RenderableType:
    """What the roll on the table means, and what its use would do."""
    found = view["roll"]
    title = f"{FACES[found['white']]} {FACES[found['black']]}  {texts.term('action-' + found['action'])}"
    lines = [Text(texts.term(f"means-{found['action']}"), style="dim")]
    if found["bust"] is not None:
        lines.append(Text(f"Bust: {texts.term('bust-' + found['bust'])}", style="bold red"))
    if len(found["options"]) <= MOST_OPTIONS:
        lines += [
            Text.assemble(paint(option["move"]), (f"  {effect(option)}", "dim"))
            for option in found["options"]
        ]
    return Panel(Group(*lines), title=title, border_style="dim", expand=False)


def effect(option: dict[str, Any]) -> str:
    """What a use of the roll would do, in a few words."""
    told: list[str] = []
    if option["token"]:
        told.append(f"{token(option['token'])} beside {option['area']}")
    if option["cube"]:
        told.append(f"a cube onto {option['area']}")
    if option["circle"]:
        told.append("turns up a bribe")
    if option["chips"] or option["hand"]:
        told.append(f"level {'/'.join(map(str, option['level']))}")
        told.append(f"{option['chips'] + option['hand']} chips")
    if option["bust"]:
        told.append(f"busts in {HUNDREDTHS * option['bust'] // option['of']}%")
    if option["ends"]:
        told.append("ENDS THE GAME")
    return ", ".join(told)


def outlook(view: View, texts: Texts) -> Text:
    """What is at stake, how likely the next roll busts and by which way, and what it gains on average."""
    coming, stake = view["next"], view["stake"]
    line = Text(f"{texts.term('stake')} {stake['worth'] / HUNDREDTHS:g}", style="bold")
    line.append(f"   {texts.term('next-roll')}: ", style="not bold")
    chance = HUNDREDTHS * coming["bust"] / coming["of"]
    line.append(f"busts {chance:.0f}%", style="bold red" if coming["bust"] else "bold green3")
    ways = [f"{way} {HUNDREDTHS * coming[way] / coming['of']:.0f}%" for way in WAYS if coming[way]]
    if ways:
        line.append(f" ({', '.join(ways)})", style="not bold dim")
    gain = coming["gain"] / coming["of"] / HUNDREDTHS
    line.append(f"   mean gain {gain:+.1f}", style="green3" if gain > 0 else "red")
    return line
