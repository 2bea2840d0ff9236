"""XLIFF and TMX of other tools, and tables: what is refused, what is told, what XML may not do."""

import pytest

from rulesbase.engine.decoding import decode
from rulesbase.engine.nodes import Layout, NotRules
from rulesbase.engine.parsing import read_source
from rulesbase.engine.rows import Row, text_of_rows
from rulesbase.engine.vetting import refusal_of

UNIT = (
    '<unit id="{0}" name="{0}"><segment><source>A boat.</source>'
    "<target>Une barque est à quai avec le passeur, et les voyageurs dans la barque.</target></segment></unit>"
)
BOMB = """<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<tmx version="1.4"><body><tu tuid="100.1"><tuv xml:lang="fr"><seg>&b;</seg></tuv></tu></body></tmx>"""
THEFT = BOMB.replace('"aaaaaaaaaa"', 'SYSTEM "file:///etc/hostname"')


def xliff2(*numbers: str) -> bytes:
    units = "".join(UNIT.format(number) for number in numbers)
    head = '<xliff version="2.0" srcLang="en" trgLang="fr" xmlns="urn:oasis:names:tc:xliff:document:2.0">'
    return f'{head}<file id="rules-2011-02-04">{units}</file></xliff>'.encode()


def test_xliff_two() -> None:
    read = read_source(xliff2("100.1", "100.1a"))
    assert (read.language, str(read.date), read.layout) == ("fr", "2011-02-04", Layout.XLIFF)
    assert [node.number for node in read.entries] == ["100.1", "100.1a"]
    assert read.other is not None
    assert read.other.entries[0].text == "A boat."


@pytest.mark.parametrize("data", [BOMB, THEFT], ids=["bomb", "file"])
def test_entities_are_refused(data: str) -> None:
    with pytest.raises(NotRules, match="declares entities"):
        read_source(data.encode())


def test_what_names_no_rule_is_refused() -> None:
    with pytest.raises(NotRules, match="no unit of it names a rule number"):
        read_source(xliff2("k6", "k7"))


def test_what_was_exported_here_is_shown_its_way() -> None:
    with pytest.raises(NotRules, match="exchange page"):
        read_source(xliff2("bcdfghjk." + "0f" * 16))


def test_a_table_that_ends_within_quotation_marks() -> None:
    rows = "".join(f'100.{at};"Une barque est à quai avec le passeur."\n' for at in range(1, 6))
    assert read_source(rows.encode()).rule_count == 5
    cut = read_source((rows + '100.6;"Une barque').encode())
    assert cut.entries[-1].text == "Une barque"


def test_a_table_with_its_english_beside() -> None:
    rows = "number,english,fr\n" + "".join(
        f'100.{at},A boat lies at the quay and it is the ferry of the town,"Une barque est à quai"\n'
        for at in range(1, 5)
    )
    read = read_source(rows.encode())
    assert [node.text for node in read.entries] == ["Une barque est à quai"] * 4


def test_prose_with_commas_is_no_table() -> None:
    text = "\n".join(f"100.{at}. Une barque, un passeur, et les voyageurs, sont là." for at in range(1, 9))
    assert read_source(text.encode()).layout is Layout.EXTRACT


def test_an_encoding_named_by_a_person() -> None:
    assert decode("rivière".encode("mac_roman"), "mac_roman").text == "rivière"
    with pytest.raises(NotRules, match="no encoding"):
        decode(b"x", "rot13")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Une barque <3 et {W} font 1 < 2 > 0.", ""),
        ("a <ScRiPt src=x>", "markup"),
        ("a\u2067b", "U+2067"),
        ("a" * 40_001, "40,001 signs"),
    ],
    ids=["good", "script", "bidi", "long"],
)
def test_what_no_text_has(text: str, said: str) -> None:
    assert (said in refusal_of(text)) if said else not refusal_of(text)


def test_rows_of_headings_alone_are_no_rules() -> None:
    chapter, rule, term = Row(1, "100", "", "Ferries"), Row(2, "100.1", "", "A boat."), Row(3, "", "Toll", "A coin.")
    for rows in ([], [chapter]):
        with pytest.raises(NotRules, match="no row has a rule number"):
            text_of_rows(rows, layout=Layout.XLIFF)
    assert len(text_of_rows([chapter, rule], layout=Layout.XLIFF).entries) == 2
    assert len(text_of_rows([chapter, term], layout=Layout.XLIFF).glossary) == 1
