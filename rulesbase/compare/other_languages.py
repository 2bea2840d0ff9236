"""A comparison with other languages: the translations of each changed entry at both versions."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, MOST_COLUMNS, CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.compare.queries import ComparedVersions, Pair, pair_of
from rulesbase.engine.diff.versions import ItemChange, VersionEntry
from rulesbase.engine.languages import language_codes
from rulesbase.engine.nodes import Kind
from rulesbase.models import Entry, Example
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns
from rulesbase.translations.doubts import Doubts
from rulesbase.translations.freshness_types import EntryFreshness


def pair_in_languages(a: str, b: str, lang: str) -> Pair:
    """Return the pair of two versions and languages such as ``en,fr``. Raise NotFound.

    Compare the first language if both versions have an edition in it and English is not named; else compare English.
    Other languages are shown beside it, with fallback texts.
    """
    codes = language_codes(lang, catalogue().languages) if lang else []
    all_versions = tuple(map(catalogue().find, (a, b))) if codes else ()
    shared = [code for code in codes if all_versions and all(version.text_in(code) for version in all_versions)]
    known = [code for code in codes if any(version.shown_in(code) for version in all_versions)]
    in_english = DEFAULT_LANGUAGE in codes or (known and known[:1] != shared[:1])
    pair = pair_of(a, b, "" if in_english else (shared or codes or [""])[0])
    beside = tuple(code for code in known if code != pair.language)
    return pair._replace(beside=beside[: MOST_COLUMNS - 1])


class PlaceText(NamedTuple):
    """An entry of one version in another language: its text, its freshness if it is a fallback, and its doubts."""

    entry: VersionEntry
    line: EntryText | None
    cell: EntryFreshness | None
    doubts: Doubts | None = None


# A Rule, or whether it is a term and its number.
EntryKey = int | tuple[bool, str] | None


class Column(NamedTuple):
    """Entries of one version in one language, by their Rules and by their numbers."""

    version: CatalogueVersion
    text: CatalogueEdition
    columns: Columns
    lines: Mapping[EntryKey, EntryText]
    cells: Mapping[EntryKey, EntryFreshness]

    @property
    def targets(self) -> LinkTargets:
        """Return the link targets of its texts."""
        return self.columns.link_targets.get(self.text.pk, LinkTargets())

    def text_of(self, entry: VersionEntry) -> PlaceText:
        """Return the text of an entry of the comparison, by its Rule if it has one, else by number."""
        at = (entry.kind is Kind.TERM, entry.number)
        line = self.lines.get(entry.rule) or self.lines.get(at)
        cell = self.cells.get(entry.rule) or self.cells.get(at)
        return PlaceText(entry, line, cell, self.columns.doubts.get((self.text.pk, line.number)) if line else None)


class SideTexts(NamedTuple):
    """The entries of a change in another language at one of the two versions, with or without their examples."""

    column: Column
    texts: tuple[PlaceText, ...]
    examples: bool

    @property
    def words(self) -> str:
        """Return the texts joined."""
        parts: list[str] = []
        for line in (one.line for one in self.texts if one.line):
            parts += [line.heading, line.passage.text]
            parts += [passage.text for passage in line.examples] if self.examples else []
        return "\n".join(part for part in parts if part)


OldAndNewEntries = tuple[Sequence[VersionEntry], Sequence[VersionEntry]]


def entries_of(change: ItemChange, compared: ComparedVersions) -> OldAndNewEntries:
    """Return the entries of a change in the older and the newer version."""
    return [compared.old[at] for at in change.old_at], [compared.new[at] for at in change.new_at]


class Translations(NamedTuple):
    """The texts of other languages for the entries of some changes, at both versions, by language."""

    old: Mapping[str, Column]
    new: Mapping[str, Column]

    def sides(
        self, entries: OldAndNewEntries, language: str, examples: bool
    ) -> tuple[SideTexts | None, SideTexts | None]:
        """Return the texts of a language at both versions, each None if the change has no entry there."""
        old, new = self.old.get(language), self.new.get(language)
        return _side(old, entries[0], examples), _side(new, entries[1], examples)


def _side(column: Column | None, entries: Sequence[VersionEntry], examples: bool) -> SideTexts | None:
    return SideTexts(column, tuple(map(column.text_of, entries)), examples) if column and entries else None


def read_translations(pair: Pair, changes: Sequence[OldAndNewEntries]) -> Translations:
    """Read the other languages for the entries of some changes. A dozen queries per version, or none without."""
    old, new = ([entry for sides in changes for entry in sides[at]] for at in (0, 1))
    return Translations(_columns(pair, pair.a, old), _columns(pair, pair.b, new))


def _columns(pair: Pair, version: CatalogueVersion, entries: Collection[VersionEntry]) -> dict[str, Column]:
    texts = [text for language in pair.beside if (text := version.shown_in(language))]
    if not texts or not entries:
        return {}
    which = Q(number__in={entry.number for entry in entries}) | Q(
        rule__in={entry.rule for entry in entries if entry.rule > 0}
    )
    stored = Entry.objects.filter(which, edition__in=editions_to_read(version, texts))
    lines = lines_of(stored, Example.objects.filter(entry__in=stored))
    numbers = {line.number for line in lines}
    columns = fill_columns(pair.catalogue, version, texts, lines, None, numbers, marks=False)
    return {text.language: _column(version, text, columns) for text in texts}


def _column(version: CatalogueVersion, text: CatalogueEdition, columns: Columns) -> Column:
    lines = [line for line in columns.lines if line.edition == text.pk]
    cells = [cell for (edition, _), cell in columns.cells.items() if edition == text.pk]
    return Column(
        version,
        text,
        columns,
        {key: line for line in lines for key in (line.rule, (line.kind == Entry.Kind.TERM, line.number))},
        {key: cell for cell in cells for key in (cell.rule, (cell.kind == Entry.Kind.TERM, cell.number))},
    )
