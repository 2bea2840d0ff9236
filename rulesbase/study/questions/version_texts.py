"""The texts of a version for questions: entries, Rules, wordings, names in other languages."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.grouping import grouped
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.models import Entry, Example, Wording
from rulesbase.models.editions import ENGINE_KINDS
from rulesbase.translations.freshness import freshness


class EntryKeys(NamedTuple):
    """The keys of an entry: its Rule, the public id of it, and its wording."""

    rule: int
    public_id: str
    wording: int


class VersionTexts:
    """The complete English text of a version. Two queries; names in other languages on demand."""

    def __init__(self, versions: Catalogue, version: CatalogueVersion) -> None:
        self.versions, self.version, self.edition = versions, version, version.main.pk
        self.entries, self.originals, self.examples = _read(self.edition)

    @cached_property
    def of_rule(self) -> dict[int, int]:
        """Return the position of each Rule."""
        return {original.rule: at for at, original in reversed([*enumerate(self.originals)])}

    @cached_property
    def by_number(self) -> dict[str, int]:
        """Return the position of each number and slug of a term."""
        return {entry.number: at for at, entry in enumerate(self.entries)}

    def head(self, at: int) -> int | None:
        """Return the position of the chapter of an entry, or of its section; a term and other documents have none."""
        entry = self.entries[at]
        if entry.kind is Kind.TERM or active_document() != COMPREHENSIVE_RULES:
            return None
        return self.by_number.get(chapter_of(entry.number) or section_of(entry.number))

    @cached_property
    def names_by_language(self) -> Mapping[str, Mapping[int, tuple[int, str]]]:
        """Return wording and name of each term by language and position. One more query each."""
        others = (language for language in self.version.languages if language != DEFAULT_LANGUAGE)
        return {language: names for language in others if (names := self._names(language))}

    def _names(self, language: str) -> Mapping[int, tuple[int, str]]:
        cells = freshness(self.versions, self.version, language, Entry.TERMS).values()
        wordings = {cell.number: cell.text.wording for cell in cells if cell.text.wording}
        headings = dict(Wording.objects.filter(pk__in=set(wordings.values())).values_list("pk", "heading"))
        return {
            self.by_number[number]: (wording, headings[wording])
            for number, wording in wordings.items()
            if number in self.by_number and headings.get(wording)
        }


def texts_of(version: CatalogueVersion) -> VersionTexts | None:
    """Return the texts of a version; None without a complete English one."""
    versions = catalogue()
    return VersionTexts(versions, version) if version in versions.complete else None


def latest_chapter(number: str) -> int | None:
    """Return the key of the Rule of the chapter, or section, of a number in the latest version."""
    latest = catalogue().latest
    head = (chapter_of(number) or section_of(number)) if number else ""
    if latest is None or not head:
        return None
    rows = Entry.objects.filter(edition=latest.main.pk, number=head, kind__lt=Entry.Kind.TERM)
    return rows.values_list("rule_id", flat=True).first()


def _read(edition: int) -> tuple[Sequence[VersionEntry], Sequence[EntryKeys], Sequence[Sequence[int]]]:
    """Return the entries in order, their keys, and the keys of the wordings of their examples."""
    rows = Example.objects.filter(entry__edition=edition).order_by("position")
    texts = rows.values_list("entry_id", "wording__text", "wording_id")
    examples = grouped((entry, (text, wording)) for entry, text, wording in texts)
    keys = ("pk", "rule_id", "rule__public_id", "wording_id")
    words = ("number", "kind", "wording__heading", "wording__text", "wording__fold")
    stored = Entry.objects.filter(edition=edition, rule__isnull=False).order_by("position")
    entries, originals, of_examples = [], [], []
    for pk, rule, public_id, wording, number, kind, heading, text, fold in stored.values_list(*keys, *words):
        shown = tuple(example for example, _wording in examples[pk])
        entries.append(VersionEntry(rule or 0, number, ENGINE_KINDS[kind], heading, text, shown, fold))
        originals.append(EntryKeys(rule or 0, str(public_id), wording))
        of_examples.append([key for _example, key in examples[pk]])
    return entries, originals, of_examples
