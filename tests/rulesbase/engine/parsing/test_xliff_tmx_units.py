"""Units of XLIFF and TMX: where the number stands, which language it is in, and what is reported of the rest."""

import pytest

from rulesbase.engine.nodes import Layout, NotRules, Passage
from rulesbase.engine.parsing.untrusted_xml import untrusted_xml
from rulesbase.engine.parsing.xliff_tmx import is_exchange, read_exchange
from rulesbase.engine.parsing.xliff_tmx_units import read_units

FRENCH = "Une barque est à quai, et le passeur attend dans la ville."


def old(body: str, *, target: str = "fr", head: str = "") -> str:
    """An XLIFF 1.2 file."""
    return (
        f'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" '
        f'target-language="{target}"{head}><body>{body}</body></file></xliff>'
    )


def unit(attributes: str, *, english: str = "A boat.", text: str = FRENCH, more: str = "") -> str:
    return f"<trans-unit {attributes}><source>{english}</source><target>{text}</target>{more}</trans-unit>"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("<xliff>", True),
        ("\ufeff <tmx version='1.4'>", True),
        ("<x:xliff>", True),
        (f"<{'x' * 20}:xliff>", True),
        (f"<{'x' * 21}:xliff>", False),
        ('<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx>', True),
        ("<!DOCTYPE tmx [<!ENTITY a '>'>] >\n<tmx>", True),
        ('<!-- [ --><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx>', True),
        ('<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx><seg>[sic', True),
        ("<!-- a --><p><!-- b --><xliff>", False),
        ("<!-- by A <a@b.org> --><xliff version='2.0'>", True),
        ('<!DOCTYPE tmx [<!ENTITY a "<b>x</b>">]><tmx>', True),
        ("<!-- see <xliff> --><html>", False),
        ("<!-- a <xliff>", False),
        ("<!-- a -->" * 1900 + "<!-- <tmx>", False),
        ("<?xml", False),
        ("<html><xliff>", False),
        ("<xliffs>", False),
        ("words <tmx>", False),
        ("<!--" + "x" * 20_000 + "--><tmx>", False),
        ("", False),
    ],
)
def test_what_is_an_exchange_file(text: str, is_one: bool) -> None:
    assert is_exchange(text) is is_one


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (unit('id="201.3a"'), "201.3a"),
        (unit('id="7" resname="201.3"'), "201.3"),
        (unit('id="rule 201.3"'), "201.3"),
        (unit('id="7" resname="x"', more="<note>201.4</note>"), "201.4"),
        (unit('id="7"', more='<context-group><context context-type="x">201.4b</context></context-group>'), "201.4b"),
        (unit('id="x-201.5"'), "201.5"),
        (unit('id="x201.5"'), None),
        (unit('id="201.5x7"'), None),
        (unit('id="101"', text=f"201.6 {FRENCH}"), "201.6"),
        (unit('id="101"', english="201.7. A boat."), "201.7"),
        (unit('id="101"'), None),
    ],
)
def test_where_the_number_of_a_unit_stands(written: str, number: str | None) -> None:
    read = read_exchange(old(unit('id="100.1"') + written))
    assert [node.number for node in read.entries] == ["100.1", *([number] if number else [])]
    reported = [(issue.line, issue.problem) for issue in read.issues]
    assert reported == ([] if number else [(2, "This translation unit has no rule number. It was left out.")])


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ('<unit id="1" name="201.3">', "201.3"),
        ('<unit id="201.4">', "201.4"),
        ('<unit id="1"><notes><note>201.5</note></notes>', "201.5"),
    ],
)
def test_units_of_xliff_two(written: str, number: str) -> None:
    parts = (
        "<segment><source>A boat.</source><target>Une barque,</target></segment>"
        "<ignorable><source> </source></ignorable>"
        "<segment><source>It waits.</source><target>et le passeur attend dans la ville.</target></segment>"
    )
    read = read_exchange(f'<xliff version="2.0" trgLang="fr"><file id="f">{written}{parts}</unit></file></xliff>')
    assert [(node.number, node.text) for node in read.entries] == [
        (number, "Une barque, et le passeur attend dans la ville.")
    ]
    assert read.other is not None
    assert [node.text for node in read.other.entries] == ["A boat. It waits."]
    assert (read.other.language, read.other.date, read.other.issues) == ("en", None, ())


def test_a_unit_with_a_segment_that_is_not_translated_is_reported() -> None:
    half = "<segment><source>A boat.</source><target>Une barque.</target></segment>"
    half += "<ignorable><source> </source></ignorable><segment><source>It waits.</source></segment>"
    whole = f"<segment><source>A town.</source><target>{FRENCH}</target></segment>"
    units = f'<unit id="201.3">{half}</unit><unit id="201.4">{whole}</unit>'
    read = read_exchange(f'<xliff version="2.0" trgLang="fr"><file id="f">{units}</file></xliff>')
    assert [node.number for node in read.entries] == ["201.4"]
    assert [tuple(issue) for issue in read.issues] == [
        (1, "A boat. It waits.", "201.3 has no translation. It was left out.")
    ]


def test_the_language_that_a_file_says() -> None:
    swedish = "Båten ligger vid kajen."
    assert read_exchange(old(unit('id="201.3"', text=swedish), target="sv-FI")).language == "sv"
    assert read_exchange(old(unit('id="201.3"', text=swedish), target="en")).language == "en"
    # Of several files in one the first that says it.
    untold = old(unit('id="201.4"', text=swedish)).replace(' target-language="fr"', "").removesuffix("</xliff>")
    assert read_exchange(untold + old(unit('id="201.3"'), target="sv").partition(">")[2]).language == "sv"
    two = '<xliff version="2.0" trgLang="sv"><file id="f" target-language="es"><unit id="201.3"><segment>'
    two += f"<source>A</source><target>{swedish}</target></segment></unit></file></xliff>"
    assert read_exchange(two).language == "sv"


@pytest.mark.parametrize(
    ("target", "italics"),
    [
        ("Une <g id='1'>barque</g> est dans la <x/>ville.", ((4, 10),)),
        ("<mrk mtype='seg' mid='0'>Une barque est</mrk> <mrk mtype='seg' mid='1'>dans la ville.</mrk>", ()),
        ("Une <bpt id='1'>&lt;i&gt;</bpt>barque<ept id='1'>&lt;/i&gt;</ept> est dans la <ph id='2'>[x]</ph>ville.", ()),
    ],
)
def test_words_within_inline_elements_are_read_and_codes_are_not(
    target: str, italics: tuple[tuple[int, int], ...]
) -> None:
    [unit_read] = read_units(untrusted_xml(old(unit('id="201.3"', text=target))))[1]
    assert unit_read.translation == ("Une barque est dans la ville.", italics)


def test_units_have_all_that_the_three_formats_say() -> None:
    target = '<target state="new">Une <!-- x --><?y z?><mrk><g id="1">barque</g></mrk>.</target>'
    notes = "<note>See <b>2</b></note><context-group><context context-type='c'>x</context></context-group>"
    first = f'<trans-unit id="1" resname="201.3" approved="yes"><source>A</source>{target}{notes}</trans-unit>'
    read = read_units(untrusted_xml(old(f'{first}<trans-unit><target state="new">Deux</target></trans-unit>')))
    properties = [("", "See 2"), ("c", "x")]
    assert read == ("fr", [
        ("1", "201.3", "fr", properties, [(("A", ()), ("Une barque.", ((4, 10),)), "final")]),
        ("", "", "fr", [], [(("", ()), ("Deux", ()), "new")]),
    ])  # fmt: skip
    one = "<segment state='final'><source>A <pc>boat</pc></source><target>Un <pc>bac</pc></target></segment>"
    two = "<ignorable><source>, </source></ignorable><segment><source>b</source><target>c<it>x</it></target></segment>"
    units = f"<unit id='1'><notes><note category='k'>n</note></notes>{two}{one}</unit><unit id='2'/>"
    [unit_read, empty] = read_units(untrusted_xml(f"<xliff trgLang='fr'><file id='f'>{units}</file></xliff>"))[1]
    assert [piece.state for piece in unit_read.segments] == [None, "", "final"]
    assert (unit_read.english, unit_read.translation) == ((", bA boat", ((5, 9),)), (", cUn bac", ((6, 9),)))
    assert (unit_read.properties, empty) == ([("k", "n")], ("2", "", "fr", [], [(("", ()), None, "")]))
    body = "<tu><tuv xml:lang='en'/><tuv xml:lang='en'><seg>A <hi>boat</hi></seg></tuv></tu><tu tuid='4'>"
    body += "<prop type='p'>q</prop><tuv xml:lang='de'><seg>Ein</seg></tuv></tu><tu tuid='5'><tuv xml:lang='fr'>"
    body += "<seg>Une</seg></tuv><tuv xml:lang='de'><seg>Boot</seg></tuv></tu>"
    assert read_units(untrusted_xml(f"<tmx><body>{body}</body></tmx>")) == ("de", [
        ("", "", "", [], [(("A boat", ((2, 6),)), None, "")]),
        ("4", "", "de", [("p", "q")], [(("", ()), ("Ein", ()), "")]),
        ("5", "", "de", [], [(("", ()), ("Boot", ()), "")]),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("target", "text", "emphasis", "examples"),
    [
        ("Une <g id='1'>barque</g> vient.", "Une barque vient.", ((4, 10),), ()),
        # Plain texts have no italics within a word; the number is no part of the text.
        ("Une bar<g id='1'>que</g> vient.", "Une barque vient.", (), ()),
        ("<g id='1'>201.3. Une</g> barque.", "Une barque.", (), ()),
        (
            "Une barque.\n<g id='1'>Exemple :</g> Le quai.",
            "Une barque.",
            (),
            (Passage("Exemple : Le quai.", ((0, 9),)),),
        ),
    ],
)
def test_italics_of_a_translation(
    target: str, text: str, emphasis: tuple[tuple[int, int], ...], examples: tuple[Passage, ...]
) -> None:
    (node,) = read_exchange(old(unit('resname="201.3"', text=target))).entries
    assert (node.text, node.emphasis, node.examples) == (text, emphasis, examples)


def test_what_is_not_taken_over_is_reported() -> None:
    units = [
        unit('id="201.1"'),
        unit('id="x"', text="y" * 300),
        unit('id="201.2"', english="z" * 300, text=" "),
        unit('id="201.3"', english=""),
        unit('id="x"', text=""),
    ]
    read = read_exchange(old("".join(units)))
    assert [tuple(issue) for issue in read.issues] == [
        (2, "y" * 200, "This translation unit has no rule number. It was left out."),
        (3, "z" * 200, "201.2 has no translation. It was left out."),
    ]
    # Of some the English is missing: then there is none beside.
    assert (read.layout, read.other) == (Layout.XLIFF, None)


@pytest.mark.parametrize(
    ("head", "name", "day"),
    [
        (' date="2015-05-04"', "", "2015-05-04"),
        (' date="2015-05-04"', "2011-02-04.xlf", "2011-02-04"),
        ("", "2011-02-04.xlf", "2011-02-04"),
        ("", "", "None"),
    ],
)
def test_the_day_of_a_file(head: str, name: str, day: str) -> None:
    assert str(read_exchange(old(unit('id="201.3"'), head=head), name).date) == day


def memory(*variants: str, id: str = "201.3", more: str = "") -> str:
    units = f'<tu tuid="{id}">{more}{"".join(variants)}</tu>'
    return f'<tmx version="1.4"><header creationdate="20150504"/><body>{units}</body></tmx>'


def variant(language: str, words: str, attribute: str = "xml:lang") -> str:
    return f'<tuv {attribute}="{language}"><seg>{words}</seg></tuv>'


@pytest.mark.parametrize(
    ("variants", "english", "text"),
    [
        ([variant("en-US", "A boat."), variant("fr", FRENCH)], "A boat.", FRENCH),
        ([variant("EN", "A boat.", "lang"), variant("FR", FRENCH, "lang")], "A boat.", FRENCH),
        ([variant("fr", FRENCH), variant("en", "A boat."), variant("en", "Two.")], "A boat.", FRENCH),
        ([variant("fr", FRENCH), variant("fr", "Deux.")], None, FRENCH),
        ([variant("fr", FRENCH), variant("de", "Ein Boot.")], None, FRENCH),
        ([variant("fr", ""), variant("fr", FRENCH)], None, FRENCH),
    ],
)
def test_variants_of_a_translation_memory(variants: list[str], english: str | None, text: str) -> None:
    read = read_exchange(memory(*variants))
    assert ([node.text for node in read.entries], read.layout) == ([text], Layout.TMX)
    assert ([node.text for node in read.other.entries] if read.other else None) == ([english] if english else None)
    assert str(read.date) == "2015-05-04"


def test_a_memory_may_have_a_namespace() -> None:
    file = memory(variant("en", "A boat."), variant("fr", FRENCH))
    read = read_exchange(file.replace("<tmx ", '<tmx xmlns="http://www.lisa.org/tmx14" '))
    assert ([node.text for node in read.entries], read.layout) == ([FRENCH], Layout.TMX)


def test_a_unit_of_a_memory_may_name_its_rule_in_a_property() -> None:
    read = read_exchange(memory(variant("fr", FRENCH), id="7", more='<prop type="x">201.4</prop>'))
    assert [node.number for node in read.entries] == ["201.4"]


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("ab." + "0" * 32, "This file was exported from this site."),
        ("ab." + "0" * 32 + ".1", "This file was exported from this site."),
        (" a-b." + "f" * 32, "This file was exported from this site."),
        ("ab." + "0" * 31, "The file has no rules"),
        ("ab." + "g" * 32, "The file has no rules"),
        ("ab." + "0" * 32 + "a", "The file has no rules"),
    ],
)
def test_files_that_were_exported_here_are_known_by_their_ids(id: str, message: str) -> None:
    with pytest.raises(NotRules, match=message):
        read_exchange(old(unit(f'id="{id}"')))


BOMB = """<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<tmx version="1.4"><body><tu tuid="100.1"><tuv xml:lang="fr"><seg>&b;</seg></tuv></tu></body></tmx>"""


@pytest.mark.parametrize(
    "data", [BOMB, BOMB.replace('"aaaaaaaaaa"', 'SYSTEM "file:///etc/hostname"')], ids=["bomb", "file"]
)
def test_entities_are_refused(data: str) -> None:
    with pytest.raises(NotRules, match="declares XML entities"):
        read_exchange(data)
