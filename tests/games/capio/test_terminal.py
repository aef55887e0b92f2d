"""The terminal board: middle, cards and scoring."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from caponata.games.capio import GAME, terminal
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.view import view
from caponata.texts import Texts, languages
from tests.games.capio.positions import capio, fitting_die, play

NAMES = ("Ann", "Ben")


def board_text(position: CapioPosition, language: str = "en") -> str:
    """The board of the first seat as text."""
    console = Console(width=130, record=True, file=StringIO())
    console.print(terminal.board(view(position, 0), NAMES, Texts(GAME, language), 130))
    return console.export_text()


def test_board_shows_dice_cards_and_hands() -> None:
    position = capio(
        ["target-1 towers-1 confusion-1"],
        laid={
            0: {
                "target 1": "red-1",
                "towers park-1": fitting_die("towers-1", 1, top=True),
                "confusion beside": "grey-1",
            }
        },
        hands={1: "blue-3"},
        middle="pink-5 pink-6",
        rolls={0: 2},
    )
    text = board_text(position)
    for part in (
        "pink 5 6",
        "Target 6 (Sum 1)",
        "Parked 1",
        "Beside: grey 1",
        "In hand: blue 3",
        "the print counts",
    ):
        assert part in text


def test_board_shows_every_kind_of_card_in_every_language() -> None:
    for language in languages(GAME):
        assert board_text(capio(["lines-1 chain-1 sets-1"]), language)


def test_scoring_shows_the_missed_dice() -> None:
    position = capio(["target-1 towers-1 sets-1"], middle="red-1 red-2")
    play(position, 0, "stop")
    assert "Overlooked: red 1, red 2" in board_text(position)


def test_moves_keep_their_text_and_throws_are_quiet() -> None:
    assert terminal.paint("take red-5").plain == "take red-5 "
    assert terminal.is_quiet({"event": "throw", "seat": None, "rule": None})
