"""Every example of the documentation is run against a server, as it stands there."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from rulesbase.accounts.api_tokens import make_token
from rulesbase.api.docs_page import EXAMPLES, LANGUAGES, WRITING, examples
from tests.rulesbase.api.filled import fill
from tests.support.browsing import PATIENCE
from tests.support.databases import Databases, inside
from tests.support.make import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PROGRAMS = {"sh": ("curl", ["sh", "-eu"]), "py": (sys.executable, [sys.executable]), "js": ("node", ["node"])}
EXPECTED = {
    "line": "702.19b (2026-06-19)",
    "entry": "2011-09-30",
    "cite": "104.3f",
    "pages": "103.8a",
    "again": "304",
    "names": "709.3b",
    "write": "draft",
    "review": "waits for review",
}


class Host(NamedTuple):
    """A server, and a token for it."""

    address: str
    token: str


@pytest.fixture(scope="module")
def host(databases: Databases, twelve_filled: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Host]:
    """Return a server with twelve versions and some cards, and the token of a curator."""
    with django_db_blocker.unblock(), inside(databases.copy("library", fill=fill, upon=twelve_filled)):
        token = make_token(make_user("jane", "curators"), "examples", "write", 30).secret
        server = LiveServer("127.0.0.1")
        yield Host(server.url, token)
        server.stop()


def code_of(host: Host, name: str, suffix: str) -> str:
    """An example as the page has it, with this server and this token."""
    every = (*examples(EXAMPLES, HOST=host.address), *examples(WRITING, HOST=host.address, TOKEN=host.token))
    example = next(one for one in every if one["name"] == name)
    return str(next(one["text"] for one in example["codes"] if one["suffix"] == suffix))


@pytest.mark.parametrize("suffix", LANGUAGES)
@pytest.mark.parametrize("name", [*EXAMPLES, *WRITING])
def test_an_example_does_what_it_says(host: Host, name: str, suffix: str, tmp_path: Path) -> None:
    needed, command = PROGRAMS[suffix]
    if shutil.which(needed) is None:
        pytest.xfail(f"{needed} is not installed")
    code = code_of(host, name, suffix)
    # What node takes for a module.
    file = tmp_path / f"example.{'mjs' if suffix == 'js' else suffix}"
    file.write_text(code, encoding="utf-8")
    done = subprocess.run([*command, file], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert EXPECTED[name] in done.stdout


def test_a_refused_token_is_not_an_empty_queue(host: Host) -> None:
    code = code_of(host._replace(token="rb_wrong"), "review", "sh")
    done = subprocess.run(["sh", "-eu", "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (done.stdout, "401" in done.stderr) == ("", True)


def test_examples_in_javascript_work_in_a_browser_too(host: Host, chromium: "Browser") -> None:
    """Also where there is no node. A page of this very site may send a token; pages elsewhere may not."""
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{host.address}/api/v1/docs/")
    output: list[str] = []
    page.on("console", lambda message: output.append(message.text))
    for name in (*EXAMPLES, *WRITING):
        output.clear()
        page.evaluate(f"async () => {{ {code_of(host, name, 'js')}\n }}")
        assert EXPECTED[name] in "\n".join(output), name
    page.close()
