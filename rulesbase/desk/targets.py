"""What is worked on at the desk: one English text of a version, mostly that in force, in one language."""

from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.models import Entry, Example, Rule, Translation, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Carried, Cell


class Spot(NamedTuple):
    """An entry of the English text (``part`` 0) or one of its examples (1 and up), and a language."""

    language: str
    version: CatalogueVersion
    entry: Entry
    part: int
    original: Wording
    examples: tuple[Wording, ...]

    @property
    def place(self) -> str:
        """Where it stands, in plain words: ``201.3a@2026-06-19``."""
        example = f" example {self.part}" if self.part else ""
        return f"{self.entry.number}@{self.version.date}{example}"

    @property
    def public_id(self) -> str:
        """The address of its Rule."""
        assert self.entry.rule is not None
        return self.entry.rule.public_id

    @property
    def is_term(self) -> bool:
        """Whether it stands in the glossary."""
        return self.entry.kind == Entry.Kind.TERM


def desk_languages(versions: Catalogue, known: tuple[str, ...]) -> list[str]:
    """The languages that can be worked on: those of the interface, and all that have translations."""
    latest = versions.latest
    found = dict.fromkeys((*known, *(latest.languages if latest else ())))
    return [code for code in found if code != DEFAULT_LANGUAGE]


def find_spot(
    versions: Catalogue, language: str, public_id: str, part: int = 0, version: CatalogueVersion | None = None
) -> Spot | None:
    """The text of a Rule in the English of a version, else of that in force; None where that has none. Two queries."""
    version = version or versions.latest
    english = version.text_in(DEFAULT_LANGUAGE) if version else None
    if version is None or english is None:
        return None
    entries = Entry.objects.filter(edition=english.pk, rule__public_id=public_id)
    entry = entries.select_related("rule", "wording").order_by("position").first()
    if entry is None:
        return None
    rows = Example.objects.filter(entry=entry).select_related("wording").order_by("position")
    examples = tuple(row.wording for row in rows)
    if not 0 <= part <= len(examples):
        return None
    return Spot(language, version, entry, part, examples[part - 1] if part else entry.wording, examples)


def rule_now(public_id: str) -> Rule | None:
    """The Rule of an address, or the one it was joined with."""
    rule = Rule.objects.filter(public_id=public_id).first()
    while rule is not None and rule.merged_into is not None:
        rule = rule.merged_into
    return rule


def cell_of(versions: Catalogue, spot: Spot) -> Cell | None:
    """How fresh the entry is in its language; kept until content changes."""
    sheet = freshness(versions, spot.version, spot.language, spot.entry.chapter)
    return sheet.cells.get(spot.entry.pk) if sheet else None


def carried_of(versions: Catalogue, spot: Spot) -> Carried | None:
    """How fresh the text itself is, or the example."""
    cell = cell_of(versions, spot)
    if cell is None:
        return None
    return cell.examples[spot.part - 1] if spot.part else cell.text


def newest_of(spot: Spot) -> Translation | None:
    """The newest text of the slot, whatever its status. One query."""
    rows = Translation.objects.of_slot(spot.original.pk, spot.language)
    return rows.select_related("wording", "author", "former").first()
