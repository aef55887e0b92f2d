"""Texts of Capone in all languages: prompts, refusals, moves, events and outcomes."""

import re
from importlib.resources import files
from io import StringIO

import pytest
from rich.console import Console

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Event, Refusal, View
from caponata.engine.playout import first_seat, random_choice
from caponata.games.capone import GAME
from caponata.games.capone.layout import PAYOUTS, RIGHT_HANDS, YEARS, CaponeOptions
from caponata.games.capone.members import piece_names
from caponata.games.capone.moves import ACTIONS, CARD_NAMES, FAMILIES, LEISURE, MEMBERS, SITE_NAMES, SPACE
from caponata.games.capone.rules import start
from caponata.games.capone.terminal import own_cards
from caponata.games.capone.view import view
from caponata.texts import Texts, languages, rule, rulebook, rules
from tests.games.capone.positions import capone

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
DECISIONS = ("exchange", "turn", "site", "pieces", "aim-member", "aim-place", "aim-seat", "year-end")
TABLE_EVENTS = ("undo", "rewind")
PACKAGE = files("caponata.games.capone")
SOURCE = PACKAGE.joinpath("refusals.py").read_text(encoding="utf-8")


@pytest.fixture(params=languages(GAME))
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(GAME, request.param)


@pytest.fixture
def english() -> Texts:
    return Texts(GAME)


# For every language


def test_every_decision_has_a_prompt(texts: Texts) -> None:
    for key in (*DECISIONS, "over"):
        assert texts.prompt(key)
    for acting in ((), ("Ann",), ("Ann", "Ben")):
        assert all(name in texts.prompt("wait", acting) for name in acting)


def test_every_refusal_has_a_sentence_that_ends_with_its_rule(texts: Texts) -> None:
    reasons = set(re.findall(r'Refusal\([^"]*(?:"CAPONE-\d+\.\d+")?,\s*"([a-z-]+)"', SOURCE))
    assert {"spoils-the-total", "game-over", "nobody-to-hit", "not-complete"} <= reasons
    assert reasons == set(texts.catalogue["refusals"])
    facts: dict[str, str | int] = {
        "seat": 1,
        "card": "bar",
        "site": "bar-1",
        "member": "don",
        "need": 20,
        "value": 15,
        "guards": 2,
        "steps": 3,
        "price": 60,
        "cash": 5,
    }
    for reason in reasons:
        assert texts.refusal(Refusal("CAPONE-3.4", reason, facts), NAMES).endswith(". [CAPONE-3.4]")


def test_every_move_has_a_label_and_an_explanation_with_a_rule(texts: Texts) -> None:
    known = rules(GAME)
    for move in SPACE:
        assert texts.move(SPACE, move)
        explained = texts.explain(SPACE, move)
        assert explained.text.endswith(".")
        assert explained.rule in known


def test_every_card_place_member_and_family_has_a_name(texts: Texts) -> None:
    names = [*CARD_NAMES, *SITE_NAMES, *LEISURE, *MEMBERS, *FAMILIES, *piece_names(0, 1), *piece_names(0, 8)]
    assert len({texts.name(name) for name in names}) == len(names)


def test_actions_are_named_in_the_language_with_the_printed_name_as_subtitle(texts: Texts) -> None:
    """The cards are printed in German; the FBI and the German names need no subtitle [CAPONE-1.2]."""
    german = Texts(GAME, "de")
    for card in ACTIONS:
        kind = card.partition("-")[0]
        printed = german.name(card).partition(":")[0]
        if texts.language == "de" or kind == "fbi":
            assert (texts.name(card), texts.term(f"subtitle-{kind}")) == (german.name(card), "")
        else:
            assert printed not in texts.name(card)
            assert texts.term(f"subtitle-{kind}").replace("\N{SOFT HYPHEN}", "") == printed
        assert texts.term(f"effect-{kind}")


def test_terminal_shows_the_printed_name_beside_the_name_of_an_action() -> None:
    """[CAPONE-1.2]"""
    seat_view = view(capone(hands=["bar fbi uebernahme"], discards="angebot"), 0)
    shown = {
        language: own_cards_text(seat_view, Texts(GAME, language)) for language in ("en", "nl", "fr", "de")
    }
    assert "Takeover · Geschäftsübernahme" in shown["en"]
    assert "Overname · Geschäftsübernahme" in shown["nl"]
    assert "Reprise · Geschäftsübernahme" in shown["fr"]
    assert shown["de"].count("Geschäftsübernahme") == 1
    assert all("FBI ·" not in text and "Bar ·" not in text for text in shown.values())


def own_cards_text(seat_view: View, texts: Texts) -> str:
    """The panel of a seat's own cards as the terminal prints it."""
    console = Console(width=100, file=StringIO(), record=True)
    console.print(own_cards(seat_view, texts))
    return console.export_text()


def test_every_event_of_whole_games_has_a_sentence_for_every_viewer(texts: Texts) -> None:
    """Events as the mover, another seat and a spectator see them."""
    rng = Rng(7)
    event_names: set[str] = set()
    for seats in (3, 4, 5, 6):
        position = start(seats, CaponeOptions(years=5))
        position.effects = []
        while position.to_act != NOBODY:
            if position.to_act == CHANCE_ACTS:
                mover, move = int(CHANCE), int(position.chance_move(rng.below(position.total_weight())))
            else:
                mover = first_seat(position.to_act)
                move = random_choice(position, mover, rng)
            for viewer in (mover if mover < seats else 0, (mover + 1) % seats, SPECTATOR):
                seen = [GAME.move_event(position, viewer, mover, move)]
                seen += [GAME.effect_event(effect, viewer) for effect in position.effects]
                for event in seen:
                    sentence = texts.event(event, NAMES[:seats], viewer)
                    assert "None" not in sentence.text
                    assert sentence.rule == event["rule"]
                    event_names.add(event["event"])
            position.effects = []
            position.play(mover, move)
        event_names |= {GAME.effect_event(effect, SPECTATOR)["event"] for effect in position.effects}
        assert texts.outcome(position.outcome() or pytest.fail("the game is over"), NAMES).text
    rare = {"released", "million", "free-site", "sent-home", "killed", "paid", "guards-lost", "finished"}
    assert event_names | rare | set(TABLE_EVENTS) == texts.catalogue["events"].keys()
    for name in TABLE_EVENTS:
        assert texts.event({"event": name, "seat": 0, "rule": None}, NAMES, 1).text


@pytest.mark.parametrize(
    "effect",
    [
        *((kind, 1, 3, 2 | 5 << 5) for kind in (0, 1, 3)),
        *((2, 1, 4, to) for to in range(4)),
        *((kind, 1, 30, 0) for kind in (4, 6, 11)),
        *((5, 1, 9, 0), (7, 1, 3, 0), (8, 1, 0, 0), (9, 1, 0, 0), (9, 0, 0, 0), (10, 3, 0, 0)),
    ],
)
def test_every_effect_has_a_sentence_with_a_rule(texts: Texts, effect: tuple[int, int, int, int]) -> None:
    for viewer in (0, 1, SPECTATOR):
        event = GAME.effect_event(effect, viewer)
        assert texts.event(event, NAMES, viewer).rule in rules(GAME)
    assert not GAME.reveals(effect)


def test_every_option_and_each_of_its_values_has_a_text(texts: Texts) -> None:
    for option, values in (("payout", PAYOUTS), ("right_hand", RIGHT_HANDS), ("years", YEARS)):
        assert texts.option(option).rule in rules(GAME)
        assert all(texts.choice(option, value) for value in values)


def test_every_ending_and_tie_break_has_a_text(texts: Texts) -> None:
    for steps, cash, harbour in (
        ([10, 9, 0], [0, 0, 0], []),
        ([10, 10, 0], [5, 0, 0], []),
        ([10, 10, 0], [0, 0, 0], ["novice"]),
        ([10, 10, 0], [0, 0, 0], []),
        ([9, 8, 0], [0, 0, 0], []),
    ):
        outcome = capone(phase="over", steps=steps, cash=cash, harbour=harbour).outcome()
        assert outcome is not None
        sentence = texts.outcome(outcome, NAMES)
        assert sentence.rule == outcome.decided_by
        assert texts.score_line(outcome.lines[0][0]).rule == "CAPONE-8.7"


def test_guide_covers_the_first_year(texts: Texts) -> None:
    guide = texts.catalogue["guide"]
    moments = {key for key, entry in guide.items() if isinstance(entry, dict)}
    assert moments >= {*DECISIONS, "risk", "prison", "last-card", "new-year", "over"}
    assert all(guide[moment].keys() == {"title", "text"} for moment in moments)


# English


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        (
            {
                "event": "place",
                "seat": 0,
                "site": "bar-1",
                "pieces": ["don", "guards-2"],
                "value": 110,
                "how": "own",
            },
            1,
            "Ann reinforces Bar 1 with Don and 2 guards: 110 grand more.",
        ),
        ({"event": "plan", "seat": 0, "step": None, "piece": None}, 1, "Ann is making plans."),
        ({"event": "plan", "seat": 0, "step": "member", "piece": "don"}, 0, "You mean to send: Don."),
        ({"event": "exchange", "seat": 0, "count": 0}, 1, "Ann keeps all cards."),
        ({"event": "exchange", "seat": 0, "count": 1}, 0, "You exchange 1 card."),
        ({"event": "income", "seat": 0, "count": 0}, 1, "Ann earns nothing."),
        (
            {"event": "action", "seat": 2, "card": "verkehr-barber", "other": 1},
            0,
            "Cleo plays Off the street: Barber against Ben.",
        ),
        (
            {"event": "taken-off", "seat": 1, "member": "lawyer", "to": "prison"},
            1,
            "Your Lawyer is locked up in cell 3.",
        ),
    ],
)
def test_events_become_sentences(english: Texts, event: Event, viewer: int, sentence: str) -> None:
    assert english.event({"rule": "CAPONE-3.1", **event}, NAMES, viewer).text == sentence


def test_refusals_become_sentences(english: Texts) -> None:
    expensive = Refusal("CAPONE-6.2", "too-dear", {"member": "don", "price": 100, "cash": 45})
    assert (
        english.refusal(expensive, NAMES)
        == "Freedom for Don costs 100 grand, and you have 45 grand. [CAPONE-6.2]"
    )
    not_yet = Refusal("CAPONE-2.4", "not-your-turn", {"seat": 2})
    assert english.refusal(not_yet, NAMES) == "It is Cleo's turn. [CAPONE-2.4]"


def test_rule_is_found_on_the_rulebook_page() -> None:
    """[CAPONE-3.2]"""
    assert "no other member" in rule(GAME, "CAPONE-3.2")
    assert rulebook(GAME).startswith("# Capone")
