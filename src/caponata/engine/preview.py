"""Previews: how a move would change a seat's view, as far as the seat can know."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.chance import Rng
from caponata.engine.game import Game, View

WORLDS_TRIED: Final = 4


def changes(before: View, after: View) -> tuple[dict[str, Any], list[str]]:
    """The top-level fields of a view that changed, and those that were removed."""
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return changed, [key for key in before if key not in after]


def preview(game: Game, view: View, move: int, rng: Rng) -> dict[str, Any]:
    """The fields of a seat's view that a legal move would change equally in every sampled world.

    Only the view is used, so fields that depend on hidden cards or on a draw are left out.
    """
    seat: int = view["seat"]
    worlds = game.worlds(view)
    common: dict[str, Any] | None = None
    for _ in range(WORLDS_TRIED):
        world = worlds.sample(rng)
        world.play(seat, move)
        changed, _ = changes(view, game.view(world, seat))
        if common is None:
            common = changed
        else:
            common = {key: value for key, value in common.items() if changed.get(key) == value}
    return common or {}
