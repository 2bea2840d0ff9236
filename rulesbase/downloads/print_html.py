"""A whole version as one HTML page for printing, made from the book of its edition."""

import re
from pathlib import Path

from django.utils.html import escape
from django.utils.translation import gettext as _

from rulesbase.downloads.book import Book, Page, contents_html
from rulesbase.downloads.xml_characters import FORBIDDEN

_DATA = Path(__file__).parents[1] / "data"
_HREF = re.compile(r'href="([^"#:]+)\.xhtml(?:#([^"]+))?"')
_EPUB_TYPE = re.compile(r' epub:type="[^"]*"')


def print_html(book: Book) -> str:
    """Return the book as one page, with its styles within and links between its parts."""
    first, *rest = (_section(page) for page in book.pages)
    contents = (
        f'<nav class="contents"><h1>{escape(book.contents_title)}</h1>\n{_within(contents_html(book.contents))}</nav>'
    )
    hint = _("To print or save as PDF, press Ctrl+P (⌘P on a Mac).")
    parts = "\n".join((f'<p class="hint">{escape(hint)}</p>', first, contents, *rest))
    return FORBIDDEN.sub(
        "",
        f'<!doctype html>\n<html lang="{escape(book.language)}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(book.title)}</title>\n<style>\n{_styles(book.title)}</style></head>\n"
        f"<body>\n{parts}\n</body>\n</html>\n",
    )


def _styles(title: str) -> str:
    """Return the styles of the page; its title is the running head."""
    sheets = ((_DATA / name).read_text(encoding="utf-8") for name in ("epub.css", "print.css"))
    # A backslash, a quotation mark or a tag may not end the string.
    quoted = re.sub(r'[\\"<\n]', lambda sign: f"\\{ord(sign[0]):x} ", title)
    head = f'@page {{ @top-left {{ content: "{quoted}"; font: 9pt Georgia, serif; color: #333; }} }}\n'
    return head + "".join(sheets)


def _section(page: Page) -> str:
    """Return a page of the book with an id. Sections of the rules and the glossary begin on a new sheet."""
    kind = {"s": "part", "g": "part" if page.name == "g1" else "letter"}.get(page.name[0], "front")
    kind = "chapter" if page.name.startswith("c") and page.name[1:2].isdigit() else kind
    return f'<div class="{kind}" id="{escape(page.name)}">\n{_within(page.body)}\n</div>'


def _within(body: str) -> str:
    """Return HTML of the book with links within one page, without attributes of EPUB."""
    return _EPUB_TYPE.sub("", _HREF.sub(lambda found: f'href="#{found[2] or found[1]}"', body))
