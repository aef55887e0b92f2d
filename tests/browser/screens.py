"""Every screen of the page, and how to open it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

from caponata.catalogue import BUILT_IN
from tests.browser import tables
from tests.browser.tables import Condition, Table

GUIDE_OFF = '{"off": true, "seen": []}'  # hides the guide on the screens that follow
LATER = 12  # decisions of the first seat
PHASES = {  # phases with a layout of their own
    "capone": ("pieces", "aim-member", "year-end"),
    "capio": ("grabbing", "reckoning"),
}
MANY_SEATS = {"capone": 6, "capio": 4}
Action = Callable[[Page], None]


@dataclass(frozen=True)
class Screen:
    """A screen: its address, the table whose first seat the device holds, and the actions that lead to it."""

    name: str
    address: str
    ready: str  # selector of an element that appears last
    table: Table | None = None
    actions: tuple[Action, ...] = ()

    def open(self, page: Page) -> None:
        """Open the screen and wait until it is drawn."""
        if self.table is not None:
            page.evaluate(
                "(held) => localStorage.setItem('caponata.seats', JSON.stringify(held))",
                self.table.stored_keys(0),
            )
        page.goto(self.address)
        page.locator(self.ready).first.wait_for()
        for action in self.actions:
            action(page)
        settle(page)


def settle(page: Page) -> None:
    """Wait for fonts, images and animations."""
    page.evaluate(
        """async () => {
            await document.fonts.ready;
            const pictures = [...document.images].map((picture) => picture.decode().catch(() => null));
            await Promise.all(pictures);
            const ends = (each) => each.effect.getTiming().iterations !== Infinity;
            const moving = document.getAnimations().filter(ends);
            const ending = moving.map((each) => each.finished.catch(() => null));
            await Promise.race([Promise.all(ending), new Promise((resolve) => setTimeout(resolve, 2000))]);
        }"""
    )


def press(selector: str) -> Action:
    """Click the first element that matches a selector."""
    return lambda page: page.locator(selector).first.click()


def tab(name: str) -> Action:
    """Open a tab of the drawer."""

    def action(page: Page) -> None:
        button = page.locator(f"#tab-{name}")
        if button.get_attribute("aria-selected") != "true":
            button.click()
        page.locator("#drawer-page").locator("> *").first.wait_for()

    return action


def enter_wrong_code(page: Page) -> None:
    """Try to join a table with a wrong code."""
    page.locator("#code").fill("QQQQQ")
    page.locator("#code").press("Enter")
    page.locator("#code-trouble:not(:empty)").wait_for()


def check_draws(page: Page) -> None:
    """Check every draw."""
    page.locator(".fair-check .act").click()
    page.locator(".fair-verdict").wait_for()


def pick_up(page: Page) -> None:
    """Pick a card, so that its moves are shown."""
    page.locator(".lux-card.lit").first.click()
    page.locator(".lux-choice").wait_for()


def menu(entry: int | None = None) -> Action:
    """Open the menu of the table, or the entry with this number."""

    def action(page: Page) -> None:
        page.locator(".table-head button").click()
        if entry is not None:
            page.locator(".menu button").nth(entry).click()
        page.locator(".sheet-inside").wait_for()

    return action


@dataclass
class Gallery:
    """The tables that the screens need, created on demand."""

    address: str
    _tables: dict[str, Table] = field(default_factory=dict)

    def at(
        self,
        name: str,
        condition: Condition,
        seed: int = 1,
        bots: int = 0,
        game: str = tables.LUX,
        seats: int | None = None,
    ) -> Table:
        """The table with this name, played until a condition holds."""
        if name not in self._tables:
            self._tables[name] = tables.table_at(
                self.address, condition, seed=seed, bots=bots, game=game, seats=seats
            )
        return self._tables[name]

    def waiting(self) -> Table:
        """A table that waits for players."""
        if "waiting" not in self._tables:
            self._tables["waiting"] = tables.waiting_table(self.address)
        return self._tables["waiting"]

    def screens(self) -> Iterator[Screen]:
        """All screens of the page."""
        yield Screen("shelf", "/", ".game .act")
        yield Screen("shelf-wrong-code", "/", ".game .act", actions=(enter_wrong_code,))
        yield Screen("keys", "/", ".game .act", actions=(lambda page: page.keyboard.press("?"),))
        yield Screen("settings", "/settings", ".settings")
        yield Screen("set-up", "/new/capital-lux", ".seatplan", actions=(self.choose_each_kind_of_seat,))
        yield Screen("rulebook", "/rules/capital-lux", "#LUX-3\\.4")
        yield Screen("no-page", "/nowhere", ".gone")
        yield Screen("no-table", "/t/nosuchtable", ".gone")
        yield Screen("no-replay", "/r/nosuchtable", "main h1")
        yield from self.waiting_rooms()
        yield from self.phases()
        yield from self.drawer_and_menu()
        yield from self.endings()
        for game in BUILT_IN:
            if game != tables.LUX:
                yield from self.another_game(game)
        yield from self.capo_for_eight()

    def another_game(self, game: str) -> Iterator[Screen]:
        """Screens of a game other than Capital Lux: set-up, rulebook, and the board early and later."""
        yield Screen(f"{game}-set-up", f"/new/{game}", ".seatplan")
        yield Screen(f"{game}-rulebook", f"/rules/{game}", ".rulebook h2")
        for name, decisions in (("start", 0), ("later", LATER)):
            table = self.at(f"{game} {name}", tables.after(decisions), game=game)
            yield Screen(f"{game}-{name}", f"/t/{table.id}", ".playarea .prompt", table)
        for phase in PHASES.get(game, ()):
            table = self.at(f"{game} {phase}", tables.in_phase(phase), game=game, seats=MANY_SEATS[game])
            yield Screen(f"{game}-{phase}", f"/t/{table.id}", ".playarea .prompt", table)

    def capo_for_eight(self) -> Iterator[Screen]:
        """CAPO with eight seats, the most crowded table."""
        for name, condition in (("following", tables.can_follow), ("exchange", tables.must_give_cards)):
            table = self.at(f"eight {name}", condition, game="capo", seats=8)
            yield Screen(f"capo-eight-{name}", f"/t/{table.id}", ".cpo-hand .lit", table)
            yield Screen(
                f"capo-eight-{name}-picked", f"/t/{table.id}", ".cpo-hand .lit", table, (self.pick_card,)
            )

    @staticmethod
    def pick_card(page: Page) -> None:
        """Pick a card, so that its moves are shown."""
        page.locator(".cpo-hand .in-hand.lit").first.click()
        page.locator(".cpo-ways .back").wait_for()

    @staticmethod
    def choose_each_kind_of_seat(page: Page) -> None:
        """Choose a seat of each kind and open all options."""
        page.locator(".counter button").last.click()
        seats = page.locator(".seatplan select:first-of-type")
        seats.nth(1).select_option("open")
        seats.nth(2).select_option("bot")
        seats.nth(3).select_option("here")
        for closed in page.locator("details:not([open]) > summary").all():
            closed.click()

    def waiting_rooms(self) -> Iterator[Screen]:
        """Screens before the game."""
        waiting = self.waiting()
        yield Screen("waiting-host", f"/t/{waiting.id}", ".share svg", waiting)
        yield Screen("invited", f"/t/{tables.waiting_table(self.address).id}", ".sit")

    def phases(self) -> Iterator[Screen]:
        """The table in the phases of a game."""
        draft = self.at("draft", tables.can_pick, bots=1)
        yield Screen("table-draft", f"/t/{draft.id}", ".lux-card.lit", draft)
        playing = self.at("play", tables.can_play_a_card)
        yield Screen("table-play", f"/t/{playing.id}", ".lux-card.lit", playing)
        yield Screen("table-choice", f"/t/{playing.id}", ".lux-card.lit", playing, (pick_up,))
        gate = self.at("gate", tables.must_choose_a_gate)
        yield Screen("table-gate", f"/t/{gate.id}", ".lux-target.lit", gate)
        settling = self.at("settle", tables.can_pay)
        yield Screen("table-settling", f"/t/{settling.id}", ".lux-pay.lit", settling)
        ended = self.at("reckoned", tables.has_first_round_ended)
        yield Screen("table-reckoning", f"/t/{ended.id}", ".lux-tools button", ended, (self.open_summary,))
        yield Screen("table-lesson", f"/t/{draft.id}", ".lux-tools button", draft, (self.restart_guide,))
        yield Screen("table-watched", f"/t/{playing.id}", ".lux-gates")

    @staticmethod
    def restart_guide(page: Page) -> None:
        """Restart the guide."""
        page.locator(".lux-tools button:not([aria-expanded])").click()
        page.locator(".lux-coach .lesson").wait_for()
        page.evaluate(f"localStorage.setItem('caponata.capital-lux.guide', '{GUIDE_OFF}')")

    @staticmethod
    def open_summary(page: Page) -> None:
        """Open the summary of the last round."""
        page.locator(".lux-tools button[aria-expanded]").click()
        page.locator(".lux-tale").wait_for()

    def drawer_and_menu(self) -> Iterator[Screen]:
        """Screens of the drawer and the menu."""
        playing = self.at("play", tables.can_play_a_card)
        for name in ("log", "chat", "rules", "history"):
            yield Screen(f"drawer-{name}", f"/t/{playing.id}", ".lux-card", playing, (tab(name),))
        yield Screen("menu", f"/t/{playing.id}", ".lux-card", playing, (menu(),))
        for number, name in enumerate(("invite", "device", "settings")):
            yield Screen(f"menu-{name}", f"/t/{playing.id}", ".lux-card", playing, (menu(number),))
        yield Screen("menu-resign", f"/t/{playing.id}", ".lux-card", playing, (menu(5),))

    def endings(self) -> Iterator[Screen]:
        """Screens after the game."""
        over = self.at("over", tables.at_the_end)
        yield Screen("table-over", f"/t/{over.id}", ".verdict", over)
        close = press(".sheet-head button")
        yield Screen("table-over-board", f"/t/{over.id}", ".verdict", over, (close,))
        yield Screen("replay-start", f"/r/{over.id}", ".film-bar", over)
        yield Screen("replay-middle", f"/r/{over.id}#60", ".film-bar", over)
        yield Screen("replay-fairness", f"/r/{over.id}", ".film-bar", over, (tab("fair"), check_draws))
