"""Bulletins: texts about rule changes in Markdown, HTML or plain text, cut where a heading or paragraph names rules."""

import datetime
import re
from collections import defaultdict
from typing import NamedTuple

from rulesbase.engine.languages.detect import language_of
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.html import html_text, is_html
from rulesbase.engine.text.citations import find_citations
from rulesbase.engine.text.dates import first_day

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_FIELD = re.compile(r"(?m)^(title|author|date): *[\"']?(.+?)[\"']? *$")
_TAGS = re.compile(r"(?m)^tags:\n((?: +- .*\n?)+)")
_PERSON = re.compile(r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,2}")
_LINK = re.compile(r"\[([^\[\]]+)\]\((https?://[^\s()]+)\)")
_NUMBER = r"[1-9]\d\d\.\d{1,3}[a-z]?(?:[–-][a-z]\b)?(?![\w.]*\d)"
_NUMBERS = rf"{_NUMBER}(?:(?: *[,、・/&] *| *,? +(?:and|et) +){_NUMBER})*"
# A Markdown heading, or a paragraph that begins with numbers alone, in bold, or before a colon or a dash.
_LEAD = re.compile(
    rf"(?m)^(?:#{{1,6}} *(?P<heading>.*)"
    rf"|(?:[-*•] +)?[*_]{{0,2}}(?:(?:CR|[Rr]ules?|[Rr]ègles?|ルール) *)?(?P<numbers>{_NUMBERS})[*_]{{0,2}}"
    rf" *(?:[(（][^()（）\n]{{1,40}}[)）])?[*_]{{0,2}} *(?:[:：—–][*_]{{0,2}} *(?P<rest>.*))?)$"
)
_SKIPPED = re.compile(r"<!--.*?-->", re.S)


class Bulletin(NamedTuple):
    """A bulletin; ``original`` and ``address`` are those of its source, if it names one.

    ``remarks`` has the text below the headings that name a number, by that number.
    """

    language: str
    title: str
    original: str
    author: str
    date: datetime.date
    address: str
    text: str
    remarks: dict[str, str]


def read_bulletin(data: bytes) -> Bulletin:
    """Read a bulletin cut by rule numbers. Raises NotRules where it is none or states no date."""
    try:
        whole = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise NotRules("The file is not an article about changes of the rules: it is not UTF-8.") from None
    if is_html(whole):
        whole = html_text(whole)
    front = _FRONT.match(whole)
    fields = dict(_FIELD.findall(front[1])) if front else {}
    text = _SKIPPED.sub("", whole[front.end() :] if front else whole).strip()
    leads = list(_LEAD.finditer(text))
    ends = [lead.start() for lead in leads[1:]] + [len(text)]
    remarks: defaultdict[str, list[str]] = defaultdict(list)
    for lead, end in zip(leads, ends, strict=True):
        for number in _numbers(lead):
            remarks[number].append(f"{lead['rest'] or ''}{text[lead.end() : end]}".strip())
    if not remarks:
        raise NotRules("The file is not an article about changes of the rules: no heading names a rule.")
    above = text[: next(lead.start() for lead in leads if _numbers(lead))]
    date = first_day(above) or first_day(fields.get("date", ""))
    if date is None:
        raise NotRules("The article about changes of the rules states no date.")
    original, address = _original(above)
    title = fields.get("title") or original or _title(leads, above)
    joined = {number: "\n\n".join(texts) for number, texts in remarks.items()}
    return Bulletin(language_of(text), title, original, _author(fields, front), date, address, text, joined)


def names_rules(text: str) -> bool:
    """Return whether a text is cut by rule numbers as a bulletin is."""
    return any(_numbers(lead) for lead in _LEAD.finditer(text))


def _numbers(lead: re.Match[str]) -> tuple[str, ...]:
    """Return the rule numbers of a heading, ranges filled in."""
    cited = find_citations(lead["heading"] or lead["numbers"] or "")
    return tuple(dict.fromkeys(number for one in cited if "." in one.number for number in (one.number, *one.between)))


def _title(leads: list[re.Match[str]], above: str) -> str:
    """Return the first heading, or the first line."""
    headings = (lead["heading"].strip() for lead in leads if lead["heading"])
    return next(headings, "") or above.strip().partition("\n")[0]


def _original(words: str) -> tuple[str, str]:
    """Return title and address of the original: a link to a page, not to the front page of a site."""
    for title, address in _LINK.findall(words):
        if address.split("://", 1)[1].rstrip("/").count("/"):
            return title, address
    return "", ""


def _author(fields: dict[str, str], front: re.Match[str] | None) -> str:
    """Return the named author, else the first tag that looks like a person's name."""
    tags = _TAGS.search(front[1] + "\n") if front else None
    named = [line.strip(" -\"'") for line in tags[1].splitlines()] if tags else []
    return fields.get("author") or next((name for name in named if _PERSON.fullmatch(name)), "")
