"""Feeds readers with what strangers may send: examples that were cut, stretched and mixed, and long lines.

The rule: every input gives a result or the reader's own refusal, in a time that grows with its length only.
"""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.site.security.parsers import Parser

# A busy machine, and what a reader costs before its first byte.
FLOOR = 1.0
LONG = 100_000
FOLDER = Path("var/fuzz")


def judge(parser: Parser, data: bytes) -> str:
    """Return what is wrong with what a reader does with an input; nothing where it keeps to the rule."""
    started = time.thread_time()
    try:
        parser.read(data)
    except parser.refusals:
        pass
    # Whatever else comes is what is looked for; MemoryError and the like as well.
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]
    took = time.thread_time() - started
    allowed = FLOOR + parser.per_kilobyte * len(data) / 1024
    return f"{len(data)} bytes took {took:.1f} s, of {allowed:.1f}" if took > allowed else ""


@st.composite
def mixed(draw: st.DrawFn, parser: Parser) -> bytes:
    """An example with some edits: cut out, repeated, put elsewhere, of other examples, or of noise."""
    data = draw(st.sampled_from(parser.seeds))[: draw(st.sampled_from([300, 2_000, 20_000]))]
    for _edit in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(data)))
        to = min(len(data), at + draw(st.integers(0, 200)))
        other = draw(st.sampled_from(parser.seeds))
        place = draw(st.integers(0, len(other)))
        put = draw(
            st.one_of(
                st.binary(max_size=12),
                st.sampled_from(
                    [b"", data[at:to] * 3, b"\x00", b"\xff\xfe", b"<", b"&", b'"', b"\r", b"[" * 50, b"\xed\xa0\x80"]
                ),
                st.just(other[place : place + 300]),
                st.text(max_size=8).map(lambda text: text.encode("utf-8", "replace")),
            )
        )
        data = data[:at] + put + data[to:]
    return data


@st.composite
def long_line(draw: st.DrawFn, parser: Parser) -> bytes:
    """A piece of an example over and over, up to a hundred thousand bytes without an end of line."""
    example = draw(st.sampled_from(parser.seeds)).replace(b"\n", b" ")
    at = draw(st.integers(0, max(0, len(example) - 1)))
    piece = example[at : at + draw(st.integers(1, 24))] or b" "
    before = example[: draw(st.sampled_from([0, 40, 400]))]
    return bytes(before + piece * (LONG // len(piece)) + draw(st.sampled_from([b"", b"!", b"\n", b" 1.", b"("])))


def try_round(parser: Parser, number: int, examples: int, longest: int) -> None:
    """Try mixed examples and long lines, the same ones for the same number; fail where the rule is broken."""
    for strategy, count in ((mixed(parser), examples), (long_line(parser), longest)):

        @seed(number)
        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def try_one(data: bytes) -> None:
            if wrong := judge(parser, data):
                path = FOLDER / f"{parser.name}-{number}"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                pytest.fail(f"SEED={number}: {wrong}\nstored as {path}")

        try_one()
