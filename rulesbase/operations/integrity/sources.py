"""A slow integrity check: parse every English source again and compare it with the stored edition."""

import bz2

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F

from rulesbase.archive.store_text import content_of
from rulesbase.core.grouping import grouped
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.parse import PARSER_VERSION, read_source
from rulesbase.engine.text.active_document import COMPREHENSIVE_RULES
from rulesbase.models import Entry, Example, Source, SourceFile
from rulesbase.operations.integrity.findings import Found

# In each sentence about a correction, also in older databases.
_BY_HAND = "by hand"


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
