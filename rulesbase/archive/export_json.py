"""Write a whole edition as JSON in pieces; only a few hundred entries are in memory.

The format is public: fields may be added, not renamed.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from rulesbase.archive.export import source_of
from rulesbase.models import Edition, Entry, Example

_AT_ONCE = 250
_FIELDS = ("pk", "number", "kind", "wording__heading", "wording__text")


def stream_json(edition: Edition) -> Iterator[str]:
    """Yield an edition as JSON. Two queries for each 250 entries."""
    source = source_of(edition)
    head = {
        "version": edition.version.date.isoformat(),
        "language": edition.language,
        "title": source.title if source else "",
        "introduction": source.introduction.text if source and source.introduction else "",
    }
    rows = Entry.objects.filter(edition=edition).order_by("position")
    yield _json(head)[:-1] + ',"entries":['
    yield from _entries_json(rows.filter(kind__lt=Entry.Kind.TERM))
    yield '],"glossary":['
    yield from _entries_json(rows.filter(kind=Entry.Kind.TERM))
    issues = source.issues if source else []
    tail = {
        "index": source.index.text if source and source.index else "",
        "credits": source.credits.text if source and source.credits else "",
        "issues": [{"line": line, "text": text, "problem": problem} for line, text, problem in issues],
    }
    yield "]," + _json(tail)[1:]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _entries_json(rows: QuerySet[Entry]) -> Iterator[str]:
    """Yield entries as items of a JSON list, in chunks by position, so that no database cursor stays open."""
    separator, last = "", -1
    while chunk := list(rows.filter(position__gt=last).values_list("position", *_FIELDS)[:_AT_ONCE]):
        examples = Example.objects.filter(entry__in=[row[1] for row in chunk]).texts_by_entry()
        items = []
        for _position, pk, number, kind, heading, text in chunk:
            named: dict[str, Any] = {"number": number, "kind": Entry.Kind(kind).name.lower(), "heading": heading}
            if kind == Entry.Kind.TERM:
                named = {"term": heading}
            items.append({**named, "text": text, "examples": examples[pk]})
        yield separator + _json(items)[1:-1]
        separator, last = ",", chunk[-1][0]
