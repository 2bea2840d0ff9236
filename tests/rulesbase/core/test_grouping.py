"""Rows grouped by a key."""

from rulesbase.core.grouping import grouped


def test_the_values_of_a_key_keep_their_order() -> None:
    found = grouped([("a", 1), ("b", 2), ("a", 3)])
    assert list(found.items()) == [("a", [1, 3]), ("b", [2])]


def test_another_key_has_no_values() -> None:
    assert grouped(iter([("a", 1)]))["c"] == []
