"""Sections of tournament documents through versions."""

from rulesbase.engine.lineage.link import FoldedEntry, link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.active_document import document_active


def test_a_section_with_the_same_title_is_the_same_though_it_is_rewritten() -> None:
    def section(number: str, title: str, text: str) -> FoldedEntry:
        return FoldedEntry.made(number, Kind.RULE, title, text, ())

    old = [section("2.1", "Owls", "Feed them at night."), section("2.2", "Devices", "Nobody may use a telephone.")]
    new = [
        section("2.1", "Owls", "Feed them at night."),
        section("2.2", "Weasels", "Check them at the gate."),
        section("2.3", "Devices", "Watches and lamps are allowed while judges look on, unless the host objects."),
    ]
    with document_active("mtr"):
        assert [(pair.old, pair.new) for pair in link(old, new)] == [(0, 0), (1, 2)]
