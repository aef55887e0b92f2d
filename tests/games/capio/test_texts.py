"""The texts of Capio: every prompt, refusal, event, option and score line has one."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, SPECTATOR, Event, Refusal
from caponata.engine.witness import play_with_effects
from caponata.games.capio import GAME
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, DIE_NAMES
from caponata.games.capio.layout import (
    COLOUR_WORDS,
    COUNTDOWNS,
    HAND_TIMES,
    IDLE_TIMES,
    QUIET_TIMES,
    CapioOptions,
)
from caponata.games.capio.moves import DESTINATION_NAMES, SPACE
from caponata.games.capio.rules import start
from caponata.texts import Texts, languages, rule, rulebook, rules
from tests.games.capio.positions import capio

NAMES = ("Ann", "Ben", "Cleo", "Dan")
PROMPTS = ("gathering", "grabbing", "holding", "placing", "reckoning")
TABLE_EVENTS = ("undo", "rewind")
REFUSALS_SOURCE = files("caponata.games.capio").joinpath("refusals.py").read_text(encoding="utf-8")


@pytest.fixture(params=languages(GAME))
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(GAME, request.param)


@pytest.fixture
def english() -> Texts:
    return Texts(GAME)


def test_texts_exist_in_four_languages() -> None:
    assert set(languages(GAME)) >= {"de", "en", "fr", "nl"}


def test_every_phase_with_a_decision_has_a_prompt(texts: Texts) -> None:
    for key in (*PROMPTS, "over"):
        assert texts.prompt(key)
    assert texts.prompt("wait", ["Ann", "Ben"])


def test_every_die_card_place_and_move_has_a_name(texts: Texts) -> None:
    for name in (*DIE_NAMES, *CARD_NAMES, *KIND_NAMES, *DESTINATION_NAMES):
        assert texts.name(name)
    for move in SPACE:
        assert texts.move(SPACE, move)
        assert texts.explain(SPACE, move).rule in rules(GAME)


def test_all_colours_have_different_names(texts: Texts) -> None:
    """[CAPIO-1.9]"""
    assert len({texts.name(colour) for colour in COLOUR_NAMES}) == len(COLOUR_NAMES)


def test_every_refusal_has_a_sentence(texts: Texts) -> None:
    reasons = set(re.findall(r'Refusal\("CAPIO-\d+\.\d+", "([a-z-]+)"', REFUSALS_SOURCE))
    assert reasons == texts.catalogue["refusals"].keys()
    facts: dict[str, str | int] = {"die": "red-5", "card": "lines", "field": 3}
    for reason in reasons:
        assert texts.refusal(Refusal("CAPIO-3.1", reason, facts), NAMES)


def test_every_event_of_random_games_has_a_sentence(texts: Texts) -> None:
    """Events are checked for movers, opponents and spectators."""
    rng = Rng(7)
    names: set[str] = set()
    for seats in (2, 3, 4):
        position = start(seats, CapioOptions())
        while position.to_act != NOBODY:
            mover, move = next_move(position, rng)
            witnessed, _ = play_with_effects(GAME, position, mover, move, (0, 1, SPECTATOR))
            for viewer, viewer_events in witnessed.items():
                for event in viewer_events:
                    sentence = texts.event(event, NAMES[:seats], viewer)
                    assert "None" not in sentence.text
                    assert sentence.rule in rules(GAME)
                    names.add(event["event"])
        assert texts.outcome(position.outcome() or pytest.fail("the game is over"), NAMES).text
    rare = {"lifted", "idle", "several", "cleared"}
    assert names | rare | set(TABLE_EVENTS) == texts.catalogue["events"].keys()
    for name in TABLE_EVENTS:
        assert texts.event({"event": name, "seat": 0, "rule": None}, NAMES, 1).text


@pytest.mark.parametrize(
    "effect", [(1, 0, 3, 0), (2, 0, 1, 0), (2, 2, 1, 0), (2, 1, 0, 0), (4, 1, 2, 2), (5, 0, 0, 0)]
)
def test_rare_effects_have_a_sentence(texts: Texts, effect: tuple[int, int, int, int]) -> None:
    for viewer in (0, 1, SPECTATOR):
        assert texts.event(GAME.effect_event(effect, viewer), NAMES, viewer).rule in rules(GAME)
    assert not GAME.reveals(effect)


def test_every_option_and_every_value_is_explained(texts: Texts) -> None:
    values: dict[str, tuple[str | int, ...]] = {
        "block_mistakes": (False, True),
        "course": (False, True),
        "confusion_pips": (True, False),
        "colour_words": COLOUR_WORDS,
        "idle_after": IDLE_TIMES,
        "quiet_after": QUIET_TIMES,
        "hand_time": HAND_TIMES,
        "countdown": COUNTDOWNS,
        "calm": (False, True),
    }
    assert values.keys() == texts.catalogue["options"].keys()
    for option, choices in values.items():
        assert texts.option(option).rule in rules(GAME)
        assert all(texts.choice(option, value) for value in choices)


def test_every_score_line_has_a_text(texts: Texts) -> None:
    outcome = capio(["target-1 towers-1 sets-1"], phase="over").outcome()
    assert outcome is not None
    for line in outcome.lines[0]:
        assert texts.score_line(line).rule in rules(GAME)


def test_the_guide_covers_every_kind_of_card(texts: Texts) -> None:
    guide = texts.catalogue["guide"]
    topics = {key for key, entry in guide.items() if isinstance(entry, dict)}
    assert topics == {*KIND_NAMES, "gathering", "grabbing", "call", "reckoning"}
    assert all(guide[topic].keys() == {"title", "text"} for topic in topics)


# English


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        ({"event": "take", "seat": 0, "die": "red-5"}, 1, "Ann takes red 5."),
        (
            {"event": "place", "seat": 0, "die": "red-5", "card": "lines", "where": "3"},
            0,
            "You lay red 5: Lines, 3.",
        ),
        (
            {"event": "place", "seat": 0, "die": "red-5", "card": "towers", "where": "park-3"},
            1,
            "Ann lays red 5: Towers, parked for field 3.",
        ),
        ({"event": "roll", "seat": 1, "number": 4, "counts": "print"}, 0, "Ben rolls a 4: the print counts."),
        ({"event": "stopped", "seat": None, "hands": 0}, 0, "Hands off the dice."),
        (
            {"event": "throw", "seat": None, "colour": "red", "faces": [1, 1, 2, 6]},
            0,
            "Thrown, red: 1, 1, 2 and 6.",
        ),
    ],
)
def test_events_read_as_sentences(english: Texts, event: Event, viewer: int, sentence: str) -> None:
    assert english.event({"rule": "CAPIO-3.1", **event}, NAMES, viewer).text == sentence


def test_refusal_names_the_die_and_the_rule(english: Texts) -> None:
    refusal = Refusal("CAPIO-3.2", "not-there", {"die": "red-5"})
    assert (
        english.refusal(refusal, NAMES)
        == "There is no red 5 in the middle: somebody was quicker. [CAPIO-3.2]"
    )


def test_a_rule_is_found_on_the_rulebook_page() -> None:
    """[CAPIO-3.2]"""
    assert "the first player who takes it" in rule(GAME, "CAPIO-3.2")
    assert rulebook(GAME).startswith("# Capio")


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 die in hand may", "2 dice in hand may"),
        ("nl", "1 dobbelsteen in de hand mag", "2 dobbelstenen in de hand mogen"),
        ("fr", "1 dé en main peut encore être posé.", "2 dés en main peuvent encore être posés."),
        ("de", "1 Würfel in der Hand darf", "2 Würfel in der Hand dürfen"),
    ],
)
def test_dice_in_hand_are_singular_or_plural(language: str, one: str, two: str) -> None:
    """[CAPIO-4.2] [CAPIO-4.3]"""
    texts = Texts(GAME, language)
    for name in ("stopped", "idle"):
        sentences = [
            texts.event({"event": name, "seat": None, "rule": "CAPIO-4.2", "hands": hands}, NAMES, SPECTATOR)
            for hands in (1, 2)
        ]
        assert one in sentences[0].text
        assert two in sentences[1].text


def test_refusals_begin_with_a_capital_letter(texts: Texts) -> None:
    for reason in texts.catalogue["refusals"]:
        facts: dict[str, str | int] = {"die": "orange-5", "card": "lines", "field": 3}
        sentence = texts.refusal(Refusal("CAPIO-3.1", reason, facts), NAMES)
        assert sentence[0].isupper(), sentence
        assert "de orange" not in sentence


def test_penalty_for_one_die_is_singular(texts: Texts) -> None:
    """[CAPIO-6.6]"""
    for viewer in (0, SPECTATOR):
        event: Event = {"event": "penalty", "seat": 0, "rule": "CAPIO-6.6", "dice": 1}
        sentence = texts.event(event, NAMES, viewer).text
        assert not any(word in sentence for word in ("each", "voor elk", "chacun", " je einen")), sentence
