"""Import many files: find and read them, then import one by one in the order of their dates."""

import datetime
import hashlib
import logging
import os
import pickle
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Generic, NamedTuple, Self, TypeVar

from django.db import DatabaseError

from rulesbase.archive.bulletins import NoteResult, import_note, update_bulletins
from rulesbase.core.database.database_errors import first_line
from rulesbase.core.database.planner_statistics import update_planner_statistics
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.engine.parsing.not_rules import IsArticle
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports.import_file import MAX_BYTES, ImportResult, ImportStatus, import_source
from rulesbase.models import Source
from rulesbase.translations.term_counts import count_terms

log = logging.getLogger(__name__)
_COUNTS = ("rules", "examples", "terms", "issues")
_ENDINGS = {".txt", ".docx", ".pdf", ".html", ".htm", ".md", ".text"}


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Report(Generic[Result]):
    """Result of one file. ``failed``: the command ends with an error, as a named file or the database failed."""

    name: str
    status: str
    sentence: str = ""
    failed: bool = False
    result: Result | None = None
    seconds: float = 0.0

    def cells(self, result: Result) -> list[str]:
        """Return the six cells about the imported content."""
        raise NotImplementedError

    def row(self) -> list[str]:
        """Return the cells of the closing table."""
        cells = [""] * 6 if self.result is None else self.cells(self.result)
        status = "partial" if self.status == ImportStatus.WITNESS else self.status
        return [self.name, status, *cells, f"{self.seconds:.2f}"]

    def as_dict(self) -> dict[str, object]:
        """Return what --json prints of every file."""
        seconds = round(self.seconds, 3)
        return {"file": self.name, "result": self.status, "sentence": self.sentence, "seconds": seconds}

    @classmethod
    def refused(cls, name: str, error: Exception, started: float, *, failed: bool = True) -> Self:
        """Return the report of a refused file, with the error as a message."""
        if isinstance(error, DatabaseError):
            sentence = database_message(name, error)
        elif isinstance(error, OSError):
            sentence = f"The file cannot be read: {error.strerror}."
        else:
            sentence = str(error)
        return cls(name, "refused", sentence, failed, seconds=time.perf_counter() - started)


class FileReport(Report[ImportResult | NoteResult]):
    """Result of one rules file."""

    def cells(self, result: ImportResult | NoteResult) -> list[str]:
        """Return version, language and counts."""
        content = _content_of(result)
        return [content["version"] or "undated", *(str(content[name]) for name in ("language", *_COUNTS))]

    def as_dict(self) -> dict[str, object]:
        """Return what --json prints."""
        content = _content_of(self.result) if self.result else {"document": None, "version": None, "language": None}
        return super().as_dict() | dict.fromkeys(_COUNTS, 0) | content


def _content_of(result: ImportResult | NoteResult) -> dict[str, Any]:
    """Return document, version, language and counts of an imported file."""
    if isinstance(result, NoteResult):
        note = result.note
        counts = (result.rules, 0, 0, result.issues)
        found = {"document": None, "version": note.version.date.isoformat(), "language": note.language}
    else:
        source = result.source
        counts = (source.rules, source.examples, source.terms, len(source.issues))
        version = source.stated_date.isoformat() if source.stated_date else None
        found = {"document": source.document, "version": version, "language": source.language}
    return found | dict(zip(_COUNTS, counts, strict=True))


class _File(NamedTuple):
    path: Path
    named: bool

    @property
    def name(self) -> str:
        """The name for people and the database."""
        return readable_name(self.path)


class _ParsedFile(NamedTuple):
    """A file whose parsed text is stored in a temporary file from ``start`` on."""

    file: _File
    date: datetime.date | None
    start: int
    seconds: float

    @property
    def order(self) -> tuple[bool, datetime.date, bool, str]:
        """Sort by date; Word documents before plain text of the same date, which becomes the edition."""
        path = self.file.path
        return self.date is None, self.date or datetime.date.min, path.suffix.lower() != ".docx", str(path)


def readable_name(path: Path) -> str:
    """Return a file name for people and the database; bytes that are no UTF-8 become question marks."""
    return os.fsencode(path.name or str(path)).decode("utf-8", "replace").replace("\ufffd", "?")


def find_files(paths: Iterable[str | Path], accepts: Callable[[Path], bool]) -> dict[Path, bool]:
    """Return the named files and the accepted files of named folders, in a fixed order, and whether each was named.

    A folder without such files is listed itself, so that it is reported.
    """
    found: dict[Path, bool] = {}
    for name in paths:
        path = Path(name)
        inside = sorted(file for file in path.rglob("*") if file.is_file() and accepts(file))
        for file in inside:
            found.setdefault(file, False)
        if not inside:
            found[path] = True
    return found


def import_paths(
    paths: Iterable[str | Path],
    *,
    language: str | None = None,
    date: datetime.date | None = None,
    document: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[FileReport]:
    """Import files and folders; call ``progress(done, total)`` after each file.

    Each file has its own transaction, so an interrupted run can be repeated. Files without rules, unreadable or too
    large ones are reported and skipped. Articles about rules changes become notes after the versions are imported.
    """
    found = find_files(paths, lambda file: not file.name.startswith("."))
    files = [_File(path, named) for path, named in found.items()]
    reports: list[FileReport] = []
    waiting: list[_ParsedFile] = []
    unread: list[tuple[_File, NotRules]] = []
    known = set(Source.every.values_list("sha256", flat=True))
    total = len(files)
    # The parsed texts of the whole archive need 200 MB in memory.
    with tempfile.TemporaryFile() as texts:
        for file in files:
            started = time.perf_counter()
            try:
                data = _read(file)
                if hashlib.sha256(data).hexdigest() in known:
                    result = import_source(data, name=file.name, language=language, date=date)
                    seconds = time.perf_counter() - started
                    reports.append(FileReport(file.name, result.status, result=result, seconds=seconds))
                else:
                    parsed = read_source(data, file.name, document=document)
                    start = texts.tell()
                    pickle.dump(parsed, texts, pickle.HIGHEST_PROTOCOL)
                    waiting.append(_ParsedFile(file, parsed.date, start, time.perf_counter() - started))
            except NotRules as error:
                unread.append((file, error))
            except OSError as error:
                reports.append(FileReport.refused(file.name, error, started, failed=file.named))
        for read in sorted(waiting, key=lambda read: read.order):
            progress(len(reports), total)
            reports.append(_import_one(read, texts, language, date))
    reports.extend(_note_or_refusal(file, error) for file, error in unread)
    # Also without new files: this completes an import that was interrupted after its last file.
    update_bulletins()
    progress(total, total)
    if waiting:
        update_planner_statistics()
        count_terms()
    return reports


def _read(file: _File) -> bytes:
    path = file.path
    if path.is_dir():
        raise NotRules("The folder has no files.")
    if path.exists() and not path.is_file():
        raise NotRules("This is not a file.")
    if not file.named and path.suffix.lower() not in _ENDINGS:
        raise NotRules(f"Files ending in “{path.suffix}” are not read from folders; name the file to try it.")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise NotRules(f"The file has {size / 1e6:.0f} MB; no text of the rules is larger than {MAX_BYTES >> 20} MB.")
    return path.read_bytes()


def _note_or_refusal(file: _File, refused: NotRules) -> FileReport:
    """Import an article as a note; report any other file with the reason of its refusal."""
    started = time.perf_counter()
    if not isinstance(refused, IsArticle):
        return FileReport.refused(file.name, refused, started, failed=file.named)
    try:
        result = import_note(_read(file), file.name)
    except (NotRules, OSError) as error:
        return FileReport.refused(file.name, error, started, failed=file.named)
    return FileReport(file.name, result.status, result=result, seconds=time.perf_counter() - started)


def _import_one(read: _ParsedFile, texts: IO[bytes], language: str | None, date: datetime.date | None) -> FileReport:
    # Include the time of parsing.
    started = time.perf_counter() - read.seconds
    name = read.file.name
    try:
        data = _read(read.file)
        texts.seek(read.start)
        parsed: RulesText = pickle.load(texts)  # noqa: S301 - written by this process
        result = import_source(data, name=name, language=language, date=date, parsed=parsed)
    except (NotRules, OSError) as error:
        return FileReport.refused(name, error, started, failed=read.file.named)
    except DatabaseError as error:
        return FileReport.refused(name, error, started)
    return FileReport(name, result.status, result=result, seconds=time.perf_counter() - started)


def database_message(name: str, error: DatabaseError) -> str:
    """Log a database error at a file and return a message."""
    log.error("The database reported an error for %s: %s", name, first_line(error))
    return f"The database reported an error: {first_line(error)}. Nothing of the file was stored; try again."
