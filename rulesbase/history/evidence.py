"""Write ``Change.evidence``, which the lineage stores in English, in the language of the page."""

import datetime
import re

from django.utils.html import escape
from django.utils.translation import pgettext_lazy

from rulesbase.core.dates import day_text
from rulesbase.core.punctuation import comma

# A phrase of the lineage and what a page shows for it. A phrase comes before its own beginning.
_MESSAGES = {
    "number,? and text but for references": pgettext_lazy("evidence", "same number, same text except for references"),
    "number and text": pgettext_lazy("evidence", "same number and same text"),
    "number and title": pgettext_lazy("evidence", "same number and same title"),
    "number and neighbours": pgettext_lazy("evidence", "same number, same neighbouring rules"),
    "number": pgettext_lazy("evidence", "same number"),
    "text but for references": pgettext_lazy("evidence", "same text except for references"),
    "text": pgettext_lazy("evidence", "same text"),
    "title": pgettext_lazy("evidence", "same or similar title"),
    "the same term under another name": pgettext_lazy("evidence", "same term with another name"),
    "the same term": pgettext_lazy("evidence", "same term"),
    "chapter": pgettext_lazy("evidence", "same chapter"),
    "parent": pgettext_lazy("evidence", "same parent rule or chapter"),
    "(?:beside its )?neighbours": pgettext_lazy("evidence", "same neighbouring rules"),
    "references": pgettext_lazy("evidence", "cited by the same rules"),
    r"(?P<share>\d+) % alike": pgettext_lazy("evidence", "texts %(share)s %% alike"),
    "part of its text": pgettext_lazy("evidence", "the new text is a part of the old text"),
    "its text is part of it": pgettext_lazy("evidence", "the old text is a part of the new text"),
    r"its rules: (?P<old>\d+) % of the older text, (?P<new>\d+) % of the newer": pgettext_lazy(
        "evidence", "same text in both chapters: %(old)s %% of the older chapter, %(new)s %% of the newer chapter"
    ),
    r"(?P<count>\d+) of (?P<all>\d+) rules under it": pgettext_lazy(
        "evidence", "%(count)s of the rule’s %(all)s subrules match too"
    ),
    r"(?P<share>\d+) % of its words: (?P<words>[^;]*)": pgettext_lazy(
        "evidence", "the new rule has %(share)s %% of the old words: %(words)s"
    ),
    "also (?P<others>.*)": pgettext_lazy("evidence", "other similar rules: %(others)s"),
    "base rule of a paragraph cut into letters": pgettext_lazy(
        "evidence", "first part of a rule that was divided into lettered rules"
    ),
    r"returns after (?P<date>\d{4}-\d\d-\d\d)": pgettext_lazy("evidence", "last seen in the version of %(date)s"),
    "corrected: (?P<reason>.*)": pgettext_lazy("evidence", "corrected by hand: %(reason)s"),
}
_PHRASES = [(re.compile(rf"(?:{phrase})(?:, |; |$)", re.DOTALL), message) for phrase, message in _MESSAGES.items()]


def evidence_html(evidence: str) -> str:
    """Return the phrases in the language of the page; all in English if one is unknown."""
    parts: list[str] = []
    at = 0
    while at < len(evidence):
        matches = ((pattern.match(evidence, at), message) for pattern, message in _PHRASES)
        match, message = next(((match, message) for match, message in matches if match), (None, ""))
        if match is None:
            return f'<span lang="en">{escape(evidence)}</span>'
        values = {name: _value_html(name, value) for name, value in match.groupdict().items()}
        parts.append(escape(message) % values)
        at = match.end()
    return comma().join(parts)


def _value_html(name: str, value: str) -> str:
    if name == "date":
        return day_text(datetime.date.fromisoformat(value))
    return f'<span lang="en">{escape(value)}</span>' if name == "words" else escape(value)
