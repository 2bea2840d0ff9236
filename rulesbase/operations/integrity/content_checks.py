"""Integrity checks: sources and their files, editions, entries, Rules and changes, and rows of study."""

import bz2
import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, F, Q, QuerySet

from rulesbase.archive.store_text import KINDS, content_of
from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import COMPREHENSIVE_RULES, DOCUMENTS, document_active
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.parse import PARSER_VERSION, read_source
from rulesbase.engine.text.numbers import chapter_index, kind_of, sort_key
from rulesbase.models import (
    DeckQuestion,
    Edition,
    Enrolment,
    Entry,
    Example,
    Grade,
    Kinship,
    Rule,
    Source,
    SourceFile,
    Studied,
    StudyOptions,
)

Found = Iterator[tuple[str, str, str]]
_FILES_AT_ONCE = 8
_RULES = (Entry.Kind.RULE, Entry.Kind.SUBRULE)
# In each sentence about a correction, also in older databases.
_BY_HAND = "by hand"


def all_wrong(rows: QuerySet[Any], what: str) -> Found:
    """Yield a finding for each row; ``what`` says what is wrong with it."""
    for pk in rows.values_list("pk", flat=True):
        yield rows.model._meta.db_table, f"row {pk}", what


def _counted(key: str, alias: str) -> dict[int, tuple[int, int, int]]:
    """Count rules, terms and examples of each source or edition. Two queries."""
    rows = Entry.objects.using(alias).exclude(**{key: None}).values_list(key)
    numbered, terms = Count("pk", filter=Q(kind__in=_RULES)), Count("pk", filter=Q(kind=Entry.Kind.TERM))
    there = rows.annotate(numbered=numbered, defined=terms).order_by()
    examples = Example.objects.using(alias).exclude(**{f"entry__{key}": None}).values_list(f"entry__{key}")
    with_examples = dict(examples.annotate(count=Count("pk")).order_by())
    return {one: (rules, defined, with_examples.get(one, 0)) for one, rules, defined in there}


def counts(connection: BaseDatabaseWrapper) -> Found:
    """Compare the stored counts of sources and editions with their rows."""
    for model, key in ((Source, "source"), (Edition, "edition")):
        there = _counted(key, connection.alias)
        for pk, *stated in model._base_manager.using(connection.alias).values_list("pk", "rules", "terms", "examples"):
            found = there.get(pk, (0, 0, 0))
            if tuple(stated) != found:
                words = "{} rules, {} terms and {} examples"
                what = f"it says {words.format(*stated)}; {words.format(*found)} are there"
                yield model._meta.db_table, f"row {pk}", what
    editions = Edition.every.using(connection.alias)
    whole = editions.filter(complete=True)
    yield from all_wrong(
        whole.exclude(text_source__edition=F("pk")),
        "it is complete, but the source of its text is missing or another's",
    )
    yield from all_wrong(editions.filter(entries=None), "it has no text")


def files(connection: BaseDatabaseWrapper) -> Found:
    """Compare the bytes of each source with its digest and size."""
    sizes = dict(Source.every.using(connection.alias).values_list("sha256", "size"))
    rows = SourceFile.objects.using(connection.alias).values_list("pk", "packed").iterator(chunk_size=_FILES_AT_ONCE)
    # Decompression takes most of the time and runs in threads.
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        while chunk := list(islice(rows, _FILES_AT_ONCE)):
            for (sha256, _), unpacked in zip(chunk, pool.map(_unpacked, (packed for _, packed in chunk)), strict=True):
                size = sizes.pop(sha256, None)
                if what := _wrong_with(sha256, size, unpacked):
                    yield "rulesbase_sourcefile", f"file {sha256[:12]}", what
    for sha256 in sorted(sizes):
        yield "rulesbase_source", f"file {sha256[:12]}", "its file is missing"


def _unpacked(packed: bytes) -> tuple[int, str] | None:
    """Return size and digest of a file; None if it cannot be decompressed."""
    try:
        data = bz2.decompress(bytes(packed))
    except (OSError, TypeError, ValueError, EOFError):
        return None
    return len(data), hashlib.sha256(data).hexdigest()


def _wrong_with(sha256: str, size: int | None, unpacked: tuple[int, str] | None) -> str:
    if unpacked is None:
        return "it cannot be decompressed"
    if unpacked[1] != sha256:
        return "its bytes have changed: they have another digest"
    if size is None:
        return "no source has this file"
    return "" if size == unpacked[0] else f"it has {unpacked[0]} bytes, its source says {size}"


def entries(connection: BaseDatabaseWrapper) -> Found:
    """Compare entries with their edition, source and Rule."""
    rows = Entry.objects.using(connection.alias)
    checks = (
        (rows.exclude(wording__language=F("source__language")), "its text is in another language than its source"),
        (
            rows.exclude(edition=None).exclude(source__edition=F("edition")),
            "it is the text of another edition than its source's",
        ),
        # Lineage follows complete editions; one of a file that was cut off has no Rules.
        (
            rows.filter(edition__language="en", edition__complete=True, rule=None),
            "it is in a complete English edition and has no Rule",
        ),
    )
    for wrong, what in checks:
        for pk, number in wrong.values_list("pk", "number"):
            yield "rulesbase_entry", f"row {pk} ({number})", what
    twice = rows.exclude(edition=None).values("edition", "number").annotate(times=Count("pk")).filter(times__gt=1)
    for one in twice.order_by():
        yield "rulesbase_entry", f"edition {one['edition']}, {one['number']}", f"the number exists {one['times']} times"


def places(connection: BaseDatabaseWrapper) -> Found:
    """Check number, kind and chapter of each entry, and the order in whole editions (positions start at 0)."""
    for document in DOCUMENTS:
        with document_active(document):
            # A list, so that the document is active in here only.
            found = list(_places(connection, document))
        yield from found


def _places(connection: BaseDatabaseWrapper, document: str) -> Found:
    fields = ("pk", "edition", "edition__complete", "position", "number", "kind", "chapter")
    entries = Entry.objects.using(connection.alias).filter(source__document=document)
    rows = entries.order_by("edition", "position", "pk").values_list(*fields)
    now, before, terms = None, -1, False
    for pk, edition, complete, position, number, kind, chapter in rows.iterator(chunk_size=5000):
        if edition != now:
            now, before, terms = edition, -1, False
        where = f"row {pk} ({number})"
        if what := _not_of(number, kind, chapter):
            yield "rulesbase_entry", where, what
        if edition is None:
            continue
        is_term = kind == Entry.Kind.TERM
        if not complete:
            # In editions composed of several sources rules are ordered by number.
            if not is_term and position != sort_key(number):
                yield "rulesbase_entry", where, "its position is not that of its number"
            continue
        if position != before + 1:
            yield "rulesbase_entry", where, f"its position is {position}, and that before it {before}"
        elif terms and not is_term:
            yield "rulesbase_entry", where, "it comes after glossary terms, which must be last"
        before, terms = position, terms or is_term


def _not_of(number: str, kind: int, chapter: int) -> str:
    """Return what does not fit the number of an entry; a term has a slug instead of a number."""
    if kind == Entry.Kind.TERM:
        return "" if chapter == Entry.TERMS else f"it is a term in chapter {chapter}"
    if kind != KINDS[kind_of(number)]:
        return "its kind is not that of its number"
    try:
        fits = chapter == chapter_index(number)
    except ValueError:
        # A damaged number may contain anything.
        fits = False
    return "" if fits else f"its chapter is {chapter}"


def rules(connection: BaseDatabaseWrapper) -> Found:
    """Check merged Rules and kinships."""
    merged = Rule.every.using(connection.alias).exclude(merged_into=None)
    into = dict(merged.values_list("pk", "merged_into"))
    for pk in into:
        seen, at = {pk}, into[pk]
        while at in into and at not in seen:
            seen.add(at)
            at = into[at]
        if at in seen:
            yield "rulesbase_rule", f"row {pk}", "it was merged into itself, directly or through other Rules"
    in_use = merged.filter(entries__edition__language="en").distinct()
    yield from all_wrong(in_use, "it was merged into another one and still has entries")
    kinships = Kinship.every.using(connection.alias).exclude(kind__in=("split", "merge"))
    for pk, kind in kinships.values_list("pk", "kind"):
        yield "rulesbase_kinship", f"row {pk}", f"its kind is {kind!r}, which does not exist"


def sources(connection: BaseDatabaseWrapper) -> Found:
    """Compare numbers, wordings and examples of each whole English edition.

    Sources read by another parser version, or corrected by hand at import, are skipped.
    """
    rows = Source.every.using(connection.alias).filter(language="en", parser_version=PARSER_VERSION)
    for source in rows.filter(edition__text_source=F("pk"), edition__complete=True).order_by("pk"):
        if any(_BY_HAND in problem for _line, _text, problem in source.issues):
            continue
        where = f"{source.edition_id} ({source.name})"
        try:
            read = _read_again(source, connection)
        except NotRules as error:
            yield "rulesbase_edition", where, f"its source cannot be read: {error}"
            continue
        if read is None:
            continue
        there, stored = content_of(read), _stored(source, connection)
        if [number for number, *_ in there] != [number for number, *_ in stored]:
            yield "rulesbase_edition", where, "it has other numbers than its source"
        for one, other in zip(there, stored, strict=False):
            if one != other and one[0] == other[0]:
                yield "rulesbase_edition", where, f"{one[0]} differs from its source"


def _read_again(source: Source, connection: BaseDatabaseWrapper) -> RulesText | None:
    """Return the source as parsed now; None if its language or encoding was set by hand, or its file is missing."""
    packed = SourceFile.objects.using(connection.alias).filter(pk=source.sha256).values_list("packed", flat=True)
    if not (found := packed.first()):
        return None
    # Its document may have been named at import.
    document = "" if source.document == COMPREHENSIVE_RULES else source.document
    read: RulesText | None = read_source(bz2.decompress(bytes(found)), source.name, document=document)
    if read and read.language != source.language:
        read = read.other
    return read if read and (read.language, read.encoding) == (source.language, source.encoding) else None


def _stored(source: Source, connection: BaseDatabaseWrapper) -> list[tuple[str, str, list[str]]]:
    """Return the stored entries in the same form. Two queries."""
    own = Example.objects.using(connection.alias).filter(entry__edition=source.edition_id).order_by("position")
    examples = grouped(own.values_list("entry", "wording__digest"))
    entries = Entry.objects.using(connection.alias).filter(edition=source.edition_id).order_by("position")
    return [
        (number, digest, examples[pk]) for pk, number, digest in entries.values_list("pk", "number", "wording__digest")
    ]


def study(connection: BaseDatabaseWrapper) -> Found:
    """Find rows that the scheduler cannot have written, and rows that mix two accounts."""
    alias = connection.alias
    studied = Studied.objects.using(alias)
    graded = ~Q(state=Studied.State.NEW)
    checks = (
        (studied.filter(graded & (Q(stability=None) | Q(difficulty=None))), "it was graded and has no state"),
        (studied.filter(graded & Q(last_review=None)), "it was graded, but has no date of review"),
        (studied.filter(Q(stability__lte=0) | Q(difficulty__lt=1) | Q(difficulty__gt=10)), "its state is not possible"),
        (studied.filter(lapses__gt=F("reviews")), "it was forgotten more often than it was asked"),
        (studied.exclude(question__owner=None).exclude(question__owner=F("user")), "it is somebody else's own card"),
        (Grade.objects.using(alias).filter(Q(promised__lt=0) | Q(promised__gt=1)), "its promise is not a probability"),
        (
            DeckQuestion.objects.using(alias)
            .exclude(question__owner=None)
            .exclude(Q(deck__owner=F("question__owner")) | Q(deck__is_shared=True)),
            "somebody's own card is in the deck of another",
        ),
        (Enrolment.objects.using(alias).filter(ended_at__lt=F("since")), "it ended before it began"),
        (
            StudyOptions.objects.using(alias).filter(Q(retention__lte=0) | Q(retention__gte=1) | Q(day_starts__gt=23)),
            "its options are not possible",
        ),
    )
    for rows, what in checks:
        yield from all_wrong(rows, what)
