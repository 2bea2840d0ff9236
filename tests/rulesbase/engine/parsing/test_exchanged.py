"""XLIFF and TMX of other tools, and tables: what is refused, what is told, what XML may not do."""

import pytest

from rulesbase.engine.nodes import Layout, NotRules
from rulesbase.engine.parsing.encoding import decode
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.rows import Row, text_of_rows

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
    ours = "bcdfghjk." + "0f" * 16
    for numbers in ([ours], ["100.1", ours], [ours, "100.1"]):
        with pytest.raises(NotRules, match="exchange page"):
            read_source(xliff2(*numbers))


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


@pytest.mark.parametrize("encoding", "utf-8 cp1252 mac_roman shift_jis euc_jp iso2022_jp gb18030 big5 utf-16".split())
def test_an_encoding_named_by_a_person(encoding: str) -> None:
    word = "rivière" if encoding in ("cp1252", "mac_roman") else "文字"
    assert decode(word.encode(encoding), encoding)[:2] == (word, encoding)


def test_an_encoding_that_no_text_has() -> None:
    with pytest.raises(NotRules, match="no encoding"):
        decode(b"x", "rot13")


def test_rows_of_headings_alone_are_no_rules() -> None:
    chapter, rule, term = Row(1, "100", "", "Ferries"), Row(2, "100.1", "", "A boat."), Row(3, "", "Toll", "A coin.")
    for rows in ([], [chapter]):
        with pytest.raises(NotRules, match="no row has a rule number"):
            text_of_rows(rows, layout=Layout.XLIFF)
    assert len(text_of_rows([chapter, rule], layout=Layout.XLIFF).entries) == 2
    assert len(text_of_rows([chapter, term], layout=Layout.XLIFF).glossary) == 1


def test_units_without_a_translation_or_without_the_english() -> None:
    units = "<source>A boat.</source>", "<target>Une barque est à quai avec le passeur.</target>"
    body = "".join(f'<trans-unit id="{at}" resname="100.{at}">{unit}</trans-unit>' for at, unit in enumerate(units, 1))
    read = read_source(f'<xliff version="1.2"><file target-language="fr"><body>{body}</body></file></xliff>'.encode())
    assert [(node.number, node.text) for node in read.entries] == [("100.2", "Une barque est à quai avec le passeur.")]
    assert [issue.problem for issue in read.issues] == ["100.1 has no translation: left out"]
    assert read.other is None


def test_the_language_of_a_memory_that_does_not_say_it() -> None:
    french = "La barque est à quai et le passeur attend les voyageurs dans la ville."
    variants = f'<tuv xml:lang="en"><seg>A boat.</seg></tuv><tuv><seg>{french}</seg></tuv>'
    read = read_source(f'<tmx version="1.4"><body><tu tuid="100.1">{variants}</tu></body></tmx>'.encode())
    assert (read.language, [node.text for node in read.entries]) == ("fr", [french])
