"""Compare the game's terms of an English text with those of its translation.

A translation may write "it" for a term or another word, so one missing term proves little. A term is reliable if nearly
all texts that have it have it in both languages, and equally often. Reliable terms are reported. A less reliable one is
reported where the text shows more: another term in its sentence, or a list whose other terms are translated.
"""

import re
from collections.abc import Iterator

from rulesbase.engine.checks.sentences import NOTE
from rulesbase.engine.checks.term_use import TermCount, TermUse, is_example
from rulesbase.engine.checks.types import TermDifference
from rulesbase.engine.languages import text_language
from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs

# The share of the uses of a term without a counterpart in the other text: a reliable term has less.
_RELIABLE = 0.016
# The same for two terms of a sentence, one missing and one added; for two with a word in common, which are easily
# confused (alternative cost, additional cost); and for a term of a list.
_SWAPPED, _CONFUSED, _LISTED = 0.03, 0.1, 0.05
# Added to the unmatched uses, and to the matched uses of an English term: a term needs five uses, a name 20, because
# names are also parts of other words and of names of cards.
_ASSUMED_UNMATCHED, _ASSUMED_MATCHED = 0.3, 15
# A term of a list needs so many uses, and so many terms of the list must be translated.
_USES, _OTHERS = 10, 2
_ITEM = r"[\w’'/-]+(?: [\w’'/-]+){0,4}"
_LIST = re.compile(rf"(?:{_ITEM}, ){{2,}}{_ITEM}")
# English words of sentences that other languages may negate.
_NEGATIVE = re.compile(
    r"\b(?:not?|never|neither|nor|none|nothing|without|unless|except|rather|instead|cannot|only|until|regardless"
    r"|either|other|different|whether|but|lacks?|lacking|remain\w*|fail\w*|lose\w*|ignor\w+|outside|stop\w*|ceas\w+"
    r"|prevent\w*|prohibit\w*|preclud\w*|protect\w*|redundant|obsolete|exempt|declin\w+|(?:non|un|im|il)\w+)\b|n[’']t\b",
    re.IGNORECASE,
)


def term_differences(terms: TermUse, english: str, own: str) -> list[TermDifference]:
    """Return the terms that only one of the two texts uses; none in an example, which tells a story."""
    if not terms.counts or is_example(english):
        return []
    missing = [one for one in terms.missing(english, own) if one.even and not terms.shortened(one, own)]
    found = [_missing(one) for one in missing if _unmatched_english(one) < _RELIABLE]
    found += [
        _added(one, name) for one, name in terms.added(english, own) if one.even and _unmatched_own(one) < _RELIABLE
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
    """Yield the qualifiers that a sentence lacks, its terms that have another one in their place, and a negation."""
    language = text_language(terms.language)
    whole = SentencePair(english, NOTE.sub("", own))
    for pair in sentence_pairs(*whole, terms.language) or [whole]:
        missing = [one for one in terms.missing(*pair) if not terms.shortened(one, pair.own)]
        for one in missing:
            if one.term in language.qualifiers and _unmatched_english(one) < _RELIABLE:
                yield _missing(one)
        yield from _swapped(terms, whole, pair, [one for one in missing if one.even])
        if not _NEGATIVE.search(pair.english):
            yield from (TermDifference("not", word, added=True) for word in language.negative if word in pair.own)


def _swapped(
    terms: TermUse, whole: SentencePair, pair: SentencePair, missing: list[TermCount]
) -> Iterator[TermDifference]:
    """Yield the missing terms of a sentence and those in their place, if the whole text differs in both."""
    added = list(terms.added(*pair)) if missing else []
    swaps = [(one, other, name) for other, name in added for one in missing if _unusual(one, other)]
    if not swaps:
        return
    surplus = terms.surplus(*whole)
    for one, other, name in swaps:
        if surplus(one.term) < 0 < surplus(other.term):
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
    return _share(one.used + _ASSUMED_MATCHED, one.missing)


def _unmatched_own(one: TermCount) -> float:
    """Return the share of the uses of a term's names that the English texts lack."""
    return _share(one.own, one.added)


def _share(uses: int, unmatched: int) -> float:
    """Return the share of unmatched uses without the one in question, which is counted in both."""
    uses, unmatched = max(uses - 1, 0), max(unmatched - 1, 0)
    return (unmatched + _ASSUMED_UNMATCHED) / (uses + _ASSUMED_UNMATCHED)
