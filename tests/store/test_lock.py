"""Only one server at a time may open the tables of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from caponata.store import lock
from caponata.store.lock import StoreLocked, server_lock


@pytest.fixture(autouse=True)
def _no_waiting_for_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.0)


def test_second_server_is_told_the_address_of_the_first(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    (tmp_path / "same.db").symlink_to(tmp_path / "tables.db")
    with server_lock(url) as note_address:
        with pytest.raises(StoreLocked, match="tables open: use its address, or give another --store"):
            server_lock(url).__enter__()
        note_address("http://localhost:8642/")
        for same in (url, f"sqlite:///{tmp_path}/same.db"):
            with pytest.raises(StoreLocked, match="open at http://localhost:8642/: use its address"):
                server_lock(same).__enter__()
        with server_lock(f"sqlite:///{tmp_path}/other.db"):
            pass
    with server_lock(url), pytest.raises(StoreLocked, match="tables open: use"):  # the old address is gone
        server_lock(url).__enter__()


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "postgresql://host/db", "mysql://host/db"]
)
def test_memory_and_shared_databases_are_not_locked(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with server_lock(url), server_lock(url) as note_address:
        note_address("http://localhost:8642/")
    assert list(tmp_path.iterdir()) == []


def test_missing_folder_is_not_locked(tmp_path: Path) -> None:
    with server_lock(f"sqlite:///{tmp_path}/missing/tables.db"):
        assert not (tmp_path / "missing").exists()
