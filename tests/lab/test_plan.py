"""Plans: parts cover every deal once, and a job is read back unchanged."""

from __future__ import annotations

import pytest

from caponata.bots import BotError
from caponata.engine.log import TableError
from caponata.engine.options import OptionError
from caponata.lab import Balance, Dataset, LabError, Tournament
from caponata.lab.plan import CONTRAST_EVERY, FEWEST_PARTS, Job, read_job, seed_from
from caponata.lab.setup import read_sweep
from caponata.lab.tournament import orders, tables

JOBS = [
    Balance.plan("capital-lux", games=1001, vary={"opening_cards": [1, 3], "bots": ["greedy", "mc:5"]}),
    Balance.plan("caper", games=7, seats="greedy,random", seed=9),
    Dataset.plan("capone", games=123, seats=4, options={"years": 5}),
    Tournament.plan("capital-lux", ["greedy", "random", "mc:5"], games=100, seats=2),
]


@pytest.mark.parametrize("job", JOBS, ids=lambda job: f"{job.study}-{job.game}")
def test_parts_cover_every_deal_of_every_variant_once(job: Job) -> None:
    parts = list(job.parts())
    assert [part.number for part in parts] == list(range(job.size))
    for index, variant in enumerate(job.variants):
        mine = [part for part in parts if part.index == index]
        deals = [deal for part in mine for deal in range(part.first, part.first + part.deals)]
        assert deals == list(range(job.deals))
        games = sum(len(variant.plays(deal)) for deal in deals)
        assert sum(part.games for part in mine) == games == variant.games(0, job.deals)
    assert sum(part.games for part in parts) == job.games


@pytest.mark.parametrize("job", JOBS, ids=lambda job: f"{job.study}-{job.game}")
def test_a_job_reads_back(job: Job) -> None:
    assert read_job(job.text()) == job


def test_a_job_stores_the_timeout_under_the_name_that_older_studies_use() -> None:
    job = Tournament.plan("capital-lux", ["greedy", "random"], games=10, timeout=2.5)
    text = job.text()
    assert '"patience": 2.5' in text
    assert "timeout" not in text
    assert read_job(text).timeout == 2.5


def test_large_studies_have_enough_parts_for_intervals() -> None:
    for games in (200, 5_000, 100_000):
        assert Balance.plan("capital-lux", games=games).slices >= FEWEST_PARTS
    assert Balance.plan("capital-lux", games=1000, vary={"bots": ["mc:500"]}).part(0).games <= 10


def test_every_deal_is_played_twice_and_some_with_a_contrast() -> None:
    (variant,) = Balance.plan("capital-lux", games=100, seats=3).variants
    assert variant.players == ("greedy", "random")
    assert variant.orders == ((0, 0, 0), (0, 0, 0))
    usual = [variant.plays(deal)[2] for deal in range(0, 3 * CONTRAST_EVERY, CONTRAST_EVERY)]
    assert usual == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert len(variant.plays(1)) == 2
    assert not Balance.plan("capital-lux", games=100, seats="random,random").variants[0].contrasts
    assert not Balance.plan("capital-lux", games=100, seats="greedy,random").variants[0].contrasts


def test_a_sweep_plays_every_combination_on_the_same_deals() -> None:
    job = Balance.plan("capital-lux", games=100, vary={"opening-cards": ["1", "3"], "seats": ["2", "3"]})
    assert [variant.label for variant in job.variants] == [
        "opening-cards 1, seats 2",
        "opening-cards 1, seats 3",
        "opening-cards 3, seats 2",
        "opening-cards 3, seats 3",
    ]
    assert [variant.options["opening_cards"] for variant in job.variants] == [1, 1, 3, 3]
    assert [variant.seats for variant in job.variants] == [2, 3, 2, 3]


def test_a_second_kind_of_bot_plays_every_variant_on_the_same_deals() -> None:
    job = Balance.plan("capital-lux", games=100, seats=2, vary={"opening_cards": [1, 3]}, confirm="mc:5")
    assert [(variant.options["opening_cards"], variant.bot) for variant in job.variants] == [
        (1, "greedy"),
        (1, "mc:5"),
        (3, "greedy"),
        (3, "mc:5"),
    ]
    named = Balance.plan("capital-lux", games=100, seats="random,random,random", confirm="greedy")
    assert [variant.line_up for variant in named.variants] == [("random",) * 3, ("greedy",) * 3]


def test_seeds_depend_on_every_label() -> None:
    labels = [(1, "chance", 2), (1, "whims", 2), (11, "chance", 2), (1, "chance", 12)]
    made = [seed_from(*label) for label in labels]
    assert len(set(made)) == 4
    assert all(0 <= seed < 2**96 for seed in made)


def test_every_player_has_every_seat_equally_often() -> None:
    for players, seats in ((2, 2), (4, 3), (3, 4), (5, 4)):
        for table in tables(players, seats):
            made = orders(table)
            for seat in range(seats):
                taken = [order[seat] for order in made]
                for player in set(table):
                    assert taken.count(player) * seats == len(made) * table.count(player)


def test_every_pair_of_players_meets() -> None:
    assert len(tables(4, 2)) == 6
    assert tables(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert tables(2, 2) == [(0, 1)]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "at least one game"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"seats": 5}, "Capital Lux is for 2 to 4 seats, not 5"),
        ({"seats": "you,greedy"}, "take 'you' out"),
        ({"seats": "oracle,greedy"}, "there is no bot 'oracle'"),
        ({"seats": "program:no-such-program-here,greedy"}, "there is no program 'no-such-program-here'"),
        ({"vary": {"opening_card": [1, 3]}}, "did you mean 'opening_cards'"),
        ({"vary": {"opening_cards": [1, 2]}}, "opening_cards is 1 or 3, not 2"),
        ({"vary": {"opening_cards": [1, 1]}}, "a value twice"),
        ({"vary": {"opening_cards": [1]}, "options": {"opening_cards": 3}}, "is both given and varied"),
        ({"vary": {"bots": ["random"]}, "seats": "greedy,greedy"}, "given twice"),
        ({"vary": {"bots": ["random"]}, "confirm": "mc:5"}, "given twice"),
        ({"seats": "greedy,random", "confirm": "mc:5"}, "one kind of bot on all seats"),
        ({"confirm": "greedy"}, "must not be greedy again"),
        ({"confirm": "oracle"}, "there is no bot 'oracle'"),
    ],
)
def test_impossible_studies_are_refused(wrong: dict[str, object], sentence: str) -> None:
    asked: dict[str, object] = {"games": 10, **wrong}
    with pytest.raises((LabError, OptionError, TableError, BotError), match=sentence):
        Balance.plan("capital-lux", **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("pair", ["opening_cards", "opening_cards=", "opening_cards=1,,3", "=1,2,"])
def test_a_malformed_sweep_is_refused(pair: str) -> None:
    with pytest.raises(OptionError, match="NAME=VALUE,VALUE"):
        read_sweep([pair])


@pytest.mark.parametrize(
    ("players", "sentence"),
    [(["greedy"], "two players or more"), (["greedy", "greedy"], "'greedy' is named twice")],
)
def test_a_tournament_is_between_different_players(players: list[str], sentence: str) -> None:
    with pytest.raises(LabError, match=sentence):
        Tournament.plan("capital-lux", players, games=10)


@pytest.mark.parametrize("text", ["", "{}", '{"format": "caponata-lab", "version": 99}', "[1]", "\0"])
def test_an_invalid_job_is_refused(text: str) -> None:
    with pytest.raises(LabError):
        read_job(text)
