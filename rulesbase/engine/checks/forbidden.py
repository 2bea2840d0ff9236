"""Characters that no text of rules may hold, because they hide something or break the display."""

import re
from collections.abc import Iterator

from rulesbase.engine.checks.types import Case, Check, CheckResult, Replacement, Severity
from rulesbase.engine.text.typed_markup import BIDI, MARKUP

# Line feed and tab are allowed; carriage returns of forms are removed before.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060-\u2064\ufeff\U000e0000-\U000e0fff]")
# The whole element.
_MARKUP = re.compile(MARKUP.pattern + "[^<>]{0,200}>?", re.I)
_KINDS = (("control", _CONTROLS), ("bidi", BIDI), ("markup", _MARKUP))


def forbidden(text: str) -> str:
    """Return what makes a text impossible to store: ``control``, ``bidi``, ``markup``; empty where nothing does."""
    return next((code for code, pattern in _KINDS if pattern.search(text)), "")


def find_forbidden(case: Case) -> Iterator[CheckResult]:
    """Find hidden characters and markup. A click removes hidden characters; markup needs a person."""
    for code, pattern in (*_KINDS, ("invisible", _INVISIBLE)):
        spans = tuple(match.span() for match in pattern.finditer(case.text))
        if spans:
            edits = () if code == "markup" else tuple(Replacement(start, end, "") for start, end in spans)
            severity = Severity.LOOK if code == "invisible" else Severity.WRONG
            yield CheckResult(Check.CONTROLS, severity, code, {"count": str(len(spans))}, spans, edits)
