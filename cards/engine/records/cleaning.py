"""Repair of provable defects in printed names and texts."""

import html
import re

# 怪（かい）獣（じゅう）: kanji, and their readings as kana in parentheses.
_KANJI = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々〆]")
_RUBY = re.compile(r"([\u3400-\u9fff\uf900-\ufaff々〆ヶ]+)[（(]([\u3040-\u309f\u30a0-\u30ffー・]+)[)）]")
# 結晶の巨人 (決戦兵器、メカゴジラ): the name of a promotional printing behind the card's own.
_BEHIND = re.compile(r"(?P<own>.+?)\s*[（(](?P<flavor>[^()（）]+)[)）]\s*")
_OLD_SYMBOL = re.compile(r"(?<![A-Za-z])o(?=\{)")
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
    plain = html.unescape(text.replace("&nbsp;", " "))
    return _OLD_SYMBOL.sub("", plain).replace("\\n", "\n").strip()
