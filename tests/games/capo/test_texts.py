"""The texts of CAPO: prompts, refusals, events, moves, options and outcomes all have a sentence."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, SPECTATOR, Event, Refusal
from caponata.engine.witness import play_with_effects
from caponata.games.capo import GAME
from caponata.games.capo.layout import TITLES, CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.rankings import HANDS_OF_SIZE
from caponata.texts import Texts, languages, rules
from tests.games.capo.positions import capo, chance

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
PROMPTS = (
    *("staking", "exchange", "lead", "follow", "turning", "challenging"),
    *("fighting", "discarding", "yielding", "drafting"),
)
TABLE_EVENTS = {"undo", "rewind"}
RARE_EVENTS = {"last-round", "undecided"}  # they need forty rounds, or two police in one Battle
REFUSALS_SOURCE = files("caponata.games.capo").joinpath("refusals.py").read_text(encoding="utf-8")


@pytest.fixture(params=languages(GAME))
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(GAME, request.param)


@pytest.fixture
def english() -> Texts:
    return Texts(GAME)


def test_every_decision_has_a_prompt(texts: Texts) -> None:
    for key in (*PROMPTS, "over"):
        assert texts.prompt(key)
    for acting in ((), ("Ann",), ("Ann", "Ben")):
        assert all(name in texts.prompt("wait", acting) for name in acting)


def test_every_refusal_has_a_sentence_that_ends_with_its_rule(texts: Texts) -> None:
    reasons = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', REFUSALS_SOURCE))
    assert reasons == texts.catalogue["refusals"].keys()
    facts: dict[str, str | int] = {"seat": 1, "card": "red-5", "count": 2, "colour": "green"}
    for reason in reasons:
        assert texts.refusal(Refusal("CAPO-3.3", reason, facts), NAMES).endswith("[CAPO-3.3]")


def test_every_event_has_a_sentence_for_every_viewer(texts: Texts) -> None:
    """Play random games with different options and check every event."""
    rng = Rng(4)
    seen: set[str] = set()
    for seats, options in (
        (3, CapoOptions(mamma="swap")),
        (2, CapoOptions(variant="capoker")),
        (4, CapoOptions(variant="cadrie", soto_capo_city_card=True, yellow_wild=True)),
    ):
        position = GAME.start(seats, options)
        while position.to_act != NOBODY:
            mover, move = next_move(position, rng)
            witnessed, _ = play_with_effects(GAME, position, mover, move, (*range(seats), SPECTATOR))
            for viewer, events in witnessed.items():
                for event in events:
                    sentence = texts.event(event, NAMES, viewer)
                    assert "None" not in sentence.text
                    assert sentence.rule in rules(GAME)
                    seen.add(event["event"])
        outcome = position.outcome()
        assert outcome is not None
        assert texts.outcome(outcome, NAMES).text
        assert all(texts.score_line(line).text for line in outcome.lines[0])
    assert seen | TABLE_EVENTS | RARE_EVENTS >= texts.catalogue["events"].keys()
    assert seen <= texts.catalogue["events"].keys()
    for name in TABLE_EVENTS | RARE_EVENTS:
        assert texts.event({"event": name, "seat": 0, "rule": None}, NAMES, 1).text


def test_every_move_has_a_label_and_an_explanation(texts: Texts) -> None:
    step = len(SPACE) // 300
    for move in [
        *(SPACE.at(dense) for dense in range(140)),
        *(SPACE.at(dense) for dense in range(0, len(SPACE), step)),
        SPACE.at(len(SPACE) - 1),
    ]:
        assert texts.move(SPACE, move)
        assert texts.explain(SPACE, move).rule in rules(GAME)


def test_every_option_and_value_has_an_explanation(texts: Texts) -> None:
    values: dict[str, tuple[Any, ...]] = {
        "variant": ("classic", "cadrie_plain", "cadrie", "capoker"),
        "pass_locks": (True, False),
        "yellow_wild": (True, False),
        "soto_capo_city_card": (True, False),
        "mamma": ("none", "swap"),
        "battle_city_card": ("all", "prospect"),
    }
    for option, choices in values.items():
        assert texts.option(option).rule in rules(GAME)
        assert all(texts.choice(option, value) for value in choices)


def test_every_hand_rank_and_title_has_a_name(texts: Texts) -> None:
    for size in (3, 4, 5):
        for hand in HANDS_OF_SIZE[size]:
            assert texts.name(hand.name)
    assert len({texts.term(f"rank-{rank}") for rank in range(1, 11)}) == 10
    assert all(texts.term(f"title-{title}") for title in TITLES)


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        (
            {"event": "lay", "seat": 0, "sort": "single", "cards": ["red-5"], "kind": "single"},
            1,
            "Ann lays red 5.",
        ),
        (
            {
                "event": "lay",
                "seat": 0,
                "sort": "hand",
                "cards": ["red-5", "blue-6", "green-7", "police"],
                "kind": "union",
            },
            0,
            "You lay Union: red 5, blue 6, green 7 and police.",
        ),
        ({"event": "challenge", "seat": 0, "other": 1}, 2, "Ann challenges Ben."),
        (
            {"event": "received", "seat": 0, "other": 1, "cards": None, "count": 2},
            2,
            "Ann receives 2 cards from Ben.",
        ),
        ({"event": "stake", "seat": 0, "colour": None}, 1, "Ann stakes a city card."),
        ({"event": "stake", "seat": 0, "colour": "red"}, 0, "You stake a red city card."),
        ({"event": "placed", "seat": 1, "title": "cafone", "place": 4}, 1, "You are Cafone."),
        ({"event": "owns", "seat": 1, "colours": ["red", "red"]}, 0, "Ben owns red and red."),
    ],
)
def test_events_as_sentences(english: Texts, event: Event, viewer: int, sentence: str) -> None:
    assert english.event({"rule": "CAPO-3.3", **event}, NAMES, viewer).text == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("nl", "Ann legt Union: de rode 5, de blauwe 6 en politie."),
        ("fr", "Ann pose Union : le 5 rouge, le 6 bleu et police."),
        ("de", "Ann legt Union: die rote 5, die blaue 6 und Polizei."),
    ],
)
def test_cards_are_named_in_every_language(language: str, sentence: str) -> None:
    event = {"event": "lay", "seat": 0, "rule": None, "sort": "hand", "kind": "union"}
    event["cards"] = ["red-5", "blue-6", "police"]
    assert Texts(GAME, language).event(event, NAMES, 1).text == sentence


def test_the_label_of_a_move_names_all_its_cards(english: Texts) -> None:
    assert english.move(SPACE, SPACE.read("lay red-5+blue-5+police")) == "Lay red 5, blue 5 and police"
    assert english.move(SPACE, SPACE.read("give red-5+blue-5")) == "Give red 5 and blue 5"


def test_every_outcome_has_a_sentence(english: Texts) -> None:
    sentences = {
        rule: english.catalogue["outcomes"][rule] for rule in ("CAPO-8.1", "CAPO-8.4", "CAPO-8.5", "CAPO-8.6")
    }
    assert json.loads(json.dumps(sentences)) == sentences
    assert english.catalogue["endings"].keys() == {"CAPO-8.1", "CAPO-8.3"}


@pytest.mark.parametrize(
    ("language", "colour"),
    [("en", "one colour"), ("nl", "één kleur"), ("fr", "d'une couleur"), ("de", "einer Farbe")],
)
def test_a_win_with_wild_yellow_is_not_called_a_win_of_one_colour(language: str, colour: str) -> None:
    """[CAPO-8.2]"""
    position = capo(
        cities=["yellow yellow red", "blue"], phase="awarding", options=CapoOptions(yellow_wild=True)
    )
    chance(position, "city red")
    outcome = position.outcome()
    assert outcome is not None
    texts = Texts(GAME, language)
    assert colour not in texts.outcome(outcome, NAMES).text
    assert colour not in texts.score_line(outcome.lines[0][0]).text


def test_a_pass_is_explained_for_both_values_of_pass_locks(english: Texts) -> None:
    """[CAPO-3.5]"""
    assert english.explain(SPACE, SPACE.read("pass")).text == (
        "You lay nothing. You may lay again when your turn comes, unless a pass locks you out at this table."
    )
