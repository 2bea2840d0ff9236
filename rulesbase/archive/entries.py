"""Entries with their examples and references for the reading pages, in few queries; no HTML."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from django.db.models import BigIntegerField, CharField, QuerySet, Value

from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.emphasis import read_spans
from rulesbase.engine.text.references import Ref, find_references
from rulesbase.models import Entry, Example


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
