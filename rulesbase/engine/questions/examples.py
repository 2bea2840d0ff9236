"""Questions from the examples in the rules: what happens (the outcome is hidden), and which rule decides it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulesbase.engine.questions.draft_question import Data, DraftQuestion, level_of
from rulesbase.engine.questions.version_index import VersionIndex, is_title, words_of
from rulesbase.engine.text.sentences import Sentence, sentences

_LEAD = re.compile(r"\s*Examples?:\s*")
# Beginnings that need the example before.
_NEEDS_CONTEXT = re.compile(
    r"(?:in the (?:same|previous|above)|in this|as (?:above|before)|continuing|similarly|likewise|then)\b", re.I
)
# What follows an outcome that was given before, or explains it.
_AFTERTHOUGHT = re.compile(
    r"(?:however|no other|also|it can even|the copy|note|this is|this means|the same process)\b", re.I
)
_DECIDED = re.compile(r"\b(?:still|would|will)\b")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]*[.]’")
# A condition at the beginning of a sentence; its main clause is the outcome.
_CONDITION = re.compile(
    r"(?:if|when|whenever|while|as|once|after|during|because|until|even if|at the (?:beginning|end)|in a|under)\b", re.I
)
# What an example comes to. The last sentence of an example has one of these words, those before it only strong ones.
_STRONG = re.compile(
    r"\b(?:will|won[’']t|can|can[’']t|cannot|may|must|does nothing|doesn[’']t|don[’']t|didn[’']t|isn[’']t|aren[’']t"
    r"|no|not|still|legal|illegal|neither|both|wins?|draws? two|remains?|gets|becomes)\b"
)
_OUTCOME = re.compile(
    rf"{_STRONG.pattern}|\b(?:would|could|is|are|loses?|has|have|decides?|pays?|draws?|dies|returns?|ends?|deals?|puts?|stays?|applies"
    r"|counts?|costs?|chooses?|creates?|enters?|triggers?|resolves?|produces?|keeps?)\b"
)
_SETUP = re.compile(
    r"\b(?:says?|reads?|said|read|states?|has the (?:following |activated |triggered |static )?abilit|has an abilit)\b"
)
# Something is done: more set-up.
_DEED = re.compile(
    r"\b(?:casts?|activates?|is activated|is cast|attacks?|blocks?|controls|targets?|targeting|gives|is given|destroys"
    r"|another|phases|is in|are in|has a|puts|cause[sd]?|leaves|becomes a copy|copies)\b"
)
# A modification of power and toughness. One that the situation lacks belongs to another situation.
_MODIFIED = re.compile(r"[+−-][\dX]+/[+−-][\dX]+")
# A sentence that only says what words mean.
_DEFINES = re.compile(r"“[^”]*” (?:also )?means\b")
# A shorter beginning is no situation that an outcome can follow.
_FEWEST_BEFORE = 10
_FEWEST_ASKED, _FEWEST_HIDDEN, _MOST_HIDDEN, _MOST_SHOWN = 9, 3, 60, 130
# A rule longer than this answers too many things.
_LONGEST_RULE = 650


class ExampleParts(NamedTuple):
    """text[start:split] is the situation, text[split:] the outcome; ``is_clause`` if the split is within a sentence."""

    start: int
    split: int
    is_clause: bool


def happens(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield a question for each example of a rule whose outcome can be hidden."""
    for place, text in enumerate(index.entries[at].examples):
        if parts := split_example(text):
            shown = len(words_of(text, parts.start, parts.split))
            data = {"example": place, "start": parts.start, "split": parts.split, "clause": parts.is_clause}
            yield _draft(index, at, "happens", text, data, shown)


def finds(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield a question for the first example that stands alone: which rule makes it so?"""
    entry = index.entries[at]
    if is_title(entry) or len(entry.text) > _LONGEST_RULE:
        return
    for place, text in enumerate(entry.examples):
        start = _begin(text)
        if start is not None and 12 <= len(words_of(text, start)) <= _MOST_SHOWN and _is_situation(text[start:]):
            yield _draft(index, at, "find", text, {"example": place, "start": start}, len(words_of(text, start)))
            return


def split_example(text: str) -> ExampleParts | None:
    """Split an example before its outcome; None if it has no situation and outcome that can be separated."""
    start = _begin(text)
    if start is None or not (every := _whole_sentences(text, start)):
        return None
    first = len(every) - 1
    while (
        first > 1
        and _is_clear(text, every[first - 1])
        and not _CONDITION.match(text, every[first].start)
        and len(words_of(text, start, every[first - 1].start)) >= _FEWEST_BEFORE
    ):
        first -= 1
    if first and (not _is_outcome(text, every[first]) or _DEFINES.match(text, every[first].start)):
        return None
    split = _clause(text, every[first])
    parts = ExampleParts(start, split or every[first].start, split is not None)
    shown, hidden = len(words_of(text, start, parts.split)), len(words_of(text, parts.split))
    # Without a case, only with an ability, there is nothing to decide.
    is_case = len(sentences(text[start : parts.split])) > 1 or _DEED.search(_unquoted(text[start : parts.split]))
    is_decided = first and _DECIDED.search(_unquoted(text), every[first - 1].start, parts.split)
    if split is None and (is_decided or not is_case):
        return None
    if _AFTERTHOUGHT.match(text, parts.split):
        return None
    if not set(_MODIFIED.findall(text, parts.split)) <= set(_MODIFIED.findall(text[: parts.split])):
        return None
    fits = shown >= _FEWEST_ASKED and _FEWEST_HIDDEN <= hidden <= _MOST_HIDDEN and shown + hidden <= _MOST_SHOWN
    return parts if fits else None


def _whole_sentences(text: str, start: int) -> list[Sentence]:
    """Return the sentences from a place on; one in quotation marks or brackets does not end that around it."""
    found: list[Sentence] = []
    begin = start
    for one in sentences(text):
        inside = text[begin : one.end]
        if one.end > start and all(inside.count(left) == inside.count(right) for left, right in ("“”", "()")):
            found.append(Sentence(begin, one.end))
            begin = next((at for at in range(one.end, len(text)) if not text[at].isspace()), len(text))
    return found


def _begin(text: str) -> int | None:
    """Return where an example begins behind its label; None if it needs the example before."""
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    return None if _NEEDS_CONTEXT.match(text, start) else start


def _is_situation(text: str) -> bool:
    """Return whether a text is about players or objects, and not only about words."""
    return not _DEFINES.match(text) and bool(
        re.search(r"\b(?:player|you|creature|spell|permanent|token|card|opponent|controller)\b", _unquoted(text), re.I)
    )


def _is_clear(text: str, sentence: Sentence) -> bool:
    """Return whether a sentence is part of the outcome beyond doubt."""
    plain = _unquoted(text[sentence.start : sentence.end])
    return not _SETUP.search(plain) and not _DEED.search(plain) and bool(_STRONG.search(plain))


def _is_outcome(text: str, sentence: Sentence) -> bool:
    plain = _unquoted(text[sentence.start : sentence.end])
    return not _SETUP.search(plain) and bool(_OUTCOME.search(plain))


def _clause(text: str, sentence: Sentence) -> int | None:
    """Return where the main clause begins in a sentence that starts with a condition; None for other sentences."""
    if not _CONDITION.match(text, sentence.start):
        return None
    plain = _unquoted(text[: sentence.end])
    for comma in re.finditer(r", (?:then )?", plain[sentence.start :]):
        at = sentence.start + comma.end()
        rest = plain[at:]
        # A list or a second condition goes on; a clause has a subject and a verb.
        clause = re.match(
            r"(?!and |or |but |not |even |rather |which |who |whose |where |when |if |as |including |then )[^,;]{2,70}",
            rest,
        )
        if clause and _OUTCOME.search(clause[0]):
            return at
    return None


def _unquoted(text: str) -> str:
    """Return a text with its quotations blanked, of the same length."""
    return _QUOTED.sub(lambda match: "·" * len(match[0]), text)


def _draft(index: VersionIndex, at: int, kind: str, text: str, data: Data, shown: int) -> DraftQuestion:
    entry = index.entries[at]
    level = level_of(kind, words=shown // 2, cited=index.cited[entry.number], number=entry.number)
    words = " ".join(word.key for word in words_of(text))
    return DraftQuestion(kind, at, (words,), data, level, 1.0, words)
