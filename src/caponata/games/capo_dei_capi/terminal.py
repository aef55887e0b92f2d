"""The board of Capo dei Capi in a terminal, drawn from one seat's view."""

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
from caponata.games.capo_dei_capi.layout import AREA_ALIASES, AREA_NAMES
from caponata.games.capo_dei_capi.moves import SPACE

FACES: Final = {1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", 6: "⚅"}
STYLES: Final = {"white": "bold white", "black": "bold grey62"}
ALIAS_STYLES: Final = {
    alias: STYLES[name.partition("-")[0]] for alias, name in zip(AREA_ALIASES, AREA_NAMES, strict=True)
}
# Bribes whose value the viewer does not know.
UNKNOWN_TOKENS: Final = {"bribe": "[?]", "hidden": "[?]"}
QUIET_EVENTS: Final = ("roll", "placed", "let-pass", "gunman", "raised", "cube", "settled")
WIDE: Final = 92  # columns from which on the dice of areas are written out
MOST_OPTIONS: Final = 8  # longer lists are left to the menu
HUNDRED: Final = 100
BUST_CAUSES: Final = ("doubles", "token", "level")


def board(view: View, names: Sequence[str], texts: Terms, width: int) -> RenderableType:
    """The whole table as the view's seat sees it, for a terminal of this width."""
    parts: list[RenderableType] = [heading(view, names, texts)]
    parts.append(areas(view, names, texts, is_wide=width >= WIDE))
    parts.append(supply(view))
    if view["roll"] is not None:
        parts.append(roll(view, texts))
    if view["next"] is not None:
        parts.append(outlook(view, texts))
    return Group(*parts)


def is_quiet(event: Event) -> bool:
    """Return whether the log leaves this event out because the board or the previous line shows it."""
    return event["event"] in QUIET_EVENTS


def paint(words: str) -> Text:
    """A move's text with its areas in their colours."""
    text = Text()
    for word in words.split():
        text.append(f"{word} ", style=ALIAS_STYLES.get(word, ""))
    return text


def heading(view: View, names: Sequence[str], texts: Terms) -> Text:
    """The active player, the dice, the level and the Mayor."""
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
    """A number of cubes as squares."""
    return "▪" * count if count else "-"


def areas(view: View, names: Sequence[str], texts: Terms, *, is_wide: bool) -> Table:
    """The six areas: cubes, both sides with their totals, and the token beside each."""
    table = Table(box=box.SIMPLE_HEAVY, pad_edge=False, expand=False)
    table.add_column("", no_wrap=True)
    table.add_column(texts.term("cubes"))
    for seat, name in enumerate(names):
        table.add_column(seat_title(view, seat, name))
    table.add_column(texts.term("beside"))
    for area in view["areas"]:
        colour, _, value = area["name"].partition("-")
        title = Text(texts.name(area["name"]), style=STYLES[colour])
        die = f"{texts.name(colour)} {value}" if is_wide else f"{texts.name(colour)[0]}{value}"
        title.append(f"  {die}", style="not bold dim")
        beside = Text("-", style="dim")
        if area["beside"] is not None:
            beside = Text(token(area["beside"]), style="bold gold1")
        table.add_row(title, cubes(area["cubes"]), side(area, 0), side(area, 1), beside)
    return table


def seat_title(view: View, seat: int, name: str) -> Text:
    """A seat's name, points, chips and cubes from the Mayor."""
    mine = seat == view["seat"]
    title = Text(("▶ " if seat in view["to_act"] else "") + name, style="bold" if mine else "")
    points = view["scores"][seat]
    title.append(f"\n{span(points)} points\n{view['chips'][seat]} chips", style="not bold dim")
    if view["gained"][seat]:
        title.append(f", {view['gained'][seat]} from the Mayor", style="not bold dim")
    return title


def span(range_: dict[str, int]) -> str:
    """A number, or its range if it is not known exactly."""
    return str(range_["low"]) if range_["low"] == range_["high"] else f"{range_['low']}…{range_['high']}"


def side(area: dict[str, Any], seat: int) -> Text:
    """A seat's tokens on an area and their total, in bold if the seat leads."""
    tokens = area["tokens"][seat]
    if not tokens:
        return Text("-", style="dim")
    leads = area["leader"] == seat
    text = Text(f"{span(area['totals'][seat]):>4}  ", style="bold green3" if leads else "")
    text.append(" ".join(token(name) for name in tokens), style="not bold default")
    return text


def token(name: str) -> str:
    """A token in a few characters: 2, [?] for a face-down bribe, [2] if you know its value, (2) if all do."""
    kind, _, value = name.partition("-")
    if name in UNKNOWN_TOKENS:
        return UNKNOWN_TOKENS[name]
    return {"influence": value, "bribe": f"[{value}]", "open": f"({value})"}[kind]


def supply(view: View) -> Text:
    """The supply, and a warning when it is nearly used up."""
    left = view["supply"]
    ones, twos, threes = left["influence"]
    line = Text("Supply  ", style="dim")
    line.append(f"1s {ones} · 2s {twos} · 3s {threes} · bribes {left['bribes']} · cubes {left['cubes']}")
    line.append(f" · chips {left['chips']}")
    if min(ones, twos, threes, left["bribes"], left["cubes"]) <= 1:
        line.append("   the end is near", style="bold red")
    return line


def roll(view: View, texts: Terms) -> RenderableType:
    """The roll on the table, its action, and what each use of it would do."""
    current = view["roll"]
    title = (
        f"{FACES[current['white']]} {FACES[current['black']]}  {texts.term('action-' + current['action'])}"
    )
    lines = [Text(texts.term(f"means-{current['action']}"), style="dim")]
    if current["bust"] is not None:
        lines.append(Text(f"Bust: {texts.term('bust-' + current['bust'])}", style="bold red"))
    if len(current["options"]) <= MOST_OPTIONS:
        lines += [
            Text.assemble(paint(shown_text(option["move"])), (f"  {effect(option, texts)}", "dim"))
            for option in current["options"]
        ]
    return Panel(Group(*lines), title=title, border_style="dim", expand=False)


def shown_text(move: str) -> str:
    """A move's text with the areas by the names that people type."""
    return SPACE.shown_text(SPACE.read(move))


def effect(option: dict[str, Any], texts: Terms) -> str:
    """What a use of the roll would do, in a few words."""
    parts: list[str] = []
    if option["token"]:
        parts.append(f"{token(option['token'])} beside {texts.name(option['area'])}")
    if option["cube"]:
        parts.append(f"a cube onto {texts.name(option['area'])}")
    if option["circle"]:
        parts.append("turns up a bribe")
    if option["chips"] or option["hand"]:
        parts.append(f"level {'/'.join(map(str, option['level']))}")
        parts.append(f"{option['chips'] + option['hand']} chips")
    if option["bust"]:
        parts.append(f"busts in {HUNDRED * option['bust'] // option['of']}%")
    if option["ends"]:
        parts.append("ENDS THE GAME")
    return ", ".join(parts)


def outlook(view: View, texts: Terms) -> Text:
    """The stake, the chance that the next roll busts by each cause, and its mean gain."""
    coming, stake = view["next"], view["stake"]
    line = Text(f"{texts.term('stake')} {stake['worth'] / HUNDRED:g}", style="bold")
    line.append(f"   {texts.term('next-roll')}: ", style="not bold")
    chance = HUNDRED * coming["bust"] / coming["of"]
    line.append(f"busts {chance:.0f}%", style="bold red" if coming["bust"] else "bold green3")
    causes = [
        f"{cause} {HUNDRED * coming[cause] / coming['of']:.0f}%" for cause in BUST_CAUSES if coming[cause]
    ]
    if causes:
        line.append(f" ({', '.join(causes)})", style="not bold dim")
    gain = coming["gain"] / coming["of"] / HUNDRED
    line.append(f"   mean gain {gain:+.1f}", style="green3" if gain > 0 else "red")
    return line
