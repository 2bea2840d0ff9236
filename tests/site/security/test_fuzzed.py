"""A few rounds of what `make fuzz` does for minutes, and inputs that broke a reader once."""

import pytest

from tests.site.security.fuzzing import judge, try_round
from tests.site.security.parsers import parsers

PARSERS = {parser.name: parser for parser in parsers()}


@pytest.mark.parametrize("name", PARSERS)
def test_a_round(name: str) -> None:
    try_round(PARSERS[name], 1, 8, 1)


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
    assert judge(PARSERS[name], data) == ""
