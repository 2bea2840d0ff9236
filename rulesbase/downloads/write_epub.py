"""Write EPUB 3 files; the same book always gives the same bytes."""

import io
import zipfile
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.html import escape

from rulesbase.downloads.book import Book, contents_html
from rulesbase.downloads.xml_characters import FORBIDDEN

_CSS = Path(__file__).parents[1] / "data" / "epub.css"
_FOLDER = "EPUB/"
# The first day a zip file can name.
_DAY = (1980, 1, 1, 0, 0, 0)


def write_epub(book: Book) -> bytes:
    """Return the book as an EPUB; the contents follow its first page."""
    written = io.BytesIO()
    first, *rest = (page.name for page in book.pages)
    package = render_to_string("downloads/package.opf", {"book": book, "spine": (first, "nav", *rest)})
    with zipfile.ZipFile(written, "w") as packed:
        _add(packed, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        _add(packed, "META-INF/container.xml", _CONTAINER)
        _add(packed, f"{_FOLDER}package.opf", package)
        _add(packed, f"{_FOLDER}style.css", _CSS.read_text(encoding="utf-8"))
        _add(packed, f"{_FOLDER}nav.xhtml", _nav(book))
        for page in book.pages:
            body = f'<body epub:type="{page.kind}">\n{page.body}\n</body>'
            _add(packed, f"{_FOLDER}{page.name}.xhtml", _xhtml(book.language, page.title, body))
    return written.getvalue()


def _add(packed: zipfile.ZipFile, name: str, text: str, how: int = zipfile.ZIP_DEFLATED) -> None:
    packed.writestr(zip_entry(name, how), FORBIDDEN.sub("", text).encode(), compresslevel=9)


def zip_entry(name: str, how: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    """Return the header of a file in a ZIP, always the same for the same name."""
    info = zipfile.ZipInfo(name, _DAY)
    info.compress_type = how
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def _xhtml(language: str, title: str, body: str) -> str:
    code = escape(language)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{code}" xml:lang="{code}">\n'
        f'<head><meta charset="utf-8"/><title>{escape(title)}</title>'
        f'<link rel="stylesheet" type="text/css" href="style.css"/></head>\n{body}\n</html>\n'
    )


def _nav(book: Book) -> str:
    landmarks = "".join(
        f'<li><a epub:type="{kind}" href="{escape(href)}">{escape(words)}</a></li>'
        for kind, words, href in book.landmarks
    )
    title = escape(book.contents_title)
    body = (
        f'<body epub:type="frontmatter">\n<nav epub:type="toc" role="doc-toc" id="toc">\n<h1>{title}</h1>\n'
        f'{contents_html(book.contents)}\n</nav>\n<nav epub:type="landmarks" hidden="hidden">\n<h2>{title}</h2>\n'
        f"<ol>{landmarks}</ol>\n</nav>\n</body>"
    )
    return _xhtml(book.language, book.contents_title, body)


_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
