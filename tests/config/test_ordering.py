"""Tests are read by each worker from a place of its own, and run in one order."""

import pytest

from tests.ordering import from_own_place


def test_each_worker_begins_elsewhere_and_reads_all() -> None:
    assert [from_own_place("abcdefg", f"gw{at}", 3) for at in range(3)] == [
        list("abcdefg"),
        list("cdefgab"),
        list("efgabcd"),
    ]
    # One that died is followed by one with a new number.
    assert from_own_place("abcdefg", "gw3", 3) == list("abcdefg")
    assert from_own_place("", "gw1", 2) == []


def test_those_that_wait_for_the_twelve_versions_come_first(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    waiting = {item.path for item in items if "twelve_filled" in getattr(item, "fixturenames", ())}
    later = [item.path not in waiting for item in items]
    assert later == sorted(later)
