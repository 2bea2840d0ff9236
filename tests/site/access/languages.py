"""Whether what stands in another language than the page says so, for those to whom it is read aloud."""

import re
from collections.abc import Iterator, Mapping

from lxml import html

# So many first letters tell a text of the archive.
_BEGINS = 24
_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
# What is no text to be read: words in fields, and files to be copied as they are.
_UNREAD = {"script", "style", "textarea", "option", "title", "code"}


def beginnings(texts: Mapping[str, str]) -> dict[str, str]:
    """Text -> language, as first letters of those that are long enough to differ."""
    return {_plain(text)[:_BEGINS]: language for text, language in texts.items() if len(_plain(text)) >= _BEGINS}


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _spoken(page: str) -> Iterator[tuple[str, str]]:
    """Every piece of text of a page, with the language it would be read in."""
    for node in html.document_fromstring(page).xpath("//body//text()"):
        text, parent = _plain(str(node)), node.getparent()
        if node.is_tail:
            parent = parent.getparent()
        if text and parent.tag not in _UNREAD:
            yield text, next(iter(parent.xpath("ancestor-or-self::*[@lang][1]/@lang")), "")


def unsaid(page: str, known: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the pieces of a page that would be read in a wrong language, with the language they say."""
    found = []
    for text, language in _spoken(page):
        should = known.get(text[:_BEGINS]) or ("ja" if _JAPANESE.search(text) else "")
        if should and not language.startswith(should):
            found.append((text[:60], language))
    return found
