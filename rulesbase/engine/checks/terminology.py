"""Checks of agreed words (card names, glossary terms) and of words left in English."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from rulesbase.engine.checks.structure import references_in
from rulesbase.engine.checks.types import Case, Check, CheckResult, Replacement, Severity
from rulesbase.engine.text.normalize import skeleton
from rulesbase.engine.text.symbols import SYMBOL
from rulesbase.engine.text.tokens import LITTLE

_WRONG, _LOOK = Severity.WRONG, Severity.LOOK
_WORD = re.compile(r"[A-Za-z][A-Za-z'’\-]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_NOT_FRENCH = frozenset("the of an and is are with that this from by to be it its any if when or card player".split())
# An English run of this many words is untranslated. Languages in other scripts borrow little but names.
_RUN, _RUN_SPACELESS = 4, 3
_SAME = 25
# Most words between two of a name: "feux d'une grande joie".
_APART = 3


@lru_cache(maxsize=8192)
def plain_text(text: str) -> str:
    """Return a text in small letters without accents, with uniform apostrophes and spaces."""
    text = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    return " ".join("".join(sign for sign in text if not unicodedata.combining(sign)).split())


def cards(case: Case) -> Iterator[CheckResult]:
    """Check that cards have their printed names; the English name beside one is allowed."""
    low = plain_text(case.text)
    for card in case.cards:
        # A card never printed in the language has no known name.
        if not card.printed or any(plain_text(name) in low for name in card.printed):
            continue
        spans = tuple(match.span() for match in re.finditer(re.escape(card.name), case.text))
        values = {"card": card.name, "printed": card.printed[0]}
        edits = tuple(Replacement(start, end, card.printed[0]) for start, end in spans)
        yield CheckResult(Check.CARDS, _LOOK, "card-in-english" if spans else "card-other", values, spans, edits)


def terms(case: Case) -> Iterator[CheckResult]:
    """Check that both texts have the same terms, and that the text uses the agreed word, in any form, for each."""
    for one in case.compared:
        code = "term-added" if one.added else "term-missing"
        yield CheckResult(Check.TERMS, _WRONG, code, {"term": one.term, "name": one.name})
    compared = {one.term for one in case.compared}
    for term in case.terms:
        if term.term in compared or not term.names:
            continue
        if not any(uses_name(name, case.text, spaceless=case.spaceless) for name in term.names):
            yield CheckResult(Check.TERMS, _LOOK, "term", {"term": term.term, "agreed": term.names[0]})


# All names are looked for in one text after the other.
@lru_cache(maxsize=64)
def _words_of(low: str) -> list[str]:
    return _LETTERS.findall(low)


def uses_name(name: str, text: str, *, spaceless: bool) -> bool:
    """Return whether a text has a name in any form."""
    plain, low = plain_text(name), plain_text(text)
    if plain in low or spaceless:
        return plain in low
    # Endings change with number and gender: the stems must occur in order, with few words between them.
    stems = [word[: max(4, len(word) - 3)] for word in _LETTERS.findall(plain) if len(word) > 2 or plain == word]
    words = _words_of(low)
    return bool(stems) and any(_has_stems(stems, words[at:]) for at in range(len(words)))


def _has_stems(stems: list[str], words: list[str]) -> bool:
    """Return whether words begin with the first stem, and the others follow in order, each near the one before."""
    if not words[0].startswith(stems[0]):
        return False
    at = 0
    for stem in stems[1:]:
        near = range(at + 1, min(at + _APART + 2, len(words)))
        found = next((place for place in near if words[place].startswith(stem)), None)
        if found is None:
            return False
        at = found
    return True


def untranslated(case: Case) -> Iterator[CheckResult]:
    """Check that neither the whole text nor a run of its words is English."""
    words = skeleton(case.text)
    if len(words) >= _SAME and words == skeleton(case.english):
        yield CheckResult(Check.UNTRANSLATED, _WRONG, "in-english", {}, ((0, len(case.text)),))
        return
    english = f" {' '.join(word.lower() for word in _WORD.findall(_without_names(case, case.english)))} "
    for run in _runs(_without_names(case, case.text)):
        for part in _shared(run, english, _RUN_SPACELESS if case.spaceless else _RUN):
            if _is_english([match[0] for match in part], case):
                span = part[0].start(), part[-1].end()
                yield CheckResult(Check.UNTRANSLATED, _LOOK, "rest", {"words": case.text[slice(*span)]}, (span,))


def _shared(run: list[re.Match[str]], english: str, least: int) -> Iterator[list[re.Match[str]]]:
    """Yield the longest parts of a run that the English text contains."""
    at = 0
    while at + least <= len(run):
        end = at
        while end < len(run) and f" {' '.join(match[0].lower() for match in run[at : end + 1])} " in english:
            end += 1
        if end - at >= least:
            yield run[at:end]
        at = max(end, at + 1)


def _without_names(case: Case, text: str) -> str:
    """Return the text with card names, symbols and references blanked, at the same length."""
    for card in case.cards:
        for name in (card.name, *card.printed):
            text = text.replace(name, "\n" * len(name))
    text = SYMBOL.sub(lambda match: "\n" * len(match[0]), text)
    for ref in references_in(text):
        text = text[: ref.start] + "\n" * (ref.end - ref.start) + text[ref.end :]
    return text


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield runs of Latin words with only spaces and commas between them."""
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if run and text[run[-1].end() : match.start()].strip(" \u00a0,"):
            yield run
            run = []
        run.append(match)
    yield run


def _is_english(run: list[str], case: Case) -> bool:
    """Return whether a run is English and no name: in a name every content word has a capital."""
    little = LITTLE if case.spaceless else _NOT_FRENCH
    if all(word in little or word[0].isupper() for word in run):
        return False
    return any(word.lower() in little for word in run)
