from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from caponata.catalogue import games
from caponata.engine.game import NOBODY
from caponata.games.caper import GAME as CAPER
from caponata.secrecy.stage import Stage, staged
from caponata.secrecy.twins import (
    Story,
    Twin,
    find_twins,
    futures,
    is_open,
    random_story,
    reordered,
    sealed_windows,
)
from caponata.secrecy.wiretap import differences, performed, tell_apart
from caponata.server import audience, news
from tests.server.leaks import LEAKS

pytestmark = pytest.mark.anyio

PLANTED = 5  # the story in which leaks are looked for, as long as this:
OPENING = 10
FIRST_ROUND = 30
BEFORE_GO = 12
LONG_STORY = 150  # acts: whole games where they are short


@lru_cache
def story_with_twins(
    name: str, seats: int, seed: int, parts: int, acts: int | None = None
) -> tuple[Story, list[Twin]]:
    story = random_story(name, seats, seed).cut(acts)
    if is_open(story):
        twins = [twin for viewer in story.viewers for twin in futures(story, viewer, parts)]
    else:
        twins = [twin for viewer in story.viewers for twin in find_twins(story, viewer, seed, parts)]
    return story, sorted(twins, key=lambda twin: len(twin.story.acts))


async def check(name: str, seats: int, seed: int, parts: int, acts: int | None = None, **wishes: Any) -> None:
    story, twins = story_with_twins(name, seats, seed, parts, acts)
    assert {twin.viewer for twin in twins} == set(story.viewers)
    performance = await performed(story, twins, **wishes)
    for twin in twins:
        assert await tell_apart(performance, twin, **wishes) == []


@pytest.mark.parametrize(
    ("name", "seats"), [("caper", 3), *((game.name, min(game.seats)) for game in games())]
)
async def test_nobody_tells_a_game_from_its_twin_until_the_rules_show_it(name: str, seats: int) -> None:
    await check(name, seats, 1, parts=1, acts=LONG_STORY)


async def test_nothing_of_the_dice_is_told_before_go() -> None:
    """[CAPIO-8.1]"""
    await check("capio", 2, 1, parts=1, acts=BEFORE_GO)


async def test_planted_dice_before_go_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """[CAPIO-8.1]"""
    story, twins = story_with_twins("capio", 2, 1, 1, BEFORE_GO)
    honest = news.standing

    def standing(play: Any, *rest: Any) -> dict[str, Any]:
        assert Stage.now is not None
        drawn = play.to_snapshot()["draws"]
        return honest(play, *rest) | {"prompt": str(Stage.now.story.tickets[drawn : drawn + 1])}

    monkeypatch.setattr(audience, "standing", standing)
    performance = await performed(story, twins)
    for twin in twins:
        assert await tell_apart(performance, twin) != []


async def test_a_table_of_three_without_clocks_keeps_its_secrets() -> None:
    await check("capital-lux", 3, 2, parts=1, acts=FIRST_ROUND, clock=None)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
@pytest.mark.parametrize(
    ("name", "seats"), [(game.name, seats) for game in (CAPER, *games()) for seats in game.seats]
)
async def test_nobody_tells_any_of_many_games_from_its_twins(name: str, seats: int, seed: int) -> None:
    await check(name, seats, seed, parts=3)


async def test_no_leak_is_found_where_none_is_planted() -> None:
    await check("capital-lux", 2, PLANTED, parts=1, acts=OPENING)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_planted_leak_is_found(leak: Callable[[], Any]) -> None:
    story, twins = story_with_twins("capital-lux", 2, PLANTED, 1, OPENING)
    with leak():
        performance = await performed(story, twins)
        for twin in twins:
            if await tell_apart(performance, twin):
                return
    pytest.fail("nobody noticed")


async def test_what_was_never_shown_stays_hidden_when_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In CAPO hands go back into the deck, so a twin can last to the end; a leak planted there is found."""
    story, twins = story_with_twins("capo", 2, 1, 1, LONG_STORY)
    twin = next(twin for twin in twins if twin.story.log.position.to_act == NOBODY)
    honest = news.standing

    def standing(play: Any, *rest: Any) -> dict[str, Any]:
        state = honest(play, *rest)
        assert Stage.now is not None
        draws = [repr(entry) for act in Stage.now.story.acts for entry in act.entries]
        return state | {"prompt": json.dumps(draws)} if state["outcome"] else state

    monkeypatch.setattr(audience, "standing", standing)
    assert await tell_apart(await performed(story, [twin]), twin) != []


async def heard_after(story: Story, acts: int) -> dict[int, list[str]]:
    """What everybody hears after so many acts, to the end of the story."""
    async with staged(story) as stage:
        await stage.perform([])
    return {viewer: seen.heard[seen.marks[acts - 1][0] :] for viewer, seen in stage.recordings.items()}


async def orders_told_apart() -> list[str]:
    """What is left of the order of sealing after the first window closed."""
    story = random_story("capital-lux", 3, 4)
    _, end = next(sealed_windows(story))
    short = story.cut(end + 1)
    turned = next(
        other.cut(end + 1)
        for seed in range(100)
        if (other := reordered(story, seed)).acts[:end] != story.acts[:end]
        and other.acts[end].seat == story.acts[end].seat
    )
    first, second = await heard_after(short, end), await heard_after(turned, end)
    return [each for viewer in story.viewers for each in differences(first[viewer], second[viewer])]


async def test_the_order_of_sealing_leaves_no_trace_once_all_have_chosen() -> None:
    assert await orders_told_apart() == []


async def test_a_planted_trace_of_the_order_of_sealing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = news.standing

    def standing(play: Any, *rest: Any) -> dict[str, Any]:
        order = [entry.seat for entry in play.entries if hasattr(entry, "seat")]
        return honest(play, *rest) | {"prompt": json.dumps(order)}

    monkeypatch.setattr(audience, "standing", standing)
    assert await orders_told_apart() != []
