"""References in tournament documents, as offsets: to sections of the same document, of another, and to rules.

The number of a reference to another document begins with the document: ``cr 103.4``, ``mtr 4.1``. A document that has
no versions here (the Universal Tournament Rules) is recognised so that its sections are not taken for our own.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulesbase.engine.documents import COMPREHENSIVE_RULES, PENALTY_GUIDE, TOURNAMENT_RULES, active_document
from rulesbase.engine.text.document_numbers import is_document_number

_OTHER = "other"
_NAMES = {
    _OTHER: r"(?:DCI\W{0,2}\s+)?Universal\s+Tournament\s+Rules|UTR",
    COMPREHENSIVE_RULES: r"Comprehensive\s+Rules|CR",
    TOURNAMENT_RULES: r"(?:Magic\W{0,2}\s+)?(?:DCI\W{0,2}\s+)?(?:Tournament|Floor)\s+Rules|MTR",
    PENALTY_GUIDE: r"(?:Infraction\s+Procedure\s+Guide|Penalty\s+Guide(?:lines)?|M?IPG)",
}
_NAME = "|".join(f"(?P<{document}{{0}}>{names})" for document, names in _NAMES.items())
_BEFORE, _BEHIND = _NAME.replace("{0}", "_before"), _NAME.replace("{0}", "_behind")
_RULE = r"[1-9]\d\d\.\d{1,3}[a-z]{0,2}"
_NUMBER = rf"(?:{_RULE}|[1-9]\d?\.[1-9]\d?|[1-9]\d{{0,2}}|(?<=ppendix\s)[A-Z])(?![A-Za-z0-9]|[-–]sided)"
_WORD = r"(?:\b(?:sections?|rules?|appendix|sec\.)\s+|§\s*)"
_REFERENCE = re.compile(
    rf"""(?:\b(?:{_BEFORE})\b[®™,:;]*\s+[(]?{_WORD}?|{_WORD})
    (?P<list>{_NUMBER}(?:(?:\s*(?:,|;|&|–|—|-|\band\b|\bor\b)\s*)+{_NUMBER})*)
    (?:\s+of\s+the\s+(?:DCI\W{{0,2}}\s+|Magic\W{{0,2}}\s+)?(?:{_BEHIND}))?""".replace("\n", ""),
    re.X | re.I,
)
_ALONE = re.compile(rf"{_RULE}(?![A-Za-z0-9])|(?<=\()[1-9]\d?\.[1-9]\d?(?=\))")
_ONE = re.compile(_NUMBER, re.I)
_FULL_RULE = re.compile(_RULE)


class Ref(NamedTuple):
    """A reference: text[start:end] names ``number``, in a tournament document with that of another one in front."""

    start: int
    end: int
    number: str


def find_document_references(text: str) -> list[Ref]:
    """Return all references of a text in order, without overlaps."""
    found: list[Ref] = []
    taken: list[tuple[int, int]] = []
    for match in _REFERENCE.finditer(text):
        taken.append(match.span("list"))
        found += _of_list(match)
    for match in _ALONE.finditer(text):
        if not any(start <= match.start() < end for start, end in taken):
            found.append(Ref(match.start(), match.end(), _numbered(match[0], "")))
    return sorted(found)


def _of_list(match: re.Match[str]) -> Iterator[Ref]:
    """Yield the numbers of a list; none of a document that has no versions here."""
    named = next((name.partition("_")[0] for name, words in match.groupdict().items() if words and name != "list"), "")
    if named == _OTHER:
        return
    for one in _ONE.finditer(match.string, match.start("list"), match.end("list")):
        number = _numbered(one[0], named)
        if number:
            yield Ref(one.start(), one.end(), number)


def _numbered(number: str, named: str) -> str:
    """Return the number of a reference; empty for one that its document cannot have."""
    if _FULL_RULE.fullmatch(number) or named == COMPREHENSIVE_RULES:
        return f"{COMPREHENSIVE_RULES} {number}"
    number = number.upper() if len(number) == 1 else number
    if not is_document_number(number):
        return ""
    return number if named in ("", active_document()) else f"{named} {number}"
