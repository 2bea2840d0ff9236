"""Rules that people noted or listed, as they stand in a version: their numbers and texts in several languages."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from django.urls import reverse

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion, chosen_texts
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.models import Entry, Example, ReadingItem, RuleNote, User
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns


class RuleRow(Protocol):
    """A row that hangs on a Rule and names it as of a day as well."""

    pk: int
    rule_id: int | None
    number: str
    day: datetime.date | None


class RuleInVersion(NamedTuple):
    """A Rule in a version: its line in the main edition, and its text in each language that was asked for."""

    line: EntryText
    texts: dict[str, EntryText]

    @property
    def is_term(self) -> bool:
        """Whether it is a term of the glossary."""
        return self.line.kind == Entry.Kind.TERM

    @property
    def called(self) -> str:
        """Its heading, or how its text begins."""
        return self.line.heading or " ".join(self.line.passage.text.split())


class RulesInVersion(NamedTuple):
    """Rules by key, the columns that their texts come from, and the editions, the one asked for first."""

    rules: dict[int, RuleInVersion]
    columns: Columns
    texts: tuple[CatalogueEdition, ...]


def whole_text(line: EntryText) -> str:
    """The text of an entry with its examples, each on a line: what words are marked in."""
    return "\n".join((line.passage.text, *(example.text for example in line.examples)))


def rules_in_version(
    versions: Catalogue, version: CatalogueVersion, rules: Collection[int], lang: str = ""
) -> RulesInVersion:
    """Rules as they stand in a version, in the languages of ``en,fr``. Few queries, however many rules."""
    chosen, _missing = chosen_texts(version, lang)
    read = {version.main.pk, *editions_to_read(version, chosen)}
    entries = Entry.objects.filter(edition__in=read, rule__in=set(rules))
    lines = lines_of(entries, Example.objects.filter(entry__in=entries))
    main = {line.rule: line for line in lines if line.edition == version.main.pk}
    columns = fill_columns(versions, version, chosen, lines, None, {line.number for line in lines}, marks=False)
    found = {}
    for rule, line in main.items():
        texts = {text.language: there for text in chosen if (there := columns.line(text, line))}
        found[rule or 0] = RuleInVersion(line, texts)
    return RulesInVersion(found, columns, chosen)


def address_of(version: CatalogueVersion | datetime.date, number: str, *, is_term: bool, lang: str = "") -> str:
    """Where a place of a version is read."""
    day = version.date if isinstance(version, CatalogueVersion) else version
    query = f"?lang={lang}" if lang and lang != DEFAULT_LANGUAGE else ""
    return reverse("term" if is_term else "place", args=[day.isoformat(), number]) + query


def looks_like_term(number: str) -> bool:
    """Whether what stands where a number stands is the slug of a term."""
    return not number[:1].isdigit() or "-" in number


def resettle(rows: Sequence[RuleRow]) -> list[RuleRow]:
    """Tie rows to the Rules that stand at their numbers on their days; those that changed, not stored. One query."""
    wanted = {(row.number, row.day) for row in rows if row.day}
    if not wanted:
        return []
    entries = Entry.objects.filter(
        edition__language=DEFAULT_LANGUAGE,
        edition__version__date__in={day for _, day in wanted},
        number__in={number for number, _ in wanted},
        rule__isnull=False,
    ).order_by("-position")
    there = {
        (number, day): rule for number, day, rule in entries.values_list("number", "edition__version__date", "rule")
    }
    return list(_moved(rows, there))


def _moved(rows: Iterable[RuleRow], there: dict[tuple[str, datetime.date], int]) -> Iterable[RuleRow]:
    for row in rows:
        rule = there.get((row.number, row.day)) if row.day else None
        if rule and rule != row.rule_id:
            row.rule_id = rule
            yield row


def settle_reading(user: User | None = None) -> int:
    """Tie what people (or one of them) noted and listed to the Rules that stand at its numbers on its days.

    Returns how many changed. Four queries where none did.
    """
    notes, items = RuleNote.objects.all(), ReadingItem.objects.exclude(day=None)
    if user is not None:
        notes, items = notes.filter(user=user), items.filter(of__owner=user)
    count = 0
    found: Any
    for found in (notes, items):
        for row in resettle(list(found.only("pk", "rule_id", "number", "day"))):
            found.model.objects.filter(pk=row.pk).update(rule=row.rule_id)
            count += 1
    return count
