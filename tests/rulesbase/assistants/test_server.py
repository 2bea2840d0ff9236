"""``manage.py mcp`` with a real client: over standard input and output, and over HTTP."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
import requests
from django.core.management import CommandError, call_command
from mcp import Client as AssistantClient
from mcp.client.stdio import StdioServerParameters

from rulesbase.assistants.tools import TOOLS

ROOT = Path(__file__).resolve().parents[3]
COMMAND = ["manage.py", "mcp", "--site", "http://localhost:8000"]
ASKED: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.fixture
def address(env: dict[str, str]) -> Iterator[str]:
    """Return the address of a running HTTP server."""
    command = [sys.executable, "-W", "ignore", *COMMAND, "--http", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/mcp", line)
            assert found, line + process.stderr.read()
            yield found[0]
        finally:
            process.terminate()


async def ask(server: Any, mode: str) -> dict[str, Any]:
    """Return the answers of a session: the tools, a rule and a refusal."""
    async with AssistantClient(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        rule = await client.call_tool("rule", {"number": "201.2", "version": "2020"})
        refused = await client.call_tool("rule", {"number": "no number"})
        return {"tools": tools, "rule": rule, "refused": refused}


def answers_of(server: Any, mode: str) -> dict[str, Any]:
    """Return the answers of a session in a thread of its own: browser tests leave an event loop in the main thread."""
    with ThreadPoolExecutor(max_workers=1) as threads:
        return threads.submit(anyio.run, ask, server, mode).result()


def check(found: dict[str, Any]) -> None:
    """Compare the answers of a session with what the sample has."""
    assert [tool.name for tool in found["tools"]] == list(TOOLS)
    assert all(tool.annotations.read_only_hint for tool in found["tools"])
    data = found["rule"].structured_content
    assert json.loads(found["rule"].content[0].text) == data
    assert data["version"] == "2019-03-01"
    assert data["link"] == "http://localhost:8000/rules/2019-03-01/201.2/"
    assert data["answer"]["number"] == "201.2"
    assert found["refused"].is_error
    assert "no number" in found["refused"].structured_content["detail"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_over_standard_input_and_output(env: dict[str, str], mode: str) -> None:
    server = StdioServerParameters(command=sys.executable, args=[str(ROOT / COMMAND[0]), *COMMAND[1:]], env=env)
    check(answers_of(server, mode))


@pytest.mark.slow
def test_a_client_over_http(address: str) -> None:
    for mode in ("auto", "legacy"):
        check(answers_of(address, mode))
    refused = {
        "Host": ("rules.example.org", 421),
        "Origin": ("https://rules.example.org", 403),
        "Content-Type": ("text/plain", 400),
    }
    for header, (value, status) in refused.items():
        answer = requests.post(address, data=json.dumps(ASKED), headers={**HEADERS, header: value}, timeout=30)
        assert (header, answer.status_code) == (header, status)
    assert requests.get(address, headers=HEADERS, timeout=30).status_code == 405
    assert requests.post(address, data=b"x" * 300_000, headers=HEADERS, timeout=30).status_code in (400, 413)
    # The environment allows 60 messages in a minute.
    answers = [requests.post(address, json=ASKED, headers=HEADERS, timeout=30) for _ in range(130)]
    (limited, *_others) = [answer for answer in answers if answer.status_code == 429]
    assert limited.json()["status"] == 429
    assert int(limited.headers["Retry-After"]) > 0


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rulesbase.assistants.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(CommandError, match=r"“uvicorn” is missing.*pip install -r requirements-mcp\.txt"):
        call_command("mcp")


@pytest.mark.parametrize("site", ["rules.example.org", "ftp://rules.example.org", "https://rules.example.org/path"])
def test_an_address_that_is_no_site_is_refused(site: str) -> None:
    with pytest.raises(CommandError, match="is not the address of a site"):
        call_command("mcp", site=site)
