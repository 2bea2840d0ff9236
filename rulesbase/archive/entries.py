"""Entries with references, changes and link targets for the reading pages, in few queries; no HTML."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import BigIntegerField, CharField, QuerySet, Value

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueVersion, catalogue
from rulesbase.core.document_urls import document_url
from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import document_active
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.emphasis import read_spans
from rulesbase.engine.text.references import Ref, find_references
from rulesbase.models import Entry, Example, Reference


class LinkedText(NamedTuple):
    """A stored text with its references.

    ``highlights`` are the words that the reader marked: start, end and the id of the mark.
    """

    text: str
    emphasis: tuple[tuple[int, int], ...]
    fold: int
    refs: tuple[Ref, ...]
    highlights: tuple[tuple[int, int, str], ...] = ()


class EntryText(NamedTuple):
    """An entry of one edition, ready to be rendered."""

    pk: int
    edition: int
    number: str
    kind: int
    chapter: int
    position: int
    heading: str
    passage: LinkedText
    rule: int | None
    source: int
    examples: tuple[LinkedText, ...]


class LinkTargets(NamedTuple):
    """Link targets of the numbers in the texts of a page, in one edition.

    ``at`` maps existing numbers to their Rule. ``stale`` maps (fold, number) to the present number of the rule that
    the text meant, "" if it was removed. ``was`` maps renumbered references to the number in the translation.
    ``elsewhere`` maps references to other documents (``cr 103.4``) to the address of what they name on the date of this
    version, "" if that version lacks it.
    """

    at: Mapping[str, int | None] = MappingProxyType({})
    stale: Mapping[tuple[int, str], str] = MappingProxyType({})
    was: Mapping[tuple[int, str], str] = MappingProxyType({})
    elsewhere: Mapping[str, str] = MappingProxyType({})


# ---- Lines ----

_WORDING = ("wording__text", "wording__emphasis", "wording__fold")
_FIELDS = ("pk", "edition_id", "number", "kind", "chapter", "position", "wording__heading", "rule_id", "source_id")
_NOUGHT = Value(0, BigIntegerField())
_NOTHING = Value("", CharField())


def passage_of(text: str, emphasis: str, fold: int) -> LinkedText:
    """Return a stored text with its italics and references."""
    return LinkedText(text, read_spans(emphasis), fold, tuple(find_references(text)))


def part_of(passage: LinkedText, start: int, end: int) -> LinkedText:
    """Return passage.text[start:end] as a passage, without references that reach beyond it.

    A highlight has its id in the part where it begins; the number of a sense belongs to the part after it.
    """
    line = passage.text.rfind("\n", 0, start) + 1
    return LinkedText(
        *Passage(passage.text, passage.emphasis).part(start, end),
        passage.fold,
        tuple(
            ref._replace(start=ref.start - start, end=ref.end - start)
            for ref in passage.refs
            if start <= ref.start and ref.end <= end
        ),
        tuple(
            (max(a, start) - start, min(b, end) - start, name if a >= line else "")
            for a, b, name in passage.highlights
            if a < end and b > start
        ),
    )


def lines_of(entries: QuerySet[Entry], examples: QuerySet[Example]) -> tuple[EntryText, ...]:
    """Return entries in order with their examples. One query."""
    # Rows of examples have the id of their entry, kind 0 and blanks in the columns of entries.
    blank = {"edition": _NOUGHT, "number": _NOTHING, "kind": _NOUGHT, "chapter": _NOUGHT}
    blank |= {"heading": _NOTHING, "rule": _NOUGHT, "source": _NOUGHT}
    columns = ("entry_id", "edition", "number", "kind", "chapter", "position", "heading", "rule", "source")
    below = examples.order_by().annotate(**blank).values_list(*columns, *_WORDING)
    rows = entries.order_by().values_list(*_FIELDS, *_WORDING).union(below, all=True)
    of_entry: defaultdict[int, list[LinkedText]] = defaultdict(list)
    found: list[EntryText] = []
    for *start, text, emphasis, fold in sorted(rows, key=itemgetter(5, 0)):
        pk, edition, number, kind, chapter, position, heading, rule, source = start
        passage = passage_of(text, emphasis, fold)
        if not kind:
            of_entry[pk].append(passage)
            continue
        found.append(
            EntryText(pk, edition or 0, number, kind, chapter, position, heading, passage, rule, source, examples=())
        )
    return tuple(line._replace(examples=tuple(of_entry[line.pk])) if line.pk in of_entry else line for line in found)


def chapter_lines(editions: Sequence[int], chapter: int) -> tuple[EntryText, ...]:
    """Return a chapter (Entry.TERMS: glossary) of one or several editions. One query."""
    return lines_of(
        Entry.objects.filter(edition__in=editions, chapter=chapter),
        Example.objects.filter(entry__edition__in=editions, entry__chapter=chapter),
    )


def lines_at(pks: Collection[int]) -> tuple[EntryText, ...]:
    """Return the entries with these ids. One query."""
    return lines_of(Entry.objects.filter(pk__in=pks), Example.objects.filter(entry__in=pks))


# ---- Link targets and changes ----

# Kinds of rows in link_targets_of: existing number, Rule that a reference means.
_AT, _MEANT = Value(0, BigIntegerField()), Value(1, BigIntegerField())


def link_targets_of(passages: Iterable[tuple[int, LinkedText]], version: CatalogueVersion) -> dict[int, LinkTargets]:
    """Return edition -> link targets of the references in (edition, passage) pairs. One query; two with a stale one.

    Numbers missing in another language link to English.
    """
    passages = list(passages)
    numbers = {ref.number for _, passage in passages for ref in passage.refs}
    others = {number for number in numbers if " " in number}
    elsewhere = _elsewhere(others, version.date) if others else {}
    at: dict[int, dict[str, int | None]] = {edition: {} for edition, _ in passages}
    if not numbers:
        return dict.fromkeys(at, LinkTargets())
    english = version.text_in(DEFAULT_LANGUAGE)
    editions = {*at, *([english.pk] if english else [])}
    there = Entry.objects.filter(edition__in=editions, number__in=numbers, kind__lt=Entry.Kind.TERM)
    rows = there.values_list(_AT, "edition_id", "number", "rule_id")
    own = {passage.fold for edition, passage in passages if english and edition == english.pk and passage.refs}
    if own:
        meant = Reference.objects.filter(fold__in=own, meant__isnull=False)
        rows = rows.union(meant.values_list(_MEANT, "fold", "number", "meant_id"), all=True)
    then: dict[tuple[int, str], int] = {}
    for what, key, number, rule in rows:
        if what == _MEANT.value:
            then[key, number] = rule
            continue
        if key in at:
            at[key][number] = rule
        if english and key == english.pk:
            # Numbers of the English edition are targets in all editions.
            for targets in at.values():
                targets.setdefault(number, rule)
    link_targets = {edition: LinkTargets(targets, elsewhere=elsewhere) for edition, targets in at.items()}
    if english and own:
        stale = _stale_references(then, at[english.pk], english.pk)
        link_targets[english.pk] = link_targets[english.pk]._replace(stale=stale)
    return link_targets


def _stale_references(
    meant: Mapping[tuple[int, str], int], at: Mapping[str, int | None], edition: int
) -> dict[tuple[int, str], str]:
    """Return (fold, number) -> present number of the Rule that was meant, where ``at`` has another one at the number.

    A removed Rule has no number: "". If nothing else is at its number either, the reference is not stale. One query, or
    none.
    """
    elsewhere = {key: rule for key, rule in meant.items() if at.get(key[1]) != rule}
    if not elsewhere:
        return {}
    rows = Entry.objects.filter(edition=edition, rule__in=set(elsewhere.values()))
    now = dict(rows.values_list("rule_id", "number"))
    return {key: now.get(rule, "") for key, rule in elsewhere.items() if rule in now or key[1] in at}


def _elsewhere(numbers: Iterable[str], day: datetime.date) -> dict[str, str]:
    """Return the addresses of numbers of other documents, in the versions in force on a day. Two queries each."""
    wanted = grouped((document, number) for document, _space, number in (named.partition(" ") for named in numbers))
    found: dict[str, str] = {}
    for document, asked in wanted.items():
        with document_active(document):
            version = catalogue().on(day)
            if version is None:
                continue
            entries = Entry.objects.filter(edition=version.main.pk, number__in=asked, kind__lt=Entry.Kind.TERM)
            there = set(entries.values_list("number", flat=True))
        for number in asked:
            address = document_url(document, "place", version, number) if number in there else ""
            found[f"{document} {number}"] = address
    return found
