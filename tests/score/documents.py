"""Tournament documents: the sections that the appendix "Changes from previous versions" names, against our comparison.

A block of the appendix belongs to the day in its heading. Between two versions of the corpus all blocks after the older
and up to the newer count; each section that they name should differ.
"""

import datetime
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.documents import TOURNAMENT_DOCUMENTS, document_active
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.text.dates import first_day

_CHANGES = re.compile(r"changes?\s+(?:from|since|to)\s+(?:the\s+)?previous", re.I)
_FROM = re.compile(r"changes\s+from\b.*\bversion", re.I)
_PLACE = r"(?:\d{1,3}(?:\.\d{1,2})?|appendix\s+[A-Z])"
_LINE = re.compile(
    rf"(?:•\s*)?(?:sections?\s+)?(?P<places>{_PLACE}(?:\s*(?:,|and|&|[–—-])\s*{_PLACE})*)\s*(?::|[–—-]\s)\s*\S", re.I
)
_RANGE = re.compile(r"(\d{3})\s*[–—-]\s*(\d{3})")


class Named(NamedTuple):
    """A section that a list of changes names between two versions, and whether our comparison has a change of it."""

    document: str
    older: datetime.date
    newer: datetime.date
    number: str
    line: str
    differs: bool


def listed_changes(text: RulesText) -> Iterator[tuple[datetime.date, bool, str, str]]:
    """Yield (day of the block, whether it names the version before, number, line) of a list of changes."""
    appendix = next((node.text for node in text.entries if _CHANGES.search(node.heading)), "")
    day: datetime.date | None = None
    from_version = False
    for line in appendix.split("\n"):
        found = first_day(line)
        if found and len(line) < 60 and not _LINE.match(line):
            day, from_version = found, bool(_FROM.search(line))
        elif day and (match := _LINE.match(line)):
            for number in _numbers(match["places"]):
                yield day, from_version, number, line


def _numbers(places: str) -> list[str]:
    numbers = [word.split()[-1].upper() for word in re.findall(_PLACE, places, re.I)]
    for first, last in _RANGE.findall(places):
        numbers += [str(number) for number in range(int(first) + 1, int(last))]
    return list(dict.fromkeys(numbers))


def versions_of(folder: Path) -> list[RulesText]:
    """Return the versions of a document by date; of several files of a day the last."""
    found: dict[datetime.date, RulesText] = {}
    for path in sorted(folder.iterdir()):
        try:
            text = read_source(path.read_bytes(), path.name)
        except NotRules:
            continue
        if text.date:
            found[text.date] = text
    return [found[day] for day in sorted(found)]


def named_sections(document: str, versions: list[RulesText]) -> list[Named]:
    """Compare each two neighbours with the list of changes of the newer one."""
    named: list[Named] = []
    with document_active(document):
        for old, new in pairwise(versions):
            assert old.date
            assert new.date
            changed = changed_numbers(old, new)
            known = {node.number for text in (old, new) for node in text.entries}
            for day, from_version, number, line in dict.fromkeys(listed_changes(new)):
                after = day >= old.date if from_version else old.date < day <= new.date
                # A range names numbers that no version has.
                if after and (number in known or not _RANGE.search(line)):
                    named.append(Named(document, old.date, new.date, number, line, number in changed))
    return list({(one.newer, one.number): one for one in reversed(named)}.values())[::-1]


def changed_numbers(old: RulesText, new: RulesText) -> set[str]:
    """Return the numbers, in either version, of sections whose words or number differ."""
    before, after = ([FoldedEntry.of(node) for node in text.entries] for text in (old, new))
    same_before, same_after = set[int](), set[int]()
    for pair in lineage(before, after).links:
        one, other = before[pair.old], after[pair.new]
        if one.number == other.number and one.full_text == other.full_text:
            same_before.add(pair.old)
            same_after.add(pair.new)
    return {item.number for at, item in enumerate(before) if at not in same_before} | {
        item.number for at, item in enumerate(after) if at not in same_after
    }


def print_documents(corpus: Path) -> None:
    """Print the named sections that do not differ, and the share of those that do."""
    asked = right = 0
    for document in TOURNAMENT_DOCUMENTS:
        for one in named_sections(document, versions_of(corpus / "policy" / document)):
            asked, right = asked + 1, right + one.differs
            if not one.differs:
                print(f"{document} {one.older} to {one.newer}: {one.number} does not differ. {one.line[:90]}")
    print(f"listed changes {right} of {asked} = {100 * right / max(1, asked):.1f} %, target 95 %")
