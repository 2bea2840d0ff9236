"""Articles about rule changes: headings that name rules, with remarks below them."""

import datetime
import re
from typing import NamedTuple

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.text.document_words import language_of

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_FIELD = re.compile(r"(?m)^(title|author|date): *[\"']?(.+?)[\"']? *$")
_TAGS = re.compile(r"(?m)^tags:\n((?: +- .*\n?)+)")
_PERSON = re.compile(r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,2}")
_LINK = re.compile(r"\[([^\[\]]+)\]\((https?://[^\s()]+)\)")
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:年|[-/.])(\d{1,2})(?:月|[-/.])(\d{1,2})(?!\d)")
_NUMBER = re.compile(r"(?<![\d.])[1-9]\d\d\.\d{1,3}[a-z]?(?![\w.]*\d)")
_HEADING = re.compile(r"(?m)^#{1,6} *(.*)$")
_SKIPPED = re.compile(r"<!--.*?-->", re.S)


class Remark(NamedTuple):
    """The text below one heading, and the numbers that the heading names."""

    numbers: tuple[str, ...]
    text: str


class Article(NamedTuple):
    """An article; ``original`` and ``address`` are those of its source, if it names one."""

    language: str
    title: str
    original: str
    author: str
    date: datetime.date
    address: str
    text: str
    remarks: tuple[Remark, ...]

    @property
    def numbers(self) -> dict[str, str]:
        """Return the remarks by number; those of several headings are joined."""
        remarks: dict[str, list[str]] = {}
        for remark in self.remarks:
            for number in remark.numbers:
                remarks.setdefault(number, []).append(remark.text)
        return {number: "\n\n".join(texts) for number, texts in remarks.items()}


def read_article(data: bytes) -> Article:
    """Read a Markdown article whose headings name rules. Raises NotRules where it is none or states no date."""
    try:
        whole = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise NotRules("The file is no article about changes of the rules: it is not UTF-8.") from None
    front = _FRONT.match(whole)
    fields = dict(_FIELD.findall(front[1])) if front else {}
    text = _SKIPPED.sub("", whole[front.end() :] if front else whole).strip()
    pieces = _HEADING.split(text)
    remarks = tuple(
        Remark(numbers, words.strip())
        for heading, words in zip(pieces[1::2], pieces[2::2], strict=True)
        if (numbers := tuple(dict.fromkeys(_NUMBER.findall(heading))))
    )
    if not remarks:
        raise NotRules("The file is no article about changes of the rules: no heading names a rule.")
    above = text[: _first(text)]
    date = _day(above) or _day(fields.get("date", ""))
    if date is None:
        raise NotRules("The article about changes of the rules states no date.")
    original, address = _original(above)
    title = fields.get("title") or original or pieces[1].strip()
    return Article(language_of(text), title, original, _author(fields, front), date, address, text, remarks)


def _first(text: str) -> int:
    """Return the offset of the first heading that names a rule."""
    return next(heading.start() for heading in _HEADING.finditer(text) if _NUMBER.search(heading[1]))


def _day(words: str) -> datetime.date | None:
    """Return the first day that is named."""
    match = _DAY.search(words)
    try:
        return datetime.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def _original(words: str) -> tuple[str, str]:
    """Return title and address of the original: a link to an article, not to the front page of a site."""
    for title, address in _LINK.findall(words):
        if address.split("://", 1)[1].rstrip("/").count("/"):
            return title, address
    return "", ""


def _author(fields: dict[str, str], front: re.Match[str] | None) -> str:
    """Return the named author, else the first tag that looks like a person's name."""
    tags = _TAGS.search(front[1] + "\n") if front else None
    named = [line.strip(" -\"'") for line in tags[1].splitlines()] if tags else []
    return fields.get("author") or next((name for name in named if _PERSON.fullmatch(name)), "")
