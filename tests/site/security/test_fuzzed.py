"""A few rounds of what `make fuzz` does for minutes, and inputs that broke a reader once."""

import time

import pytest

from tests.site.security.fuzzing import judge, round_of
from tests.site.security.parsers import Parser, parsers

PARSERS = {parser.name: parser for parser in parsers()}


@pytest.mark.parametrize("name", PARSERS)
def test_a_round(name: str) -> None:
    assert round_of(PARSERS[name], 1, 8, 1) is None


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cards", b"\xed"),
        ("cards", b'[{"name": "\xed\xa0\x80"}]'),
        ("searches", "“".encode() * 8000),
        ("marks", b" " * 30_000 + b"!"),
    ],
)
def test_what_broke_once(name: str, data: bytes) -> None:
    assert judge(PARSERS[name], data) is None


@pytest.mark.slow
def test_the_judge_tells_what_is_wrong() -> None:
    def breaks(data: bytes) -> object:
        raise KeyError(data)

    def crawls(data: bytes) -> object:
        ends = time.thread_time() + 1.3
        while time.thread_time() < ends:
            pass
        return data

    seeds = (b"a",)
    assert judge(Parser("refuses", breaks, (KeyError,), seeds), b"x") is None
    for reader, why in ((breaks, "KeyError"), (crawls, "took")):
        crash = judge(Parser("bad", reader, (), seeds), b"x")
        assert crash is not None
        assert why in crash.why
        assert crash.data == b"x"
    assert round_of(Parser("bad", breaks, (), seeds), 1, 5, 0) is not None
