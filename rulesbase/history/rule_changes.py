"""The changes of a Rule and its subrules by version, for feeds and mails."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.change_marks import TEXT_MARKS
from rulesbase.core.grouping import grouped
from rulesbase.engine.text.numbers import parent_of, prefix_below, sort_key
from rulesbase.history.timeline import changed_examples
from rulesbase.models import Change, Entry, Example, Rule

_FIELDS = ("pk", "version__date", "rule", "rule__public_id", "item", "kind", "weight", "old_number", "new_number")


class ChangeRow(NamedTuple):
    """A change as it is stored."""

    pk: int
    version: datetime.date
    rule: int
    public_id: str
    item: str
    kind: str
    weight: str
    old_number: str
    new_number: str

    @property
    def only_number(self) -> bool:
        """Return whether only its number changed."""
        return self.kind == Change.Kind.RENUMBERED and self.weight in (Change.Weight.NONE, Change.Weight.TYPOGRAPHY)

    @property
    def number(self) -> str:
        """Return its current number, or the last one if removed."""
        return self.new_number if self.kind != Change.Kind.REMOVED else self.old_number

    @property
    def marks(self) -> tuple[str, ...]:
        """Return the kinds of change as named in the margin: of its place, then of its text."""
        words = "example" if self.weight == Change.Weight.EXAMPLE else TEXT_MARKS.get(self.weight, "")
        place = "" if self.kind == Change.Kind.UNCHANGED else self.kind
        no_words = self.kind in (Change.Kind.ADDED, Change.Kind.REMOVED) or self.weight == Change.Weight.TYPOGRAPHY
        return tuple(mark for mark in (place, "" if no_words else words) if mark)


class ChangeTexts(NamedTuple):
    """A change with the texts before and after; ``old`` or ``new`` is empty if there is none."""

    row: ChangeRow
    old: str
    new: str
    examples: tuple[tuple[str, str], ...]


class VersionChanges(NamedTuple):
    """The changes of a Rule and its subrules at a version; ``number`` is the Rule's number, or its last."""

    version: CatalogueVersion
    before: CatalogueVersion
    number: str
    rows: tuple[ChangeRow, ...]

    @property
    def listed(self) -> tuple[ChangeRow, ...]:
        """Return the changes to list singly. Renumberings are listed only for the Rule itself."""
        return tuple(row for row in self.rows if not row.only_number or self.number == row.new_number)

    @property
    def renumbered(self) -> int:
        """Return how many subrules only changed their number."""
        return len(self.rows) - len(self.listed)


def changes_of_rule(
    versions: Catalogue, rule: Rule, since: datetime.date | None = None, *, most: int
) -> list[VersionChanges]:
    """Return the versions in force that changed a Rule or its subrules, newest first. Two queries."""
    begun = [version for version in versions.complete if version.date <= versions.today]
    dates = {version.main.pk: version.date for version in begun}
    entries = list(Entry.objects.filter(rule=rule, edition__in=dates).values_list("edition", "number", "kind"))
    numbers = {dates[edition or 0]: number for edition, number, _kind in entries}
    which = Q(rule=rule)
    if any(kind not in (Entry.Kind.SUBRULE, Entry.Kind.TERM) for *_, kind in entries):
        for prefix in map(prefix_below, set(numbers.values())):
            which |= Q(new_number__startswith=prefix) | Q(old_number__startswith=prefix)
    changes = Change.objects.filter(which)
    if since:
        changes = changes.filter(version__date__gt=since)
    rows = _rows_by_version(changes)
    steps: list[VersionChanges] = []
    number = ""
    for before, version in pairwise(begun):
        was, now = numbers.get(before.date, ""), numbers.get(version.date, "")
        number = now or was or number
        if own := [row for row in rows[version.date] if row.rule == rule.pk or _is_below(row, now, was)]:
            steps.append(VersionChanges(version, before, number, tuple(own)))
    return steps[::-1][:most]


def _rows_by_version(changes: QuerySet[Change]) -> defaultdict[datetime.date, list[ChangeRow]]:
    """Return changes in document order by version, without those in typography only, which are not reported."""
    quiet = {"kind": Change.Kind.UNCHANGED, "weight__in": (Change.Weight.NONE, Change.Weight.TYPOGRAPHY)}
    rows = [ChangeRow(*row) for row in changes.exclude(**quiet).values_list(*_FIELDS)]
    rows.sort(key=lambda row: (row.item == "glossary", sort_key(row.new_number or row.old_number)))
    return grouped((row.version, row) for row in rows)


def _is_below(row: ChangeRow, now: str, was: str) -> bool:
    """Return whether a change concerns an entry below a number, before or after."""
    return row.item != "glossary" and (_contains(now, row.new_number) or _contains(was, row.old_number))


def _contains(number: str, place: str) -> bool:
    """Return whether a section contains a chapter, a chapter a rule, or a rule a subrule, at any depth."""
    while place and (place := parent_of(place)):
        if place == number:
            return True
    return False


def changes_of_versions(versions: Catalogue, most: int) -> list[VersionChanges]:
    """Return the newest versions in force with all their changes, newest first, renumberings included."""
    begun = [version for version in versions.complete if version.date <= versions.today]
    pairs = list(pairwise(begun))[-most:]
    rows = _rows_by_version(Change.objects.filter(version__in=[version.pk for _before, version in pairs]))
    return [VersionChanges(version, before, "", tuple(rows[version.date])) for before, version in reversed(pairs)]


# ---- With words ----


def texts_of_changes(steps: Iterable[VersionChanges], rows: Iterable[ChangeRow]) -> dict[int, ChangeTexts]:
    """Map the key of each given change to the change with its texts. Three queries."""
    before = {step.version.date: (step.version, step.before) for step in steps}
    wanted = [row for row in rows if row.version in before]
    editions = {one.main.pk: one.date for pair in before.values() for one in pair}
    entries = Entry.objects.filter(rule__in={row.rule for row in wanted}, edition__in=editions)
    fields = ("pk", "rule", "edition", "wording__heading", "wording__text")
    at: dict[tuple[int, datetime.date], tuple[int, str]] = {}
    for pk, rule, edition, heading, text in entries.values_list(*fields):
        at[rule or 0, editions[edition or 0]] = pk, "\n".join(part for part in (heading, text) if part)
    examples = Example.objects.filter(entry__in=[pk for pk, _ in at.values()]).texts_by_entry()
    found: dict[int, ChangeTexts] = {}
    for row in wanted:
        now, was = (at.get((row.rule, one.date), (0, "")) for one in before[row.version])
        both = bool(now[1] and was[1])
        changed = changed_examples(examples.get(was[0], ()), examples.get(now[0], ())) if both else ()
        found[row.pk] = ChangeTexts(row, was[1], now[1], changed)
    return found
