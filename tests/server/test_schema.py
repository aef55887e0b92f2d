from __future__ import annotations

import asyncio
import sys

import pytest

from caponata.server.settings import Limits
from tests.server.house import AT_ONCE, serving

pytestmark = pytest.mark.anyio

GENEROUS = Limits(requests_a_second=1e6, requests_at_once=10**6, tables_a_person=10**6)
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


async def test_whatever_is_asked_the_answer_is_as_the_schema_says() -> None:
    async with serving(AT_ONCE, limits=GENEROUS) as server:
        ada = await server.person("Ada")
        await ada.make("me", "open", listed=True)
        token = ada.http.cookies["caponata"]
        asked = ["--header", f"Authorization: Bearer {token}", "--checks", CHECKS]
        bounds = ["--max-examples", "6", "--seed", "1", "--phases", "examples,coverage,fuzzing", "--no-color"]
        run = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            f"http://{server.address}/api/schema/openapi.json",
            *asked,
            *bounds,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        words, _ = await run.communicate()
    assert run.returncode == 0, words.decode()
    assert "passed" in words.decode() and "failed" not in words.decode(), words.decode()
