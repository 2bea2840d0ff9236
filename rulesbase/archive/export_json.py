"""Write a whole edition as JSON in pieces; only a few hundred entries are in memory."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from rulesbase.models import Edition, Entry, Example, Source

_AT_ONCE = 250
_FIELDS = ("pk", "number", "kind", "wording__heading", "wording__text")


def whole_text(edition: Edition) -> Iterator[str]:
    """Yield an edition as JSON, as ``export_version`` writes it. Two queries for each 250 entries."""
    source = source_of(edition)
    head = {
        "version": edition.version.date.isoformat(),
        "language": edition.language,
        "title": source.title if source else "",
        "introduction": source.introduction.text if source and source.introduction else "",
    }
    rows = Entry.objects.filter(edition=edition).order_by("position")
    yield _json(head)[:-1] + ',"entries":['
    yield from _joined(_numbered(rows.filter(kind__lt=Entry.Kind.TERM)))
    yield '],"glossary":['
    yield from _joined(_terms(rows.filter(kind=Entry.Kind.TERM)))
    issues = source.issues if source else []
    tail = {
        "index": source.index.text if source and source.index else "",
        "credits": source.credits.text if source and source.credits else "",
        "issues": [{"line": line, "text": text, "problem": problem} for line, text, problem in issues],
    }
    yield "]," + _json(tail)[1:]


def source_of(edition: Edition) -> Source | None:
    """Return the source of the text of an edition, else its first partial source."""
    whole = Source.objects.select_related("introduction", "index", "credits")
    return whole.filter(text_of=edition).first() or whole.filter(edition=edition).order_by("pk").first()


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _joined(chunks: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    first = True
    for chunk in chunks:
        if chunk:
            yield ("" if first else ",") + _json(chunk)[1:-1]
            first = False


def _chunks(rows: QuerySet[Entry]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield rows in chunks by position, so that no database cursor stays open."""
    last = None
    while True:
        more = rows if last is None else rows.filter(position__gt=last)
        chunk = list(more.values_list("position", *_FIELDS)[:_AT_ONCE])
        if not chunk:
            return
        yield chunk
        last = chunk[-1][0]


def _examples(chunk: Iterable[tuple[Any, ...]]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows = Example.objects.filter(entry__in=[row[1] for row in chunk]).order_by("position")
    for entry, text in rows.values_list("entry_id", "wording__text"):
        found[entry].append(text)
    return found


def _numbered(rows: QuerySet[Entry]) -> Iterator[list[dict[str, Any]]]:
    for chunk in _chunks(rows):
        examples = _examples(chunk)
        yield [
            {
                "number": number,
                "kind": Entry.Kind(kind).name.lower(),
                "heading": heading,
                "text": text,
                "examples": examples.get(pk, []),
            }
            for _position, pk, number, kind, heading, text in chunk
        ]


def _terms(rows: QuerySet[Entry]) -> Iterator[list[dict[str, Any]]]:
    for chunk in _chunks(rows):
        examples = _examples(chunk)
        yield [
            {"term": heading, "text": text, "examples": examples.get(pk, [])}
            for _position, pk, _number, _kind, heading, text in chunk
        ]
