"""Lists of entries as HTML: number, text, and the margin with the last change and the tools."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesbase.archive.entries import EntryText, Lead, Mark
from rulesbase.reading.text_html import (
    Links,
    body_html,
    is_title,
    lang_attribute,
    mark_words,
    terms_of_title,
)


class Annotations(Protocol):
    """Notes and marks of the signed-in user on the entries of a page, by number."""

    def marked(self, number: str, html: str, language: str) -> str:
        """Return the HTML of a text with the marked phrases highlighted."""
        ...

    def box(self, number: str) -> str:
        """Return the notes of an entry as HTML; empty if there are none."""
        ...

    def tool(self, number: str) -> str:
        """Return a link to write a note."""
        ...


class Margin:
    """HTML of the margin of an entry: its last change and the tools. Translates its words once per page."""

    def __init__(self, links: Links, marks: dict[int, Mark], notes: Annotations | None) -> None:
        self.links, self.marks, self.notes = links, marks, notes
        self._words = mark_words()
        self._link, self._cite = gettext("Link"), gettext("Cite")
        self._link_label = gettext("Permanent link to %(number)s")
        self._cite_label = gettext("Copy the citation of %(number)s")
        self._cited: dict[Mark, str] = {}

    def mark(self, rule: int | None) -> str:
        """Return the last change of a Rule; empty if there was none."""
        mark = self.marks.get(rule or 0)
        if mark is None:
            return ""
        if mark not in self._cited:
            word, day = self._words[mark.kind], mark.date.isoformat()
            self._cited[mark] = (
                f'<p title="{word} {day}"><span class="mark k-{mark.kind}">'
                f'<svg class="ico" viewBox="0 0 16 16" aria-hidden="true"><use href="#i-{mark.kind}"/></svg>'
                f'<span class="vh">{word} </span>'
                f'<time datetime="{day}">{day}</time></span></p>'
            )
        return self._cited[mark]

    def tools(self, number: str) -> str:
        """Return the permanent link, the citation and, for signed-in users, the link to write a note."""
        labels = {"number": number}
        address = self.links.rule(number)
        note = self.notes.tool(number) if self.notes else ""
        return (
            f'<p class="tools">{note}<a href="#r{number}" aria-label="{self._link_label % labels}">{self._link}</a>'
            f'<a class="cite-copy" data-cite="CR {number} ({self.links.date})" href="{address}#cite"'
            f' aria-label="{self._cite_label % labels}">{self._cite}</a></p>'
        )


# ---- Lists of entries ----


def number_html(number: str, links: Links) -> str:
    """Return a number as a link to its page, with the letter of a subrule emphasised."""
    stem = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    shown = number if stem == number else f'<span class="stem">{stem}</span>{number[len(stem) :]}'
    return f'<a href="{links.rule(number)}">{shown}</a>'


def entries_html(lines: Sequence[EntryText], links: Links, lead: Lead, margin: Margin) -> SafeString:
    """Return rules in order as a list, with subrules in nested lists."""
    lang = lang_attribute(links.language)
    html: list[str] = ['<ol class="rules" role="list">']
    inside = below = False
    known: frozenset[str] = frozenset()
    for line in lines:
        is_sub = line.kind == 4
        if not is_sub:
            known = terms_of_title(line, links) if is_title(line) else frozenset()
        if is_sub and not below:
            # A subrule without its rule still needs a parent list item.
            html.append('<ol class="subrules" role="list">' if inside else '<li><ol class="subrules" role="list">')
            inside = below = True
        elif not is_sub:
            html.append(("</li></ol>" if below else "") + ("</li>" if inside else ""))
            inside, below = True, False
        elif below:
            html.append("</li>")
        body = body_html(line, links, lead, known=known)
        if margin.notes:
            body = margin.notes.marked(line.number, body, links.language) + margin.notes.box(line.number)
        html.append(
            f'<li id="r{line.number}"><div class="entry"><div class="entry-num">'
            f'{number_html(line.number, links)}</div><div class="entry-body text"{lang}>{body}</div>'
            f'<div class="entry-gutter">{margin.mark(line.rule)}{margin.tools(line.number)}</div></div>'
        )
    html.append(("</li></ol>" if below else "") + ("</li>" if inside else "") + "</ol>")
    return mark_safe("".join(html))  # noqa: S308 - every text in it went through _escape
