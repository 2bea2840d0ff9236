"""XLIFF 2.0: segments that tools cut, candidates beside a text, and files of ours imported in the wrong place."""

import pytest
from lxml import etree

from rulesbase.engine.nodes import NotRules, Passage
from rulesbase.engine.parsing.parse import read_source
from rulesbase.exchange.formats import read_file, write_file
from rulesbase.exchange.translation_units import Hint
from tests.rulesbase.exchange.test_exchange import UNITS

XLIFF2 = "{urn:oasis:names:tc:xliff:document:2.0}"


def test_a_tool_may_cut_a_text_into_segments() -> None:
    root = etree.fromstring(write_file("xliff2", "fr", UNITS[:1]))
    (unit,) = root.iter(f"{XLIFF2}unit")
    (whole,) = unit.iter(f"{XLIFF2}segment")
    unit.remove(whole)
    pieces = (("segment", "First. ", "Un. "), ("ignorable", " ", None), ("segment", "Second.", "Deux."))
    for tag, source, target in pieces:
        piece = etree.SubElement(unit, f"{XLIFF2}{tag}")
        etree.SubElement(piece, f"{XLIFF2}source").text = source
        if target:
            etree.SubElement(piece, f"{XLIFF2}target").text = target
    etree.SubElement(piece.find(f"{XLIFF2}target"), f"{XLIFF2}pc", id="1").text = " Ici."
    (read,) = read_file(etree.tostring(root)).units
    assert read.source.text == "First.  Second."
    assert read.target == Passage("Un.  Deux. Ici.", ((10, 15),))
    # Half a translation is none.
    piece.remove(piece.find(f"{XLIFF2}target"))
    (read,) = read_file(etree.tostring(root)).units
    assert read.target is None


def test_segments_have_attributes_of_the_standard_alone() -> None:
    root = etree.fromstring(write_file("xliff2", "fr", UNITS))
    assert {name for one in root.iter(f"{XLIFF2}segment") for name in one.attrib} <= {"id", "state"}
    space = "{http://www.w3.org/XML/1998/namespace}space"
    assert {one.get(space) for one in root.iter(f"{XLIFF2}unit")} == {"preserve"}


def test_an_earlier_translation_is_a_candidate_in_xliff_2() -> None:
    unit = UNITS[0]._replace(target=None, hint=Hint("Old English", "Vieux", 81))
    data = write_file("xliff2", "fr", [unit])
    match = next(etree.fromstring(data).iter("{urn:oasis:names:tc:xliff:matches:2.0}match"))
    assert (match.get("similarity"), [one.text for one in match]) == ("81.0", ["Old English", "Vieux"])
    # It stands for the segment that it names, and is no translation of its own.
    assert next(etree.fromstring(data).iter(f"{XLIFF2}segment")).get("id") == str(match.get("ref"))[1:]
    (read,) = read_file(data).units
    assert (read.target, read.source) == (None, unit.source)


@pytest.mark.parametrize("kind", ["xliff", "xliff2", "tmx"])
def test_anyone_who_imports_it_as_rules_is_reported_the_way(kind: str) -> None:
    with pytest.raises(NotRules, match=r"page of its language or with the command import_translations"):
        read_source(write_file(kind, "fr", UNITS), f"fr.{kind}")
