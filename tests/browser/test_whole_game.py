"""A whole game through the page with a reload and a restart of the server."""

from __future__ import annotations

import random

from tests.browser.devices import Devices
from tests.browser.people import Person, play
from tests.browser.tables import run


def test_a_whole_game_survives_a_reload_and_a_restart(
    restartable_devices: Devices,
) -> None:
    devices = restartable_devices
    ada = Person(devices.page(), random.Random(1))
    bo = Person(devices.page(), random.Random(2))
    table = set_up(ada)
    bo.go(f"/t/{table}")
    bo.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start the game").click()
    watcher = Person(devices.page())
    watcher.go(f"/t/{table}")
    people = [ada, bo]
    for person in people:
        person.until(lambda: bool(person.state), "the game")  # noqa: B023

    play(people, until=lambda: ada.round == 2)
    ada.page.reload()
    ada.until(lambda: ada.sockets == 2 and ada.decision is not None, "the table after a reload")

    play(people, until=lambda: ada.round == 2 and "home" in ada.state["moves"])
    assert watcher.table["watching"] == 1
    devices.server.kill()
    ada.page.get_by_text("The connection is gone. Reconnecting…").wait_for()
    run(devices.server.start())
    ada.page.get_by_text("The connection is gone. Reconnecting…").wait_for(state="detached")
    play(people)

    watcher.until(lambda: watcher.is_over, "the end for the spectator")
    assert ada.outcome() == bo.outcome() == watcher.outcome()
    assert ada.state["outcome"] == bo.state["outcome"] == watcher.state["outcome"]
    assert ada.round == 3


def set_up(host: Person) -> str:
    """Set up a table for two people and a bot in the page. Returns its id."""
    page = host.page
    host.go("/new/capital-lux")
    page.get_by_role("combobox", name="Seat 3").select_option("bot")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]
