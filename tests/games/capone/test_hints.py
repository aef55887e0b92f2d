"""Hints: risk, targets, the exchange, and cash at the end of the game."""

from caponata.bots import make_bot
from caponata.bots.policies import compiled_policies
from caponata.engine.chance import Rng
from caponata.engine.playout import legal_moves, play_game
from caponata.games.capone import GAME
from caponata.games.capone.layout import CaponeOptions
from caponata.games.capone.members import member_set, value
from caponata.games.capone.moves import ILLEGAL, SPACE
from caponata.games.capone.risk import harm_percent, loss_chance
from caponata.games.capone.rules import CaponePosition, start
from tests.games.capone.positions import capone, play

GAMES = 40


def appeal(position: CaponePosition, seat: int, text: str) -> int:
    """The appeal of a move."""
    return GAME.hints.appeal(position, seat, SPACE.read(text))


def best_move(position: CaponePosition, seat: int) -> str:
    """The legal move with the highest appeal."""
    return max(
        (SPACE.text(move) for move in legal_moves(position, seat)),
        key=lambda text: appeal(position, seat, text),
    )


def risk(position: CaponePosition, business: str, members: str, guards: int = 0) -> int:
    """The chance that seat 0 loses a stack, in percent."""
    people = member_set(members.split())
    return loss_chance(position, 0, ILLEGAL.index(business), people, value(people, 0) + 5 * guards)


def test_risk_grows_with_the_number_of_unseen_copies() -> None:
    many = capone(hands=["bar fbi", "bank bank", "loans loans"])
    few = capone(hands=["bar fbi", "bank bank", "loans loans"], discards="bar")
    none = capone(hands=["bar fbi", "bank bank", "loans loans"], discards="bar bar")
    assert risk(many, "bar", "novice") > risk(few, "bar", "novice") > risk(none, "bar", "novice")


def test_risk_grows_with_the_cards_left_to_opponents() -> None:
    early = capone(hands=["bar fbi", "bank bank bank", "loans loans loans"])
    late = capone(hands=["bar fbi", "bank", "loans"])
    over = capone(hands=["bar fbi", "", ""])
    assert risk(early, "bar", "novice") > risk(late, "bar", "novice") > risk(over, "bar", "novice") == 0


def test_guards_lower_the_risk_once_nobody_can_beat_the_stack() -> None:
    position = capone(
        hands=["bar fbi", "bank bank", "loans loans"], home=[None, "don", "mama"], guards=[8, 2, 8]
    )
    assert risk(position, "bar", "don", 1) > risk(position, "bar", "don", 2)
    assert risk(position, "bar", "", 8) > risk(capone(hands=["bar fbi", "", ""]), "bar", "", 8) == 0


def test_last_card_of_the_year_is_not_a_risk() -> None:
    position = capone(hands=["bar", "", "bank"], dealer=2, discards="fbi angebot angebot uebernahme")
    before = capone(hands=["bar", "bank", ""], dealer=2, discards="fbi angebot angebot uebernahme")
    assert risk(position, "bar", "", 2) == 0 < risk(before, "bar", "", 2)


def test_actions_target_the_leader() -> None:
    position = capone(
        hands=["fbi bar", "bar", "bar"],
        sites={"bar-1": "1 lawyer", "bank-1": "2 lawyer"},
        steps=[4, 7, 1],
    )
    assert harm_percent(position, 1) > harm_percent(position, 2) > 0
    play(position, 0, "play fbi")
    assert best_move(position, 0) == "seize 2 lawyer"
    squeeze = capone(hands=["schutzgeld bar", "bar", "bar"], steps=[0, 3, 6])
    play(squeeze, 0, "play schutzgeld")
    assert best_move(squeeze, 0) == "squeeze 3"


def test_earlier_attacks_do_not_change_the_appeal_of_a_target() -> None:
    position = capone(hands=["angebot bar", "bar", "bar"], sites={"bar-1": "1 don", "bank-1": "2 don"})
    play(position, 0, "play angebot")
    assert appeal(position, 0, "strike bar-1") == appeal(position, 0, "strike bank-1")


def test_offer_targets_the_most_valuable_members() -> None:
    position = capone(
        hands=["angebot bar", "bar", "bar"], sites={"bar-1": "1 novice", "bank-1": "1 lawyer collector"}
    )
    play(position, 0, "play angebot")
    assert best_move(position, 0) == "strike bank-1"


def test_legal_cards_are_exchanged_while_they_pay_nothing() -> None:
    first_year = capone(hands=["bar bank pasta"], phase="exchange")
    assert best_move(first_year, 0) == "return pasta"
    rich = capone(hands=["bar bank pasta"], phase="exchange", steps=[9])
    assert best_move(rich, 0) == "exchange"


def test_cash_is_kept_as_a_tie_break_when_the_game_is_about_to_end() -> None:
    position = capone(phase="year-end", steps=[8], cash=[260], park=[4], cells={0: ["", "don", ""]})
    assert best_move(position, 0) == "invest 2"
    play(position, 0, "invest 2")
    assert best_move(position, 0) == "done"
    early = capone(phase="year-end", steps=[2], cash=[160], park=[4])
    assert best_move(early, 0) == "rehire 4"
    play(early, 0, "rehire 4")
    assert best_move(early, 0) == "invest 1"


def test_steps_are_not_sold_without_need() -> None:
    position = capone(phase="year-end", steps=[5], cash=[0])
    assert best_move(position, 0) == "done"


def test_useful_card_is_not_discarded_first() -> None:
    position = capone(hands=["bank pasta", "bar", "bar"])
    assert best_move(position, 0) != "discard bank"


def test_greedy_player_beats_random_players() -> None:
    rng = Rng(5)
    won = 0.0
    for game in range(GAMES):
        position = start(4, CaponeOptions())
        players = ["greedy" if each == game % 4 else "random" for each in range(4)]
        play_game(position, compiled_policies(GAME, players), rng, rng)
        outcome = position.outcome()
        assert outcome is not None
        won += (game % 4 in outcome.winners) / len(outcome.winners)
    assert won > 0.8 * GAMES


def test_every_bot_finds_a_legal_move_during_a_placement() -> None:
    position = capone(hands=["bar bank", "bar", "bar"], sites={"bar-1": "1 lawyer"})
    play(position, 0, "play bar", "site bar-1", "add right-hand")
    for name in ("random", "greedy", "mc:20"):
        assert make_bot(GAME, name, 1).choose(GAME.view(position, 0)) in legal_moves(position, 0)
