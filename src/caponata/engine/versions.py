"""Games stored under an older version of their rules."""

from __future__ import annotations

from collections.abc import Mapping

from caponata.engine.game import Game
from caponata.engine.options import OptionError, read_options


def version_conflict(game: Game, version: int, seats: int, options: Mapping[str, object]) -> str | None:
    """Why a game stored under a version of the rules cannot be opened, or None if it can.

    The answer completes a sentence: "this record follows version 1 of the rules of CAPO, but ...".
    """
    if version == game.rules_version:
        return None
    only = f"only version {game.rules_version} is available"
    if version > game.rules_version or game.changed_rule is None:
        return only
    try:
        rule = game.changed_rule(version, seats, read_options(game, options))
    except OptionError:
        return only
    return None if rule is None else f"version {game.rules_version} plays it differently [{rule}]"
