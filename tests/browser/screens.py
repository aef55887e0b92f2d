"""Every screen of the house, and how a person gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

from caponata.catalogue import SHELF
from tests.browser import wire
from tests.browser.wire import Moment, Table

GUIDE_OFF = '{"off": true, "seen": []}'  # for the screens that come after the lesson
LATER = 12  # decisions of the first seat
PHASES = {  # moments with looks of their own
    "capone": ("pieces", "aim-member", "year-end"),
    "capio": ("grabbing", "reckoning"),
}
CROWD = {"capone": 6, "capio": 4}
Way = Callable[[Page], None]


@dataclass(frozen=True)
class Screen:
    """A screen: its address, the table whose seat the device holds, and what is done there."""

    name: str
    address: str
    ready: str  # a selector of what is there when all is
    table: Table | None = None
    ways: tuple[Way, ...] = ()

    def open(self, page: Page) -> None:
        """Go there and wait until all is drawn."""
        if self.table is not None:
            page.evaluate(
                "(held) => localStorage.setItem('caponata.seats', JSON.stringify(held))", self.table.held(0)
            )
        page.goto(self.address)
        page.locator(self.ready).first.wait_for()
        for way in self.ways:
            way(page)
        settle(page)


def settle(page: Page) -> None:
    """Wait until fonts, pictures and movements are there."""
    page.evaluate(
        """async () => {
            await document.fonts.ready;
            const pictures = [...document.images].map((picture) => picture.decode().catch(() => null));
            await Promise.all(pictures);
            const ends = (each) => each.effect.getTiming().iterations !== Infinity;
            const moving = document.getAnimations().filter(ends);
            const ending = moving.map((each) => each.finished.catch(() => null));
            await Promise.race([Promise.all(ending), new Promise((over) => setTimeout(over, 2000))]);
        }"""
    )


def press(selector: str) -> Way:
    """Press something."""
    return lambda page: page.locator(selector).first.click()


def tab(name: str) -> Way:
    """Open a page of the drawer, if it is not open."""

    def way(page: Page) -> None:
        button = page.locator(f"#tab-{name}")
        if button.get_attribute("aria-selected") != "true":
            button.click()
        page.locator("#drawer-page").locator("> *").first.wait_for()

    return way


def wrong_code(page: Page) -> None:
    """Try to join a table that is not there."""
    page.locator("#code").fill("QQQQQ")
    page.locator("#code").press("Enter")
    page.locator("#code-trouble:not(:empty)").wait_for()


def check_draws(page: Page) -> None:
    """Redo every draw."""
    page.locator(".fair-check .act").click()
    page.locator(".fair-verdict").wait_for()


def pick_up(page: Page) -> None:
    """Take a card, so that its ways are shown."""
    page.locator(".lux-card.lit").first.click()
    page.locator(".lux-choice").wait_for()


def menu(entry: int | None = None) -> Way:
    """The menu of the table, or one of its pages."""

    def way(page: Page) -> None:
        page.locator(".table-head button").click()
        if entry is not None:
            page.locator(".menu button").nth(entry).click()
        page.locator(".sheet-inside").wait_for()

    return way


@dataclass
class Gallery:
    """The tables that screens need, each made when it is first wanted."""

    address: str
    _tables: dict[str, Table] = field(default_factory=dict)

    def at(
        self,
        name: str,
        moment: Moment,
        seed: int = 1,
        bots: int = 0,
        game: str = wire.LUX,
        seats: int | None = None,
    ) -> Table:
        """The table at a moment."""
        if name not in self._tables:
            self._tables[name] = wire.table_at(
                self.address, moment, seed=seed, bots=bots, game=game, seats=seats
            )
        return self._tables[name]

    def waiting(self) -> Table:
        """The table that waits."""
        if "waiting" not in self._tables:
            self._tables["waiting"] = wire.waiting_table(self.address)
        return self._tables["waiting"]

    def screens(self) -> Iterator[Screen]:
        """All screens of the house."""
        yield Screen("shelf", "/", ".game .act")
        yield Screen("shelf-wrong-code", "/", ".game .act", ways=(wrong_code,))
        yield Screen("keys", "/", ".game .act", ways=(lambda page: page.keyboard.press("?"),))
        yield Screen("settings", "/settings", ".settings")
        yield Screen("set-up", "/new/capital-lux", ".seatplan", ways=(self.different_seats,))
        yield Screen("rulebook", "/rules/capital-lux", "#LUX-3\\.4")
        yield Screen("no-page", "/nowhere", ".gone")
        yield Screen("no-table", "/t/nosuchtable", ".gone")
        yield Screen("no-replay", "/r/nosuchtable", "main h1")
        yield from self.waiting_rooms()
        yield from self.moments()
        yield from self.pages_of_a_table()
        yield from self.endings()
        for game in SHELF:
            if game != wire.LUX:
                yield from self.another_game(game)
        yield from self.capo_for_eight()

    def another_game(self, game: str) -> Iterator[Screen]:
        """What any game has: a table to set up, a rulebook, a board at its start and later on."""
        yield Screen(f"{game}-set-up", f"/new/{game}", ".seatplan")
        yield Screen(f"{game}-rulebook", f"/rules/{game}", ".rulebook h2")
        for name, decisions in (("start", 0), ("later", LATER)):
            table = self.at(f"{game} {name}", wire.after(decisions), game=game)
            yield Screen(f"{game}-{name}", f"/t/{table.id}", ".playarea .prompt", table)
        for phase in PHASES.get(game, ()):
            table = self.at(f"{game} {phase}", wire.in_phase(phase), game=game, seats=CROWD[game])
            yield Screen(f"{game}-{phase}", f"/t/{table.id}", ".playarea .prompt", table)

    def capo_for_eight(self) -> Iterator[Screen]:
        """The most crowded table of the house."""
        for name, moment in (("following", wire.follows), ("exchange", wire.exchanges)):
            table = self.at(f"eight {name}", moment, game="capo", seats=8)
            yield Screen(f"capo-eight-{name}", f"/t/{table.id}", ".cpo-hand .lit", table)
            yield Screen(
                f"capo-eight-{name}-picked", f"/t/{table.id}", ".cpo-hand .lit", table, (self.pick_cards,)
            )

    @staticmethod
    def pick_cards(page: Page) -> None:
        """Take a card of the fan, so that it is said what can be done with it."""
        page.locator(".cpo-hand .in-hand.lit").first.click()
        page.locator(".cpo-ways .back").wait_for()

    @staticmethod
    def different_seats(page: Page) -> None:
        """One seat of each kind, all options open."""
        page.locator(".counter button").last.click()
        seats = page.locator(".seatplan select:first-of-type")
        seats.nth(1).select_option("open")
        seats.nth(2).select_option("bot")
        seats.nth(3).select_option("here")
        for closed in page.locator("details:not([open]) > summary").all():
            closed.click()

    def waiting_rooms(self) -> Iterator[Screen]:
        """Before the game."""
        waiting = self.waiting()
        yield Screen("waiting-host", f"/t/{waiting.id}", ".share svg", waiting)
        yield Screen("invited", f"/t/{wire.waiting_table(self.address).id}", ".sit")

    def moments(self) -> Iterator[Screen]:
        """The table in all its phases."""
        draft = self.at("draft", wire.drafts, bots=1)
        yield Screen("table-draft", f"/t/{draft.id}", ".lux-card.lit", draft)
        playing = self.at("play", wire.plays_on)
        yield Screen("table-play", f"/t/{playing.id}", ".lux-card.lit", playing)
        yield Screen("table-choice", f"/t/{playing.id}", ".lux-card.lit", playing, (pick_up,))
        gate = self.at("gate", wire.chooses_a_gate)
        yield Screen("table-gate", f"/t/{gate.id}", ".lux-target.lit", gate)
        settling = self.at("settle", wire.settles)
        yield Screen("table-settling", f"/t/{settling.id}", ".lux-pay.lit", settling)
        reckoned = self.at("reckoned", wire.is_reckoned)
        yield Screen("table-reckoning", f"/t/{reckoned.id}", ".lux-tools button", reckoned, (self.tell,))
        yield Screen("table-lesson", f"/t/{draft.id}", ".lux-tools button", draft, (self.teach,))
        yield Screen("table-watched", f"/t/{wire_id(playing)}", ".lux-gates")

    @staticmethod
    def teach(page: Page) -> None:
        """Let the guide begin again."""
        page.locator(".lux-tools button:not([aria-expanded])").click()
        page.locator(".lux-coach .lesson").wait_for()
        page.evaluate(f"localStorage.setItem('caponata.capital-lux.guide', '{GUIDE_OFF}')")

    @staticmethod
    def tell(page: Page) -> None:
        """Open the reckoning again."""
        page.locator(".lux-tools button[aria-expanded]").click()
        page.locator(".lux-tale").wait_for()

    def pages_of_a_table(self) -> Iterator[Screen]:
        """Drawer and menu."""
        playing = self.at("play", wire.plays_on)
        for name in ("log", "chat", "rules", "history"):
            yield Screen(f"drawer-{name}", f"/t/{playing.id}", ".lux-card", playing, (tab(name),))
        yield Screen("menu", f"/t/{playing.id}", ".lux-card", playing, (menu(),))
        for number, name in enumerate(("invite", "device", "settings")):
            yield Screen(f"menu-{name}", f"/t/{playing.id}", ".lux-card", playing, (menu(number),))
        yield Screen("menu-resign", f"/t/{playing.id}", ".lux-card", playing, (menu(5),))

    def endings(self) -> Iterator[Screen]:
        """After the game."""
        over = self.at("over", wire.never)
        yield Screen("table-over", f"/t/{over.id}", ".verdict", over)
        closed = press(".sheet-head button")
        yield Screen("table-over-board", f"/t/{over.id}", ".verdict", over, (closed,))
        yield Screen("replay-start", f"/r/{over.id}", ".film-bar", over)
        yield Screen("replay-middle", f"/r/{over.id}#60", ".film-bar", over)
        yield Screen("replay-fairness", f"/r/{over.id}", ".film-bar", over, (tab("fair"), check_draws))


def wire_id(table: Table) -> str:
    """The id of a table that somebody else looks at."""
    return table.id
