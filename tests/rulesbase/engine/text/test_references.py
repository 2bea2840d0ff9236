"""Rule numbers named in a text, found as offsets."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.documents import document_active
from rulesbase.engine.text.references import find_references, numbers_named, without_references
from tests.support.timing import yardsticks

HARD = [
    "rule 201" + ", " * 22 + "x",
    "rule 201" + " and" * 22 + " x",
    "rules " + "201, " * 2000,
    "rule " * 20_000 + "2",
    "1" * 100_000,
    "201." * 20_000,
]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See rule 201.3a.", ["201.3a"]),
        ("See rules 201.3, 201.4b and 205.", ["201.3", "201.4b", "205"]),
        ("See rules 702.9b-d.", ["702.9b", "702.9d"]),
        ("See rules 702.9b–d.", ["702.9b", "702.9d"]),
        ("rules 212-215", ["212", "215"]),
        ("rules 510.1 c-d, 510.2 d-d, 511.3b-d", ["510.1c", "510.1d", "510.2", "511.3b", "511.3d"]),
        ("rules 510.1 c-d and 512", ["510.1c", "510.1d", "512"]),
        ("section 4, “Zones”", ["4"]),
        ("(CR:201.4)", ["201.4"]),
        ("201.3 stands alone", ["201.3"]),
        ("voir règle 201.3", ["201.3"]),
        ("règles 201.3 et 202", ["201.3", "202"]),
        ("règle 709, « Cartes doubles »", ["709"]),
        ("rule 108.1 参照", ["108.1"]),
        ("ルール108.1と202.3b", ["108.1", "202.3b"]),
        ("規則108と109及110和111至112到113", ["108", "109", "110", "111", "112", "113"]),
        ("章108, chapitre 109 ou 110 à 111, Chapters 112 or 113", ["108", "109", "110", "111", "112", "113"]),
        ("第108.1条", ["108.1"]),
        ("100 coins, 3 ferries, 19.30 o'clock", []),
        ("version 1201.3", []),
        ("$201.30 in coins, or €201.30", []),
        ("http://127.0.0.1:8000 and 192.168.10.12, program 3.100.2", []),
        ("", []),
        ("no number", []),
    ],
)
def test_what_is_named(text: str, numbers: list[str]) -> None:
    found = find_references(text)
    assert [ref.number for ref in found] == numbers
    assert numbers_named(text) == set(numbers)
    assert without_references(text).count("#") == len(numbers)
    for ref in found:
        words = text[ref.start : ref.end].replace(" ", "")
        assert words == ref.number or (len(words) == 1 and ref.number.endswith(words))


@given(st.text(alphabet="rules 0123456789.abd,;-–and§ルール", max_size=80))
def test_offsets_are_in_order_and_apart(text: str) -> None:
    found = find_references(text)
    assert all(0 <= ref.start < ref.end <= len(text) for ref in found)
    assert all(first.end <= second.start for first, second in pairwise(found))


@pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
def test_time_is_bounded(text: str) -> None:
    assert yardsticks(lambda: find_references(text)) < 80


@pytest.mark.parametrize(
    ("document", "text", "numbers"),
    [
        ("mtr", "See section 2.2 and sections 125–129.", ["2.2", "125", "129"]),
        ("mtr", "the Comprehensive Rules, rule 103.4c", ["cr 103.4c"]),
        ("mtr", "section 6 of the Magic Comprehensive Rules", ["cr 6"]),
        ("mtr", "(Owls (3.1) and Weasels (10.4))", ["3.1", "10.4"]),
        ("mtr", "listed in Appendix F, and in appendix b.", ["F", "B"]),
        ("ipg", "MTR section 4.3", ["mtr 4.3"]),
        ("ipg", "section 4.1 of the Magic Tournament Rules", ["mtr 4.1"]),
        ("mtr", "section 4.1 of the Magic Tournament Rules", ["4.1"]),
        ("mtr", "See § 2.2 and §3; MTR § 4.", ["2.2", "3", "4"]),
        ("mtr", "the IPG, section 2.5", ["ipg 2.5"]),
        ("mtr", "the Universal Tournament Rules, section 21", []),
        ("mtr", "Appendix B of the DCI Universal Tournament Rules", []),
        ("mtr", "two sections with 60 cards and a 20-sided die", []),
    ],
)
def test_references_name_their_document(document: str, text: str, numbers: list[str]) -> None:
    with document_active(document):
        found = find_references(text)
    assert [ref.number for ref in found] == numbers
    assert all(text[ref.start : ref.end].lower() in ref.number.lower() for ref in found)
