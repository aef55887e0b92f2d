"""The commands games, rules, simulate, ladder and doctor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caponata import __version__
from caponata.bots import bot_names
from caponata.catalogue import BUILT_IN
from caponata.cli import doctor
from caponata.games.capital_lux import GAME as LUX
from caponata.texts import rules
from tests.cli.keyboard import Run, caponata, one_line

KNOWN = ", ".join(bot_names())
ROW = re.compile(
    r"^(\d)\s+(\S+)\s+(\d+\.\d\d)% ± (\d+\.\d\d)%\s+(-?\d+\.\d\d) ± (\d+\.\d\d)\s*$", re.MULTILINE
)


def run_without_questions(*words: str) -> Run:
    """Run a command that succeeds without questions."""
    run = caponata(*words)
    assert run.code == 0, run.err
    assert run.questions == []
    return run


# games and rules


def test_games_lists_every_game_with_seats_and_minutes() -> None:
    run = run_without_questions("games")
    assert run.err == ""
    for name in BUILT_IN:
        assert name in run.out
    assert re.search(r"capital-lux\s+2 to 4\s+30\s+Send your best people", run.out)
    assert "caper" not in run.out


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_help_names_every_command(words: list[str]) -> None:
    run = caponata(*words)
    for command in ("games", "play", "replay", "verify", "rules", "simulate", "doctor"):
        assert re.search(rf"^ +{command} ", run.out + run.err, re.MULTILINE)


def test_a_rulebook_is_shown_whole() -> None:
    run = run_without_questions("rules", "capital-lux")
    assert all(rule in run.out for rule in rules(LUX))
    assert "six cards with two or three players, five cards with four" in one_line(run.out)


@pytest.mark.parametrize("rule", ["LUX-3.4", "lux-3.4"])
def test_one_rule_is_shown_alone(rule: str) -> None:
    assert one_line(run_without_questions("rules", "capital-lux", rule).out) == (
        "Draw a card from the deck into your hand. Only you see it."
    )


def test_an_unknown_rule_is_refused() -> None:
    run = caponata("rules", "capital-lux", "LUX-9.9")
    assert run.code == 2
    assert run.out == ""
    assert run.err == "caponata: the rulebook of Capital Lux has no rule 'LUX-9.9'\n"


def test_the_tutorial_game_has_a_rulebook() -> None:
    assert "CPR-2.2" in run_without_questions("rules", "caper").out


@pytest.mark.parametrize(
    ("language", "chapter"),
    [
        ("nl", "Huisregels om uit te kiezen"),
        ("FR", "Règles maison au choix"),
        ("de", "Hausregeln zur Auswahl"),
    ],
)
def test_a_rulebook_is_shown_in_another_language(language: str, chapter: str) -> None:
    run = run_without_questions("rules", "capital-lux", "--language", language)
    assert run.err == ""
    assert chapter in one_line(run.out)
    assert all(rule in run.out for rule in rules(LUX))


def test_one_rule_is_shown_in_another_language() -> None:
    run = run_without_questions("rules", "capital-lux", "lux-3.4", "--language", "nl")
    assert one_line(run.out) == rules(LUX, "nl")["LUX-3.4"]


def test_a_missing_page_is_shown_in_english_with_a_note() -> None:
    run = run_without_questions("rules", "capital-lux", "--language", "it")
    assert one_line(run.out) == one_line(run_without_questions("rules", "capital-lux").out)
    note = "the rulebook of Capital Lux has no page in 'it': here is the English one"
    assert run.err == f"caponata: {note} (pages: de, en, fr, nl)\n"


# simulate


def simulated(*words: str, games: int = 600) -> Run:
    """A simulation, by default in one process."""
    processes = () if "--processes" in words else ("--processes", "1")
    return run_without_questions("simulate", "capital-lux", "--games", str(games), *processes, *words)


def results(run: Run) -> list[tuple[str, ...]]:
    """The rows of the table of results."""
    return ROW.findall(run.out)


def test_a_simulation_prints_wins_and_scores_with_intervals() -> None:
    run = simulated("--seats", "greedy,random,random")
    rows = results(run)
    assert [row[:2] for row in rows] == [("1", "greedy"), ("2", "random"), ("3", "random")]
    assert sum(float(row[2]) for row in rows) == pytest.approx(100, abs=0.03)
    assert all(float(row[3]) > 0 and float(row[5]) > 0 for row in rows)
    assert float(rows[0][2]) > float(rows[1][2]) + float(rows[2][2])
    summary = one_line(run.out.splitlines()[-1])
    assert re.fullmatch(r"600 games, [\d,]+ decisions, .* of wins shared; intervals are 95 %", summary)


def test_equal_seeds_give_equal_tables() -> None:
    one, again, other = (simulated("--seats", "greedy,random", "--seed", seed) for seed in ("5", "5", "6"))
    assert results(one) == results(again)
    assert results(one) != results(other)


def test_the_number_of_processes_does_not_change_the_table() -> None:
    tables = [
        results(simulated("--seats", "mc:5,random", "--processes", processes, games=12))
        for processes in ("1", "2")
    ]
    assert tables[0] == tables[1]


def test_options_reach_the_simulated_games() -> None:
    one_card, three_cards = (
        simulated("--seats", "random,random"),
        simulated("--seats", "random,random", "-o", "opening-cards=3"),
    )
    assert results(one_card) != results(three_cards)


def test_a_single_game_can_be_simulated() -> None:
    run = simulated("--seats", "greedy,random", games=1)
    assert "1 games" in run.out
    assert run.out.count("± inf") == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "you,random"], "a simulation is for bots: take 'you' out of the seats"),
        (["--seats", "random,you:Ann"], "a simulation is for bots: take 'you' out of the seats"),
        (
            ["--seats", "greedy,oracle"],
            f"there is no bot 'oracle'; known are {KNOWN}",
        ),
        (["--seats", "greedy,mc:0"], "the budget of 'mc:0' must be between 1 and 600000"),
        (["--seats", "greedy,,random"], "'greedy,,random' names an empty seat"),
        (["--seats", ""], "'' names an empty seat"),
        (["--seats", "random"], "Capital Lux is for 2 to 4 seats, not 1"),
        (["--seats", ",".join(["random"] * 5)], "Capital Lux is for 2 to 4 seats, not 5"),
    ],
)
def test_an_impossible_simulation_is_refused(words: list[str], sentence: str) -> None:
    run = caponata("simulate", "capital-lux", *words)
    assert run.code == 2
    assert run.out == ""
    assert run.err == f"caponata: {sentence}\n"


@pytest.mark.parametrize(
    "words", [["--games", "0"], ["--games", "many"], ["--seed", "-1"], ["--processes", "0"]]
)
def test_invalid_numbers_are_refused(words: list[str]) -> None:
    run = caponata("simulate", "capital-lux", *words)
    assert run.code == 2
    assert run.out == ""
    assert words[0] in run.err


# ladder


def test_a_ladder_saves_its_games_and_writes_a_page(tmp_path: Path) -> None:
    notes, page = tmp_path / "notes", tmp_path / "page.md"
    words = ("ladder", "caper", "--processes", "1", "--notes", str(notes), "--page", str(page))
    run = run_without_questions(*words, "--games", "2", "--minutes", "10")
    assert re.search(r"^casual +greedy +\d+\.\d% ± \d+\.\d%.* 2 ", run.out, re.MULTILINE)
    assert len(notes.read_text().splitlines()) == 6
    assert "## Caper, 2 seats" in page.read_text()
    assert run_without_questions(*words, "--games", "4", "--minutes", "0").out == run.out


# doctor


def test_the_doctor_shows_the_build() -> None:
    found = doctor.diagnose()
    run = caponata("doctor")
    assert run.code == found.exit_code
    assert f"caponata {__version__} in {doctor.PACKAGE}" in run.out.replace("\n", "")
    assert len(re.findall(r"^[✓!✗] ", run.out, re.MULTILINE)) == len(found.findings)
    for line in found.findings:
        assert one_line(line.sentence) in one_line(run.out)


def test_the_doctor_fails_if_something_must_be_repaired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = doctor.Diagnosis((doctor.Finding("ok", "fine"), doctor.Finding("fail", "the build is stale")))
    monkeypatch.setattr("caponata.cli.app.diagnose", lambda: failing)
    run = caponata("doctor")
    assert run.code == 1
    assert run.out == "✓ fine\n✗ the build is stale\n"
