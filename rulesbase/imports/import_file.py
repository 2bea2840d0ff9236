"""Import a rules file in one transaction; its SHA-256 identifies it."""

import bz2
import dataclasses
import datetime
import hashlib
from enum import StrEnum
from typing import NamedTuple

from rulesbase.accounts.roles import ensure_language_roles
from rulesbase.archive.store_text import has_same_content, make_entries, store_entries, store_texts
from rulesbase.core.database.write_lock import content_lock, writing
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document, document_active
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.parse import PARSER_VERSION, read_source
from rulesbase.engine.parsing.refused_texts import refusal_of_file
from rulesbase.engine.text.set_names import set_of_version
from rulesbase.imports.compose_edition import compose
from rulesbase.imports.known_files import known_as, known_source
from rulesbase.imports.partial_sources import compare
from rulesbase.imports.remove_sample import remove_sample
from rulesbase.lineage.assign_rules import finish_lineage, place_in_lineage
from rulesbase.models import ActionLog, Edition, Entry, Example, Source, SourceFile, User, Version
from rulesbase.translations.alignment import align_edition, align_source

# The largest official file has 1.8 MB (UTF-16); a whole edition in any language stays far below this.
MAX_BYTES = 32 * 1024 * 1024


class ImportStatus(StrEnum):
    """What an import did with a file."""

    # A new edition.
    IMPORTED = "imported"
    # An edition has a new text.
    CORRECTED = "corrected"
    # A partial source, or the same text in another file.
    WITNESS = "witness"
    # Nothing: the file was imported before.
    KNOWN = "known"


class ImportResult(NamedTuple):
    """Result of one file."""

    status: ImportStatus
    source: Source


def import_source(
    data: bytes,
    *,
    name: str,
    address: str = "",
    language: str | None = None,
    date: datetime.date | None = None,
    parsed: RulesText | None = None,
    sample: bool = False,
    by: User | None = None,
) -> ImportResult:
    """Store a file of rules or of a tournament document, unless it is known.

    ``language`` and ``date`` override the file; ``parsed`` avoids parsing again.
    Raises NotRules for a file without rules, or known in another language or with another date; then nothing is stored.
    """
    file = _File(hashlib.sha256(data).hexdigest(), len(data), name, address, sample)
    document = Source.every.filter(sha256=file.sha256).values_list("document", flat=True).first()
    if document is not None:
        with document_active(document):
            if known := known_as(file.sha256, data, name, language=language, date=date, parsed=parsed):
                _learn_address(known, address)
                return ImportResult(ImportStatus.KNOWN, known)
    parsed = parsed or read_source(data, name)
    with document_active(parsed.document):
        parsed = _dated(parsed, language, date)
        if problem := refusal_of_file(parsed):
            raise NotRules(problem)
        return _store_file(data, file, parsed, by)


class _File(NamedTuple):
    """A file while it is stored; ``sample``: it belongs to the sample."""

    sha256: str
    size: int
    name: str
    address: str
    sample: bool


def _store_file(data: bytes, file: _File, parsed: RulesText, by: User | None) -> ImportResult:
    """Store a file in the active document."""
    with content_lock() as state:
        # Another process may have imported it meanwhile.
        if known := known_source(file.sha256, parsed.language):
            return ImportResult(ImportStatus.KNOWN, known)
        if not file.sample and Version.objects.filter(is_sample=True).exists():
            remove_sample()
        SourceFile.objects.create(sha256=file.sha256, packed=bz2.compress(data))
        result = _store(parsed, file)
        if other := parsed.other:
            if other.language == parsed.language:
                raise NotRules(_("The file has text in two languages. Do not choose a language for it."))
            other = dataclasses.replace(other, encoding=parsed.encoding, line_ends=parsed.line_ends)
            _store(dataclasses.replace(other, date=other.date or parsed.date), file)
            # Align again now that the English of the same file is stored.
            align_source(result.source)
        if not file.sample:
            _log(result.source, by)
        state.content_changed()
    return result


def _log(source: Source, by: User | None) -> None:
    """Log the import of a file, for each language in it."""
    for one in Source.objects.filter(sha256=source.sha256).select_related("edition__version").order_by("pk"):
        ActionLog.objects.create(
            verb=ActionLog.Verb.IMPORTED,
            author=by,
            language=one.language,
            place=f"{one.edition} {one.name}"[:120] if one.edition else one.name[:120],
            source=one,
            details={"sha256": one.sha256, "entries": one.rules, "terms": one.terms},
        )


def _learn_address(source: Source, address: str) -> None:
    """Store the official address of a file that was uploaded by hand before."""
    if not address or source.address:
        return
    with writing():
        Source.objects.filter(sha256=source.sha256, address="").update(address=address)
    source.address = address


def _dated(parsed: RulesText, language: str | None, date: datetime.date | None) -> RulesText:
    """Return the text with the given language and date; a whole edition must have a date."""
    date = date or parsed.date
    if parsed.whole and date is None:
        raise NotRules(_("The file contains the complete rules but no effective date. Enter the date to import it."))
    return dataclasses.replace(parsed, date=date, language=language or parsed.language)


def _store(parsed: RulesText, file: _File) -> ImportResult:
    """Store one language of a file. A source without a date belongs to no edition."""
    if parsed.language != "en" and not Source.objects.filter(language=parsed.language).exists():
        try:
            ensure_language_roles(parsed.language)
        except ValueError:
            message = _("“%(code)s” is not a language code. Use a code such as fr or pt-br.")
            raise NotRules(Message(message, {"code": parsed.language})) from None
    edition = _edition_for(parsed, file.sample)
    source = _source_row(parsed, file, edition)
    if edition is None or not parsed.whole:
        _store_part(parsed, source, edition)
        return ImportResult(ImportStatus.WITNESS, source)
    before = edition.text_source
    entries, examples = make_entries(source, edition, parsed)
    if before and has_same_content(before, source, entries, examples):
        _store_same_text(source, edition, entries, examples)
        return ImportResult(ImportStatus.WITNESS, source)
    _store_whole(parsed, source, edition, entries, examples)
    return ImportResult(ImportStatus.CORRECTED if before else ImportStatus.IMPORTED, source)


def _store_part(parsed: RulesText, source: Source, edition: Edition | None) -> None:
    """Store a partial source. An edition without a complete text is composed of its parts."""
    store_entries(*make_entries(source, None, parsed))
    if edition and not edition.complete:
        compose(edition)
        align_edition(edition)
    elif edition and edition.language != "en":
        align_edition(edition)
    compare(source, list(Edition.objects.filter(language=source.language, complete=True)))
    if edition is None:
        align_source(source)


def _store_same_text(source: Source, edition: Edition, entries: list[Entry], examples: list[Example]) -> None:
    """Store the text of an edition in another file, such as a Word document; the edition stays unchanged."""
    for entry in entries:
        entry.edition = None
    store_entries(entries, examples)
    compare(source, [edition])
    # Align its entries too, like those of the first file.
    align_source(source)


def _store_whole(
    parsed: RulesText, source: Source, edition: Edition, entries: list[Entry], examples: list[Example]
) -> None:
    """Store a complete text as that of its edition; it replaces an earlier text."""
    edition.entries.update(edition=None)
    moved = place_in_lineage(edition, parsed, entries) if edition.language == "en" else None
    store_entries(entries, examples)
    edition.text_source, edition.complete = source, True
    edition.rules, edition.examples, edition.terms = source.rules, source.examples, source.terms
    edition.save()
    for part in Source.objects.filter(language=edition.language, whole=False):
        compare(part, [edition])
    align_edition(edition)
    if moved:
        finish_lineage(edition.version, moved)


def _edition_for(parsed: RulesText, sample: bool) -> Edition | None:
    if parsed.date is None:
        return None
    known = None if sample or active_document() != COMPREHENSIVE_RULES else set_of_version(parsed.date)
    defaults = {"is_sample": sample, "name": known.name if known else ""}
    version, _ = Version.objects.get_or_create(date=parsed.date, defaults=defaults)
    edition, _ = Edition.objects.select_related("version").get_or_create(version=version, language=parsed.language)
    return edition


def _source_row(parsed: RulesText, file: _File, edition: Edition | None) -> Source:
    language = parsed.language
    around = (parsed.introduction, parsed.index, parsed.credits, parsed.commentary)
    introduction, index, credits_, commentary = store_texts(language, around)
    return Source.objects.create(
        edition=edition,
        sha256=file.sha256,
        language=language,
        name=file.name[-255:],
        address=file.address,
        size=file.size,
        encoding=parsed.encoding,
        line_ends=parsed.line_ends,
        layout=str(parsed.layout),
        whole=parsed.whole,
        stated_date=parsed.date,
        parser_version=PARSER_VERSION,
        title=parsed.title[:300],
        introduction_id=introduction,
        index_id=index,
        credits_id=credits_,
        commentary_id=commentary,
        issues=[list(issue) for issue in parsed.issues],
        rules=parsed.rule_count,
        examples=parsed.example_count,
        terms=len(parsed.glossary),
    )
