"""A comparison with other languages: the translations of each changed entry at both versions."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import (
    DEFAULT_LANGUAGE,
    MOST_COLUMNS,
    Catalogue,
    CatalogueEdition,
    CatalogueVersion,
    VersionNotFound,
    catalogue,
)
from rulesbase.archive.entries import EntryText, Lead, lines_of
from rulesbase.compare.queries import Pair, pair_of
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.models import Entry, Example
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns
from rulesbase.translations.failed_checks import Doubts
from rulesbase.translations.freshness_types import Cell


class ComparisonQuery(NamedTuple):
    """Two versions compared in one language, and the other languages shown beside it."""

    pair: Pair
    beside: tuple[str, ...]

    @property
    def lang(self) -> str:
        """Return the language query of this comparison, empty for the default language alone."""
        if self.beside:
            return ",".join((self.pair.language, *self.beside))
        return "" if self.pair.language == self.pair.b.main.language else self.pair.language


def read_comparison_query(a: str, b: str, lang: str) -> ComparisonQuery:
    """Read two versions and languages such as ``en,fr``. Raise NotComparable.

    Compare the first language if both versions have an edition in it and English is not named; else compare English.
    Other languages are shown beside it, with fallback texts.
    """
    codes = list(dict.fromkeys(code.strip().lower() for code in lang.split(","))) if lang else []
    all_versions = _all_versions(a, b) if codes else ()
    shared = [code for code in codes if all_versions and all(version.text_in(code) for version in all_versions)]
    known = [code for code in codes if any(version.shown_in(code) for version in all_versions)]
    in_english = DEFAULT_LANGUAGE in codes or (known and known[:1] != shared[:1])
    pair = pair_of(a, b, "" if in_english else (shared or codes or [""])[0])
    beside = tuple(code for code in known if code != pair.language)
    return ComparisonQuery(pair, beside[: MOST_COLUMNS - 1])


def _all_versions(a: str, b: str) -> tuple[CatalogueVersion, ...]:
    versions = catalogue()
    try:
        return versions.find(a), versions.find(b)
    except VersionNotFound:
        return ()  # pair_of raises the error with the reason.


class PlaceText(NamedTuple):
    """An entry of one version in another language: its text, its freshness if it is a fallback, and its doubts."""

    leaf: VersionEntry
    line: EntryText | None
    cell: Cell | None
    doubts: Doubts | None = None


class Column(NamedTuple):
    """Entries of one version in one language."""

    version: CatalogueVersion
    text: CatalogueEdition
    lead: Lead
    of_rule: dict[int, EntryText]
    of_number: dict[tuple[bool, str], EntryText]
    cells: dict[int, Cell]
    cells_at: dict[tuple[bool, str], Cell]
    doubts: dict[str, Doubts]

    def text_of(self, leaf: VersionEntry) -> PlaceText:
        """Return the text of an entry of the comparison, by its Rule if it has one, else by number."""
        term = leaf.kind is Kind.TERM
        line = self.of_rule.get(leaf.rule) or self.of_number.get((term, leaf.number))
        cell = self.cells.get(leaf.rule) or self.cells_at.get((term, leaf.number))
        return PlaceText(leaf, line, cell, self.doubts.get(line.number) if line else None)


def columns_at(
    versions: Catalogue, version: CatalogueVersion, languages: Iterable[str], leaves: Collection[VersionEntry]
) -> dict[str, Column]:
    """Map each language to its texts of some entries of a version. A dozen queries at most."""
    texts = [text for language in languages if (text := version.shown_in(language))]
    if not texts or not leaves:
        return {}
    which = Q(number__in={leaf.number for leaf in leaves}) | Q(rule__in={leaf.rule for leaf in leaves if leaf.rule > 0})
    entries = Entry.objects.filter(which, edition__in=editions_to_read(version, texts))
    lines = lines_of(entries, Example.objects.filter(entry__in=entries))
    columns = fill_columns(versions, version, texts, lines, None, {line.number for line in lines}, marks=False)
    return {text.language: _column(version, text, columns) for text in texts}


def _column(version: CatalogueVersion, text: CatalogueEdition, columns: Columns) -> Column:
    lines: Sequence[EntryText] = [line for line in columns.lines if line.edition == text.pk]
    cells = [cell for (edition, _), cell in columns.cells.items() if edition == text.pk]
    return Column(
        version,
        text,
        columns.leads.get(text.pk, Lead({}, {})),
        {line.rule: line for line in lines if line.rule},
        {(line.kind == Entry.Kind.TERM, line.number): line for line in lines},
        {cell.rule: cell for cell in cells if cell.rule},
        {(cell.kind == Entry.Kind.TERM, cell.number): cell for cell in cells},
        {number: doubts for (edition, number), doubts in columns.doubts.items() if edition == text.pk},
    )
