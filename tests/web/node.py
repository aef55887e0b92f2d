"""Node for the tests of the browser's modules: one process that answers JSON lines."""

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

# Each line names a function of a module, or of something that one of its functions makes, and its arguments.
ANSWERING = """
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
    """Where Node is."""
    found = shutil.which("node")
    if found is None:
        pytest.fail(
            "the browser's modules are tested by Node, and there is no `node` here: install Node 20 or newer"
        )
    return found


def ask(module: str, asked: Iterable[list[Any]], *, context: str = "(module) => module") -> list[Any]:
    """What a module of the web folder answers to each call `[function, argument, ...]`.

    `context` is JavaScript that makes of the module the functions to call. Errors are answers that begin
    with the error's name.
    """
    lines = "".join(json.dumps(call) + "\n" for call in asked)
    command = [node(), "--input-type=module", "-e", ANSWERING, str(WEB / module), f"export default {context}"]
    run = subprocess.run(
        command, input=lines, capture_output=True, encoding="utf-8", timeout=200, check=False
    )
    assert run.returncode == 0, run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [answer["error"] if "error" in answer else answer.get("is") for answer in answers]
