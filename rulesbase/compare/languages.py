"""A comparison in more languages: what each changed place says in them at both versions, and how fresh that is."""

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
from rulesbase.engine.diff.versions import Leaf
from rulesbase.engine.nodes import Kind
from rulesbase.models import Entry, Example
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns
from rulesbase.translations.freshness_types import Cell


class Asked(NamedTuple):
    """What a query asks for: two versions compared in one language, and the languages beside it."""

    pair: Pair
    beside: tuple[str, ...]

    @property
    def lang(self) -> str:
        """The query that asks for it again, empty for the usual language alone."""
        if self.beside:
            return ",".join((self.pair.language, *self.beside))
        return "" if self.pair.language == self.pair.b.main.language else self.pair.language


def asked_pair(a: str, b: str, lang: str) -> Asked:
    """Read ``en,fr``: the first language named is compared if both versions have an edition in it and English is not
    named; else English is, with the languages beside it as they are carried over. Raises NotComparable.
    """
    codes = list(dict.fromkeys(code.strip().lower() for code in lang.split(","))) if lang else []
    all_versions = _all_versions(a, b) if codes else ()
    shared = [code for code in codes if all_versions and all(version.text_in(code) for version in all_versions)]
    known = [code for code in codes if any(version.shown_in(code) for version in all_versions)]
    in_english = DEFAULT_LANGUAGE in codes or (known and known[:1] != shared[:1])
    pair = pair_of(a, b, "" if in_english else (shared or codes or [""])[0])
    beside = tuple(code for code in known if code != pair.language)
    return Asked(pair, beside[: MOST_COLUMNS - 1])


def _all_versions(a: str, b: str) -> tuple[CatalogueVersion, ...]:
    versions = catalogue()
    try:
        return versions.find(a), versions.find(b)
    except VersionNotFound:
        return ()  # Comparing says why.


class Told(NamedTuple):
    """A place of one version in another language: its text, and its freshness unless it stands in the edition."""

    leaf: Leaf
    line: EntryText | None
    cell: Cell | None


class Column(NamedTuple):
    """Places of one version in one language."""

    version: CatalogueVersion
    text: CatalogueEdition
    lead: Lead
    of_rule: dict[int, EntryText]
    of_number: dict[tuple[bool, str], EntryText]
    cells: dict[int, Cell]
    cells_at: dict[tuple[bool, str], Cell]

    def told(self, leaf: Leaf) -> Told:
        """What it has for an entry of the comparison: by its Rule where it has one, else by its number."""
        term = leaf.kind is Kind.TERM
        line = self.of_rule.get(leaf.rule) or self.of_number.get((term, leaf.number))
        return Told(leaf, line, self.cells.get(leaf.rule) or self.cells_at.get((term, leaf.number)))


def columns_at(
    versions: Catalogue, version: CatalogueVersion, languages: Iterable[str], leaves: Collection[Leaf]
) -> dict[str, Column]:
    """Language -> what it has for some entries of a version. A dozen queries at most, whatever their number."""
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
    )
