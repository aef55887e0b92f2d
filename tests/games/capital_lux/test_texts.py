"""The texts of Capital Lux: every prompt, refusal, move, event and score has a sentence."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Event, Outcome, Refusal
from caponata.engine.playout import first_seat, move_buffer
from caponata.games.capital_lux import GAME
from caponata.games.capital_lux.cards import COLOURS
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import start
from caponata.texts import TextError, Texts, languages, rule, rulebook, rules
from tests.games.capital_lux.positions import lux, reckoned

NAMES = ("Ann", "Ben", "Cleo", "Dan")
ASKING_PHASES = ("first-pick", "second-pick", "playing", "agent", "cleric", "settling")
TABLE_EVENTS = ("undo", "rewind")
SOURCE = files("caponata.games.capital_lux").joinpath("refusals.py").read_text(encoding="utf-8")


@pytest.fixture(params=languages(GAME))
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(GAME, request.param)


@pytest.fixture
def english() -> Texts:
    return Texts(GAME)


def catalogue(language: str) -> dict[str, Any]:
    """Return the text catalogue of a language."""
    page = files(GAME.package).joinpath("texts", f"{language}.json")
    entries: dict[str, Any] = json.loads(page.read_text(encoding="utf-8"))
    return entries


# Every language


def test_every_phase_that_asks_a_seat_has_a_prompt(texts: Texts) -> None:
    for key in (*ASKING_PHASES, "over"):
        assert texts.prompt(key)
    for acting in ((), ("Ann",), ("Ann", "Ben")):
        assert all(name in texts.prompt("wait", acting) for name in acting)


def test_every_refusal_in_the_rules_has_a_sentence_that_ends_with_its_rule(texts: Texts) -> None:
    reasons = set(re.findall(r'Refusal\(\s*(?:"LUX-\d+\.\d+"|order),\s*"([a-z-]+)"', SOURCE))
    assert "too-little-gold" in reasons  # the pattern also matches calls that span several lines
    facts: dict[str, str | int] = {
        "seat": 1,
        "card": "green-2",
        "colour": "blue",
        "cards": 2,
        "missing": 3,
        "gold": 1,
    }
    for reason in reasons:
        assert texts.refusal(Refusal("LUX-3.4", reason, facts), NAMES).endswith(". [LUX-3.4]")


def test_every_move_has_a_label_and_an_explanation_with_a_rule_of_the_page(texts: Texts) -> None:
    known = rules(GAME)
    for move in SPACE:
        assert texts.move(SPACE, move)
        explained = texts.explain(SPACE, move)
        assert explained.text.endswith(".")
        assert explained.rule in known


def test_every_event_of_complete_games_has_a_sentence_for_every_viewer(texts: Texts) -> None:
    """These games have every verb and every effect, seen by owners, opponents and spectators."""
    buffer = move_buffer()
    rng = Rng(7)
    names: set[str] = set()
    for seats in (2, 3, 4) * 4:
        position = start(seats, LuxOptions())
        position.effects = []
        while position.to_act != NOBODY:
            if position.to_act == CHANCE_ACTS:
                mover, move = CHANCE, position.chance_move(rng.below(position.total_weight()))
            else:
                mover = first_seat(position.to_act)
                move = buffer[rng.below(position.moves(mover, buffer))]
            for viewer in (*range(seats), SPECTATOR):
                events = [GAME.move_event(position, viewer, mover, move)]
                events += [GAME.effect_event(effect, viewer) for effect in position.effects]
                for event in events:
                    sentence = texts.event(event, NAMES[:seats], viewer)
                    assert "None" not in sentence.text
                    assert sentence.rule == event["rule"]
                    names.add(event["event"])
            position.effects = []
            position.play(mover, move)
        names |= {GAME.effect_event(effect, SPECTATOR)["event"] for effect in position.effects}
        assert texts.outcome(position.outcome() or pytest.fail("the game is over"), NAMES).text
    assert names | set(TABLE_EVENTS) == catalogue(texts.language)["events"].keys() | {"idle"}
    for name in TABLE_EVENTS:
        assert texts.event({"event": name, "seat": 0, "rule": None}, NAMES, 1).text


def test_every_score_line_has_a_text(texts: Texts) -> None:
    position = reckoned(lux(homes=["green-2 blue-3", ""], capital="green-2", round=3))
    outcome = position.outcome()
    assert outcome is not None
    for line in outcome.lines[0]:
        sentence = texts.score_line(line)
        assert sentence.text
        assert sentence.rule == "LUX-5.2"


def test_every_option_and_every_value_is_explained(texts: Texts) -> None:
    for option, values in (
        ("opening_cards", (1, 3)),
        ("hand_size", ("rulebook", 6)),
        ("bonus_cards", ("open", "hidden")),
    ):
        assert texts.option(option).rule in rules(GAME)
        assert all(texts.choice(option, value) for value in values)


def test_title_blurb_and_professions_have_texts(texts: Texts) -> None:
    assert texts.title
    assert texts.blurb
    assert texts.minutes > 0
    assert len({texts.term(f"profession-{colour}") for colour in COLOURS}) == len(COLOURS)


# English


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        ({"event": "home", "seat": 0, "card": "green-2"}, 1, "Ann plays the green 2 at home."),
        ({"event": "home", "seat": 0, "card": "green-2"}, 0, "You play the green 2 at home."),
        ({"event": "pick", "seat": 0, "cards": None}, 1, "Ann lays two cards aside."),
        ({"event": "pick", "seat": 0, "cards": ["green-2", "blue-3"]}, 0, "You keep green 2 and blue 3."),
        ({"event": "draw", "seat": 1, "card": None, "to": "hand"}, 0, "Ben's Scholar draws a card."),
        ({"event": "draw", "seat": 1, "card": "pink-6", "to": "hand"}, 1, "Your Scholar draws the pink 6."),
        (
            {"event": "draw", "seat": None, "card": "pink-6", "to": "capital"},
            1,
            "The pink 6 is turned up in the capital.",
        ),
        (
            {"event": "modifier", "seat": 0, "modifier": -3},
            0,
            "Your Agent looks at a modifier: it is \N{MINUS SIGN}3.",
        ),
        (
            {"event": "place", "seat": 0, "modifier": 4, "colour": "pink"},
            SPECTATOR,
            "Ann places a modifier of +4 above pink.",
        ),
        (
            {"event": "place", "seat": 0, "modifier": None, "colour": "pink"},
            1,
            "Ann places a modifier face down above pink.",
        ),
        ({"event": "passed", "seat": 0, "cards": None, "count": 1}, 1, "Ann is passed 1 card."),
        ({"event": "passed", "seat": 0, "cards": None, "count": 4}, 1, "Ann is passed 4 cards."),
        ({"event": "fell", "seat": 0, "cards": ["blue-2"]}, 1, "Ann's last card falls home: blue 2."),
        (
            {"event": "fell", "seat": 0, "cards": ["blue-2", "pink-3", "pink-3"]},
            0,
            "Your last cards fall home: blue 2, pink 3 and pink 3.",
        ),
        (
            {"event": "pay", "seat": 0, "colour": "blue", "count": 1},
            1,
            "Ann pays 1 gold disc and keeps blue.",
        ),
    ],
)
def test_event_sentences(english: Texts, event: Event, viewer: int, sentence: str) -> None:
    assert english.event({"rule": "LUX-3.1", **event}, NAMES, viewer).text == sentence


def test_event_sentence_names_its_rule(english: Texts) -> None:
    sentence = english.event({"event": "gold", "seat": 0, "rule": "LUX-3.6"}, NAMES, 1)
    assert sentence.rule == "LUX-3.6"
    assert str(sentence) == "Ann's Merchant takes a gold disc. [LUX-3.6]"


def test_player_name_may_look_like_a_card_or_a_placeholder(english: Texts) -> None:
    sentence = english.event({"event": "gold", "seat": 0, "rule": "LUX-3.6"}, ["green-2 {seat}", "Ben"], 1)
    assert sentence.text == "green-2 {seat}'s Merchant takes a gold disc."


def test_refusals_tell_the_player_what_to_do(english: Texts) -> None:
    must_take = Refusal("LUX-3.12", "cleric-must-take", {"colour": "green", "cards": 1})
    assert english.refusal(must_take, NAMES) == "The Cleric must take a card: green has 1 card. [LUX-3.12]"
    too_expensive = Refusal("LUX-4.7", "too-little-gold", {"colour": "blue", "missing": 3, "gold": 0})
    sentence = english.refusal(too_expensive, NAMES)
    assert sentence == "Keeping blue costs 3 gold discs, and you have no gold. [LUX-4.7]"
    not_your_turn = Refusal("LUX-3.1", "not-your-turn", {"seat": 2})
    assert english.refusal(not_your_turn, NAMES) == "It is Cleo's turn. [LUX-3.1]"


def test_moves_are_labelled_and_explained_by_their_profession(english: Texts) -> None:
    assert english.move(SPACE, SPACE.read("capital green-2")) == "green 2 into the capital"
    assert english.move(SPACE, SPACE.read("pick green-2 blue-4")) == "Keep green 2 and blue 4"
    assert english.explain(SPACE, SPACE.read("capital green-2")).rule == "LUX-3.4"
    assert english.explain(SPACE, SPACE.read("capital pink-6")).rule == "LUX-3.12"


@pytest.mark.parametrize(
    ("homes", "sentence"),
    [
        (["green-6", "blue-5"], "Three rounds are played. The win goes to Ann, with 6 points."),
        (
            ["green-6", "blue-3 pink-3"],
            (
                "Three rounds are played. The win goes to Ann: at 6 points there is a tie, "
                "and the cards of the highest values decide it."
            ),
        ),
        (
            ["green-6", "blue-6"],
            "Three rounds are played. Ann and Ben share the win with 6 points and equal cards.",
        ),
    ],
)
def test_outcome_names_the_winners_and_the_reason(english: Texts, homes: list[str], sentence: str) -> None:
    outcome: Outcome | None = lux(homes=homes, phase="over", round=3).outcome()
    assert outcome is not None
    assert english.outcome(outcome, NAMES).text == sentence


def test_missing_texts_give_clear_errors(english: Texts) -> None:
    where = r"caponata\.games\.capital_lux: texts/en\.json"
    with pytest.raises(TextError, match=f"{where}: events has no 'flood'"):
        english.event({"event": "flood", "seat": 0, "rule": None}, NAMES, 0)
    with pytest.raises(TextError, match=r"events\.home needs a 'hidden' form for when card is not seen"):
        english.event({"event": "home", "seat": 0, "rule": None, "card": None}, NAMES, 0)
    with pytest.raises(TextError, match="asks for 'card', but there is only event, seat, rule"):
        english.event({"event": "home", "seat": 0, "rule": None}, NAMES, 0)
    with pytest.raises(TextError, match=f"{where}: 'names' has no 'mauve-2'"):
        english.name("mauve-2")
    with pytest.raises(TextError, match=r"no texts/xx\.json, only"):
        Texts(GAME, "xx")
    with pytest.raises(TextError, match=r"no texts/\.\./rulebook/en\.json"):
        Texts(GAME, "../rulebook/en")


def test_rule_is_read_from_the_rulebook_page() -> None:
    """[LUX-3.7]"""
    assert "pile has run out" in rule(GAME, "LUX-3.7")
    assert rulebook(GAME).startswith("# Capital Lux")
    with pytest.raises(TextError, match="has no rule 'LUX-99'"):
        rule(GAME, "LUX-99")
