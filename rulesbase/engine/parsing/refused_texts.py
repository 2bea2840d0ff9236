"""Safety checks of imported texts: bidirectional controls, markup of web pages, excessive length."""

import re

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import RulesText
from rulesbase.engine.text.typed_markup import BIDI

# The longest English rule has some four thousand characters; no language needs ten times as many.
LONGEST = 40_000
_MARKUP = re.compile(
    r"<\s*/?\s*(?:script|style|iframe|object|embed|svg|img|link|meta|form|input|base|template)\b[^<>]{0,200}>?", re.I
)


def refusal_of_file(read: RulesText) -> Message | None:
    """Return why a parsed file cannot be stored and where the reason is; None if it can."""
    # English files stay unchanged and are shown as text. English as the second language of a file is no official text.
    return _refusal_of_entries(read, is_official=read.language == "en") or refusal_around_entries(read)


def refusal_around_entries(read: RulesText) -> Message | None:
    """Return the part of ``refusal_of_file`` about the text around the entries and the second language."""
    if read.language != "en" and (problem := _refusal_of_other_parts(read)):
        return problem
    if read.other and (problem := _refusal_of_entries(read.other) or _refusal_of_other_parts(read.other)):
        return Message(_("Problem in the second language of the file: %(problem)s"), {"problem": problem})
    return None


def refusal_of_text(text: str, *, is_official: bool = False) -> Message | None:
    """Return why the text of an entry cannot be stored; None if it can. Of an official text only the length counts."""
    if len(text) > LONGEST:
        message = _("the text has %(count)s characters; no rule has more than %(most)s")
        return Message(message, {"count": f"{len(text):,}", "most": f"{LONGEST:,}"})
    return None if is_official else _refusal_of_characters(text)


def _refusal_of_entries(read: RulesText, *, is_official: bool = False) -> Message | None:
    for node in (*read.entries, *read.glossary):
        for text in (node.heading, node.text, *(example.text for example in node.examples)):
            if reason := refusal_of_text(text, is_official=is_official):
                message = _("%(place)s cannot be imported: %(why)s.")
                return Message(message, {"place": node.number or node.heading[:60], "why": reason})
    return None


def _refusal_of_other_parts(read: RulesText) -> Message | None:
    for text in (read.title, read.introduction, read.index, read.credits, read.commentary):
        if reason := _refusal_of_characters(text):
            return Message(_("The text before or after the rules cannot be imported: %(why)s."), {"why": reason})
    return None


def _refusal_of_characters(text: str) -> Message | None:
    if match := BIDI.search(text):
        message = _("a hidden character (%(sign)s) changes the writing direction at character %(at)s")
        return Message(message, {"sign": f"U+{ord(match[0]):04X}", "at": str(match.start() + 1)})
    if match := _MARKUP.search(text):
        return Message(_("the text contains web page markup: %(markup)s"), {"markup": match[0][:40]})
    return None
