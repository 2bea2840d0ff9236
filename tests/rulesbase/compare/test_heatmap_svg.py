"""The heat map of a comparison: which texts of a chapter count."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rulesbase.compare.heatmap_svg import map_context
from rulesbase.compare.queries import ComparedVersions
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.nodes import Kind


def chapter(number: str, *texts: str, own: str = "") -> list[VersionEntry]:
    """Return the heading of a chapter, with a text of its own or none, and its rules."""
    heading = VersionEntry(int(number) * 100, number, Kind.CHAPTER, f"Chapter {number}", own)
    rules = (
        VersionEntry(int(number) * 100 + at, f"{number}.{at}", Kind.RULE, "", text) for at, text in enumerate(texts, 1)
    )
    return [heading, *rules]


def table(
    old: Iterable[VersionEntry], new: Iterable[VersionEntry], came_from: Mapping[int, int] = MappingProxyType({})
) -> str:
    """Return the cells and the table of the heat map."""
    entries, others = tuple(old), tuple(new)
    compared = ComparedVersions(entries, others, compare(entries, others, came_from, {}), {})
    found = map_context(compared, "?section={}".format)
    return f"{found['cells']}{found['table']}"


def test_headings_are_no_rules() -> None:
    html = table(chapter("100", "One.", "Two."), chapter("100", "One.", "A lamp is lit at dusk."))
    assert "1 of 2 rules new or reworded, 0 removed, 0 with other changes" in html


def test_a_heading_with_a_text_counts() -> None:
    html = table(chapter("100", "One.", own="Old."), chapter("100", "One.", own="A lamp is lit at dusk."))
    assert "1 of 2 rules new or reworded" in html


def test_the_parts_of_a_rule_count_in_their_own_chapters() -> None:
    old = [*chapter("100", "A lamp is lit at dusk. A bell is rung at dawn."), *chapter("101")]
    new = [*chapter("100", "A lamp is lit at dusk."), *chapter("101", "A bell is rung at dawn.")]
    html = table(old, new, came_from={10101: 10001})
    assert html.count("0 of 1 rules new or reworded, 0 removed, 1 with other changes") == 2


def test_a_removed_chapter_counts_its_rules() -> None:
    first = chapter("100", "One.")
    assert "chapter removed; it had 2 rules" in table([*first, *chapter("101", "Two.", "Three.")], first)


def test_a_chapter_that_loses_its_rules_is_not_removed() -> None:
    html = table([*chapter("100", "One."), *chapter("101", "Two.")], [*chapter("100", "One."), *chapter("101")])
    assert "0 of 0 rules new or reworded, 1 removed" in html
    assert "chapter removed" not in html
