"""Repair of provable defects in printed names and texts."""

import re
from typing import NamedTuple

# 怪（かい）獣（じゅう）: kanji, and their readings as kana in parentheses.
_KANJI = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々〆]")
_RUBY = re.compile(r"([\u3400-\u9fff\uf900-\ufaff々〆ヶ]+)[（(]([\u3040-\u309f\u30a0-\u30ffー・]+)[)）]")
# 結晶の巨人 (決戦兵器、メカゴジラ): the name of a promotional printing behind the card's own.
_BEHIND = re.compile(r"(?P<own>.+?)\s*[（(](?P<flavor>[^()（）]+)[)）]\s*")
_ENTITIES = {"&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"', "&nbsp;": " ", "&#39;": "'"}
_OLD_SYMBOL = re.compile(r"(?<![A-Za-z])o(?=\{)")
_SENTENCE = re.compile(r"\S\s+\S.*[.。．!]\s*$|[。．]\s*$")
_PERSON = re.compile(r"[A-Z][\w'’-]+(?: (?:[A-Z][\w.'’-]*|de|van|von|der|and|&))+")
_SPACES = re.compile(r"[ \t\u00a0]+")


def without_ruby(name: str) -> tuple[str, str]:
    """Return a Japanese name without its reading, and the whole name in kana; empty if it is missing or incomplete."""
    if not _RUBY.search(name):
        return name, ""
    reading = _RUBY.sub(r"\2", name)
    return _RUBY.sub(r"\1", name), "" if _KANJI.search(reading) else reading


def split_flavor(name: str) -> tuple[str, str]:
    """Return a card's own name and the flavor name that a source appended in parentheses, or an empty one."""
    found = _BEHIND.fullmatch(name)
    return (found["own"], found["flavor"]) if found else (name, "")


def clean_name(name: str) -> str:
    """Return a name in one line, without space at its ends."""
    return _SPACES.sub(" ", " ".join(name.split("\n"))).strip()


def clean_text(text: str) -> str:
    """Return a printed text with entities decoded and old symbols in today's notation."""
    if "&" in text:
        for entity, character in _ENTITIES.items():
            text = text.replace(entity, character)
    return _OLD_SYMBOL.sub("", text).replace("\\n", "\n").strip() if "o{" in text or "\\n" in text else text.strip()


class CardLines(NamedTuple):
    """Type line and text; ``mended``: they were shifted by a line."""

    type_line: str
    text: str
    mended: bool


def unshift(type_line: str, text: str) -> CardLines:
    """Restore a text whose first line is in the type line, as in the French second half of Fire // Ice.

    Two facts together prove it: the type line is a sentence with a full stop, and the last line of the text is the
    artist's name. The type line itself is lost.
    """
    *lines, last = text.split("\n")
    if not (lines and _SENTENCE.search(type_line) and _PERSON.fullmatch(last.strip())):
        return CardLines(type_line, text, False)
    return CardLines("", "\n".join([type_line, *lines]), True)
