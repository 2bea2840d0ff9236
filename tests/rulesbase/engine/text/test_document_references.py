"""References in tournament documents: which document and section they name."""

import pytest

from rulesbase.engine.documents import document_active
from rulesbase.engine.text.references import find_references


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
