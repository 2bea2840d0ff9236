"""A book, before it is an EPUB or a page for printing: its pages, its contents and their HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import escape


class Page(NamedTuple):
    """A page: file name without extension, title, body as XHTML; ``kind`` is the epub:type of the body."""

    name: str
    title: str
    body: str
    kind: str = "bodymatter"


class ContentsItem(NamedTuple):
    """An item of the contents: its text, href and children."""

    words: str
    href: str
    below: tuple["ContentsItem", ...] = ()


@dataclass(frozen=True)
class Book:
    """A book. ``contents_title`` is the word for the contents; ``landmarks`` are (kind, words, href)."""

    identifier: str
    title: str
    language: str
    date: str
    description: str
    rights: str
    contents_title: str
    pages: Sequence[Page]
    contents: Sequence[ContentsItem]
    landmarks: Sequence[tuple[str, str, str]]


def contents_html(contents: Iterable[ContentsItem]) -> str:
    """Return the contents as a nested list of links."""
    items = (
        f'<li><a href="{escape(item.href)}">{escape(item.words)}</a>'
        f"{contents_html(item.below) if item.below else ''}</li>"
        for item in contents
    )
    return "<ol>" + "\n".join(items) + "</ol>"
