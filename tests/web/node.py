"""Runs the page's JavaScript modules in Node: one process that answers calls given as JSON lines."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import caponata

WEB = Path(caponata.__file__).parent / "web"

# Each line is a call: the name of a function in the context, and its arguments.
CALL_LOOP = """
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
const plain = (_, value) =>
    typeof value === "bigint" ? String(value)
    : value instanceof Uint8Array ? Buffer.from(value).toString("hex")
    : value;
const module = await import(pathToFileURL(process.argv[1]).href);
const context = (await import("data:text/javascript," + encodeURIComponent(process.argv[2]))).default(module);
for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...args] = JSON.parse(line);
    let answer;
    try {
        answer = { is: context[name](...args) };
    } catch (error) {
        answer = { error: `${error.constructor.name}: ${error.message}` };
    }
    console.log(JSON.stringify(answer, plain));
}
"""


def node() -> str:
    """Path of Node."""
    found = shutil.which("node")
    if found is None:
        pytest.fail("Node is not installed: install Node 20 or newer to test the page's modules")
    return found


def call_module(module: str, calls: Iterable[list[Any]], *, context: str = "(module) => module") -> list[Any]:
    """Return the results of calls `[function, argument, ...]` to a module of the web folder.

    `context` is a JavaScript function from the module to the functions to call. An error is returned as text
    that begins with its name.
    """
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    command = [node(), "--input-type=module", "-e", CALL_LOOP, str(WEB / module), f"export default {context}"]
    run = subprocess.run(
        command, input=lines, capture_output=True, encoding="utf-8", timeout=200, check=False
    )
    assert run.returncode == 0, run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [answer["error"] if "error" in answer else answer.get("is") for answer in answers]
