"""Bots of games without turns choose a move and a time."""

import pytest

from caponata.bots import BotError
from caponata.bots.levels import LEVELS, bot_levels
from caponata.bots.reactions import react, reaction_model
from caponata.games.caper import GAME as CAPER
from caponata.games.capio import GAME as CAPIO
from caponata.games.capio import reaction
from tests.games.capio.positions import capio


def test_a_game_with_turns_has_no_reaction_model() -> None:
    assert reaction_model(CAPER) is None
    assert react(CAPER, "casual", {}, 1) is None


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_reacts_in_a_game_without_turns(level: str) -> None:
    position = capio(["target-1 towers-1 sets-1"], middle="red-1 blue-2 grey-3")
    found = react(CAPIO, level, CAPIO.view(position, 0), 1)
    assert found is not None
    time, move = found
    reflexes = reaction.LEVELS[level]
    assert time >= reflexes.start + reflexes.decide
    assert position.refusal(0, move) is None


def test_an_unknown_level_is_refused() -> None:
    position = capio(["target-1 towers-1 sets-1"])
    with pytest.raises(BotError, match="there is no level 'grandmaster'"):
        react(CAPIO, "grandmaster", CAPIO.view(position, 0), 1)


def test_a_game_without_turns_has_its_own_levels() -> None:
    assert bot_levels(CAPER) == LEVELS
    assert bot_levels(CAPIO) == ("child", *LEVELS, "tournament")
