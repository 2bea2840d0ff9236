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


def why_refused(text: str) -> Message | None:
    """Return why a text is refused; None where it is accepted."""
    if len(text) > LONGEST:
        message = _("the text has %(count)s characters; no rule has more than %(most)s")
        return Message(message, {"count": f"{len(text):,}", "most": f"{LONGEST:,}"})
    return _sign_refused(text)


def _sign_refused(text: str) -> Message | None:
    if match := BIDI.search(text):
        message = _("a hidden character (%(sign)s) changes the writing direction at character %(at)s")
        return Message(message, {"sign": f"U+{ord(match[0]):04X}", "at": str(match.start() + 1)})
    if match := _MARKUP.search(text):
        return Message(_("the text contains web page markup: %(markup)s"), {"markup": match[0][:40]})
    return None


def refused_in(read: RulesText) -> Message | None:
    """Return the first refusal in a parsed file: entries, surrounding text, and second language."""
    return refused(read, only_length=read.language == "en") or refused_around(read)


def refused_around(read: RulesText) -> Message | None:
    """Return the first refusal in the text around the entries and in a second language.

    Official English files stay unchanged.
    """
    if read.language != "en" and (problem := _around(read)):
        return problem
    if read.other and (problem := refused(read.other) or _around(read.other)):
        return Message(_("Problem in the second language of the file: %(problem)s"), {"problem": problem})
    return None


def _around(read: RulesText) -> Message | None:
    texts = (read.title, read.introduction, read.index, read.credits, read.commentary)
    reason = next((reason for text in texts if (reason := _sign_refused(text))), None)
    return (
        Message(_("The text before or after the rules cannot be imported: %(why)s."), {"why": reason})
        if reason
        else None
    )


def refused(read: RulesText, *, only_length: bool = False) -> Message | None:
    """Return the first refusal in the entries, and where it is; None if all can be stored.

    With ``only_length`` characters are not checked: official files stay unchanged and are shown as text.
    """
    for node in (*read.entries, *read.glossary):
        for text in (node.heading, node.text, *(example.text for example in node.examples)):
            if only_length and len(text) <= LONGEST:
                continue
            if reason := why_refused(text):
                message = _("%(place)s cannot be imported: %(why)s.")
                return Message(message, {"place": node.number or node.heading[:60], "why": reason})
    return None
