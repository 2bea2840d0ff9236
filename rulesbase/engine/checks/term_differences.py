"""Compare the game's terms of an English text with those of its translation.

A translation may write "it" for a term or another word, so one missing term proves little. A term is reliable if nearly
all texts that have it have it in both languages, and equally often. Reliable terms are reported. A less reliable one is
reported where the text shows more: another term in its sentence, or a list whose other terms are translated.
"""

import re
from collections.abc import Iterator, Mapping

from rulesbase.engine.checks.meanings import meaning_differences
from rulesbase.engine.checks.sentences import NOTE
from rulesbase.engine.checks.term_use import TermCount, TermUse, is_example
from rulesbase.engine.checks.types import TermDifference
from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs

# The share of the uses of a term without a counterpart in the other text, and their number: a reliable term has less.
# Translations add "player" to a passive sentence in more texts than that.
_RELIABLE, _USUAL = 0.016, 12
# The same for two terms of a sentence, one missing and one added; for two with a word in common, which are easily
# confused (alternative cost, additional cost); and for a term of a list.
_SWAPPED, _CONFUSED, _LISTED = 0.03, 0.1, 0.05
# Assumed unmatched and matched uses beside the counted ones: an English term needs five uses, a name ten.
_ASSUMED_ENGLISH, _ASSUMED_OWN = (0.3, 15), (0.15, 0)
# A term of a list needs so many uses, and so many terms of the list must be translated.
_USES, _OTHERS = 10, 2
_ITEM = r"[\w’'/-]+(?: [\w’'/-]+){0,4}"
_LIST = re.compile(rf"(?:{_ITEM}, ){{2,}}{_ITEM}")


def term_differences(terms: TermUse, english: str, own: str, heading: str = "") -> list[TermDifference]:
    """Return the terms that only one of the two texts uses; none in an example, which tells a story.

    ``heading`` is the English heading of the text: a definition may begin with its own term.
    """
    if is_example(english):
        return []
    differences = _differences(terms, english, own)
    own_terms = set(terms.in_english(heading))
    return [one for one in differences if not (one.added and one.term in own_terms)]


def _differences(terms: TermUse, english: str, own: str) -> list[TermDifference]:
    missing = [one for one in terms.missing(english, own) if one.rarely_omitted and not terms.shortened(one, own)]
    found = [_missing(one) for one in missing if one.missing < _USUAL and _unmatched_english(one) < _RELIABLE]
    found += [
        _added(one, name)
        for one, name in terms.added(english, own)
        if one.even and one.added < _USUAL and _unmatched_own(one) < _RELIABLE
    ]
    # A sentence or list adds nothing to what the whole text shows.
    return found or list(dict.fromkeys([*_in_lists(terms, english, missing), *_in_sentences(terms, english, own)]))


def _in_lists(terms: TermUse, english: str, missing: list[TermCount]) -> Iterator[TermDifference]:
    """Yield the missing terms of lists whose other terms are translated."""
    lacking = {one.term: one for one in missing}
    for match in _LIST.finditer(english) if lacking else ():
        listed = terms.in_english(match[0])
        lost = [lacking[term] for term in listed if term in lacking]
        if len(listed) - len(lost) >= _OTHERS:
            yield from (_missing(one) for one in lost if one.used >= _USES and _unmatched_english(one) < _LISTED)


def _in_sentences(terms: TermUse, english: str, own: str) -> Iterator[TermDifference]:
    """Yield the meanings that only one sentence of a pair has, and its terms that have another one in their place."""
    whole = SentencePair(english, NOTE.sub("", own))
    pairs = sentence_pairs(*whole, terms.language) or [whole]
    surplus = terms.surplus(*whole)
    if any(count < 0 for count in surplus.values()) and any(count > 0 for count in surplus.values()):
        for pair in pairs:
            yield from _swapped(terms, surplus, pair)
    yield from meaning_differences(pairs, terms.language)


def _swapped(terms: TermUse, surplus: Mapping[str, int], pair: SentencePair) -> Iterator[TermDifference]:
    """Yield the missing terms of a sentence and those in their place, if the whole text differs in both."""
    missing = [one for one in terms.missing(*pair) if one.even and not terms.shortened(one, pair.own)]
    for other, name in terms.added(*pair) if missing else ():
        for one in missing:
            if _unusual(one, other) and surplus.get(one.term, 0) < 0 < surplus.get(other.term, 0):
                yield from (_missing(one), _added(other, name))


def _unusual(missing: TermCount, added: TermCount) -> bool:
    """Return whether it is remarkable that one term is missing and another one added."""
    common = set(missing.term.lower().split()) & set(added.term.lower().split())
    return max(_unmatched_english(missing), _unmatched_own(added)) < (_CONFUSED if common else _SWAPPED)


def _missing(one: TermCount) -> TermDifference:
    return TermDifference(one.term, one.names[0], added=False)


def _added(one: TermCount, name: str) -> TermDifference:
    return TermDifference(one.term, name, added=True)


def _unmatched_english(one: TermCount) -> float:
    """Return the share of the English uses of a term that its translations lack."""
    return _share(one.used, one.missing, *_ASSUMED_ENGLISH)


def _unmatched_own(one: TermCount) -> float:
    """Return the share of the uses of a term's names that the English texts lack."""
    return _share(one.own, one.added, *_ASSUMED_OWN)


def _share(uses: int, unmatched: int, assumed_unmatched: float, assumed_matched: int) -> float:
    """Return the share of unmatched uses without the one in question, which is counted in both."""
    unmatched_others = max(unmatched - 1, 0) + assumed_unmatched
    matched_others = max(uses - max(unmatched, 1), 0) + assumed_matched
    return unmatched_others / (unmatched_others + matched_others)
