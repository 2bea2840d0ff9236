"""Comparison of two editions from stored rows, for the page, the command and the API."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rulesbase.archive.bulletins_data import notes_data
from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion, NotFound, catalogue
from rulesbase.core.languages import language_word
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.diff.versions import Comparison, ItemChange, VersionEntry, compare
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import is_in_part
from rulesbase.models import Entry, Example, Kinship, Rule
from rulesbase.models.editions import ENGINE_KINDS

KINDS = ("added", "removed", "split", "merged", "moved", "renumbered", "unchanged")
WEIGHTS = ("substance", "wording", "references", "typography", "example", "none")
ITEMS = ("rule", "heading", "glossary", "example")


class Pair(NamedTuple):
    """Two versions in one language; ``a`` is compared with ``b``, which may be the older one.

    ``beside`` are the other languages whose translations are shown beside it.
    """

    catalogue: Catalogue
    a: CatalogueVersion
    b: CatalogueVersion
    old: CatalogueEdition
    new: CatalogueEdition
    beside: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        """Return the language of both texts."""
        return self.new.language

    @property
    def lang(self) -> str:
        """Return the language query of this comparison, empty for the default language alone."""
        if self.beside:
            return ",".join((self.language, *self.beside))
        return "" if self.language == self.b.main.language else self.language


class ComparedVersions(NamedTuple):
    """The entries of both versions in order, and their comparison.

    ``headings`` are those of sections and chapters by number, of the newer version where both have one.
    """

    old: tuple[VersionEntry, ...]
    new: tuple[VersionEntry, ...]
    comparison: Comparison
    headings: Mapping[str, str]

    def entry(self, change: ItemChange) -> VersionEntry:
        """Return the entry of a change: the newer one, or the removed one."""
        return self.new[change.new_at[0]] if change.new_at else self.old[change.old_at[0]]

    def rules(self, change: ItemChange) -> set[int]:
        """Return the keys of the Rules of a change: several after a split or merge."""
        return {self.new[at].rule for at in change.new_at} | {self.old[at].rule for at in change.old_at}


def pair_of(a: str, b: str, language: str = "") -> Pair:
    """Return the two versions of dates, days, years or ``latest``. Raise NotFound.

    The default language is English; if that is missing, the first language that both have.
    """
    versions = catalogue()
    first, second = versions.find(a), versions.find(b)
    if first.is_sample != second.is_sample:
        raise NotFound(_("The sample rules cannot be compared with the real rules."))
    # English comes first.
    wanted = language or next((text.language for text in first.texts if second.text_in(text.language)), "")
    old, new = first.text_in(wanted), second.text_in(wanted)
    if not old or not new:
        lacking = second if old else first
        message = _("The version of %(date)s has no edition in this language: %(language)s.")
        raise NotFound(message % {"date": lacking, "language": language_word(wanted)[:20]})
    return Pair(versions, first, second, old, new)


# ---- From rows ----


def compare_pair(pair: Pair) -> ComparedVersions:
    """Compare the two. Five queries, or none while cached."""
    return _compared(pair.catalogue.english, pair.a, pair.b, pair.old.pk, pair.new.pk)


@lru_cache(maxsize=6)
def _compared(english: str, a: CatalogueVersion, b: CatalogueVersion, old: int, new: int) -> ComparedVersions:
    by_number: dict[tuple[int, str], int] = {}
    entries, others = (_with_rules(_entries_of_edition(english, edition), by_number) for edition in (old, new))
    came_from, went_to = _splits_and_merges(a, b)
    kinds = (Kind.SECTION, Kind.CHAPTER)
    headings = {entry.number: entry.heading for entry in (*entries, *others) if entry.kind in kinds}
    return ComparedVersions(entries, others, compare(entries, others, came_from, went_to), headings)


def _with_rules(entries: tuple[VersionEntry, ...], by_number: dict[tuple[int, str], int]) -> tuple[VersionEntry, ...]:
    """Give entries without a Rule (terms of a translation) a negative one by their number."""
    return tuple(
        entry
        if entry.rule
        else entry._replace(rule=by_number.setdefault((entry.kind is Kind.TERM, entry.number), -1 - len(by_number)))
        for entry in entries
    )


# Most comparisons include one of the newest versions.
@lru_cache(maxsize=12)
def _entries_of_edition(_english: str, edition: int) -> tuple[VersionEntry, ...]:
    """Return the entries of an edition; Rule 0 if one has none. Two queries, or none while cached."""
    examples = Example.objects.filter(entry__edition=edition).texts_by_entry()
    fields = ("pk", "rule_id", "number", "kind", "wording__heading", "wording__text", "wording__fold")
    stored = Entry.objects.filter(edition=edition).order_by("position")
    return tuple(
        VersionEntry(rule or 0, number, ENGINE_KINDS[kind], heading, text, tuple(examples.get(pk, ())), fold)
        for pk, rule, number, kind, heading, text, fold in stored.values_list(*fields)
    )


def _splits_and_merges(a: CatalogueVersion, b: CatalogueVersion) -> tuple[dict[int, int], dict[int, int]]:
    """Return the splits (part to whole) and merges (old to new) between two versions.

    Backwards in time a split is a merge.
    """
    older, newer = sorted((a.date, b.date))
    between = Kinship.objects.filter(version__date__gt=older, version__date__lte=newer).order_by("version__date")
    parts: dict[int, int] = {}
    ended: dict[int, int] = {}
    for kind, old, new in between.values_list("kind", "old_id", "new_id"):
        if kind == "split":
            parts[new] = old
        else:
            ended[old] = new
    return (parts, ended) if a.date <= b.date else (ended, parts)


def public_ids(compared: ComparedVersions, changes: Iterable[ItemChange]) -> dict[int, str]:
    """Map the keys of all Rules of some changes to their public ids. One query."""
    keys = {rule for change in changes for rule in compared.rules(change) if rule > 0}
    return dict(Rule.objects.filter(pk__in=keys).values_list("pk", "public_id"))


# ---- Parts of the whole ----


def is_in(part: str, change: ItemChange) -> bool:
    """Return whether a change concerns a section, a chapter or the glossary, with its old or new place."""
    groups = (change.here.group, change.there.group)
    if not part:
        return True
    if part == GLOSSARY or change.item == "glossary":
        return part in groups
    return any(is_in_part(number, part) for number in (*change.old_numbers, *change.new_numbers, *groups))


def is_group_in(part: str, group: str) -> bool:
    """Return whether a chapter or the glossary belongs to a section, a chapter or the glossary; all to no part."""
    return not part or group == part or (group != GLOSSARY and is_in_part(group, part))


class ChangeCounts(Counter[tuple[str, str, str]]):
    """The number of entries by item, kind and weight, unchanged ones included."""

    def per_kind(self, item: str = "") -> dict[str, int]:
        """Return the counts by kind, of one item or of all."""
        return {kind: self._count(item, 1, kind) for kind in KINDS}

    def per_weight(self, item: str = "") -> dict[str, int]:
        """Return the counts by weight, of one item or of all."""
        return {weight: self._count(item, 2, weight) for weight in WEIGHTS}

    def _count(self, item: str, at: int, value: str) -> int:
        return sum(n for key, n in self.items() if item in ("", key[0]) and key[at] == value)


def count_changes(compared: ComparedVersions, part: str = "") -> ChangeCounts:
    """Count everything, or a section, a chapter or the glossary."""
    counts = ChangeCounts(
        (change.item, change.kind, change.weight) for change in compared.comparison.changes if is_in(part, change)
    )
    for (item, group), count in compared.comparison.unchanged.items():
        if is_group_in(part, group):
            counts[item, "unchanged", "none"] += count
    return counts


# ---- As data ----


def comparison_data(pair: Pair, part: str, listed: Sequence[ItemChange]) -> dict[str, Any]:
    """Return a comparison as plain data, with the totals of a part and the changes ``listed``.

    Totals include unchanged entries. Wordings are the patterns in changes of wording alone, the most frequent first;
    they and the notes cover all parts.
    """
    compared = compare_pair(pair)
    counted, ids = count_changes(compared, part), public_ids(compared, listed)
    return {
        "from": str(pair.a),
        "to": str(pair.b),
        "language": pair.language,
        "totals": counted.per_kind(),
        "weights": counted.per_weight(),
        "wordings": [{"old": one.old, "new": one.new, "count": one.changes} for one in compared.comparison.wordings],
        "changes": [
            {
                "item": change.item,
                "kind": change.kind,
                "weight": change.weight,
                "old_numbers": list(change.old_numbers),
                "new_numbers": list(change.new_numbers),
                "rule": ids.get(change.rule),
                "old_text": change.old_text,
                "new_text": change.new_text,
                "similarity": change.similarity,
            }
            for change in listed
        ],
        "notes": notes_data(pair.a.date, pair.b.date),
    }
