"""Feeds readers with what strangers may send: examples that were cut, stretched and mixed, and long lines.

The rule: every input gives a result or the reader's own refusal, in a time that grows with its length only.
"""

import time
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.site.security.parsers import Parser

# A busy machine, and what a reader costs before its first byte.
FLOOR = 1.0
LONG = 100_000


class Crash(NamedTuple):
    """An input that breaks the rule."""

    parser: str
    why: str
    data: bytes


class _Broken(Exception):
    """Stops hypothesis at the first crash: it is reported already."""


def judge(parser: Parser, data: bytes) -> Crash | None:
    """What is wrong with what a reader does with an input; None where nothing is."""
    started = time.thread_time()
    try:
        parser.read(data)
    except parser.refusals:
        pass
    # Whatever else comes is what is looked for; MemoryError and the like as well.
    except Exception as error:
        return Crash(parser.name, f"{type(error).__name__}: {error}"[:300], data)
    took = time.thread_time() - started
    allowed = FLOOR + parser.per_kilobyte * len(data) / 1024
    return (
        Crash(parser.name, f"{len(data)} bytes took {took:.1f} s, of {allowed:.1f}", data) if took > allowed else None
    )


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


def round_of(parser: Parser, number: int, examples: int, longest: int) -> Crash | None:
    """One round: so many mixed examples and so many long lines, the same for the same number."""
    found: list[Crash] = []
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
            crash = judge(parser, data)
            if crash is not None:
                found.append(crash)
                raise _Broken

        try:
            if count:
                try_one()
        except _Broken:
            return found[0]
    return None
