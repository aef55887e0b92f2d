"""Several people at one keyboard: nobody sees another's cards, and everybody may take a move back."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest

from caponata.cli.session import Session
from caponata.engine.reader import load_record
from caponata.engine.record import Entry, Rewind, Undo
from caponata.engine.table import Table
from caponata.games.capital_lux.rules import LuxPosition
from tests.cli.keyboard import CLEARED, Run, caponata, moves_of, offered
from tests.games.capital_lux.positions import lux

HAND_OVER = "Nobody else looking? Press Enter. "
CARD = re.compile(r"[▲●■✚]\d|(?:green|yellow|blue|pink)[ -]\d")
ONLY_YOU = "only you see this"
PACKETS = ["green-2 green-3 green-4 green-5 green-6 pink-2", "blue-2 blue-3 blue-4 blue-5 blue-6 pink-4"]


def two_people(*typed: str, start: LuxPosition | None = None) -> Run:
    """Ann and Ben at one terminal; the keyboard is handed over by an empty line."""
    words = ("--seats", "you:Ann,you:Ben")
    run = caponata(
        "play", "capital-lux", *words, typed=typed, start=start or round_of_two(), is_terminal=True
    )
    assert (run.code, run.err) == (0, "")
    return run


def round_of_two(*, bens: str = "blue-3 blue-4 pink-2", deck: str = "pink-6 pink-5") -> LuxPosition:
    """A position during a round; Ben's first card and the deck are hidden from Ann."""
    return lux(hands=["green-2 yellow-3 pink-4", bens], capital="green-6 blue-2", deck=deck)


def entries_of(run: Run) -> list[Entry]:
    """The log of the game saved by the run."""
    assert "Saved as game.json." in run.out
    return list(load_record("game.json").entries)


def in_sight(question: str) -> str:
    """The screen since it was last cleared."""
    return question.rpartition(CLEARED)[2]


def test_the_screen_is_cleared_before_and_after_the_keyboard_is_handed_over() -> None:
    run = two_people("", "home green-2", "", "home blue-4", "", "quit")
    asked_to_hand_over = [question for question in run.questions if question.endswith(HAND_OVER)]
    asked_to_play = [question for question in run.questions if question.endswith(" > ")]
    assert len(asked_to_hand_over) == len(asked_to_play) == 3
    for question, name in zip(asked_to_hand_over, ["Ann", "Ben", "Ann"], strict=True):
        assert CLEARED in question
        assert f"{name}, it is your turn" in in_sight(question)
        assert not CARD.search(in_sight(question))
        assert ONLY_YOU not in in_sight(question)
    for question, name in zip(asked_to_play, ["Ann", "Ben", "Ann"], strict=True):
        assert question.startswith(CLEARED) or CLEARED in question
        assert question.endswith(f"{name} > ")
        assert in_sight(question).count(ONLY_YOU) == 1


def play_a_whole_game_looking_at_every_screen() -> Run:
    """Three people, each with the screen to herself."""
    at_the_keyboard = ""

    def answers(question: str) -> str:
        nonlocal at_the_keyboard
        if "Save the game as" in question:
            return ""
        if question.endswith(HAND_OVER):
            assert not CARD.search(in_sight(question))
            at_the_keyboard = ""
            return ""
        name = question.rpartition("\n")[2].removesuffix(" > ")
        if at_the_keyboard != name:
            assert at_the_keyboard == "", f"{name} is asked on the screen of {at_the_keyboard}"
            assert CLEARED in question
            assert in_sight(question).count(ONLY_YOU) == 1
        at_the_keyboard = name
        return "1"

    words = ("--seats", "you:Ann,you:Ben,you:Cleo")
    return caponata("play", "capital-lux", *words, typed=answers, is_terminal=True)


def anns_screens(start: LuxPosition) -> list[str]:
    """Everything Ann sees in two of her turns and one of Ben's, who plays openly."""
    typed = ("", "home green-2", "", "home blue-4", "", "? 1", "log", "home yellow-3", "", "quit")
    run = two_people(*typed, start=start)
    assert run.questions[3].endswith("Ben > ")
    screens = [run.questions[asked] for asked in (1, 5, 6, 7)]
    assert all(screen.endswith("Ann > ") for screen in screens)
    return screens


def test_no_screen_shows_one_persons_cards_to_another() -> None:
    run = play_a_whole_game_looking_at_every_screen()
    assert "Three rounds are played." in run.out
    assert len(run.questions) > 100
    assert ONLY_YOU not in run.out.rpartition("The end")[2]


def test_screens_do_not_depend_on_the_cards_of_others() -> None:
    other = round_of_two(bens="pink-6 blue-4 pink-2", deck="blue-3 pink-5")
    assert anns_screens(round_of_two()) == anns_screens(other)


def test_a_handover_without_clearing_the_screen_is_detected() -> None:
    with patch.object(Session, "hand_over", lambda self, seat: None), pytest.raises(AssertionError):
        play_a_whole_game_looking_at_every_screen()


def test_a_board_with_another_seats_cards_is_detected() -> None:
    shown = Session.board
    other = round_of_two(bens="pink-6 blue-4 pink-2", deck="blue-3 pink-5")
    with patch.object(Session, "board", lambda self, viewer: shown(self, 1 - viewer)):
        assert anns_screens(round_of_two()) != anns_screens(other)


def bens_screens(picks: str) -> list[str]:
    """Everything Ben sees after Ann's sealed pick."""
    start = lux(hands=PACKETS, phase="first-pick")
    run = two_people("", f"pick {picks}", "", "log", "quit", start=start)
    assert run.questions[3].endswith("Ben > ")
    return run.questions[3:5]


def test_picks_are_made_in_turn_and_stay_secret() -> None:
    screens = bens_screens("green-2 green-3")
    assert "Ann lays two cards aside." in screens[1]
    assert screens == bens_screens("green-6 pink-2")


def test_a_log_with_another_seats_picks_is_detected() -> None:
    witness = Table.witness
    with patch.object(Table, "witness", lambda self, seat, since=0: witness(self, 0, since)):
        assert bens_screens("green-2 green-3") != bens_screens("green-6 pink-2")


def test_one_person_among_bots_is_not_asked_to_hand_over() -> None:
    words = ("--seats", "you:Ann,random")
    run = caponata("play", "capital-lux", *words, typed=["1", "quit"], is_terminal=True)
    assert HAND_OVER not in run.out
    assert CLEARED not in run.out


# Undo


def test_a_card_played_at_home_can_be_taken_back_at_once() -> None:
    run = two_people("", "home green-2", "", "undo", "", "home yellow-3", "", "save game.json", "quit")
    assert "agree" not in run.out
    assert "You take your choice back." in run.questions[5]
    assert "home green-2" in offered(run.questions[5])
    entries = entries_of(run)
    assert entries[1] == Undo(2, 0, 1)
    assert moves_of(load_record("game.json"), 0) == ["home yellow-3"]


def test_a_sealed_pick_can_be_taken_back_at_once() -> None:
    start = lux(hands=PACKETS, phase="first-pick")
    run = two_people("", "pick green-2 green-3", "", "undo", "", "save game.json", "quit", start=start)
    assert run.questions[5].endswith("Ann > ")
    assert "pick green-2 green-3" in offered(run.questions[5])
    assert entries_of(run)[-1] == Undo(2, 0, 1)


@pytest.mark.parametrize("answer", ["", "n", "no", "perhaps"])
def test_after_a_draw_an_undo_needs_consent(answer: str) -> None:
    run = two_people("", "capital green-2", "", "undo", answer, "save game.json", "quit")
    assert run.questions[4].endswith(
        "something was drawn since: everybody must agree to take it back. Does everybody agree? (y/N) "
    )
    assert "Everything stays as it is." in run.questions[5]
    assert run.questions[5].endswith("Ben > ")
    assert moves_of(load_record("game.json"), 0) == ["capital green-2"]
    assert not any(isinstance(entry, Rewind) for entry in entries_of(run))


@pytest.mark.parametrize("answer", ["y", "Yes", " Y "])
def test_after_a_draw_an_undo_works_by_consent(answer: str) -> None:
    run = two_people("", "capital green-2", "", "undo", answer, "", "save game.json", "quit")
    assert run.questions[6].endswith("Ann > ")
    assert "capital green-2" in offered(run.questions[6])
    entries = entries_of(run)
    assert entries[-1] == Rewind(3, 1)
    assert moves_of(load_record("game.json"), 0) == []


def test_repeated_undo_takes_back_the_moves_of_all_people() -> None:
    run = two_people(
        "", "home green-2", "", "home blue-4", "", "undo", "", "undo", "", "save game.json", "quit"
    )
    assert run.questions[7].endswith("Ben > ")
    assert run.questions[9].endswith("Ann > ")
    assert [type(entry) for entry in entries_of(run)[2:]] == [Undo, Undo]
