"""Check that no sentence is missing or added: align the sentences of both texts by their lengths.

A translation may join or divide sentences, so a lower count alone proves nothing. The check compares two alignments
(Gale and Church 1993): one that joins sentences only, and one that leaves some out. It reports a missing sentence if
leaving it out fits the lengths much better.
"""

import re
from collections.abc import Iterator, Sequence

from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity
from rulesbase.engine.languages import text_language
from rulesbase.engine.translation.sentence_pairs import MOST, align_lengths, sentence_texts

# Cost of leaving out a sentence.
_OMITTED = 3.0
# How much better the alignment with an omission must be; with an addition: translators explain more than they omit.
_CLEARLY = 1.0
_CLEARLY_ADDED = 2.0
# A note of the translator, in brackets.
_NOTED = r"(?:译注|译者注|訳注|N\.?d\.?T|[Nn]ote du traducteur)"
NOTE = re.compile(rf"[（(][^（）()]*{_NOTED}[^（）()]*[）)]|\[[^\[\]]*{_NOTED}[^\[\]]*\]")

# The number of a meaning, and a quoted title.
_MEANING = re.compile(r"(?:(?<=\s)|^)[1-9]\.\s")
_SEMICOLON = re.compile("[;；]")
_QUOTED = re.compile(r"[“«「『〔\"][^”»」』〕\"]*[”»」』〕\"]")
_CITED = re.compile(r"(?<!\d)[1-9]\d\d(?:\.\d+[a-z]*)?(?:[–-][a-z](?![a-z]))?(?!\d)")
# A sentence with so few other letters of English for each rule only cites: "See also rules 704 and 705."
_CITING = 15


def sentences(case: Case) -> Iterator[CheckResult]:
    """Report that the text lacks one or more sentences of the English, or has more than it."""
    if case.heading or not case.text.strip():
        return
    # In characters of English, so that both directions cost the same.
    english = _lengths(case.english, 1)
    text, usual = NOTE.sub("", case.text), text_language(case.language).length
    own = _lengths(text, usual)
    if not own or not english or max(len(english), len(own)) > MOST or len(own) == len(english):
        return
    values = {"english": str(len(english)), "own": str(len(own))}
    if len(own) < len(english):
        # A translation may join sentences with a semicolon.
        parts = _lengths(_SEMICOLON.sub("\n", text), usual)
        if min(_omission(english, own), _omission(english, parts)) > _CLEARLY:
            yield CheckResult(Check.SENTENCES, Severity.WRONG, "sentences", values)
    elif _omission(own, english) > _CLEARLY_ADDED:
        yield CheckResult(Check.SENTENCES, Severity.WRONG, "sentences-added", values)


def _lengths(text: str, usual: float) -> list[float]:
    """Return the lengths of the sentences of a text, without those that only cite: they may stand within another."""
    parts = sentence_texts(_MEANING.sub("", text))
    return [_english_length(part, usual) for part in parts if not _only_cites(part, usual)]


def _only_cites(sentence: str, usual: float) -> bool:
    rest, cited = _CITED.subn("", _QUOTED.sub("", sentence))
    return _english_length("".join(filter(str.isalpha, rest)), usual) <= _CITING * cited


def _english_length(text: str, usual: float) -> float:
    """Return how many letters of English a text stands for; figures, symbols and English names are the same there."""
    if usual > 1:
        return len(text) / usual
    same = sum(map(str.isascii, text))
    return same + (len(text) - same) / usual


def _omission(more: Sequence[float], fewer: Sequence[float]) -> float:
    """Return how much better an alignment is that leaves out sentences of ``more``."""
    return align_lengths(more, fewer)[0] - align_lengths(more, fewer, _OMITTED)[0]
