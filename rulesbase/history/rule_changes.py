"""The changes of a Rule and its subrules by version, for feeds and mails."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
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
    def is_quiet(self) -> bool:
        """Return whether only typography changed; such changes are not reported."""
        return self.kind == Change.Kind.UNCHANGED and self.weight in (Change.Weight.NONE, Change.Weight.TYPOGRAPHY)


class ChangeTexts(NamedTuple):
    """A change with the texts before and after; ``old`` or ``new`` is empty if there is none."""

    row: ChangeRow
    old: str
    new: str
    examples: tuple[tuple[str, str], ...]

    @property
    def number(self) -> str:
        """Return its current number, or the last one if removed."""
        return self.row.new_number if self.row.kind != Change.Kind.REMOVED else self.row.old_number

    @property
    def marks(self) -> tuple[str, ...]:
        """Return the kinds of change as named in the margin: of its place, then of its text."""
        words = {
            Change.Weight.SUBSTANCE.value: "reworded",
            Change.Weight.WORDING.value: "wording",
            Change.Weight.REFERENCES.value: "refs",
            Change.Weight.EXAMPLE.value: "example",
        }.get(self.row.weight, "")
        place = "" if self.row.kind == Change.Kind.UNCHANGED else self.row.kind
        whole = self.row.kind in (Change.Kind.ADDED, Change.Kind.REMOVED)
        return tuple(mark for mark in (place, "" if whole else words) if mark)


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
    versions: Catalogue, rule: Rule, since: datetime.date | None = None, most: int = 1000
) -> list[VersionChanges]:
    """Return the versions in force that changed a Rule or its subrules, newest first. Two queries."""
    all_versions = [version for version in versions.complete if version.date <= versions.today]
    editions = {version.main.pk: at for at, version in enumerate(all_versions)}
    entry_rows = Entry.objects.filter(rule=rule, edition__in=editions).values_list("edition", "number", "kind")
    numbers = {editions[edition or 0]: number for edition, number, _ in entry_rows}
    below = [kind for *_, kind in entry_rows if kind != Entry.Kind.SUBRULE and kind != Entry.Kind.TERM]
    which = Q(rule=rule)
    for number in set(numbers.values()) if below else ():
        which |= Q(new_number__startswith=prefix_below(number)) | Q(old_number__startswith=prefix_below(number))
    rows = Change.objects.filter(which).exclude(kind=Change.Kind.UNCHANGED, weight=Change.Weight.TYPOGRAPHY)
    if since:
        rows = rows.filter(version__date__gt=since)
    by_version: defaultdict[datetime.date, list[ChangeRow]] = defaultdict(list)
    for row in rows.values_list(*_FIELDS):
        by_version[row[1]].append(ChangeRow(*row))
    steps: list[VersionChanges] = []
    for at in range(len(all_versions) - 1, 0, -1):
        now, was = numbers.get(at, ""), numbers.get(at - 1, "")
        own = [
            row for row in by_version.get(all_versions[at].date, ()) if row.rule == rule.pk or _is_below(row, now, was)
        ]
        own = [row for row in own if not row.is_quiet]
        if own:
            own.sort(key=lambda row: sort_key(row.new_number or row.old_number))
            steps.append(
                VersionChanges(all_versions[at], all_versions[at - 1], now or was or _last(numbers, at), tuple(own))
            )
            if len(steps) == most:
                break
    return steps


def _last(numbers: dict[int, str], at: int) -> str:
    return next((numbers[one] for one in sorted(numbers, reverse=True) if one < at), "")


def _is_below(row: ChangeRow, now: str, was: str) -> bool:
    """Return whether a change concerns an entry below a number, before or after."""
    if row.item == "glossary":
        return False
    return bool((now and _contains(now, row.new_number)) or (was and _contains(was, row.old_number)))


def _contains(number: str, place: str) -> bool:
    """Return whether a section contains a chapter, a chapter a rule, or a rule a subrule, at any depth."""
    while place:
        place = parent_of(place)
        if place == number:
            return True
    return False


def changes_of_versions(versions: Catalogue, most: int) -> list[VersionChanges]:
    """Return the newest versions in force with all their changes, newest first, renumberings included."""
    all_versions = [version for version in versions.complete if version.date <= versions.today]
    pairs = list(zip(all_versions[1:], all_versions[:-1], strict=True))[-most:]
    rows = Change.objects.filter(version__in=[version.pk for version, _ in pairs]).values_list(*_FIELDS)
    by_version: defaultdict[datetime.date, list[ChangeRow]] = defaultdict(list)
    for row in (ChangeRow(*one) for one in rows):
        if not row.is_quiet:
            by_version[row.version].append(row)
    steps = []
    for version, before in reversed(pairs):
        own = by_version[version.date]
        own.sort(key=lambda row: (row.item == "glossary", sort_key(row.new_number or row.old_number)))
        steps.append(VersionChanges(version, before, "", tuple(own)))
    return steps


# ---- With words ----


def texts_of_changes(steps: Iterable[VersionChanges], rows: Iterable[ChangeRow]) -> dict[int, ChangeTexts]:
    """Map the key of each given change to the change with its texts. Three queries."""
    before = {step.version.date: (step.version, step.before) for step in steps}
    wanted = [row for row in rows if row.version in before]
    editions = {one.main.pk: one.date for pair in before.values() for one in pair}
    entries = Entry.objects.filter(rule__in={row.rule for row in wanted}, edition__in=editions)
    at: dict[tuple[int, datetime.date], tuple[int, str]] = {}
    for pk, rule, edition, heading, text in entries.values_list(
        "pk", "rule", "edition", "wording__heading", "wording__text"
    ):
        at[rule or 0, editions[edition or 0]] = pk, "\n".join(part for part in (heading, text) if part)
    examples = Example.objects.filter(entry__in=[pk for pk, _ in at.values()]).texts_by_entry()
    found: dict[int, ChangeTexts] = {}
    for row in wanted:
        now, was = (at.get((row.rule, one.date), (0, "")) for one in before[row.version])
        both = bool(now[1] and was[1])
        changed = changed_examples(examples.get(was[0], ()), examples.get(now[0], ())) if both else ()
        found[row.pk] = ChangeTexts(row, was[1], now[1], changed)
    return found
