"""What somebody wrote beside the rules, within the pages on which they stand.

The pages are made as for everybody; marks and notes are woven into their HTML afterwards. People who are not signed
in get the pages untouched, and those who are cost one query.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesbase.engine.numbering import chapter_of
from rulesbase.framing import Frame
from rulesbase.models import Entry, RuleNote
from rulesbase.pages import Tongue
from rulesbase.study.notes import find_in
from rulesbase.study.weaving import plain, woven

Content = dict[str, object]
_BODY = re.compile(
    r'(<div class="(?:entry-body|term-body) text"[^>]*>)(.*?)(</div>(?=<div class="entry-gutter">))', re.S
)
_CELL = re.compile(r'(<abbr class="lang l-(\w+)">\w+</abbr><div class="text"[^>]*>)(.*?)(</div>)', re.S)
_ITEM = re.compile(r'<li id="([rt])-?([^"]+)"')
_TOOLS = re.compile(r'<p class="tools">(<a href="#r)([^"]+)(")')


class Margin(NamedTuple):
    """Somebody's notes on a page, by the number under which their rules stand on it."""

    around: Frame
    here: str
    notes: Mapping[str, Sequence[RuleNote]]


def with_notes(request: HttpRequest, around: Frame, content: Content) -> Content:
    """What a reading page shows, with the notes of whoever is signed in. One query, none for others."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return content
    number = str(content.get("number") or content.get("slug") or "")
    margin = Margin(around, request.get_full_path(), _notes(request, around, number))
    place = f"{number}@{around.volume}" if number else ""
    found: Content = {"marking": place or f"@{around.volume}", "marking_next": margin.here}
    for name in ("entries", "children"):
        if name in content:
            found[name] = _list(margin, str(content[name]))
    if isinstance(groups := content.get("groups"), list):
        found["groups"] = [group._replace(html=_list(margin, str(group.html))) for group in groups]
    if "tongues" in content and number:
        found |= _alone(margin, content, number)
    return content | found


def _notes(request: HttpRequest, around: Frame, number: str) -> dict[str, list[RuleNote]]:
    chapter = int(chapter_of(number)) if number[:1].isdigit() and "-" not in number else Entry.TERMS
    rows = RuleNote.objects.filter(
        user=request.user.pk, rule__entries__edition=around.volume.main.pk, rule__entries__chapter=chapter
    )
    found: defaultdict[str, list[RuleNote]] = defaultdict(list)
    for note in rows.annotate(stands=F("rule__entries__number")).order_by("start", "pk"):
        found[note.stands].append(note)
    return found


def _alone(margin: Margin, content: Content, number: str) -> Content:
    """The columns of a rule's or term's own page, and below them what was noted."""
    notes = margin.notes.get(number, ())
    found: Content = {"own_notes": notes_html(margin, notes)}
    if not notes:
        return found
    tongues = content["tongues"]
    if isinstance(tongues, list):
        found["tongues"] = [_tongue(one, notes) for one in tongues]
    if "body" in content:
        html, _lost = _marked(str(content["body"]), notes, margin.around.text.language)
        found["body"] = mark_safe(html)  # noqa: S308 - escaped by rendering
    return found


def _tongue(tongue: Tongue, notes: Sequence[RuleNote]) -> Tongue:
    html, _lost = _marked(str(tongue.html), notes, tongue.language)
    return tongue._replace(html=mark_safe(html))  # noqa: S308 - escaped by rendering


def _marked(html: str, notes: Sequence[RuleNote], language: str) -> tuple[str, list[RuleNote]]:
    """HTML of a text with what was marked in it, and the notes whose words are not there any more."""
    mine = [note for note in notes if note.phrase and note.language == language]
    if not mine or not html:
        return html, []
    known = plain(html)
    spans, lost = [], []
    for note in mine:
        found = find_in(note, known.text)
        if found:
            spans.append((found.start, found.end, f"m-{note.public_id}"))
        else:
            lost.append(note)
    return woven(html, known, spans), lost


# ---- Lists of rules ----


def _list(margin: Margin, html: str) -> SafeString:
    """A list of rules with marks, with notes below what they are on, and with a way to write one."""
    items = list(_ITEM.finditer(html)) if margin.notes else []
    if items:
        ends = [item.start() for item in items[1:]] + [len(html)]
        parts = [html[: items[0].start()]]
        for item, end in zip(items, ends, strict=True):
            notes = margin.notes.get(item[2], ())
            part = html[item.start() : end]
            parts.append(_item(margin, part, notes) if notes else part)
        html = "".join(parts)
    return mark_safe(_with_tool(margin, html))  # noqa: S308 - every text in it was escaped


def _item(margin: Margin, html: str, notes: Sequence[RuleNote]) -> str:
    box = notes_html(margin, notes)
    if "entry-gutter" in html:
        language = margin.around.texts[0].language

        def body(match: re.Match[str]) -> str:
            return f"{match[1]}{_marked(match[2], notes, language)[0]}{box}{match[3]}"

        return _BODY.sub(body, html, count=1)

    def cell(match: re.Match[str]) -> str:
        return f"{match[1]}{_marked(match[3], notes, match[2])[0]}{match[4]}"

    marked = _CELL.sub(cell, html)
    at = marked.find('<div class="cell">') + len('<div class="cell">')
    close = marked.find("</div>", marked.find('<div class="text"', at)) + len("</div>")
    return f"{marked[:close]}{box}{marked[close:]}"


def _with_tool(margin: Margin, html: str) -> str:
    """The tools of each rule with a link to write a note on it."""
    word, label = gettext("Note"), gettext("Write a note on %(number)s")
    start = reverse("study-note-add")
    query = escape(urlencode({"next": margin.here}))

    def tool(match: re.Match[str]) -> str:
        at = f"{start}?at={match[2]}@{margin.around.volume}&amp;{query}"
        said = label % {"number": match[2]}
        link = f'<a href="{at}" aria-label="{said}" rel="nofollow">{word}</a>'
        return f'<p class="tools">{link}{match[1]}{match[2]}{match[3]}'

    return _TOOLS.sub(tool, html)


def notes_html(margin: Margin, notes: Sequence[RuleNote]) -> SafeString:
    """Notes on a rule as a list; nothing where there are none."""
    if not notes:
        return SafeString("")
    context = {"notes": notes, "language": margin.around.text.language, "next": margin.here}
    return render_to_string("study/_own_notes.html", context)
