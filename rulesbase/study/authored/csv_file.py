"""Written questions as CSV: a row for each language, a line for each choice, a star for right ones."""

import csv
import datetime
import io
import re
from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from rulesbase.engine.questions.markup import Content, QuestionText, read_choices, read_tags, write_choices
from rulesbase.models import WrittenRevision
from rulesbase.study.authored.actions import FileBindings
from rulesbase.study.authored.content import CitationTarget, InvalidQuestion, content_of
from rulesbase.study.authored.json_file import InvalidFile, Item, counted, decoded, known_id, refuse_too_many

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


def read_csv(data: bytes) -> list[Item]:
    """Return the questions of a CSV file; rows of other languages follow the English one. Raises InvalidFile."""
    rows = csv.reader(io.StringIO(decoded(data), newline=""), strict=True)
    found: list[tuple[int, list[dict[str, str]]]] = []
    faults: list[tuple[int, str]] = []
    line = 1
    try:
        names = [name.strip().lower() for name in next(rows, [])]
        if lacking := [name for name in ("level", "language", "scenario") if name not in names]:
            raise InvalidFile([(1, _("There is no column “%(name)s”.") % {"name": lacking[0]})])
        line = rows.line_num + 1
        for row in rows:
            row_data = {name: _bare(cell) for name, cell in zip(names, row, strict=False)}
            if any(row) and len(row) != len(names):
                what = _("There are %(count)d cells, and %(columns)d columns.")
                faults.append((line, what % {"count": len(row), "columns": len(names)}))
            elif any(row) and found and _continues(row_data, found[-1][1]):
                found[-1][1].append(row_data)
            elif any(row):
                found.append((line, [row_data]))
            line = rows.line_num + 1
    except csv.Error as error:
        raise InvalidFile([(line, _("This is no CSV: %(what)s.") % {"what": error})]) from None
    refuse_too_many(start for start, _rows in found)
    items = []
    for start, some in found:
        try:
            items.append(_item_of_rows(start, some))
        except InvalidQuestion as unfit:
            faults += [(start, fault) for fault in unfit.faults]
    return counted(items, faults)


def _continues(row_data: Mapping[str, str], some: list[dict[str, str]]) -> bool:
    """Return whether a row is another language of the question before it."""
    return row_data["language"] != "en" and row_data.get("id", "") == some[0].get("id", "")


def _item_of_rows(line: int, some: list[dict[str, str]]) -> Item:
    texts: dict[str, QuestionText] = {}
    right: tuple[int, ...] = ()
    first = some[0]
    for row in some:
        choices, marked = read_choices(row.get("choices", ""))
        right = marked if row is first else right
        if row["language"] in texts:
            raise InvalidQuestion(
                [_("The language “%(language)s” stands there twice.") % {"language": row["language"][:20]}]
            )
        texts[row["language"]] = QuestionText(
            row["scenario"], row.get("answer", ""), row.get("explanation", ""), choices
        )
    try:
        level = int(first["level"][:4])
        citations = dict(_citation(row_data) for row_data in first.get("citations", "").splitlines())
        cards = {
            name: card for name, _is, card in (line.rpartition("=") for line in first.get("cards", "").splitlines())
        }
    except ValueError:
        raise InvalidQuestion([_("The level, the citations or the cards cannot be read.")]) from None
    content = Content(level, read_tags(first.get("tags", "")), right, texts)
    return Item(line, known_id(first.get("id", "")), content, FileBindings(citations, cards))


def _citation(row_data: str) -> tuple[str, CitationTarget]:
    found = _CITED.fullmatch(row_data)
    if found is None:
        raise ValueError(row_data)
    return found[1], CitationTarget(found[2], datetime.date.fromisoformat(found[3]))
