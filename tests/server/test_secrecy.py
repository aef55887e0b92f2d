from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from caponata.catalogue import games
from caponata.engine.game import NOBODY
from caponata.games.caper import GAME as CAPER
from caponata.secrecy.comparison import compare_with_twin, differences, run_script
from caponata.secrecy.harness import Harness, open_harness
from caponata.secrecy.twins import (
    Script,
    Twin,
    find_twins,
    has_no_secrets,
    random_script,
    reordered,
    sealed_windows,
    twins_with_other_draws,
)
from caponata.server.connections import state_message, viewers
from tests.server.leaks import LEAKS

pytestmark = pytest.mark.anyio

PLANTED = 5  # seed of the script in which leaks are planted
OPENING = 10
FIRST_ROUND = 30
BEFORE_GO = 12
LONG_SCRIPT = 150  # actions, which covers whole short games


@lru_cache
def script_with_twins(
    name: str, seats: int, seed: int, parts: int, actions: int | None = None
) -> tuple[Script, list[Twin]]:
    script = random_script(name, seats, seed).first_actions(actions)
    if has_no_secrets(script):
        twins = [twin for viewer in script.viewers for twin in twins_with_other_draws(script, viewer, parts)]
    else:
        twins = [twin for viewer in script.viewers for twin in find_twins(script, viewer, seed, parts)]
    return script, sorted(twins, key=lambda twin: len(twin.script.actions))


async def check(
    name: str, seats: int, seed: int, parts: int, actions: int | None = None, **fields: Any
) -> None:
    script, twins = script_with_twins(name, seats, seed, parts, actions)
    assert {twin.viewer for twin in twins} == set(script.viewers)
    run = await run_script(script, twins, **fields)
    for twin in twins:
        assert await compare_with_twin(run, twin, **fields) == []


@pytest.mark.parametrize(
    ("name", "seats"), [("caper", 3), *((game.name, min(game.seats)) for game in games())]
)
async def test_game_and_twin_look_the_same_until_the_rules_reveal_a_difference(name: str, seats: int) -> None:
    await check(name, seats, 1, parts=1, actions=LONG_SCRIPT)


async def test_dice_are_not_revealed_before_go() -> None:
    """[CAPIO-8.1]"""
    await check("capio", 2, 1, parts=1, actions=BEFORE_GO)


async def test_planted_dice_before_go_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """[CAPIO-8.1]"""
    script, twins = script_with_twins("capio", 2, 1, 1, BEFORE_GO)
    honest = state_message.viewer_state

    def viewer_state(game_table: Any, *rest: Any) -> dict[str, Any]:
        assert Harness.current is not None
        drawn = game_table.to_snapshot()["draws"]
        return honest(game_table, *rest) | {"prompt": str(Harness.current.script.tickets[drawn : drawn + 1])}

    monkeypatch.setattr(viewers, "viewer_state", viewer_state)
    run = await run_script(script, twins)
    for twin in twins:
        assert await compare_with_twin(run, twin) != []


async def test_table_of_three_without_clocks_keeps_its_secrets() -> None:
    await check("capital-lux", 3, 2, parts=1, actions=FIRST_ROUND, clock=None)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
@pytest.mark.parametrize(
    ("name", "seats"), [(game.name, seats) for game in (CAPER, *games()) for seats in game.seats]
)
async def test_many_games_look_the_same_as_their_twins(name: str, seats: int, seed: int) -> None:
    await check(name, seats, seed, parts=3)


async def test_no_leak_is_found_if_none_is_planted() -> None:
    await check("capital-lux", 2, PLANTED, parts=1, actions=OPENING)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_planted_leak_is_found(leak: Callable[[], Any]) -> None:
    script, twins = script_with_twins("capital-lux", 2, PLANTED, 1, OPENING)
    with leak():
        run = await run_script(script, twins)
        for twin in twins:
            if await compare_with_twin(run, twin):
                return
    pytest.fail("nobody noticed")


async def test_unrevealed_cards_stay_hidden_when_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CAPO's hands return to the deck, so a twin can last to the end; a leak planted there is found."""
    script, twins = script_with_twins("capo", 2, 1, 1, LONG_SCRIPT)
    twin = next(twin for twin in twins if twin.script.log.position.to_act == NOBODY)
    honest = state_message.viewer_state

    def viewer_state(game_table: Any, *rest: Any) -> dict[str, Any]:
        state = honest(game_table, *rest)
        assert Harness.current is not None
        draws = [repr(entry) for act in Harness.current.script.actions for entry in act.entries]
        return state | {"prompt": json.dumps(draws)} if state["outcome"] else state

    monkeypatch.setattr(viewers, "viewer_state", viewer_state)
    assert await compare_with_twin(await run_script(script, [twin]), twin) != []


async def received_after(script: Script, actions: int) -> dict[int, list[str]]:
    """Return what every viewer receives after a number of actions, to the end of the script."""
    async with open_harness(script) as harness:
        await harness.run([])
    return {
        viewer: recording.received[recording.marks[actions - 1][0] :]
        for viewer, recording in harness.recordings.items()
    }


async def sealing_order_differences() -> list[str]:
    """Return the traces of the order of sealing after the first window closed."""
    script = random_script("capital-lux", 3, 4)
    _, end = next(sealed_windows(script))
    short = script.first_actions(end + 1)
    other_order = next(
        other.first_actions(end + 1)
        for seed in range(100)
        if (other := reordered(script, seed)).actions[:end] != script.actions[:end]
        and other.actions[end].seat == script.actions[end].seat
    )
    first, second = await received_after(short, end), await received_after(other_order, end)
    return [
        difference for viewer in script.viewers for difference in differences(first[viewer], second[viewer])
    ]


async def test_order_of_sealing_leaves_no_trace_once_all_have_chosen() -> None:
    assert await sealing_order_differences() == []


async def test_planted_trace_of_the_order_of_sealing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = state_message.viewer_state

    def viewer_state(game_table: Any, *rest: Any) -> dict[str, Any]:
        order = [entry.seat for entry in game_table.entries if hasattr(entry, "seat")]
        return honest(game_table, *rest) | {"prompt": json.dumps(order)}

    monkeypatch.setattr(viewers, "viewer_state", viewer_state)
    assert await sealing_order_differences() != []
