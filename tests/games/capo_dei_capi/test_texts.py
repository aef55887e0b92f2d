"""The texts of Capo dei Capi: everything that the rules can report has a sentence."""

from __future__ import annotations

import itertools
import json
import re
from importlib.resources import files
from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, SPECTATOR, Event, Position, Refusal, ScoreLine
from caponata.engine.witness import OMNISCIENT, play_with_effects
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.dice import ACTIONS
from caponata.games.capo_dei_capi.layout import AREA_NAMES, BUSTS, DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.texts import Texts, languages, rules
from tests.games.capo_dei_capi.positions import between_rolls, roll

NAMES = ("Ann", "Ben")
TABLE_EVENTS = ("undo", "rewind")
SOURCE = files(GAME.package).joinpath("refusals.py").read_text(encoding="utf-8")
FACTS: dict[str, str | int] = {
    "seat": 1,
    "price": 2,
    "chips": 1,
    "level": 5,
    "area": "white-2",
    "action": "extort",
}
PROMPTS = (
    *("turn-first", "turn", "turn-must-roll", "busting", "backstabbing", "paying", "room", "room-pocket"),
    *(f"declaring-{action}" for action in ACTIONS),
)


@pytest.fixture(params=languages(GAME))
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(GAME, request.param)


@pytest.fixture
def english() -> Texts:
    return Texts(GAME)


def catalogue(language: str) -> dict[str, Any]:
    """The text catalogue of a language."""
    page = files(GAME.package).joinpath("texts", f"{language}.json")
    content: dict[str, Any] = json.loads(page.read_text(encoding="utf-8"))
    return content


# For every language


def test_every_decision_has_a_prompt(texts: Texts) -> None:
    for key in (*PROMPTS, "over"):
        assert texts.prompt(key)
    assert set(catalogue(texts.language)["prompts"]) == {*PROMPTS, "wait", "over"}


def test_every_refusal_has_a_sentence_that_ends_with_its_rule(texts: Texts) -> None:
    reasons = set(re.findall(r'Refusal\(\s*(?:"CDC-\d+\.\d+"|rule),\s*"([a-z-]+)"', SOURCE))
    assert reasons == set(catalogue(texts.language)["refusals"])
    for reason in reasons:
        assert texts.refusal(Refusal("CDC-3.4", reason, FACTS), NAMES).endswith(". [CDC-3.4]")


def test_every_move_has_a_label_and_an_explanation_with_its_rule(texts: Texts) -> None:
    known = rules(GAME)
    for move in SPACE:
        assert texts.move(SPACE, move)
        explained = texts.explain(SPACE, move)
        assert explained.text.endswith(".")
        assert explained.rule in known


def test_every_event_has_a_sentence_for_every_viewer(texts: Texts) -> None:
    """These games contain every verb and effect, for all kinds of viewers."""
    rng = Rng(7)
    known = rules(GAME)
    names: set[str] = set()
    full_side = " ".join(["bribe-1", *["influence-1"] * 4])
    games: list[Position] = [GAME.start(2, DeiCapiOptions()) for _ in range(4)]
    games += [between_rolls(level=6, chips=(chips, 0), hit_man=True) for chips in range(2, 14)]
    games += [between_rolls(on={"white-1": (full_side, "")}, beside={"white-1": "bribe"}) for _ in range(4)]
    for position in games:
        while position.to_act != NOBODY:
            viewers = (0, 1, SPECTATOR, OMNISCIENT)
            witnessed, _ = play_with_effects(GAME, position, *next_move(position, rng), viewers)
            for viewer, events in witnessed.items():
                for event in events:
                    sentence = texts.event(event, NAMES, viewer)
                    assert "None" not in sentence.text
                    assert sentence.rule in known
                    names.add(event["event"])
        assert texts.outcome(position.outcome() or pytest.fail("the game is over"), NAMES).text
    assert names | set(TABLE_EVENTS) == set(catalogue(texts.language)["events"])
    for name in TABLE_EVENTS:
        assert texts.event({"event": name, "seat": 0, "rule": None}, NAMES, 1).text


def test_every_score_line_has_its_own_text(texts: Texts) -> None:
    position = between_rolls(supply_cubes=1, on={"white-1": ("influence-3", "")})
    roll(position, 1, 6)
    outcome = position.outcome()
    assert outcome is not None
    assert len({texts.score_line(line).text for line in outcome.lines[0]}) == 7


@pytest.mark.parametrize("rule", ["CDC-8.1", "CDC-8.2", "CDC-8.3"])
@pytest.mark.parametrize("decided", ["CDC-9.3", "CDC-9.4", "CDC-9.5", "CDC-9.6"])
def test_every_ending_and_tie_break_has_a_text(texts: Texts, rule: str, decided: str) -> None:
    content = catalogue(texts.language)
    assert rule in content["endings"]
    assert decided in content["outcomes"]
    assert len(content["endings"]) == 3
    assert len(content["outcomes"]) == 4


def test_every_option_and_its_values_have_explanations(texts: Texts) -> None:
    for option in ("influence", "bribes", "scandal_chip"):
        assert texts.option(option).rule in rules(GAME)
    for value in (True, False):
        assert texts.choice("scandal_chip", value)
    for option in ("influence", "bribes"):
        choices = catalogue(texts.language)["options"][option]["choices"]
        assert all(DeiCapiOptions(**{option: choice}) for choice in choices)
        assert next(iter(choices)) == getattr(DeiCapiOptions(), option)


def test_every_action_bust_and_area_has_a_text(texts: Texts) -> None:
    """Boards show these names of the view as texts [CDC-3.1] [CDC-4.1]."""
    for action in ACTIONS:
        assert texts.term(f"action-{action}")
        assert texts.term(f"means-{action}").endswith(".")
    for cause in BUSTS[1:]:
        assert texts.term(f"bust-{cause}")


def test_an_area_has_one_name_in_log_moves_and_score(texts: Texts) -> None:
    """[CDC-1.1]"""
    names = [texts.name(area) for area in AREA_NAMES]
    assert len(set(names)) == 6
    for area, name in zip(AREA_NAMES, names, strict=True):
        assert texts.score_line(ScoreLine("CDC-9.1", f"area-{area}", 1)).text == name
        assert name in texts.move(SPACE, SPACE.read(f"invest {area}"))
        assert (
            name
            in texts.event({"event": "tied", "seat": None, "rule": "CDC-9.2", "area": area}, NAMES, 0).text
        )


def test_dice_are_named_by_colour_and_face(texts: Texts) -> None:
    """A die that names an area is not called by the area's name [CDC-1.1]."""
    for white, black in itertools.product(range(1, 7), repeat=2):
        dice = SPACE.read(f"dice white-{white} black-{black}")
        label = f"{texts.name('white')} {white}, {texts.name('black')} {black}"
        assert texts.move(SPACE, dice) == label


def test_the_guide_has_a_lesson_for_each_kind_of_decision(texts: Texts) -> None:
    guide = catalogue(texts.language)["guide"]
    lessons = {name for name, lesson in guide.items() if isinstance(lesson, dict)}
    assert lessons == {
        *("turn-first", "turn", "influence", "extort", "bribe", "invest", "doubles", "chips"),
        *("busting", "backstabbing", "paying", "room", "ending", "over"),
    }
    assert all(set(guide[name]) == {"title", "text"} for name in lessons)


# English


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        (
            {"event": "dice", "seat": 0, "white": 3, "black": 4, "action": "extort"},
            1,
            "Ann rolls 3 and 4: Extort.",
        ),
        (
            {"event": "dice", "seat": 0, "white": 5, "black": 5, "action": "bribe-doubles"},
            0,
            "You roll double 5: Bribe anywhere.",
        ),
        (
            {"event": "placed", "seat": 0, "area": "white-1", "token": "influence-2"},
            1,
            "Ann puts 2 influence beside Police.",
        ),
        (
            {"event": "look", "seat": 0, "area": "black-3", "value": None},
            1,
            "Ann looks at the new bribe on Distillery.",
        ),
        (
            {"event": "look", "seat": 0, "area": "black-3", "value": 3},
            0,
            "You look at your new bribe on Distillery: it is worth 3.",
        ),
        (
            {"event": "discard", "seat": 0, "area": "black-3", "token": "hidden", "circle": "2"},
            1,
            "Ann removes a face-down bribe from Distillery.",
        ),
        (
            {"event": "cube", "seat": 0, "area": "white-1", "from": "black-2"},
            1,
            "A cube moves from Gambling Houses to Police.",
        ),
        (
            {"event": "chip", "seat": 0, "to": "mayor", "chips": 0},
            1,
            "There is no chip left to lay beside the Mayor.",
        ),
        (
            {"event": "busted", "seat": 1, "why": "level", "white": 4, "black": 3},
            1,
            "You bust: the extortion level passes 6.",
        ),
        (
            {"event": "ending", "seat": 1, "why": "influence-2"},
            1,
            "The last influence token of its value has left the supply: the game ends with this turn.",
        ),
    ],
)
def test_events_become_sentences(english: Texts, event: Event, viewer: int, sentence: str) -> None:
    assert english.event({"rule": "CDC-3.1", **event}, NAMES, viewer).text == sentence


def test_refusals_name_the_price(english: Texts) -> None:
    poor = Refusal("CDC-7.1", "too-few-chips", {"price": 2, "chips": 0})
    assert english.refusal(poor, NAMES) == "That costs 2 chips, and you have no chips. [CDC-7.1]"


def test_moves_have_readable_labels(english: Texts) -> None:
    assert english.move(SPACE, SPACE.read("influence white-1 2")) == "2 beside Police"
    assert english.move(SPACE, SPACE.read("shift black-3 white-1")) == "Cube from Distillery to Police"
    assert english.move(SPACE, SPACE.read("discard white-2 new")) == "Judges: the new token leaves"
