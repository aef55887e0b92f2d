"""The OpenAPI description: responses and errors match it."""

from __future__ import annotations

import asyncio
import random
import sys

import msgspec
import pytest

from caponata.server.api.responses import RecordFile, Replay
from caponata.server.settings import Limits
from tests.server.clients import NO_PAUSES, play_moves, serving

pytestmark = pytest.mark.anyio

GENEROUS = Limits(requests_per_second=1e6, request_burst=10**6, tables_per_person=10**6)
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


async def test_records_and_replays_match_the_schema() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        running = await server.people[0].http.get(f"/api/tables/{table}/replay")
        await play_moves([ada, bo], random.Random(3).choice)
        await ada.wait_for_status("finished")
        ask = server.people[0].http.get
        schema = (await ask("/api/schema/openapi.json")).json()
        for page, kind in (("record", RecordFile), ("replay", Replay)):
            declared = schema["paths"][f"/api/tables/{{table}}/{page}"]["get"]["responses"]["200"]
            shape = declared["content"]["application/json"]["schema"]
            assert shape["$ref"].endswith(f"/{kind.__name__}")
            answer = await ask(f"/api/tables/{table}/{page}")
            assert answer.headers["content-type"] == "application/json"
            msgspec.json.decode(answer.content, type=kind)
            properties = schema["components"]["schemas"][kind.__name__]["properties"]
            assert set(answer.json()) == set(properties)
        assert running.status_code == 200
        msgspec.json.decode(running.content, type=Replay)


async def test_every_error_response_is_in_the_schema() -> None:
    async with serving() as server:
        schema = (await (await server.person("Ada")).http.get("/api/schema/openapi.json")).json()
        for path, operations in schema["paths"].items():
            for method, operation in operations.items():
                declared = set(operation["responses"])
                assert {"405", "429", "500", "503"} <= declared, (method, path)
                assert method == "get" or {"400", "413", "415"} <= declared, (method, path)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
async def test_body_without_a_json_content_type_is_refused(kind: str) -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        answer = await ada.http.post("/api/me", content=b'{"name": "Eve"}', headers={"content-type": kind})
        assert answer.status_code == 415 and answer.json()["code"] == "http-415"
        assert "JSON" in answer.json()["sentence"]


async def test_all_responses_match_the_schema() -> None:
    async with serving(NO_PAUSES, limits=GENEROUS) as server:
        ada = await server.person("Ada")
        await ada.create_table("me", "open", listed=True)
        token = ada.http.cookies["caponata"]
        options = ["--header", f"Authorization: Bearer {token}", "--checks", CHECKS]
        limits = ["--max-examples", "6", "--seed", "1", "--phases", "examples,coverage,fuzzing", "--no-color"]
        run = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            f"http://{server.address}/api/schema/openapi.json",
            *options,
            *limits,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await run.communicate()
    assert run.returncode == 0, output.decode()
    assert "passed" in output.decode() and "failed" not in output.decode(), output.decode()
