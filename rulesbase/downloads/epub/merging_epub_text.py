"""Entries as XHTML for a book: numbers one can be led to, references that lead within the book, examples, symbols."""

from collections.abc import Iterable, Mapping

from django.utils.html import escape

from rulesbase.archive.entries import EntryText, Lead
from rulesbase.reading.text_html import Links, body_html

_NOTHING = Lead({}, {})


class BookLinks(Links):
    """Links between the pages of one book."""

    def __init__(self, language: str, places: Mapping[str, str]) -> None:
        """``places`` says for each number that is in the book where it stands."""
        self.language, self.places, self.matcher = language, places, None

    def reference(self, number: str, shown: str, lead: Lead, fold: int) -> str:
        """A link where the number is in the book, else its plain words."""
        href = self.places.get(number)
        return f'<a href="{href}">{shown}</a>' if href else shown


def anchor(number: str) -> str:
    """What a number is called within its page."""
    return "r" + "".join(sign if sign.isascii() and sign.isalnum() else "." for sign in number)


def entries_html(lines: Iterable[EntryText], links: BookLinks, page: str) -> str:
    """Rules and subrules, each with its number. Where a number stands twice, only the first can be led to."""
    return "\n".join(_entry(line, links, page) for line in lines)


def _entry(line: EntryText, links: BookLinks, page: str) -> str:
    at = f"{page}#{anchor(line.number)}"
    identity = f' id="{anchor(line.number)}"' if line.number and links.places.get(line.number) == at else ""
    stop = "" if line.number[-1:].isalpha() else "."
    body = body_html(line, links, _NOTHING, own=line.number)
    named = f'<span class="num">{escape(line.number)}{stop}</span> '
    css = "entry sub" if line.kind == 4 else "entry"
    for opening in ('<h2 class="keyword">', "<p>"):
        if body.startswith(opening):
            return f'<div class="{css}"{identity}>{opening}{named}{body[len(opening) :]}</div>'
    return f'<div class="{css}"{identity}><p>{named}</p>{body}</div>'


def terms_html(lines: Iterable[tuple[str, EntryText]], links: BookLinks) -> str:
    """Terms with their definitions; each comes with what it is called within its page."""
    items = (
        f'<dt epub:type="glossterm" id="{name}"><dfn>{escape(line.heading)}</dfn></dt>\n'
        f'<dd epub:type="glossdef">{body_html(line, links, _NOTHING) or "<p></p>"}</dd>'
        for name, line in lines
    )
    return '<dl epub:type="glossary">\n' + "\n".join(items) + "\n</dl>"


def paragraphs(text: str) -> str:
    """A free text as paragraphs."""
    return "\n".join(f"<p>{escape(part)}</p>" for part in text.split("\n") if part.strip())
