"""All figures about speed in the documentation were measured."""

from __future__ import annotations

from bench.peers import table


def test_the_speed_section_is_made_from_what_was_measured() -> None:
    page = table.PAGE.read_text(encoding="utf-8")
    assert table.written(page, table.measured()) == page


def test_the_readme_has_three_measured_figures() -> None:
    readme = table.README.read_text(encoding="utf-8")
    assert table.written_readme(readme, table.measured()) == readme


def test_every_game_of_ours_and_every_peer_is_in_it() -> None:
    results = table.measured()
    rows = results["rows"]
    ours = [name for name in rows if name.startswith(table.OURS)]
    assert len(ours) == 5
    assert all(set(table.COLUMNS) <= set(rows[name]) for name in ours)
    for peer in ("OpenSpiel", "RLCard", "PettingZoo classic", "pgx"):
        assert any(name.startswith(f"{peer}: ") for name in rows), peer


def test_ratios_are_ours_by_theirs() -> None:
    rows = {
        "caponata: A": {"stepped": 30.0, "searched": 4.0, "length": 10.0},
        "caponata: B": {"stepped": 20.0, "searched": 2.0, "length": 30.0},
        "caponata: C": {"stepped": 10.0, "searched": 8.0, "length": 10.0},
        "Peer: P": {"stepped": 5.0, "searched": 3.0, "length": 2.0},
    }
    assert table.cell(rows, "caponata: A", "stepped") == "30"
    assert table.cell(rows, "Peer: P", "stepped") == "5 (× 4)"
    assert table.cell(rows, "Peer: P", "searched") == "3 of 2 moves (× 10)"
    assert table.cell(rows, "Peer: P", "inside") == "–"


def test_rates_can_be_read_at_a_glance() -> None:
    assert [table.short(number) for number in (812.4, 9_999, 12_345, 1_234_567)] == [
        *("812", "9,999", "12.3 k", "1.23 M")
    ]
