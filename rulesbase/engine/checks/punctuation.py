"""Checks of brackets, quotation marks and repeated words."""

import re
from collections.abc import Iterator

from rulesbase.engine.checks.types import Case, Check, CheckResult, Replacement, Severity
from rulesbase.engine.languages import text_language

_WRONG, _LOOK = Severity.WRONG, Severity.LOOK
_PAIRS = {pair[0]: pair[1] for pair in "() [] （） ［］ 「」 『』 《》 【】 〈〉 «» {} “”".split()}
# In German and Russian “ closes a quotation.
_PAIRS_LOW = {opening: close for opening, close in _PAIRS.items() if opening != "“"} | {"„": "“"}
# "a)" and "1)" at the head of an item close no bracket.
_ITEM = re.compile(r"(?:^|[\s;,])(?:[a-z]|[ivx]{1,4}|\d{1,2})[)）]", re.I | re.M)
_FOREIGN = re.compile('["„“”«»「」『』＂]')
_STRAIGHT = re.compile(r"""(?<=\w)'(?=\w)|(?<=\w)'(?=\s|$)""")
# The end of a sentence, with what may follow it.
_STOP = re.compile(r"[.。．!！?？…:：;；][\s\"'”’»」』）)\]]*$")
_TWICE = re.compile(r"\b([^\W\d_]+)([ \u00a0\u202f]+)\1\b", re.I)
_TWICE_SIGN = re.compile(r"([,，、;；:：。])\1+|(?<!\.)\.\.(?!\.)")
_TWICE_KANA = re.compile(r"をを|がが|のの|にに|的的|了了|、。|。、")


def brackets(case: Case) -> Iterator[CheckResult]:
    """Check that every bracket that opens is closed by its own kind."""
    odd = _unpaired(case.text, case.language)
    if odd and not _unpaired(case.english, "en"):
        values = {"signs": " ".join(dict.fromkeys(case.text[at] for at in odd))}
        yield CheckResult(Check.BRACKETS, _WRONG, "brackets", values, tuple((at, at + 1) for at in odd))


def ending(case: Case) -> Iterator[CheckResult]:
    """Check that the text ends with a full stop or the like if the English does."""
    text = case.text.rstrip()
    if case.heading or not text or _STOP.search(text) or not _STOP.search(case.english.rstrip()):
        return
    stop = "。" if case.spaceless else "."
    end = len(text)
    edits = (Replacement(end, len(case.text), stop),) if text[-1].isalnum() else ()
    yield CheckResult(Check.ENDING, _LOOK, "no-stop", {"sign": stop}, ((end - 1, end),), edits)


def _unpaired(text: str, language: str) -> list[int]:
    """Return offsets of brackets without their other half."""
    pairs = _PAIRS_LOW if "„" in text_language(language).quotes else _PAIRS
    items = {match.end() - 1 for match in _ITEM.finditer(text)}
    opened: list[int] = []
    odd: list[int] = []
    for at, sign in enumerate(text):
        if sign in pairs:
            opened.append(at)
        elif sign in pairs.values():
            if opened and pairs[text[opened[-1]]] == sign:
                opened.pop()
            elif at not in items:
                odd.append(at)
    return sorted(odd + opened)


def quotes(case: Case) -> Iterator[CheckResult]:
    """Check that the quotation marks are those of the language and the apostrophe is typographic."""
    own = text_language(case.language).quotes
    matches = [match for match in _FOREIGN.finditer(case.text) if match[0] not in own]
    if matches:
        values = {"signs": " ".join(dict.fromkeys(match[0] for match in matches)), "own": own[:2]}
        edits = _in_own(case, matches)
        yield CheckResult(Check.QUOTES, _LOOK, "quotes", values, tuple(match.span() for match in matches), edits)
    if text_language(case.language).curly_apostrophe:
        straight = tuple(match.span() for match in _STRAIGHT.finditer(case.text))
        if straight:
            edits = tuple(Replacement(start, end, "’") for start, end in straight)
            yield CheckResult(Check.QUOTES, _LOOK, "apostrophe", {"count": str(len(straight))}, straight, edits)


def _in_own(case: Case, matches: list[re.Match[str]]) -> tuple[Replacement, ...]:
    """Return edits that replace pairs of marks by those of the language; none where they do not pair."""
    marks = text_language(case.language).quote_pair
    if marks is None or len(matches) % 2:
        return ()
    edits: list[Replacement] = []
    for opening, closing in zip(matches[::2], matches[1::2], strict=True):
        if opening[0] in "”»」』" or closing[0] in "„«「『":
            return ()
        # Inner spaces belong to the replaced marks.
        start, end = opening.end(), closing.start()
        inner = case.text[start:end]
        start += len(inner) - len(inner.lstrip())
        end -= len(inner) - len(inner.rstrip())
        if end < start:
            return ()
        edits += (Replacement(opening.start(), start, marks[0]), Replacement(end, closing.end(), marks[1]))
    return tuple(edits)


def doubled(case: Case) -> Iterator[CheckResult]:
    """Check that no word and no punctuation mark is repeated. The edit removes the second one."""
    may = text_language(case.language).twice
    english = {match[1].lower() for match in _TWICE.finditer(case.english)}
    for match in _TWICE.finditer(case.text):
        if match[1].lower() not in may | english:
            edit = Replacement(match.end(1), match.end(), "")
            yield CheckResult(Check.DOUBLED, _LOOK, "word-twice", {"word": match[1]}, (match.span(),), (edit,))
    for pattern in (_TWICE_SIGN, _TWICE_KANA) if case.spaceless else (_TWICE_SIGN,):
        for match in pattern.finditer(case.text):
            if match[0] not in case.english:
                edit = Replacement(match.start() + 1, match.end(), "")
                yield CheckResult(Check.DOUBLED, _LOOK, "sign-twice", {"sign": match[0][0]}, (match.span(),), (edit,))
