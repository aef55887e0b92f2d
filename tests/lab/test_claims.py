"""Claims of a study, tested on made-up results with a known truth.

The results pass through the functions that write the sentences of a report.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np
import pytest

from caponata.lab.figures import Sample, Sums
from caponata.lab.inference import GROUPS
from caponata.lab.plan import Variant
from caponata.lab.report.findings import Finding, fairness_findings, findings
from caponata.lab.results import CHANGES_ERROR, FAIRNESS_ERROR, MARGIN, MOVES_ERROR, Results
from tests.lab.synthetic import Truth, fair, favoured, studies

GAMES = 400
STUDIES = 10_000
ERROR = 0.05
RELATED: list[dict[str, float]] = [{}, {"repeat": 0.5}, {"repeat": 1.0}, {"shared": 0.1}]


def tolerance(share: float, cases: int) -> float:
    """How far an observed share may be from the true one: three standard deviations."""
    return 3 * math.sqrt(share * (1 - share) / cases)


def claims_difference(found: Sequence[Finding]) -> bool:
    return any("wins the fair" in finding.sentence for finding in found)


def claims_equality(found: Sequence[Finding]) -> bool:
    return any("every seat is within" in finding.sentence for finding in found)


def test_the_parts_of_the_error_add_up_to_five_per_cent() -> None:
    assert pytest.approx(ERROR) == FAIRNESS_ERROR + MOVES_ERROR + CHANGES_ERROR


def test_at_most_one_fair_game_in_twenty_leads_to_a_claim() -> None:
    """10,000 studies of 400 games: two to five seats, with related games and shared wins."""
    claims = played = covered = shares = 0
    truths = [fair(seats, **related) for seats in (2, 3, 4, 5) for related in RELATED]
    for seed, truth in enumerate(truths):
        for study in studies(truth, STUDIES // len(truths), GAMES, seed):
            played += 1
            claims += claims_difference(fairness_findings(study, 0))
            if truth.shared:
                continue  # a shared win is less than a whole one: the interval is too wide on purpose
            for line in study.lines(0, ["seats"]):
                shares += 1
                covered += not line.figure.excludes(1 / truth.seats)
    assert played == STUDIES
    assert claims <= FAIRNESS_ERROR * STUDIES + tolerance(FAIRNESS_ERROR, STUDIES) * STUDIES
    assert claims <= ERROR * STUDIES
    independent = STUDIES * 3 // 4  # seats of one study are not independent
    assert 0.95 - tolerance(0.95, independent) < covered / shares < 0.97


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("repeat", [0.0, 0.8])
def test_intervals_of_unequal_shares_cover_the_truth(share: float, repeat: float) -> None:
    truth = Truth([share, 1 - share], repeat=repeat)
    held = [
        not study.figure("seats", "seat 1").excludes(share) for study in studies(truth, 1000, GAMES, seed=3)
    ]
    assert 0.95 - tolerance(0.95, 1000) < sum(held) / 1000 < 0.98


@pytest.mark.parametrize(("seats", "repeat"), [(2, 0.0), (4, 0.0), (4, 0.8), (5, 0.2)])
def test_a_planted_bias_is_found_with_the_promised_power(seats: int, repeat: float) -> None:
    pilots = studies(fair(seats, repeat=repeat), 50, GAMES, seed=4)
    promised = [study.fairness()[0] for study in pilots]
    games = round(median(each.to_see for each in promised))
    found = [
        claims_difference(fairness_findings(study, 0)[:1])
        for study in studies(favoured(seats, MARGIN, repeat=repeat), 300, games, seed=5)
    ]
    assert sum(found) / 300 > 0.8 - tolerance(0.8, 300)
    enough = round(median(each.to_rule_out for each in promised))
    ruled_out = [
        claims_equality(fairness_findings(study, 0))
        for study in studies(fair(seats, repeat=repeat), 200, enough, seed=6)
    ]
    assert sum(ruled_out) / 200 > 0.8 - tolerance(0.8, 200)


def test_a_bias_as_large_as_the_margin_is_rarely_ruled_out() -> None:
    said = [
        claims_equality(fairness_findings(study, 0))
        for study in studies(favoured(4, MARGIN), 300, 6000, seed=7)
    ]
    assert sum(said) <= FAIRNESS_ERROR * 300


def test_report_on_too_few_games_claims_nothing_and_names_the_number_needed() -> None:
    study = next(studies(fair(4), 1, GAMES, seed=8))
    sentences = [finding.sentence for finding in fairness_findings(study, 0)]
    assert sentences[0].startswith(
        "400 games with greedy on every seat do not tell whether a seat is favoured."
    )
    assert "games to see a difference of 3 points, about" in sentences[0]
    assert "matters who starts" in sentences[1]


def test_the_advantage_of_starting_is_found_and_not_attributed_to_seats() -> None:
    study = next(studies(fair(4, start=0.2), 1, 10_000, seed=9))
    seats, start = fairness_findings(study, 0)
    assert seats.sentence.startswith(
        "With greedy on every seat, every seat is within 3 points of the fair 25.0"
    )
    assert "not every place in the order of play wins the fair 25.0" in start.sentence
    assert "of games: the starting player " in start.sentence
    assert start.sentence.endswith("Only greedy was tried.")
    assert (seats.mood, start.mood) == ("calm", "warn")


def test_a_certain_but_small_difference_is_called_small() -> None:
    study = next(studies(favoured(2, 0.012), 1, 100_000, seed=10))
    seats, _ = fairness_findings(study, 0)
    assert "The differences are small: less than 3 points." in seats.sentence
    assert seats.mood == "look"


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ((0.1, 0.1), "mc:50 confirms it."),
        ((0.1, -0.1), "mc:50 does not confirm it, and shows the opposite for seat 1, seat 2."),
        ((0.1, 0.0), "mc:50 does not confirm it: all are within 3 points of fair."),
        ((0.0, 0.0), "mc:50 confirms it."),
        ((0.0, 0.1), "mc:50 does not confirm it: seat"),
    ],
)
def test_second_kind_of_bot_confirms_or_contradicts_a_finding(by: tuple[float, float], words: str) -> None:
    first, second = (next(studies(favoured(2, each), 1, 20_000, seed=11)) for each in by)
    other = [replace(variant, players=("mc:50",)) for variant in second.variants]
    both = Results([*first.variants, *other], [*first.samples, *second.samples])
    sentence = fairness_findings(both, 0)[0].sentence
    assert words in sentence
    assert "greedy" in sentence
    assert "Only" not in sentence


def test_variants_share_the_error_of_a_study() -> None:
    bots = ("greedy", "random")
    claims = [
        claims_difference([*fairness_findings(study, 0), *fairness_findings(study, 1)])
        for study in studies(fair(3), 1000, GAMES, seed=12, bots=bots)
    ]
    assert sum(claims) <= (FAIRNESS_ERROR + tolerance(FAIRNESS_ERROR, 1000)) * 1000


def test_changes_between_equal_variants_are_rarely_claimed() -> None:
    bots = ("greedy", "random")
    claims = [
        any(change.claimed.excludes(0) for change in study.changes(["seats", "start"]).values())
        for study in studies(fair(3), 300, GAMES, seed=13, bots=bots)
    ]
    assert sum(claims) <= 300 * ERROR


def test_a_change_between_variants_is_found() -> None:
    first, second = (next(studies(favoured(2, by), 1, 5000, seed=14)) for by in (0.0, 0.1))
    both = Results([*first.variants, *second.variants], [*first.samples, *second.samples])
    change = both.changes(["seats"])[1, "seats", "seat 1"]
    assert change.claimed.low > 0
    assert change.claimed.low < change.figure.low < 0.1 < change.figure.high


# Luck


def test_shares_of_luck_stay_within_the_whole_and_cover_the_truth() -> None:
    """If a fair game repeats the result of a deal with probability r, the deal explains a share of r."""
    for repeat in (0.0, 0.3):
        held = 0
        for study in studies(fair(3, repeat=repeat), 100, GAMES, seed=15):
            lines = {line.name: line.figure for line in study.lines(0, ["luck"])}
            assert sum(figure.value for figure in lines.values()) == pytest.approx(1)
            assert all(0 <= figure.low <= figure.value <= figure.high <= 1 for figure in lines.values())
            assert all(figure.width > 0 for figure in lines.values())
            held += not lines["same deal, same result"].excludes(repeat)
        assert held >= 89


def test_fair_seats_explain_nothing_on_average() -> None:
    """Without the correction, noise alone would explain a share of (seats - 1) / games."""
    found = [
        study.samples[0].mean(study.lines(0, ["luck"])[1].formula).value
        for study in studies(fair(4), 150, 100, seed=16)
    ]
    assert abs(sum(found) / 150) < 0.003


# Moves


def study_of_moves(**moves: tuple[float, float, float]) -> Results:
    """A study of 640 games whose moves were offered, expected and chosen this often in each group."""
    sample = Sample()
    for group in range(GROUPS):
        sums = Sums({"games": 10, "deals": 5})
        for name, (offered, expected, chosen) in moves.items():
            sums.add(
                {
                    f"offered/{name}": offered,
                    f"expected/{name}": expected,
                    f"chosen/{name}": chosen + (group % 3 - 1 if chosen > 1 else 0),
                }
            )
        sample.add(group, sums)
    return Results([Variant("2 × greedy", {}, ("greedy",), ((0, 0),) * 2)], [sample])


def test_report_names_moves_that_the_tested_bot_never_made() -> None:
    study = study_of_moves(pass_=(50, 10, 0), lay=(50, 10, 20), seldom=(500, 100, 3), always=(50, 10, 49))
    verdicts = {use.name: use.verdict for use in study.uses()}
    assert verdicts == {"pass_": "never", "lay": "", "seldom": "rarely", "always": "mostly"}
    sentences = [finding.sentence for finding in findings(study, 0, study.uses())]
    assert any(
        sentence.startswith("greedy never made 1 kind of move in 640 games")
        and sentence.endswith(": pass_. Only greedy was tried.")
        for sentence in sentences
    )
    assert not any("dead" in sentence for sentence in sentences)


def test_a_move_that_random_choice_would_rarely_make_is_not_reported_as_never_made() -> None:
    study = study_of_moves(rare=(2, 0.1, 0))
    assert [use.verdict for use in study.uses()] == [""]
    assert study.uses()[0].lift.high > 0.1


def test_moves_that_do_not_matter_are_rarely_reported_as_winning() -> None:
    """40 moves of a fair game for three: their users win a third of games."""
    rng = np.random.default_rng(20)
    claims = 0
    for _ in range(300):
        users = rng.binomial(12, rng.uniform(0.1, 0.9, size=(40, 1)), size=(40, GROUPS))
        won = rng.binomial(users, 1 / 3)
        sample = Sample()
        for group in range(GROUPS):
            sums = Sums({"games": 4, "deals": 2})
            for move in range(40):
                used = float(users[move, group])
                sums.add({f"{name}/{move}": used for name in ("chosen", "expected", "offered", "users")})
                sums[f"users won/{move}"] = float(won[move, group])
            sample.add(group, sums)
        study = Results([Variant("3 × greedy", {}, ("greedy",), ((0, 0, 0),) * 2)], [sample])
        claims += any(use.is_telling for use in study.uses())
    assert claims / 300 <= MOVES_ERROR + tolerance(MOVES_ERROR, 300)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("related", RELATED)
def test_errors_and_power_hold_for_every_kind_of_game(seats: int, related: dict[str, float]) -> None:
    claims = sum(
        claims_difference(fairness_findings(study, 0))
        for study in studies(fair(seats, **related), STUDIES, GAMES, seed=17)
    )
    assert claims <= (FAIRNESS_ERROR + tolerance(FAIRNESS_ERROR, STUDIES)) * STUDIES
    if related.get("shared"):
        return  # sharing moves a part of the planted bias to the next seat
    pilots = studies(fair(seats, **related), 200, GAMES, seed=18)
    games = round(median(study.fairness()[0].to_see for study in pilots))
    found = sum(
        claims_difference(fairness_findings(study, 0)[:1])
        for study in studies(favoured(seats, MARGIN, **related), 2000, games, seed=19)
    )
    assert found / 2000 > 0.8 - tolerance(0.8, 2000)
