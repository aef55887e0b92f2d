"""Playing in the terminal: moves are typed, explained, refused and taken back, and games end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console

from caponata import catalogue
from caponata.cli.session import Session, seat_players
from caponata.engine.reader import load_record
from caponata.engine.record import Choice, Rewind
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.rules import LuxPosition
from caponata.texts import rules
from tests.cli.keyboard import Run, caponata, draws_of, moves_of, offered, one_line
from tests.games.capital_lux.positions import lux

HAND = ["home green-2", "home blue-4", "home pink-5", "capital green-2", "capital blue-4", "capital pink-5"]


def mid_round() -> LuxPosition:
    """A person to act with three cards in hand, and every capital card available."""
    return lux(
        hands=["green-2 blue-4 pink-5", "pink-3 yellow-2 yellow-3"],
        capital="yellow-6 green-3 blue-2",
        gold=[1],
    )


def last_card() -> LuxPosition:
    """The last card of the last turn of the last round."""
    return lux(hands=["green-2", ""], capital="green-2 green-3", deck="", round=3, last_turns=1)


def play(*typed: str, start: LuxPosition | None = None) -> Run:
    """One person against a bot."""
    run = caponata(
        "play", "capital-lux", "--seats", "you:Ann,random", typed=typed, start=start or mid_round()
    )
    assert run.err == ""
    assert run.code == 0
    return run


def test_a_person_is_shown_the_board_the_prompt_and_every_legal_move() -> None:
    run = play("quit")
    assert "Ann · Agata (random)" in run.out
    assert "Round 1 of 3" in run.out
    assert "Play a card: at home for its points, or into the capital for its action." in one_line(run.out)
    assert sorted(offered(run.out)) == sorted(HAND)
    assert run.questions[0].endswith("Ann > ")


@pytest.mark.parametrize(
    ("bonus_cards", "own", "other"),
    [
        ("open", ("6 points", "bonus 6"), ("4 points", "bonus 4")),
        ("hidden", ("6 points", "bonus 6"), ("0 points + bonus", "bonus 1 face down")),
    ],
)
def test_the_board_shows_bonus_cards_as_they_lie(
    bonus_cards: str, own: tuple[str, str], other: tuple[str, str]
) -> None:
    start = lux(
        hands=["green-2", "pink-3"], bonuses=["blue-6", "pink-4"], options=LuxOptions(bonus_cards=bonus_cards)
    )
    run = play("quit", start=start)
    for line in zip(own, other, strict=True):
        assert re.search(r"\s+".join(map(re.escape, line)), run.out)


def test_the_commitment_is_shown_before_the_first_move() -> None:
    commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert f"Every draw is fixed by the commitment {commitment}" in one_line(play("quit").questions[0])


@pytest.mark.parametrize("move", HAND)
def test_a_move_is_played_by_its_number_in_the_menu(move: str) -> None:
    number = offered(play("quit").out)[move]
    play(number, "save game.json", "quit")
    assert moves_of(load_record("game.json"), 0) == [move]


@pytest.mark.parametrize("typed", ["home blue-4", "HOME BLUE-4", "  Home   blue-4  "])
def test_a_move_is_played_by_its_text_in_any_case_and_spacing(typed: str) -> None:
    run = play(typed, "quit")
    assert "You play the blue 4 at home. LUX-3.2" in one_line(run.replies[0])


def test_two_cards_are_picked_in_any_order() -> None:
    packets = ["green-2 green-3 blue-4 pink-5 pink-6 pink-6", "blue-2 blue-3 blue-3 blue-5 blue-6 blue-6"]
    run = play("pick pink-5 green-2", "quit", start=lux(hands=packets, phase="first-pick"))
    assert "You keep green 2 and pink 5." in run.replies[0]


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    run = play("home green-6", "take green", "discard", "home green-2", "save game.json", "quit")
    assert "You have no green 6 in your hand. [LUX-3.1]" in run.replies[0]
    assert "Play one card from your hand: at home, or into the capital. [LUX-3.1]" in one_line(run.replies[1])
    assert "[LUX-" in run.replies[2]
    assert all(reply.endswith("Ann > ") for reply in run.replies[:3])
    assert moves_of(load_record("game.json"), 0) == ["home green-2"]


def test_refusing_the_clerics_effect_names_the_rule() -> None:
    position = lux(hands=["pink-5 blue-2", "pink-3"], capital="green-3 blue-2")
    run = play("capital pink-5", "home blue-2", "quit", start=position)
    assert "The Cleric must take a card" in run.replies[1]
    assert "[LUX-3.12]" in run.replies[1]


@pytest.mark.parametrize("typed", ["0", "7", "99", "999999999"])
def test_a_number_outside_the_menu_shows_the_range(typed: str) -> None:
    assert "choose a number from 1 to 6, or type a move" in play(typed, "quit").replies[0]


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000, "-1", "1.5", "1 2"])
def test_unusual_digits_are_not_accepted_as_numbers(typed: str) -> None:
    run = play(typed, "home green-2", "quit")
    assert "is not a move of this game" in one_line(run.replies[0])
    assert "You play the green 2 at home." in run.replies[1]


def test_an_unknown_move_suggests_the_nearest_one() -> None:
    run = play("hom blue-4", "frobnicate", "quit")
    assert "'hom blue-4' is not a move of this game; did you mean 'home blue-4'?" in run.replies[0]
    assert "'frobnicate' is not a move of this game" in run.replies[1]


def test_an_empty_line_asks_again() -> None:
    run = play("", "   ", "quit")
    assert run.replies[:2] == ["Ann > ", "Ann > "]


# Questions


@pytest.mark.parametrize("question", ["?", "help"])
def test_a_question_mark_explains_every_kind_of_move_and_the_commands(question: str) -> None:
    printed = one_line(play(question, "quit").replies[0])
    assert "home green-2: It joins your hometown" in printed
    assert "[LUX-3.2]" in printed
    assert "capital pink-5:" in printed
    assert "undo takes the last move back" in printed
    assert "quit leaves the table" in printed


def test_a_question_mark_with_a_number_explains_that_move() -> None:
    number = offered(play("quit").out)["capital green-2"]
    printed = one_line(play(f"? {number}", "quit").replies[0])
    assert printed.startswith("capital green-2: ")
    assert "[LUX-3.4]" in printed
    assert "Draw a card from the deck into your hand. Only you see it." in printed


def test_a_question_about_an_illegal_move_explains_why_it_is_illegal() -> None:
    printed = one_line(play("? home green-6", "quit").replies[0])
    assert "home green-6: It joins your hometown" in printed
    assert "You have no green 6 in your hand. [LUX-3.1]" in printed


def test_a_question_about_an_unknown_card_suggests_another() -> None:
    run = play("? home green-9", "? 99", "? draw green-2", "quit")
    assert "'home green-9' is not a move of this game; did you mean 'home green-6'?" in run.replies[0]
    assert "choose a number from 1 to 6, or type a move" in run.replies[1]
    assert "The next card of the deck is a green 2." in run.replies[2]


def test_the_log_shows_the_whole_game() -> None:
    run = play("home green-2", "log", "quit")
    first, *others = run.replies[1].removesuffix("Ann > ").splitlines()
    assert first.split("  ") == ["You play the green 2 at home.", "LUX-3.2"]
    assert others[0].startswith("Agata plays the ")


def test_a_hint_shows_moves_with_chances_and_a_reason() -> None:
    printed = one_line(play("hint", "quit").replies[0])
    assert re.match(r"[0-9]+%  ?(home|capital) ", printed)
    assert "wins" in printed or "close call" in printed


@pytest.mark.parametrize("typed", ["rule LUX-3.4", "rule lux-3.4", "RULES lux-3.4"])
def test_a_rule_can_be_read_during_a_game(typed: str) -> None:
    printed = one_line(play(typed, "quit").replies[0])
    assert printed == "Draw a card from the deck into your hand. Only you see it. Ann >"


@pytest.mark.parametrize(("language", "page"), [("nl", "nl"), ("it", "en")])
def test_rules_follow_the_language_of_the_session(language: str, page: str) -> None:
    session = Session(LUX, seat_players(LUX, ["you", "random"]), LuxOptions(), Console(), input)
    session.texts.language = language
    for rule_id, paragraph in rules(LUX, page).items():
        assert session.rule(rule_id) == paragraph


def test_an_unknown_rule_does_not_end_the_session() -> None:
    run = play("rule LUX-9.9", "rule", "quit")
    assert "the rulebook of Capital Lux has no rule 'LUX-9.9'" in run.replies[0]
    assert "has no rule ''" in run.replies[1]


# Undo


def test_an_undo_also_takes_back_the_moves_of_bots() -> None:
    run = play("home green-2", "undo", "home blue-4", "save game.json", "quit")
    assert "Taken back with everybody's consent" in one_line(run.replies[1])
    assert sorted(offered(run.replies[1])) == sorted(HAND)
    record = load_record("game.json")
    assert moves_of(record, 0) == ["home blue-4"]
    assert [entry.entry for entry in record.entries if isinstance(entry, Rewind)] == [1]


def test_draws_after_an_undo_are_new_and_have_new_numbers() -> None:
    play("capital green-2", "undo", "capital green-2", "undo", "capital green-2", "save game.json", "quit")
    draws = draws_of(load_record("game.json"))
    assert [entry.draw for entry in draws] == list(range(1, len(draws) + 1))
    assert [entry.cancelled for entry in draws if not entry.cancelled] == [False]
    assert len({entry.move for entry in draws}) > 1


def test_a_cleric_can_be_taken_back_while_nothing_was_revealed() -> None:
    run = play("capital pink-5", "undo", "home pink-5", "save game.json", "quit")
    assert "You take your choice back." in run.replies[1]
    assert "leave" not in run.replies[1]
    assert moves_of(load_record("game.json"), 0) == ["home pink-5"]


def test_repeated_undo_stops_at_the_first_move() -> None:
    run = play("home green-2", "home blue-4", "undo", "undo", "undo", "quit")
    assert sorted(offered(run.replies[3])) == sorted(HAND)
    assert "there is no choice to take back" in run.replies[4]


# Leaving


@pytest.mark.parametrize("typed", [["quit"], ["exit"], ["QUIT"], []])
def test_leaving_prints_one_sentence(typed: list[str]) -> None:
    assert play(*typed).out.endswith("\nYou leave the table.\n")


def test_no_file_is_written_unless_requested() -> None:
    play("home green-2", "log", "undo", "quit")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("typed", [[], ["3"]])
def test_leaving_before_the_first_card_is_no_error(typed: list[str]) -> None:
    run = caponata("play", "capital-lux", typed=typed)
    assert run.code == 0
    assert run.err == ""
    assert run.out.endswith("\nYou leave the table.\n")


def test_without_seats_the_number_is_asked_and_bots_take_the_others() -> None:
    run = caponata("play", "capital-lux", typed=["", "quit"])
    assert "How many seats, 2 to 4? [3] " in run.questions[0]
    assert "Guest · Agata (club) · Bruno (club)" in run.out
    run = caponata("play", "capital-lux", typed=["4", "quit"])
    assert "Guest · Agata (club) · Bruno (club) · Carla (club)" in run.out


def test_a_single_game_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "BUILT_IN", {"capital-lux": catalogue.BUILT_IN["capital-lux"]})
    run = caponata("play", typed=["2", "quit"])
    assert "How many seats" in run.questions[0]
    assert run.code == 0


@pytest.mark.parametrize("answer", ["2", "capital-lux"])
def test_without_a_name_the_game_is_asked_for(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lux = {"capital-lux": catalogue.BUILT_IN["capital-lux"]}
    monkeypatch.setattr(catalogue, "BUILT_IN", catalogue.TUTORIAL | lux)
    run = caponata("play", typed=[answer, "2", "quit"])
    assert "Which game?" in run.questions[0]
    assert "Guest · Agata (club)" in run.out


@pytest.mark.parametrize("typed", ["1", "5", "0", "four", "²", "99999999999999"])
def test_an_impossible_number_of_seats_is_refused(typed: str) -> None:
    run = caponata("play", "capital-lux", typed=[typed])
    assert run.code == 2
    assert run.err == f"caponata: Capital Lux is for 2 to 4 seats, not {typed}\n"


@pytest.mark.parametrize("name", ["[/x]", "[red]", "[bold]Bo[/bold]", "Zoë ♠", "{seat}", "a" * 200])
def test_player_names_may_contain_any_characters(name: str) -> None:
    def answers(question: str) -> str:
        return "game.json" if "Save the game as" in question else "1"

    words = ("--seats", f"you:{name},you:Ben")
    few_cards = lux(hands=["green-2", "green-3 pink-2"], round=3)
    run = caponata("play", "capital-lux", *words, typed=answers, start=few_cards, is_terminal=True)
    assert (run.code, run.err) == (0, "")
    assert load_record("game.json").seats[0].name == name
    assert name[:50] in run.out
    assert name[:50] in caponata("replay", "game.json", "--all", start=few_cards).out


# End of the game


def test_a_whole_game_ends_with_a_score_table_and_a_record_that_is_fair() -> None:
    def answers(question: str) -> str:
        return "game.json" if "Save the game as" in question else "1"

    run = caponata("play", "capital-lux", "--seats", "you:Ann,greedy,random", typed=answers)
    assert (run.code, run.err) == (0, "")
    end = one_line(run.out[run.out.index("The end") :])
    for label in ("Scholars at home", "Clerics at home", "Bonus cards", "Gold left", "Total"):
        assert label in end
    assert "Three rounds are played. The win goes to" in end
    assert "Saved as game.json." in end
    assert "--resume" not in end
    record = load_record("game.json")
    assert record.result is not None
    total = end[end.index("Total") :].split()[1:4]
    assert tuple(map(int, total)) == record.result.scores
    assert record.seed is not None
    assert not Path("game.json.seed").exists()
    checked = caponata("verify", "game.json")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out == (
        f"all {len(draws_of(record))} draws follow from the seed that the table committed to\n"
    )


def test_saving_is_offered_until_a_free_name_is_given() -> None:
    Path("taken.json").write_text("mine")
    run = play("home green-2", "taken.json", "no/such/folder.json", ".", "free.json", start=last_card())
    assert "taken.json exists already and was left as it is: choose another name" in run.replies[1]
    assert "no/such/folder.json cannot be written" in run.replies[2]
    assert "'.' is not the name of a file" in run.replies[3]
    assert "Saved as free.json." in run.replies[4]
    assert Path("taken.json").read_text() == "mine"
    assert sorted(path.name for path in Path().iterdir()) == ["free.json", "taken.json"]


def test_saving_a_finished_game_can_be_skipped() -> None:
    for typed in (["home green-2", ""], ["home green-2"]):
        run = play(*typed, start=last_card())
        assert "The win goes to Ann" in run.out
        assert list(Path().iterdir()) == []


def test_bots_alone_play_without_questions() -> None:
    run = caponata("play", "capital-lux", "--seats", "greedy,random,mc:20")
    assert run.code == 0
    assert run.questions == []
    assert "The win goes to" in one_line(run.out)


def test_the_tutorial_game_is_played_without_its_own_board() -> None:
    def answers(question: str) -> str:
        return "game.json" if "Save the game as" in question else "1"

    run = caponata("play", "caper", "--seats", "you,random,greedy", "-o", "hand_size=2", typed=answers)
    assert (run.code, run.err) == (0, "")
    assert "Lay a card face down" in run.questions[0]
    assert "All cards are laid." in one_line(run.out)
    assert len([entry for entry in load_record("game.json").entries if isinstance(entry, Choice)]) == 6
    assert caponata("verify", "game.json").code == 0


def test_a_game_without_turns_is_played_and_replayed() -> None:
    """The person is asked whenever it may act: ready, a die, its place, STOP."""

    def answers(question: str) -> str:
        if "Save the game as" in question:
            return "race.json"
        menu = one_line(question)
        if "call STOP" in menu and not taken:
            taken.append(re.findall(r"take [a-z]+-\d", menu)[0])
            return taken[0]
        return "1" if "Lay your die" in menu or "call STOP" not in menu else "stop"

    taken: list[str] = []
    run = caponata("play", "capio", "--seats", "you:Ann,greedy", typed=answers)
    assert (run.code, run.err) == (0, "")
    assert "The third round is over." in one_line(run.out)
    record = load_record("race.json")
    choices = [entry.move for entry in record.entries if isinstance(entry, Choice) and entry.seat == 0]
    assert choices[:2] == ["ready", taken[0]]
    assert choices[2].startswith("place ")
    takers = {
        entry.seat for entry in record.entries if isinstance(entry, Choice) and entry.move.startswith("take ")
    }
    assert takers == {0, 1}, "one after the other, not one alone"
    assert caponata("verify", "race.json").code == 0
    printed = one_line(caponata("replay", "race.json", "--all").out)
    assert f"Ann: {taken[0]}" in printed
    assert "Ann: stop" in printed
    assert "chance: throw red" in printed


def test_options_reach_the_table() -> None:
    words = ("--seats", "you,random", "-o", "opening_cards=3", "--option", "hand-size=6")
    run = caponata("play", "capital-lux", *words, typed=["save game.json", "quit"])
    assert run.out.count("is turned up in the capital") == 3
    assert load_record("game.json").options == {
        "opening_cards": 3,
        "hand_size": 6,
        "bonus_cards": "open",
    }
