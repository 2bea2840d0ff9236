"""Build the book of an edition: cover, contents, chapters, glossary, credits and colophon.

Messages are in the active language; the caller activates that of the edition.
"""

import re
import uuid
from collections.abc import Iterable, Mapping
from itertools import groupby, takewhile
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.archive.export import source_of
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.core.dates import day_text
from rulesbase.core.document_urls import document_name
from rulesbase.core.languages import own_name
from rulesbase.core.number_format import figure
from rulesbase.core.punctuation import colon
from rulesbase.downloads.book import Book, ContentsItem, Page
from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import usual_name
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.models import Edition, Entry, Example, Source
from rulesbase.reading.glossary import groups_of
from rulesbase.reading.text_html import TextLinks, body_html

_NOTHING = LinkTargets()
# A line of a tournament document with nothing but dates, such as "Effective July 1, 2011".
_DATE_LINE = re.compile(r"(?:effective|release)\b[^.]*\b\d{4}", re.IGNORECASE)


class BookLinks(TextLinks):
    """Links between the pages of a book."""

    def __init__(self, language: str, places: Mapping[str, str]) -> None:
        """``places`` has the href of each number in the book."""
        super().__init__(language)
        self.places = places

    def reference(self, number: str, shown: str, targets: LinkTargets, fold: int) -> str:
        """Return a link if the number is in the book, else its text."""
        href = self.places.get(number)
        return f'<a href="{href}">{shown}</a>' if href else shown


def anchor(number: str) -> str:
    """Return the id of a number within its page."""
    return "r" + "".join(sign if sign.isascii() and sign.isalnum() else "." for sign in number)


def _entry_html(line: EntryText, links: BookLinks, page: str) -> str:
    """Return the HTML of a rule or subrule. If a number occurs twice, only the first has an id."""
    at = f"{page}#{anchor(line.number)}"
    identity = f' id="{anchor(line.number)}"' if line.number and links.places.get(line.number) == at else ""
    stop = "" if line.number[-1:].isalpha() else "."
    body = body_html(line, links, _NOTHING, own=line.number)
    named = f'<span class="num">{escape(line.number)}{stop}</span> '
    css = "entry sub" if line.kind == Entry.Kind.SUBRULE else "entry"
    for opening in ('<h2 class="keyword">', "<p>"):
        if body.startswith(opening):
            return f'<div class="{css}"{identity}>{opening}{named}{body[len(opening) :]}</div>'
    return f'<div class="{css}"{identity}><p>{named}</p>{body}</div>'


def terms_html(lines: Iterable[tuple[str, EntryText]], links: BookLinks) -> str:
    """Return the HTML of terms with their definitions; each term comes with its id."""
    items = (
        f'<dt epub:type="glossterm" id="{name}"><dfn>{escape(line.heading)}</dfn></dt>\n'
        f'<dd epub:type="glossdef">{body_html(line, links, _NOTHING) or "<p></p>"}</dd>'
        for name, line in lines
    )
    return '<dl epub:type="glossary">\n' + "\n".join(items) + "\n</dl>"


def paragraphs(text: str) -> str:
    """Return a text as HTML paragraphs."""
    return "\n".join(f"<p>{escape(part)}</p>" for part in text.split("\n") if part.strip())


_SPACE = uuid.UUID("6f1d2a4e-3c58-5b7a-9e0b-2f4c8d1a7b36")


class EntryPage(NamedTuple):
    """A page of entries: a section, a chapter, or rules whose chapter has no title."""

    name: str
    number: str
    head: EntryText | None
    lines: tuple[EntryText, ...]

    @property
    def title(self) -> str:
        """The number and title."""
        number = shown_number(self.number)
        stop = "." if number else ""
        return f"{number}{stop} {self.head.heading if self.head else ''}".strip()


def book_of(edition: Edition) -> Book:
    """Return the book of an edition; needs its version. Four queries."""
    lines = lines_of(Entry.objects.filter(edition=edition), Example.objects.filter(entry__edition=edition))
    source = source_of(edition)
    entry_pages = _entry_pages(line for line in lines if line.kind < Entry.Kind.TERM)
    groups = groups_of([line for line in lines if line.kind == Entry.Kind.TERM], edition.language)
    links = BookLinks(edition.language, _places(entry_pages))
    words = _BookTexts(edition, source)
    cover = Page("cover", words.title, _cover(words), "cover")
    front, back = [], []
    if source and source.introduction and _has_front(source.introduction.text, entry_pages):
        front.append(_text_page("introduction", words.introduction, source.introduction.text, "frontmatter"))
    if source and source.index:
        back.append(_text_page("index", words.index, source.index.text, "backmatter"))
    if source and source.credits:
        back.append(_text_page("credits", words.credits, source.credits.text, "backmatter"))
    back.append(_text_page("about", words.about, "\n".join(words.colophon()), "backmatter", words.lang))
    rules = (_entries_page(entry_page, entry_pages, links) for entry_page in entry_pages)
    terms, terms_item = _glossary(groups, words, links)
    contents = [*map(_contents_item, front), *_contents(entry_pages), *terms_item, *map(_contents_item, back)]
    return words.book([cover, *front, *rules, *terms, *back], contents, entry_pages)


def _has_front(text: str, entry_pages: Iterable[EntryPage]) -> bool:
    """Return whether the text before the rules needs a page: not for dates before a chapter "Introduction"."""
    has_chapter = any(entry_page.number == "introduction" for entry_page in entry_pages)
    return not (has_chapter and all(_DATE_LINE.fullmatch(line.strip()) for line in text.split("\n")))


def _contents_item(page: Page) -> ContentsItem:
    return ContentsItem(page.title, f"{page.name}.xhtml")


# ---- Texts ----


class _BookTexts:
    """The texts of the book that are not rules. Parts have the names that the rules use in this language."""

    def __init__(self, edition: Edition, source: Source | None) -> None:
        fixed = text_language(edition.language).document
        self.edition, self.source, self.version = edition, source, edition.version
        self.introduction, self.contents_title = usual_name(fixed.introduction), usual_name(fixed.contents)
        self.glossary = usual_name(fixed.glossary)
        self.index, self.credits = usual_name(fixed.index), usual_name(fixed.credits)
        self.about = _("About this file")
        # The interface may have no translation into the language of the edition.
        ours = get_language() or "en"
        self.lang = "" if ours == edition.language else f' lang="{ours}" xml:lang="{ours}"'
        rules = document_name() or _("Magic: The Gathering Comprehensive Rules")
        own = _("Sample rules") if self.version.is_sample else rules
        self.title = source.title.strip() if source and source.title.strip() else own
        self.rights = (
            _("This is a sample written for this software, not the real rules.")
            if self.version.is_sample
            else _("The rules belong to Wizards of the Coast, who did not make, check or endorse this file.")
        )

    def counts(self) -> str:
        """Return the numbers of rules and terms."""
        rules, terms = self.edition.rules, self.edition.terms
        parts = [ngettext("%(count)s rule", "%(count)s rules", rules) % {"count": figure(rules)}]
        if terms:
            message = ngettext("%(count)s glossary term", "%(count)s glossary terms", terms)
            parts.append(message % {"count": figure(terms)})
        return " · ".join(parts)

    def colophon(self) -> Iterable[str]:
        """Yield the paragraphs that describe this file."""
        if self.version.is_sample:
            content = _("This file has the sample text in force from %(date)s. Rulesbase generated the file.")
        elif self.edition.language == "en":
            content = _("This file has the official text in force from %(date)s. Rulesbase generated the file.")
        else:
            content = _(
                "This file has a translation of the official text in force from %(date)s. Rulesbase generated the file."
            )
        yield content % {"date": day_text(self.version.date)}
        if self.source:
            values = {"name": self.source.name, "digest": self.source.sha256}
            yield _("Source file: %(name)s (SHA-256 %(digest)s).") % values
        if not self.edition.complete:
            yield _("This edition is not complete. No source on Rulesbase has the missing parts.")
        yield _("Rule numbers in the text are links to the rules of this version.")
        yield self.rights + " " + _("The published document always prevails.")

    def book(self, pages: list[Page], contents: list[ContentsItem], entry_pages: tuple[EntryPage, ...]) -> Book:
        """Return the finished book."""
        date = self.version.date.isoformat()
        page_bodies = "\n".join(page.body for page in pages)
        landmarks = [("cover", self.title, "cover.xhtml"), ("toc", self.contents_title, "nav.xhtml")]
        if entry_pages:
            landmarks.append(("bodymatter", entry_pages[0].title or self.title, f"{entry_pages[0].name}.xhtml"))
        return Book(
            # The identifier depends on the text, so that e-readers recognise a corrected text as another book.
            identifier=f"urn:uuid:{uuid.uuid5(_SPACE, f'{date} {self.edition.language} {page_bodies}')}",
            title=f"{self.title} ({date})",
            language=self.edition.language,
            date=date,
            description=f"{self.version.name} · {self.counts()}" if self.version.name else self.counts(),
            rights=self.rights,
            contents_title=self.contents_title,
            pages=pages,
            contents=contents,
            landmarks=landmarks,
        )


def _cover(words: _BookTexts) -> str:
    since = _("In force from %(date)s") % {"date": day_text(words.version.date)}
    lines = [
        f"<h1>{escape(words.title)}</h1>",
        f'<p class="since"{words.lang}>{escape(since)}</p>',
        f'<p class="set">{escape(words.version.name)}</p>' if words.version.name else "",
        f'<p class="counts">{escape(own_name(words.edition.language))} · '
        f"<span{words.lang}>{escape(words.counts())}</span></p>",
        f'<p class="owner"{words.lang}>{escape(words.rights)}</p>',
    ]
    return '<section class="cover">\n' + "\n".join(line for line in lines if line) + "\n</section>"


def _text_page(name: str, title: str, text: str, kind: str, lang: str = "") -> Page:
    # Many introductions have their title as a line among others.
    body_text = "\n".join(line for line in text.split("\n") if line.strip() != title)
    body = f'<section class="free"{lang}>\n<h1>{escape(title)}</h1>\n{paragraphs(body_text)}\n</section>'
    return Page(name, title, body, kind)


# ---- Sections and chapters ----


def _entry_pages(lines: Iterable[EntryText]) -> tuple[EntryPage, ...]:
    """Return the pages in order: one per section and one per chapter, with or without a title."""
    entry_pages: list[EntryPage] = []
    for (kind, chapter), group in groupby(lines, key=_page_key):
        held = tuple(group)
        head = held[0] if held[0].kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER) else None
        number = head.number if head else str(chapter or "")
        name = f"{kind}{number or 0}"
        again = sum(entry_page.number == number for entry_page in entry_pages)
        rest = held[1:] if head else held
        entry_pages.append(EntryPage(f"{name}-{again + 1}" if again else name, number, head, rest))
    return tuple(entry_pages)


def _page_key(line: EntryText) -> tuple[str, int | str]:
    return ("s", line.number) if line.kind == Entry.Kind.SECTION else ("c", line.chapter)


def _places(entry_pages: Iterable[EntryPage]) -> dict[str, str]:
    """Return the href of each number's first occurrence."""
    places: dict[str, str] = {}
    for entry_page in entry_pages:
        places.setdefault(entry_page.number, f"{entry_page.name}.xhtml")
        for line in entry_page.lines:
            places.setdefault(line.number, f"{entry_page.name}.xhtml#{anchor(line.number)}")
    return places


def _below(entry_page: EntryPage, entry_pages: tuple[EntryPage, ...]) -> list[EntryPage]:
    """Return the chapters of a section."""
    after = entry_pages[entry_pages.index(entry_page) + 1 :]
    return list(takewhile(lambda other: not other.name.startswith("s"), after))


def _entries_page(entry_page: EntryPage, entry_pages: tuple[EntryPage, ...], links: BookLinks) -> Page:
    parts = [f"<h1>{escape(entry_page.title)}</h1>"]
    if entry_page.head:
        parts.append(paragraphs(entry_page.head.passage.text))
    if entry_page.name.startswith("s"):
        items = (f'<li><a href="{c.name}.xhtml">{escape(c.title)}</a></li>' for c in _below(entry_page, entry_pages))
        listed = "".join(items)
        parts.append(f'<ul class="chapters">{listed}</ul>' if listed else "")
    parts += (_entry_html(line, links, f"{entry_page.name}.xhtml") for line in entry_page.lines)
    kind, role = ("part", "doc-part") if entry_page.name.startswith("s") else ("chapter", "doc-chapter")
    body = "\n".join(part for part in parts if part)
    return Page(entry_page.name, entry_page.title, f'<section epub:type="{kind}" role="{role}">\n{body}\n</section>')


def _contents(entry_pages: tuple[EntryPage, ...]) -> list[ContentsItem]:
    """Return the contents: sections with their chapters; chapters before the first section are at the top level."""
    contents: list[ContentsItem] = []
    for entry_page in entry_pages:
        item = ContentsItem(entry_page.title or "—", f"{entry_page.name}.xhtml")
        if entry_page.name.startswith("s") or not contents or not contents[-1].href.startswith("s"):
            contents.append(item)
        else:
            contents[-1] = contents[-1]._replace(below=(*contents[-1].below, item))
    return contents


# ---- Glossary ----


def _glossary(
    groups: list[tuple[str, list[EntryText]]], words: _BookTexts, links: BookLinks
) -> tuple[list[Page], list[ContentsItem]]:
    """Return a page for each letter, and the contents item; none without terms."""
    pages: list[Page] = []
    for at, (letter, lines) in enumerate(groups, 1):
        title = f"{words.glossary}{colon()}{letter}" if letter else words.glossary
        named = [(f"t{at}.{n}", line) for n, line in enumerate(lines, 1)]
        body = f"<h1>{escape(title)}</h1>\n{terms_html(named, links)}"
        section = f'<section role="doc-glossary">\n{body}\n</section>'
        pages.append(Page(f"g{at}", title, section, "backmatter"))
    # Chinese terms stand under no letters.
    below = tuple(ContentsItem(letter, f"g{at}.xhtml") for at, (letter, _lines) in enumerate(groups, 1) if letter)
    return pages, [ContentsItem(words.glossary, "g1.xhtml", below)] if pages else []
