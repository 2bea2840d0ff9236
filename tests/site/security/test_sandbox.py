"""Files of strangers are read in another process, which is ended when it takes too long; nothing else comes back."""

import io
import json
import os
import pickle
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.test import Client

from rulesbase.engine.messages import Message
from rulesbase.engine.nodes import FileRefused, NotRules, Passage, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.exchange.formats import read_file, write_file
from rulesbase.exchange.read_in_sandbox import read_in_language
from rulesbase.exchange.translation_units import ParsedFile, Unit
from rulesbase.imports import sandbox, uploads
from rulesbase.imports.sandbox import ReadAborted, parse_in_sandbox
from tests.rulesbase.engine.parsing.test_docx import packed
from tests.support.articles import ARTICLE
from tests.support.make import make_user

WRAPPED = Path(__file__).parents[2] / "data" / "en" / "bullets-with-examples.txt"


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_what_comes_back_is_what_the_reader_makes() -> None:
    data = WRAPPED.read_bytes()
    assert parse_in_sandbox(read_source, RulesText, data, "rules.txt", None) == read_source(data, "rules.txt", None)
    unit = Unit("bcdfghjk", "0" * 32, "text", Passage("One word", ((0, 3),)), Passage("Un mot", ((0, 2),)), "100.1")
    written = write_file("xliff", "fr", [unit])
    assert parse_in_sandbox(read_in_language, ParsedFile, written, "fr") == read_file(written)


@pytest.mark.parametrize("data", [b"There is nothing of rules here.", ARTICLE.encode()], ids=["nothing", "article"])
def test_a_refusal_comes_in_the_readers_words(data: bytes) -> None:
    with pytest.raises(NotRules) as here:
        read_source(data)
    with pytest.raises(FileRefused) as there:
        parse_in_sandbox(read_source, RulesText, data)
    assert str(there.value) == str(here.value)


def test_one_that_takes_too_long_is_ended() -> None:
    before = children()
    with pytest.raises(ReadAborted):
        parse_in_sandbox(read_source, RulesText, WRAPPED.read_bytes() * 4000, seconds=0.2)
    assert children() <= before


def test_one_that_breaks_is_reported() -> None:
    with pytest.raises(ReadAborted):
        parse_in_sandbox(read_source, RulesText, WRAPPED.read_bytes(), "rules.txt", None, "cr", "one too many")


def changed(**fields: object) -> bytes:
    """The answer of a reader of rules, with other values in some fields."""
    result = json.loads(msgspec.json.encode(read_source(WRAPPED.read_bytes())))
    return b"read\n" + json.dumps(result | fields).encode()


def test_an_answer_is_built_of_known_fields() -> None:
    assert sandbox._result(RulesText, changed(title="Other")).title == "Other"
    assert sandbox._result(RulesText, changed(entries=[])).entries == ()


@pytest.mark.parametrize(
    "answer",
    [
        pickle.dumps(("read", os.system)),
        b"read\n" + pickle.dumps(LazySettings),
        changed(title=7),
        changed(whole="yes"),
        changed(date="tomorrow"),
        changed(layout="other"),
        changed(entries=[{"number": "100"}]),
        changed(entries=[["100", "os.system", "", "", [], 1, []]]),
        changed(issues=[["1", "text", "problem"]]),
        changed(other={"title": "alone"}),
        changed(other=[[]] * 10),
        b"read\n" + b"[" * 100_000,
        *(b"", b"no answer", b"read", b"read\n", b"read\n1", b"read\n\xff", b"other\n{}", b"declined\n{}"),
    ],
)
def test_an_answer_makes_no_other_things(answer: bytes) -> None:
    with pytest.raises(ReadAborted):
        sandbox._result(RulesText, answer)


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("%(a)999999999s", {"a": "b"}),
        ("%(a)s", {"b": "b"}),
        ("%(a)999999999s", {"a": "b", "": "c"}),
        ("%s", {"a": "b"}),
        ("%(a)s", {"a": 10**6}),
        ("%(a)s", {"a": {"message": "b", "values": {}}}),
        ("%(a)s", [("a", "b")]),
        (7, {}),
    ],
    ids=["wide", "another", "wide and no name", "unnamed", "number", "nested", "list", "no text"],
)
def test_a_refusal_holds_nothing_but_texts(message: Any, values: Any) -> None:
    with pytest.raises(ReadAborted):
        sandbox._result(RulesText, b"declined\n" + json.dumps([message, values]).encode())


@pytest.mark.parametrize(
    "saying", [Message("It begins “%(words)s”.", {"words": "50 %"}), Message("100 % sure"), Message("A\nB")]
)
def test_a_refusal_keeps_its_gaps(saying: Message) -> None:
    with pytest.raises(FileRefused) as refusal:
        sandbox._result(RulesText, b"declined\n" + msgspec.json.encode((saying.message, saying.values)))
    assert refusal.value.message == saying


def test_a_server_that_may_have_less_memory_reads_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (10**9, 10**9))
    held: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda *given: held.append(given))
    sandbox._limit(resource.RLIMIT_AS, sandbox.MEMORY)
    sandbox._limit(resource.RLIMIT_FSIZE, 0)
    assert [limits for _kind, limits in held] == [(10**9, 10**9), (0, 0)]


def test_the_process_has_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that returns its environment."""
    monkeypatch.setenv("SECRET_KEY", "never-seen-" * 8)
    monkeypatch.setenv("DATABASE_URL", "postgres://jane:hidden@db/rules")
    seen: dict[str, str] = {}

    class Process(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **options: object) -> None:
            seen.update(options["env"])  # type: ignore[call-overload]
            super().__init__(*args, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("rulesbase.imports.sandbox.subprocess.Popen", Process)
    parse_in_sandbox(read_source, RulesText, WRAPPED.read_bytes())
    assert seen.keys() <= {"PATH", "LANG", "LC_ALL", "TMPDIR"}


# ---- Through the pages ----


@pytest.fixture
def curator(client: Client, settings: LazySettings) -> Client:
    settings.READ_APART = True
    uploads._parsed.cache_clear()
    client.force_login(make_user("jane", "curators"))
    return client


@pytest.mark.usefixtures("sample")
def test_an_upload_is_read_apart(curator: Client) -> None:
    sent = curator.post("/curate/import/", {"text": WRAPPED.read_text(), "name": "pasted"}, follow=True)
    assert sent.redirect_chain[-1][0].startswith("/curate/import/")
    assert b"bulleted list" in sent.content


@pytest.mark.usefixtures("sample")
def test_an_upload_that_is_given_up_says_so(curator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "parse_in_sandbox", lambda *given: parse_in_sandbox(*given, seconds=0.01))
    page = curator.post("/curate/import/", {"text": WRAPPED.read_text(), "name": "pasted"}, follow=True)
    assert b"too much time or memory" in page.content
    # A server that was busy is not held against the file.
    monkeypatch.setattr(uploads, "parse_in_sandbox", parse_in_sandbox)
    again = curator.get(page.request["PATH_INFO"])
    assert b"too much time or memory" not in again.content
    assert b"bulleted list" in again.content


def test_an_answer_that_is_too_long_is_not_given(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sandbox, "LARGEST_ANSWER", 100)
    monkeypatch.setattr(sandbox, "_limit", lambda *_given: None)
    question = io.BytesIO(b"[]\n" + WRAPPED.read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(question))
    assert sandbox.main("rulesbase.engine.parsing.parse:read_source", 60) == 1
    assert capfdbinary.readouterr().out == b""


def bomb() -> bytes:
    return packed(bytes(64 * 1024 * 1024))


def lying_bomb() -> bytes:
    """One whose directory says that it is small."""
    data = bytearray(bomb())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    return bytes(data)


LAUGHS = "".join(f'<!ENTITY a{at} "{f"&a{at - 1};" * 10 if at else "ha"}">' for at in range(10))
BILLION = f'<?xml version="1.0"?><!DOCTYPE tmx [{LAUGHS}]><tmx version="1.4"><body>&a9;</body></tmx>'.encode()
OUTSIDE = (
    b'<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    b'<tmx version="1.4"><body><tu><tuv><seg>&a;</seg></tuv></tu></body></tmx>'
)


# Packed when the test runs: every worker collects it.
@pytest.mark.parametrize(
    "made", [bomb, lying_bomb, lambda: BILLION, lambda: OUTSIDE], ids=["zip", "lying-zip", "laughs", "outside"]
)
def test_bombs_are_refused(made: Callable[[], bytes]) -> None:
    with pytest.raises(NotRules):
        read_source(made(), "rules.docx")


@pytest.mark.parametrize("data", [BILLION, OUTSIDE], ids=["laughs", "outside"])
def test_bombs_are_no_exchange_files(data: bytes) -> None:
    with pytest.raises(FileRefused, match=r"entities|not a valid exchange file"):
        parse_in_sandbox(read_in_language, ParsedFile, data, "en")


def test_the_kind_of_a_file_is_what_it_holds() -> None:
    """A name says nothing: a text called .docx is read as text, a picture called .txt is refused."""
    data = WRAPPED.read_bytes()
    assert read_source(data, "rules.docx").entries == read_source(data, "rules.txt").entries
    with pytest.raises(NotRules):
        read_source(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "rules.txt")
