"""Reports: self-contained files in which every figure has its interval."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from caponata.lab import Balance, Tournament, balance, tournament
from caponata.lab.figures import Figure
from caponata.lab.report.charts import Row, bars, curve, dots, histogram
from caponata.lab.report.findings import findings
from caponata.lab.report.numbers import figure_text, number, points, width
from caponata.lab.report.pages import CHAPTERS, balance_page, tournament_page

VOID = {"meta", "br", "line", "rect", "polygon", "polyline", "path", "circle", "ellipse", "use", "stop"}


class Outline(HTMLParser):
    """Checks that every opened tag is closed, and collects headings and the addresses of other files."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.requested: list[str] = []
        self.titles: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.requested += [value for name, value in attrs if name in ("src", "href") and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.titles.append(data)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Balance:
    """Capital Lux with one card or three at the start."""
    out = tmp_path_factory.mktemp("lux") / "study"
    return balance("capital-lux", games=140, seats=3, out=out, processes=1, vary={"opening_cards": [1, 3]})


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """Greedy against random."""
    out = tmp_path_factory.mktemp("cup") / "cup"
    return tournament("capital-lux", ["greedy", "random"], games=20, out=out, processes=1)


def test_a_report_is_self_contained(study: Balance, cup: Tournament) -> None:
    for page in (balance_page(study), tournament_page(cup)):
        outline = Outline(page)
        assert outline.requested == []
        assert not re.findall(r"url\((?!\"data:)", page)
        assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", page)


def test_a_balance_report_has_a_chapter_for_every_metric_and_variant(study: Balance) -> None:
    titles = Outline(balance_page(study)).titles
    assert titles[0] == "The variants side by side"
    for title in ("What stands out", "Seats", "The start", "Tension", "Luck and skill", "Scores", "Moves"):
        assert titles.count(title) == 2
    some = Outline(balance_page(study, ["seats", "rules"])).titles
    assert some == ["The variants side by side", "Seats", "Rules", "Seats", "Rules"]
    assert set(CHAPTERS) == {line.metric for line in study.lines()}


def test_findings_are_sentences(study: Balance) -> None:
    sentences = [finding.sentence for finding in findings(study, 0, study.uses())]
    assert any("discard" in sentence and "Only greedy was tried" in sentence for sentence in sentences)
    assert any("the winner leads alone in points for good after" in sentence for sentence in sentences)
    assert any(sentence.startswith("One greedy player among 2 random players wins") for sentence in sentences)
    assert all("greedy" in sentence for sentence in sentences)
    assert not any("of the result is luck" in sentence or "dead" in sentence for sentence in sentences)


def test_a_variant_shows_its_difference(study: Balance) -> None:
    page = balance_page(study, ["length"])
    assert re.search(r'<small class="note (high">\+|low">−)[0-9.]+ ± [0-9.]+</small>', page)


def test_a_tournament_report_has_all_players(cup: Tournament) -> None:
    titles = Outline(tournament_page(cup)).titles
    assert titles == ["What stands out", "Ratings", "Wins", "Who ends before whom", "On each seat", "Scores"]


def test_names_are_escaped(tmp_path: Path) -> None:
    evil = Row("<script>alert(1)</script>", Figure.around(0.5, 0.1), title='"><img>', note="<b>")
    for chart in (dots([evil], "percent", 0.5), bars([evil])):
        assert "<script>" not in chart
        assert "<img>" not in chart
        assert "<b>&lt;" not in chart


def test_charts_handle_extreme_values() -> None:
    unbounded = Figure.around(3.0, float("inf"))
    assert "nan" not in dots([Row("one", unbounded)]) + bars([Row("one", unbounded)]) + curve(
        [unbounded], "", ("", "")
    )
    assert histogram({"": {}}, "points", [""]) == ""
    assert "<rect" in histogram({"": {7: 3}}, "points", [""])
    assert histogram({"": dict.fromkeys(range(1000), 1)}, "points", [""]).count("<rect") <= 60
    assert dots([]) == bars([]) == curve([], "", ("", "")) == ""


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(0.3333, "percent", "33.3 %"), (12.0, "", "12"), (6.803, "", "6.8"), (12345.6, "", "12,346")],
)
def test_numbers_have_a_readable_number_of_digits(value: float, unit: str, text: str) -> None:
    assert number(value, unit).replace("\N{NARROW NO-BREAK SPACE}", " ") == text
    assert width(float("inf")) == "?"


def test_asymmetric_interval_is_written_with_both_ends() -> None:
    text = figure_text(Figure(0.0, 0.0, 0.021), "percent")
    assert text.replace("\N{NARROW NO-BREAK SPACE}", " ") == "0.0 % (0.0 to 2.1 %)"
    assert figure_text(Figure.around(12.5, 0.3)) == "12.5 ± 0.3"


def test_margins_are_written_in_points() -> None:
    assert [points(each) for each in (0.03, 0.025, 0.01)] == ["3 points", "2.5 points", "1 point"]


def test_all_shares_in_a_report_are_between_0_and_100_percent(study: Balance) -> None:
    page = balance_page(study)
    shares = [float(each) for each in re.findall(r"(-?[0-9.]+)\N{NARROW NO-BREAK SPACE}%", page)]
    assert shares
    assert all(0 <= each <= 100 for each in shares)


def test_tournament_report_says_who_is_better_or_that_it_cannot_tell(cup: Tournament) -> None:
    (met,) = cup.meetings()
    assert met.better == "greedy"
    assert "greedy ends before random in" in tournament_page(cup)
    alike = tournament(
        "caper", ["greedy", "mc:1"], games=8, out=cup.folder.path.parent / "alike", processes=1
    )
    page = tournament_page(alike)
    assert "8 games do not tell whether" in page
    assert "games to see a difference of 3 points from half" in page
