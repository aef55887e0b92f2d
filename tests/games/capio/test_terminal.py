"""Capio in a terminal: the middle, the cards and the reckoning can be read."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from caponata.engine.texts import Texts, languages
from caponata.games.capio import GAME, terminal
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.view import view
from tests.games.capio.positions import capio, play, want

NAMES = ("Ann", "Ben")


def drawn(position: CapioPosition, language: str = "en") -> str:
    """What the terminal shows to the first seat."""
    console = Console(width=130, record=True, file=StringIO())
    console.print(terminal.board(view(position, 0), NAMES, Texts(GAME, language), 130))
    return console.export_text()


def test_dice_cards_and_hands_are_shown() -> None:
    position = capio(
        ["target-1 towers-1 confusion-1"],
        laid={
            0: {
                "target 1": "red-1",
                "towers park-1": want("towers-1", 1, top=True),
                "confusion beside": "grey-1",
            }
        },
        hands={1: "blue-3"},
        middle="pink-5 pink-6",
        rolls={0: 2},
    )
    shown = drawn(position)
    for words in (
        "pink 5 6",
        "Target 6 (Sum 1)",
        "Parked 1",
        "Beside: grey 1",
        "In hand: blue 3",
        "the print counts",
    ):
        assert words in shown


def test_every_kind_of_card_is_drawn_in_every_language() -> None:
    for language in languages(GAME):
        assert drawn(capio(["lines-1 chain-1 sets-1"]), language)


def test_the_reckoning_shows_what_was_overlooked() -> None:
    position = capio(["target-1 towers-1 sets-1"], middle="red-1 red-2")
    play(position, 0, "stop")
    assert "Overlooked: red 1, red 2" in drawn(position)


def test_moves_are_painted_and_some_events_are_quiet() -> None:
    assert terminal.paint("take red-5").plain == "take red-5 "
    assert terminal.is_quiet({"event": "throw", "seat": None, "rule": None})
