"""What no text of rules has: hidden signs that turn the writing round, markup of web pages, texts without end."""

import re

from rulesbase.engine.marking import BIDI
from rulesbase.engine.nodes import RulesText

# The longest text of the English rules has some four thousand letters, and other languages are not ten times as long.
LONGEST = 40_000
_MARKUP = re.compile(
    r"<\s*/?\s*(?:script|style|iframe|object|embed|svg|img|link|meta|form|input|base|template)\b[^<>]{0,200}>?", re.I
)


def refusal_of(text: str) -> str:
    """Why a text cannot stand in an edition, in a sentence; empty where it can."""
    if len(text) > LONGEST:
        return f"it has {len(text):,} signs; no rule has more than {LONGEST:,}"
    return _sign_refused(text)


def _sign_refused(text: str) -> str:
    if match := BIDI.search(text):
        return f"a hidden sign (U+{ord(match[0]):04X}) turns the direction of the text at sign {match.start() + 1}"
    if match := _MARKUP.search(text):
        return f"markup of a web page stands in it: {match[0][:40]}"
    return ""


def refused_in(read: RulesText) -> str:
    """The first refusal in a text, around it, and in the one that a file gives beside it."""
    return refused(read, only_length=read.language == "en") or refused_around(read)


def refused_around(read: RulesText) -> str:
    """The first refusal in what a file holds beside its entries: what stands around them, and a second language.

    Official files, which are English alone, are kept as they are.
    """
    if read.language != "en" and (problem := _around(read)):
        return problem
    if read.other and (problem := refused(read.other) or _around(read.other)):
        return f"In the other language of the file: {problem}"
    return ""


def _around(read: RulesText) -> str:
    texts = (read.title, read.introduction, read.index, read.credits, read.commentary)
    reason = next((reason for text in texts if (reason := _sign_refused(text))), "")
    return f"What stands around the rules cannot be imported: {reason}." if reason else ""


def refused(read: RulesText, *, only_length: bool = False) -> str:
    """The first refusal in a whole text, with where it stands; empty where all of it can be stored.

    With ``only_length`` the signs do not matter: official files are kept as they are, and shown as text.
    """
    for node in (*read.entries, *read.glossary):
        for text in (node.heading, node.text, *(example.text for example in node.examples)):
            if only_length and len(text) <= LONGEST:
                continue
            if reason := refusal_of(text):
                return f"{node.number or node.heading[:60]} cannot be imported: {reason}."
    return ""
