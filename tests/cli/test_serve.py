"""Serving from the command line: where tables are stored, messages and errors."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caponata.cli.errors import ServeError
from caponata.cli.serve import display_url, free_port, store_url


def test_tables_are_stored_in_the_users_data_folder_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store_url(None) == f"sqlite:///{tmp_path}/caponata/tables.db"
    assert store_url(str(tmp_path / "deep/er/t.db")) == f"sqlite:///{tmp_path}/deep/er/t.db"
    assert (tmp_path / "deep/er").is_dir()
    assert store_url("postgresql://me@host/db") == "postgresql://me@host/db"


def test_a_password_is_not_shown() -> None:
    assert display_url("postgresql://ann:secret@db.example/caponata") == "postgresql://db.example/caponata"
    assert display_url("sqlite:////data/tables.db") == "/data/tables.db"


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServeError, match="cannot be created"):
        store_url(str(tmp_path / "file" / "t.db"))


def test_the_next_free_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < free_port("127.0.0.1", port) <= port + 20


def test_serve_prints_its_address_and_stops_on_interrupt(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "caponata", "serve", "--port", "0", "--store", str(tmp_path / "t.db")]
    with served(command) as (server, address):
        games = ask(f"{address.replace('localhost', '127.0.0.1')}api/games")
        assert "capital-lux" in [game["name"] for game in games]
        server.send_signal(signal.SIGINT)
        server.wait(30)
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()


def test_a_second_server_on_the_same_file_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    store = str(tmp_path / "t.db")
    command = [sys.executable, "-m", "caponata", "serve", "--port", "0", "--store", store]
    with served(command) as (first, address):
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 2
        assert second.stderr == (
            f"caponata: another server has these tables open at {address}: "
            "use its address, or give another --store\n"
        )
        first.kill()
        with served(command) as (third, _):
            assert third.poll() is None


@contextmanager
def served(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that printed its address; it is killed after the block."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            printed = ""
            while "Ctrl-C stops" not in printed and server.poll() is None:
                printed += server.stdout.readline()
            found = re.search(r"http://localhost:\d+/", printed)
            assert found is not None
            yield server, found[0]
        finally:
            server.kill()


def ask(address: str) -> list[dict[str, object]]:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                found: list[dict[str, object]] = json.load(answer)
                return found
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody answers")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--workers", "2"], "several processes need a PostgreSQL --store and a --redis"),
        (["--store", "mysql://host/db"], "mysql"),
        (["--store", "postgresql://nobody@127.0.0.1:1/none"], "cannot be opened"),
    ],
)
def test_serve_errors_are_one_sentence(words: list[str], sentence: str) -> None:
    command = [sys.executable, "-m", "caponata", "serve", "--port", "0", *words]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr
