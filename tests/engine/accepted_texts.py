"""Texts read, written and read again in other forms: for the table of what is accepted."""

import csv
import html
import io
import textwrap
from collections.abc import Iterator
from pathlib import Path

from rulesbase.engine.nodes import Kind, NotRules, RulesText
from rulesbase.engine.notes import read_article
from rulesbase.engine.parsing import read_source
from rulesbase.engine.vetting import refused
from rulesbase.engine.writing import to_dict, to_markdown, to_text
from tests.engine.accepting import TWELVE, Part, Pieces, by_section, text_of

# The other old ones: each is written in a way of its own, or has misprints that no other has.
OLD = """2001-09-24 2002-02-20 2002-10-07 2003-10-01 2003-12-01 2004-02-01 2004-06-01 2005-08-01 2006-10-01 2008-10-01
2009-09-04 2010-06-18 2014-07-18 2024-04-12 2025-02-07""".split()
# A folder of texts in other languages and forms, or one file, by what it is called here.
OTHERS = {
    "chinese 2023": "cr/zh/plain_text/20231117_Zh.txt",
    "chinese 2024": "cr/zh/plain_text/20240410_Zh.txt",
    **{f"chinese markdown {section}": f"cr/zh/markdown/{section}.md" for section in range(1, 10)},
    **{
        f"chinese {name}": f"cr/zh/markdown/{name}.md"
        for name in ("glossary", "glossarycn", "intro", "translatedterms")
    },
    **{f"word {date}": f"cr/docx/{date}.docx" for date in ("2013-07-11", "2019-10-04", "2026-01-16")},
    **{
        name: f"seeds/{name}.txt"
        for name in """mtgwiki-en-201-bullets mtgwiki-en-201-nested-2020 cr-200-series-2006 lotusnoir-fr-201-2011
        mtgwiki-ja-name-20231117""".split()
    },
    "fifth edition": "cr/en-other/1997-03-24-5th-edition-rules.txt",
    "rulings": "cr/en-other/1999-04-21-rulings-summary-not-cr.txt",
    "notes": "cr/ja/2017-07-14-change-notes/comprehensive-rules-changes.md",
    "notes on cards": "cr/ja/2017-07-14-change-notes/oracle-changes.md",
}
SAMPLE = Path(__file__).resolve().parents[2] / "rulesbase" / "sample"
SAMPLES = [path.name for path in sorted(SAMPLE.glob("*.txt"))]
FORMED = ("1999-04-23", "2003-10-01")
NEWER = "text markdown page printed broken".split()
WRITTEN = ("text", "markdown", "data")
FORMS = (*WRITTEN, *"page wrapped lists lines table columns numbers printed broken latin".split())
PRINTED = 46


def pieces_of(read: RulesText) -> Pieces:
    """Everything that was read, by section; what stands around the rules apart."""
    front = [read.title, read.introduction, *read.contents, read.language, read.date, read.layout, read.whole]
    pieces: dict[str, list[object]] = by_section((node.number or "", node) for node in read.entries)
    pieces["terms"] = [*pieces.get("terms", ()), *read.glossary]
    pieces["front"] = [*front, read.encoding, read.line_ends, read.commentary, refused(read)]
    pieces["back"] = [read.index, read.credits]
    pieces["issues"] = list(read.issues)
    if read.other:
        pieces |= {f"other {name}": list(things) for name, things in pieces_of(read.other).items()}
    return pieces


def _version(folder: Path, date: str) -> Pieces:
    path = folder / "cr" / "en" / f"{date}.txt"
    return pieces_of(read_source(path.read_bytes(), path.name))


def _other(folder: Path, name: str) -> Pieces:
    path = folder / OTHERS[name]
    return _read_or_told(path.read_bytes(), path.name)


def _read_or_told(data: bytes, name: str) -> Pieces:
    """What is read, or why it is refused; and what an article says."""
    pieces: dict[str, list[object]] = {}
    try:
        pieces |= {piece: list(things) for piece, things in pieces_of(read_source(data, name)).items()}
    except NotRules as refusal:
        pieces["refusal"] = [str(refusal)]
    try:
        pieces["article"] = [read_article(data)]
    except NotRules as refusal:
        pieces["no article"] = [str(refusal)]
    return pieces


def _sample(folder: Path, name: str) -> Pieces:
    return pieces_of(read_source((SAMPLE / name).read_bytes(), name))


def _formed(folder: Path, place: str) -> Pieces:
    """A version as somebody else would have it, read again; as data and markdown the text itself."""
    date, form = place.split(" ")
    read = text_of(folder, date)
    written = to_text(read)
    if form in WRITTEN:
        if form == "data":
            return {name: [value] for name, value in to_dict(read).items()}
        return {"whole": [to_text(read) if form == "text" else to_markdown(read)]}
    if form == "latin":
        data = written.replace("\n", "\r\n").encode("cp1252", "replace")
    else:
        data = "\n".join(_FORMS[form](read, written)).encode()
    pieces: dict[str, list[object]] = {}
    for piece, things in _read_or_told(data, "rules.txt").items():
        pieces.setdefault("rules" if piece.isdigit() else piece, []).extend(things)
    return pieces


def _page(read: RulesText, written: str) -> Iterator[str]:
    yield f"<!DOCTYPE html><html><head><title>{html.escape(read.title)}</title></head><body>"
    yield from (f"<p>{html.escape(line)}</p>" for line in written.split("\n") if line)
    yield "</body></html>"


def _wrapped(read: RulesText, written: str) -> Iterator[str]:
    for line in written.split("\n"):
        yield from textwrap.wrap(line, 72) or [""]


def _lists(read: RulesText, written: str) -> Iterator[str]:
    for node in read.entries:
        yield f"- {node.number} {node.text or node.heading}"
        yield from (f"  - {example.text}" for example in node.examples)


def _lines(read: RulesText, written: str) -> Iterator[str]:
    for node in read.entries:
        yield from (node.number, node.text or node.heading, *(example.text for example in node.examples), "")


def _table(read: RulesText, written: str) -> Iterator[str]:
    file = io.StringIO()
    rows = csv.writer(file, delimiter=";", lineterminator="\n")
    rows.writerow(("number", "text"))
    rows.writerows((node.number, node.text or node.heading) for node in read.entries)
    yield file.getvalue()


def _columns(read: RulesText, written: str) -> Iterator[str]:
    """Lines of two columns of a printed page, of a part of the text."""
    lines = [part for line in written.split("\n") for part in textwrap.wrap(line, 44)]
    for at in range(0, min(len(lines), 40 * PRINTED), 2 * PRINTED):
        left, right = lines[at : at + PRINTED], lines[at + PRINTED : at + 2 * PRINTED]
        yield from (f"{one} {other}".strip() for one, other in zip(left, right, strict=False))


def _numbers(read: RulesText, written: str) -> Iterator[str]:
    """Without blank lines, and with letters and stops as careless hands have them."""
    for at, line in enumerate(written.split("\n")):
        if line:
            yield line.replace(". ", ".", 1) if at % 7 == 0 else line.replace(". ", " ", 1) if at % 5 == 0 else line


def _printed(read: RulesText, written: str) -> Iterator[str]:
    """With the head and the foot of printed pages."""
    lines = [part for line in written.split("\n") for part in textwrap.wrap(line, 80) or [""]]
    for page, at in enumerate(range(0, len(lines), PRINTED), 1):
        yield from (read.title, "", *lines[at : at + PRINTED], "", f"Page {page}", "\f")


def _broken(read: RulesText, written: str) -> Iterator[str]:
    """With words cut at the ends of lines, and every ninth rule's number lost or in another's line."""
    rules = [node for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE)]
    lost = {f"{node.number}" for node in rules[::9]}
    for line in written.split("\n"):
        number, _, rest = line.partition(" ")
        yield rest if number.rstrip(".") in lost else line.replace("tion ", "-\ntion ")


_FORMS = {
    "page": _page,
    "wrapped": _wrapped,
    "lists": _lists,
    "lines": _lines,
    "table": _table,
    "columns": _columns,
    "numbers": _numbers,
    "printed": _printed,
    "broken": _broken,
}

PARTS = {
    "read": Part([*TWELVE, *OLD], _version),
    "others": Part(list(OTHERS), _other),
    "sample": Part(SAMPLES, _sample),
    "forms": Part(
        [f"{date} {form}" for date in FORMED for form in FORMS] + [f"2011-09-30 {form}" for form in NEWER], _formed
    ),
}
