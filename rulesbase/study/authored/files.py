"""Export and import of written questions as JSON and CSV. An export can be imported unchanged.

An invalid file is refused as a whole, with the lines and their faults.
"""

import csv
import datetime
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from rulesbase.core.database.write_lock import content_lock
from rulesbase.core.errors import Refused
from rulesbase.engine.questions.markup import Content, QuestionText, read_content, write_choices
from rulesbase.imports.sample import FOLDER
from rulesbase.models import User, Version, WrittenQuestion, WrittenRevision
from rulesbase.study.authored.actions import newest_of, publish, save
from rulesbase.study.authored.content import CitationTarget, FileBindings, InvalidQuestion, content_of

FORMAT, FORMAT_VERSION = "rulesbase-questions", 1
MAX_BYTES, MOST_QUESTIONS, MOST_FAULTS = 2 * 1024 * 1024, 2_000, 20
_ID = re.compile(r"[b-df-hj-np-tv-z2-9]{8}")
_Data = TypeVar("_Data")
_LIST = re.compile(r'"questions"\s*:\s*\[')


class FileQuestion(NamedTuple):
    """A question of a file, and the line where it begins."""

    line: int
    public_id: str
    content: Content
    given: FileBindings


class FaultyFile(Refused):
    """An invalid file; ``faults`` are its lines and their faults."""

    def __init__(self, faults: Iterable[tuple[int, str]]) -> None:
        self.faults = tuple(faults)
        messages = [_("Line %(line)d: %(what)s") % {"line": line, "what": what} for line, what in self.faults]
        super().__init__(" ".join(messages))


def to_export(*, published_only: bool) -> list[WrittenRevision]:
    """Return the published revisions, or the newest of all questions that are not retired, by id."""
    rows = WrittenRevision.objects.select_related("written").prefetch_related("citations")
    if published_only:
        return list(rows.published().order_by("written__public_id"))
    found: dict[int, WrittenRevision] = {}
    for row in rows.filter(written__retired_at=None).order_by("written__public_id", "number"):
        found[row.written_id] = row
    return list(found.values())


# ---- JSON ----


def as_json_text(rows: Iterable[WrittenRevision]) -> str:
    """Return revisions as a JSON file."""
    data = {"format": FORMAT, "version": FORMAT_VERSION, "questions": [_question_data(row) for row in rows]}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _question_data(row: WrittenRevision) -> dict[str, Any]:
    return {
        "id": row.written.public_id,
        "level": row.level,
        "tags": row.tags,
        "right": row.right,
        "citations": {c.written_as: {"number": c.number, "day": c.day.isoformat()} for c in row.citations.all()},
        # Databases store the names in different orders.
        "cards": dict(sorted(row.cards.items())),
        "texts": {
            code: {part: words[part] for part in ("scenario", "choices", "answer", "explanation")}
            for code, words in row.texts.items()
        },
    }


def read_json(data: bytes) -> list[FileQuestion]:
    """Return the questions of a JSON file. Raises FaultyFile."""
    text = decoded(data)
    try:
        whole = json.loads(text)
        # Refuse lone surrogates, which cannot be stored.
        json.dumps(whole, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise FaultyFile([(error.lineno, _("This is not valid JSON: %(what)s.") % {"what": error.msg})]) from None
    except (RecursionError, ValueError):
        message = _("This JSON cannot be read. Check that it is not nested too deeply and has no invalid characters.")
        raise FaultyFile([(1, message)]) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or not isinstance(whole.get("questions"), list):
        raise FaultyFile([(1, _('The file must begin with {"format": "%(format)s"}.') % {"format": FORMAT})])
    if whole.get("version") != FORMAT_VERSION:
        raise FaultyFile([(1, _("The field “version” of the file must be %(version)d.") % {"version": FORMAT_VERSION})])
    return _read_all(islice(_with_lines(text, whole["questions"]), MOST_QUESTIONS + 1), _item, [])


def _with_lines(text: str, questions: list[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the questions with the lines where they begin, by decoding them again one by one."""
    found = _LIST.search(text)
    at = found.end() if found else 0
    line, counted_to, is_lost = 1, 0, found is None
    decoder = json.JSONDecoder()
    for question in questions:
        if not is_lost:
            while at < len(text) and text[at] in " \t\r\n,":
                at += 1
            line += text.count("\n", counted_to, at)
            counted_to = at
            try:
                _again, at = decoder.raw_decode(text, at)
            except (ValueError, RecursionError):
                is_lost = True
        yield 1 if is_lost else line, question


def _item(line: int, data: Any) -> FileQuestion:
    try:
        texts = {str(code): _words(words) for code, words in data["texts"].items()}
        tags, right = [_text(tag) for tag in _list(data, "tags")], [_number(at) for at in _list(data, "right")]
        content = Content(_number(data["level"]), tags, right, texts)
        citations = {
            str(written): CitationTarget(_text(one["number"]), datetime.date.fromisoformat(_text(one["day"])))
            for written, one in data.get("citations", {}).items()
        }
        cards = {str(name): _text(card)[:64] for name, card in data.get("cards", {}).items()}
        public_id = _text(data.get("id", ""))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InvalidQuestion([_("The question does not match the format: %(what)s.") % {"what": error}]) from None
    return FileQuestion(line, public_id, content, FileBindings(citations, cards))


def _words(data: Mapping[str, Any]) -> QuestionText:
    scenario, answer, explanation = (_text(data.get(part, "")) for part in ("scenario", "answer", "explanation"))
    return QuestionText(scenario, answer, explanation, [_text(choice) for choice in _list(data, "choices")])


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    """Return a list of the data, by default empty."""
    found = data.get(name, [])
    if not isinstance(found, list):
        raise TypeError(name)
    return found


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError(_("a text is expected, not %(what)s") % {"what": json.dumps(data)[:40]})
    return data


def _number(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise TypeError(_("a whole number is expected, not %(what)s") % {"what": json.dumps(data)[:40]})
    return data


# ---- In ----


def too_large() -> list[tuple[int, str]]:
    """Return the fault of a file that is too large."""
    return [(1, _("The file is too large: at most %(most)d megabytes.") % {"most": MAX_BYTES >> 20})]


def decoded(data: bytes) -> str:
    """Return a file as text. Raises FaultyFile."""
    if len(data) > MAX_BYTES:
        raise FaultyFile(too_large())
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FaultyFile([(line, _("The file must be text in UTF-8."))]) from None


def _read_all(
    given: Iterable[tuple[int, _Data]], read: Callable[[int, _Data], FileQuestion], faults: list[tuple[int, str]]
) -> list[FileQuestion]:
    """Read questions, given with their lines. Raises FaultyFile, also for the ``faults`` found before."""
    found = list(given)
    if len(found) > MOST_QUESTIONS:
        message = _("A file can contain at most %(most)d questions.") % {"most": MOST_QUESTIONS}
        raise FaultyFile([(found[MOST_QUESTIONS][0], message)])
    items: list[FileQuestion] = []
    for line, data in found:
        try:
            item = read(line, data)
        except InvalidQuestion as unfit:
            faults += [(line, fault) for fault in unfit.faults]
            continue
        if item.public_id and not _ID.fullmatch(item.public_id):
            faults.append((line, _("“%(id)s” is not the id of a question.") % {"id": item.public_id[:20]}))
        elif item.public_id and item.public_id in (one.public_id for one in items):
            faults.append((line, _("The id %(id)s is listed twice.") % {"id": item.public_id}))
        items.append(item)
    if not found and not faults:
        faults = [(1, _("There are no questions in the file."))]
    if faults:
        raise FaultyFile(sorted(faults)[:MOST_FAULTS])
    return items


def import_questions(items: Iterable[FileQuestion], by: User | None) -> dict[str, int]:
    """Store the questions of a file; new and changed ones wait for review. Return how many were new, changed or same.

    If one is invalid nothing is stored. Raises FaultyFile.
    """
    faults: list[tuple[int, str]] = []
    counts = {"new": 0, "changed": 0, "same": 0}
    # Two requests may send the same file.
    with content_lock():
        for item in items:
            try:
                with transaction.atomic():
                    counts[_import_question(item, by)] += 1
            except InvalidQuestion as unfit:
                faults += [(item.line, fault) for fault in unfit.faults]
        if faults:
            raise FaultyFile(faults[:MOST_FAULTS])
    return counts


def _import_question(item: FileQuestion, by: User | None) -> str:
    written = WrittenQuestion.objects.filter(public_id=item.public_id).first() if item.public_id else None
    if written is None:
        save(None, item.content, 0, by, submit=True, public_id=item.public_id, given=item.given)
        return "new"
    newest = newest_of(written)
    reason = _("imported from a file")
    made = save(written, item.content, newest.number, by, reason=reason, submit=True, given=item.given)
    return "same" if made.pk == newest.pk else "changed"


FILE = FOLDER / "questions.json"


def load_sample_questions() -> int:
    """Store and publish the sample's questions if there are only the sample's rules; return how many."""
    with transaction.atomic():
        samples = set(Version.objects.values_list("is_sample", flat=True))
        if WrittenQuestion.objects.exists() or samples != {True}:
            return 0
        taken = import_questions(read_json(FILE.read_bytes()), None)
        for row in WrittenRevision.objects.select_related("written"):
            publish(row.written, row.number, None)
    return taken["new"]


# ---- CSV: a row for each language, a line for each choice, a star for right ones ----


COLUMNS = ("id", "level", "tags", "language", "scenario", "choices", "answer", "explanation", "citations", "cards")
# A spreadsheet would read these as formulas; a quote before them prevents it.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "'")
_CITED = re.compile(r"(.{1,90})=(.{1,80})@(\d{4}-\d\d-\d\d)")


def as_csv_rows(rows: Iterable[WrittenRevision]) -> Iterator[tuple[str, ...]]:
    """Yield the names of the columns, then a row for each language of each revision."""
    yield COLUMNS
    for row in rows:
        cited = "\n".join(f"{c.written_as}={c.number}@{c.day.isoformat()}" for c in row.citations.all())
        cards = "\n".join(f"{name}={card}" for name, card in sorted(row.cards.items()))
        for code, words in content_of(row).texts.items():
            choices = write_choices(words.choices, row.right)
            cells = (row.written.public_id, str(row.level), " ".join(row.tags), code, words.scenario, choices)
            yield tuple(_shielded(cell) for cell in (*cells, words.answer, words.explanation, cited, cards))


def _shielded(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _bare(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def read_csv(data: bytes) -> list[FileQuestion]:
    """Return the questions of a CSV file; rows of other languages follow the English one. Raises FaultyFile."""
    rows = csv.reader(io.StringIO(decoded(data), newline=""), strict=True)
    found: list[tuple[int, list[dict[str, str]]]] = []
    faults: list[tuple[int, str]] = []
    line = 1
    try:
        names = [name.strip().lower() for name in next(rows, [])]
        if lacking := [name for name in ("level", "language", "scenario") if name not in names]:
            raise FaultyFile([(1, _("The file has no column “%(name)s”. Add this column.") % {"name": lacking[0]})])
        line = rows.line_num + 1
        for row in rows:
            row_data = {name: _bare(cell) for name, cell in zip(names, row, strict=False)}
            if any(row) and len(row) != len(names):
                what = _("This row has %(count)d cells, but the table has %(columns)d columns.")
                faults.append((line, what % {"count": len(row), "columns": len(names)}))
            elif any(row) and found and _continues(row_data, found[-1][1]):
                found[-1][1].append(row_data)
            elif any(row):
                found.append((line, [row_data]))
            line = rows.line_num + 1
    except csv.Error as error:
        raise FaultyFile([(line, _("This is not a valid CSV file: %(what)s.") % {"what": error})]) from None
    return _read_all(found, _item_of_rows, faults)


def _continues(row_data: Mapping[str, str], some: list[dict[str, str]]) -> bool:
    """Return whether a row is another language of the question before it."""
    return row_data["language"] != "en" and row_data.get("id", "") == some[0].get("id", "")


def _item_of_rows(line: int, some: list[dict[str, str]]) -> FileQuestion:
    first = some[0]
    typed: dict[str, Mapping[str, str]] = {}
    for row in some:
        if row["language"] in typed:
            message = _("The language “%(language)s” is listed twice.")
            raise InvalidQuestion([message % {"language": row["language"][:20]}])
        typed[row["language"]] = row
    try:
        level = int(first["level"][:4])
        citations = dict(_citation(cited) for cited in first.get("citations", "").splitlines())
        cards = {
            name: card for name, _is, card in (line.rpartition("=") for line in first.get("cards", "").splitlines())
        }
    except ValueError:
        message = _("A value in the column “level”, “citations” or “cards” is not valid. Check these three columns.")
        raise InvalidQuestion([message]) from None
    content = read_content(level, first.get("tags", ""), typed)
    return FileQuestion(line, first.get("id", ""), content, FileBindings(citations, cards))


def _citation(cited: str) -> tuple[str, CitationTarget]:
    found = _CITED.fullmatch(cited)
    if found is None:
        raise ValueError(cited)
    return found[1], CitationTarget(found[2], datetime.date.fromisoformat(found[3]))
