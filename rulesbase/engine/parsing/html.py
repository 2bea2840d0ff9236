"""Web pages: detection and readable text."""

import html
import re

_HTML = re.compile(r"\s*(?:<\?xml[^<>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I)
_COMMENT = re.compile(r"\s*<!--")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>")
_RAW_END = {name: re.compile(rf"</{name}\b", re.I) for name in ("script", "style", "template", "noscript")}
_SPACE = re.compile(r"\s+")
# html.unescape converts any number of digits to int, which Python refuses beyond 4,300.
_HUGE_REFERENCE = re.compile(r"&#(?:[xX][0-9a-fA-F]{7,}|[0-9]{8,});?")
_BLOCKS = frozenset(
    "address article aside blockquote br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr"
    " li main nav ol option p pre section table td th tr ul".split()
)
_READINGS = frozenset(("rt", "rp"))


def is_html(text: str) -> bool:
    """Return whether a text is a web page; comments may stand above its first tag."""
    at = 0
    while match := _COMMENT.match(text, at):
        end = text.find("-->", match.end())
        if end < 0:
            return False
        at = end + 3
    return bool(_HTML.match(text, at))


def html_text(page: str) -> str:
    """Return the readable text of a web page, one block a line.

    Leaves out readings (ruby), the head, scripts and styles. Takes linear time, however broken the tags are.
    """
    parts: list[str] = []
    silent = ""
    plain = False
    at = 0
    while (start := page.find("<", at)) >= 0:
        if not silent:
            parts.append(_words(page[at:start], plain))
        if page.startswith("<!--", start):
            end = page.find("-->", start + 4)
            at = end + 3 if end >= 0 else len(page)
            continue
        match = _TAG.match(page, start)
        if not match:
            end = page.find(">", start) if page[start + 1 : start + 2] in ("!", "?") else start
            parts += ["<"] if end == start and not silent else []
            at = end + 1 if end >= 0 else len(page)
            continue
        at = match.end()
        name, closing = match[2].lower(), bool(match[1])
        if name in _RAW_END and not closing:
            ending = _RAW_END[name].search(page, at)
            at = ending.start() if ending else len(page)
            continue
        silent = _silence(silent, name, closing)
        if name == "pre":
            plain = not closing
        if name in _BLOCKS and not silent:
            parts.append("\n")
    if not silent:
        parts.append(_words(page[at:], plain))
    lines = (line.strip() for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _silence(silent: str, name: str, closing: bool) -> str:
    """Return the element whose text is left out from here on, or empty; end tags may be missing."""
    if name == "head":
        return "" if closing else "head"
    if silent == "head":
        return "" if name == "body" else "head"
    if name in _READINGS:
        return "" if closing else name
    return "" if name in ("rb", "ruby") else silent


def _words(text: str, plain: bool) -> str:
    """Return the text between two tags with references resolved; white space matters only in ``pre``."""
    text = html.unescape(_HUGE_REFERENCE.sub("\ufffd", text))
    return text if plain else _SPACE.sub(" ", text)
