"""Processor time and memory of a process, read from the kernel."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")


def processor_time(pid: int) -> float:
    """Return the processor time of all threads of a process, in seconds."""
    total = 0
    for task in (PROC / str(pid) / "task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread has just ended
    return total / 1e9


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    parents: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def child_processor_time(pid: int) -> float:
    """Return the processor time of all descendants of a process, in seconds."""
    total = 0.0
    for child in descendants(pid):
        try:
            total += processor_time(child)
        except FileNotFoundError:
            continue
    return total


def memory(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = int((PROC / str(pid) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
