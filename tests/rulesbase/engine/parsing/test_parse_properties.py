"""Any bytes give a result or a refusal, no other exception, in a time that grows with their length only."""

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from tests.rulesbase.engine.corpus_texts import DATA, book
from tests.rulesbase.engine.parsing.test_docx import packed, word
from tests.support.timing import cpu_seconds

SOURCES = [path.read_bytes() for path in sorted(DATA.glob("??/*")) if path.suffix != ".json"]
BOOK = book(
    *(f"100.{n}. The clerk of ferry {n} counts _coins_.\n    He does so twice.\nExample: Two." for n in range(1, 9))
)
# Pieces of rules in a line each; `|` parts them, `~` stands for a line end.
FRAGMENTS = (
    (
        "100.1. |100.1a |100. |1. |201.|CR 201. |- |• |Example: |例：|"
        "~|~~|\r|\r\n|\f|\t| |3~|- 3 -~|Page 3~|_|**|## |"
        "Glossary~|Credits~|Contents~|用語集~|0. はじめに~|10. 用語集~|[編集] |名前(なまえ)|2023年3月16日|"
        "{oW}|Ò|\x00|\ufeff|\u2028|<b>201.1</b> |<p>|<html>|<ruby>|words that say nothing. |The clerk|"
        "effective as of May 4, 2015."
    )
    .replace("~", "\n")
    .split("|")
)
# Processor time. A tenth of it for small inputs: what is wrong here takes minutes.
LIMIT = 10.0
# Reading a file takes two and a half times as long as finding numbered lines in it.


def outcome(data: bytes) -> RulesText | str:
    """Return what the parser makes of bytes, and check that it did so in time."""
    started = time.thread_time()
    result: RulesText | str
    try:
        result = read_source(data)
    except NotRules as refusal:
        result = str(refusal)
        assert result.endswith(".")
        assert "\n" not in result
    assert time.thread_time() - started < LIMIT
    return result


def check(data: bytes) -> None:
    """Parse bytes; what comes of it can be written in every form, and refers to lines that exist."""
    read = outcome(data)
    if isinstance(read, str):
        return
    assert read.rule_count or read.glossary
    assert all(issue.line >= 1 and len(issue.text) <= 200 for issue in read.issues)
    for node in (*read.entries, *read.glossary):
        assert all(0 <= start < end <= len(node.text) for start, end in node.emphasis)
    assert to_text(read)
    assert to_markdown(read)


many = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(st.binary(max_size=4000))
@example(b"\xff\xfe\x00\xd8")
@example(b"\xff\xfe\x00\x00\xff\xff\xff\xff")
@example(b"PK\x03\x04")
def test_any_bytes(data: bytes) -> None:
    check(data)


@many
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_pieces_of_rules(pieces: list[str], codec: str) -> None:
    check("".join(pieces).encode(codec, "replace"))
    check((BOOK + "".join(pieces)).encode(codec, "replace"))


@pytest.mark.slow
@many
@given(st.sampled_from(SOURCES), st.data())
def test_damaged_texts(source: bytes, data: st.DataObject) -> None:
    damaged = bytearray(source)
    for at in data.draw(st.lists(st.integers(0, len(source) - 1), max_size=20)):
        damaged[at] = data.draw(st.integers(0, 255))
    for at in data.draw(st.lists(st.integers(0, len(source) - 1), max_size=5)):
        damaged.insert(at, 0)
    check(bytes(damaged))
    check(bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))
    ends = data.draw(st.sampled_from([b"\r", b"\r\n", b"\n\r", b"\r\r\n", b"", b"\f"]))
    check(bytes(damaged).replace(b"\n", ends))


@many
@given(st.data())
def test_damaged_documents(data: st.DataObject) -> None:
    damaged = bytearray(packed(word(BOOK.split("\n"))))
    for at in data.draw(st.lists(st.integers(0, len(damaged) - 1), min_size=1, max_size=8)):
        damaged[at] = data.draw(st.integers(0, 255))
    check(bytes(damaged))
    check(bytes(damaged[: data.draw(st.integers(4, len(damaged)))]))


def made_up(times: int) -> str:
    """Return a text of our own with all that costs time: wrapped lines, examples, terms, misprints."""
    chapters = []
    for chapter in range(100, 100 + 8 * times):
        rules = [f"{chapter % 900 + 100}. Ferries of pier {chapter}"]
        rules += (
            f"{chapter % 900 + 100}.{rule}. The clerk counts the {{W}} coins twice (see rule 100.1).\n"
            "Example: Two coins are counted as two, and _wet_ coins are dried first."
            for rule in range(1, 40)
        )
        chapters.append("\n\n".join(rules))
    terms = "\n\n".join(f"Term {n}\n1. A word on ferries.\n2. Another one." for n in range(60 * times))
    return "\n\n".join(["Rules", "1. Ferries", *chapters, "Glossary", terms, "Credits", "Us."])


SHAPES: dict[str, Callable[[int], str]] = {
    "official text": made_up,
    "lines without number": lambda times: BOOK + "A line without number or meaning is here.\n" * 4000 * times,
    "one rule again and again": lambda times: "100.1. The clerk counts the coins.\n" * 1500 * times,
    "numbers alone": lambda times: BOOK + "100.1\n" * 1500 * times,
    "fragments": lambda times: "100.1\n" * 3 + "ferry\nclerks\n" * 4000 * times,
    "one long line": lambda times: BOOK + "words " * 20_000 * times,
    "examples": lambda times: BOOK + "Example: Two coins.\n" * 3000 * times,
    "glossary of one term": lambda times: (
        BOOK.split("Credits\n\nW")[0] + "A further paragraph of it.\n\n" * 2000 * times
    ),
    "one heading again and again": lambda times: "9. Piers\n" + "2. Tolls\n" * 15_000 * times + BOOK,
    "web page": lambda times: "<html><body>" + "<p>100.1. The <b>clerk</b> counts.<!-- -->" * 1500 * times,
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_length_only(shape: str) -> None:
    def seconds(times: int) -> float:
        data = SHAPES[shape](times).encode()
        return cpu_seconds(lambda: read_source(data), 5 if times == 1 else 3)

    # The square would be sixteen times as much.
    assert seconds(8) < 8 * 3 * seconds(1)


HOSTILE = {
    "digits": "1" * 100_000,
    "dots": "." * 100_000,
    "underscores": "_" * 100_000,
    "marks of italics": "_a " * 50_000,
    "brackets": "[" * 100_000,
    "braces": "{o" * 50_000,
    "parentheses": "(" * 100_000,
    "empty lines": "\n" * 300_000,
    "spaces": " " * 300_000 + "x",
    "lines of a space": " \n" * 150_000,
    "5 MB in one line": "word " * 1_000_000,
    "5 MB without a space": "a" * 5_000_000,
    "tags that never end": "<b\n" * 50_000,
    "bullets": "- " * 100_000,
    "bullets and numbers": "- 201\n" * 30_000,
    "hashes": "#" * 100_000,
    "letters without a rule": "".join(f"{100 + n % 900}.b x\n" for n in range(4000)),
    "menus": "[a](b)|" * 30_000 + "[",
    "dates": "effective as of " * 30_000,
    "readings": "名前(なまえ)" * 30_000,
    "page numbers": "".join(f"{n}\n" for n in range(1, 1000)) * 10,
    "form feeds": "\fFerries\nsome words\n" * 20_000,
    "wiki": "[編集]\n201 名前\n" * 20_000,
    "comments": "<!-- -->" * 30_000 + "x",
    "open comments": "<html><body>" + "<!--" * 50_000,
    "open tags": "<html><body>" + "<a " * 50_000,
    "open scripts": "<html><body>" + "<script>" * 20_000,
    "references": "<html><body>&#" + "9" * 100_000 + ";",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_no_longer_than_others(name: str) -> None:
    for text in (HOSTILE[name], BOOK + HOSTILE[name], HOSTILE[name] + "\n" + BOOK):
        outcome(text.encode())
