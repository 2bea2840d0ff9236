"""Compare the game's terms of an English text with those of its translation.

A translation may write "it" for a term or another word, so one missing term proves little. A term is reliable if nearly
all texts that have it have it in both languages, and equally often. Reliable terms are reported. A less reliable one is
reported where its sentence shows more: a list whose other terms are translated, or another term in its place.
"""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain, product

from rulesbase.engine.checks.meanings import meaning_differences, noun_differences
from rulesbase.engine.checks.sentences import NOTE
from rulesbase.engine.checks.term_use import TermCount, TermUse, is_example
from rulesbase.engine.checks.types import TermDifference
from rulesbase.engine.text.stems import stem
from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs

# The share of the uses of a term without a counterpart in the other text, and their number: a reliable term has less.
# Translations add "player" to a passive sentence in more texts than that.
_RELIABLE, _USUAL = 0.016, 12
# The share of the texts in which a term of a list is less often than in English: a term that is missed has less.
_LISTED = 0.12
# The same for two terms of a sentence, one less often and the other more often than in English: the product of both
# shares. By how many of the two are on one side only, and whether nothing else differs in the sentence.
_SWAPPED = {(2, True): 0.03, (2, False): 0.02, (1, True): 0.01, (1, False): 0.002, (0, True): 0.0095, (0, False): 0.0}
# Assumed unmatched and matched uses beside the counted ones: an English term needs five uses, a name ten.
_ASSUMED_ENGLISH, _ASSUMED_OWN = (0.3, 15), (0.15, 0)
# The same for uneven texts. A term needs so many uses.
_ASSUMED_UNEVEN, _USES = (0.3, 6), 3
_WORD = re.compile(r"[\w’'-]+")
_ITEM = r"[\w’'/-]+(?: [\w’'/-]+){0,4}"
_LIST = re.compile(rf"(?:{_ITEM}, ){{2,}}{_ITEM}")


def term_differences(terms: TermUse, english: str, own: str, heading: str = "") -> list[TermDifference]:
    """Return the terms that only one of the two texts uses; none in an example, which does not use terms strictly.

    ``heading`` is the English heading of the text: a definition may begin with its own term.
    """
    if is_example(english):
        return []
    own_terms = set(terms.in_english(heading))
    missing = [one for one in terms.missing(english, own) if one.rarely_omitted and not terms.shortened(one, own)]
    found = [_missing(one) for one in missing if _is_reliable(one.used, one.missing, _ASSUMED_ENGLISH)]
    found += [
        _added(one, name)
        for one, name in terms.added(english, own)
        if one.even and _is_reliable(one.own, one.added, _ASSUMED_OWN) and one.term not in own_terms
    ]
    # A sentence adds nothing to what the whole text shows.
    return found or list(dict.fromkeys(_in_sentences(terms, english, own, own_terms)))


def _in_sentences(terms: TermUse, english: str, own: str, own_terms: AbstractSet[str]) -> Iterator[TermDifference]:
    """Yield the meanings that only one sentence of a pair has, the terms that its lists lack, and terms in the place
    of others."""
    whole = SentencePair(english, NOTE.sub("", own))
    pairs = sentence_pairs(*whole, terms.language) or [whole]
    surplus = terms.surplus(*whole)
    lower = {term for term, count in surplus.items() if count < 0 and terms.of(term).used >= _USES}
    higher = {term for term, count in surplus.items() if count > 0 and terms.of(term).own >= _USES} - own_terms
    for pair in pairs if lower else ():
        missing = {
            one.term
            for one in terms.missing(*pair)
            if one.term in lower and not terms.shortened(one, pair.own, any_name=False)
        }
        if missing:
            yield from _in_lists(terms, missing, pair)
        if higher:
            yield from _swapped(terms, missing, (lower, higher), pair)
    yield from meaning_differences(pairs, terms.language)
    yield from noun_differences(pairs, terms.language)


def _in_lists(terms: TermUse, missing: set[str], pair: SentencePair) -> Iterator[TermDifference]:
    """Yield the missing terms of a sentence that it lists beside a term that is translated."""
    lists = chain((terms.in_english(match[0]) for match in _LIST.finditer(pair.english)), terms.joined(pair.english))
    for listed in lists:
        if not missing.issuperset(listed):
            lost = (terms.of(term) for term in listed if term in missing)
            yield from (_missing(one) for one in lost if _uneven(one.used, one.lower) < _LISTED)


def _swapped(
    terms: TermUse, missing: AbstractSet[str], uneven: tuple[AbstractSet[str], AbstractSet[str]], pair: SentencePair
) -> Iterator[TermDifference]:
    """Yield the terms that a sentence has less often than its English, and those in their place.

    ``missing`` are not in the sentence at all. ``uneven`` are the terms that the whole text has less and more often.
    """
    surplus: Mapping[str, int] = terms.surplus(*pair)
    less, more = ([term for term, count in surplus.items() if count * sign > 0] for sign in (-1, 1))
    alone = len(less) == len(more) == 1 and sum(surplus.values()) == 0
    added = {one.term: name for one, name in terms.added(*pair)}
    for term, other in product(less, more):
        if term not in uneven[0] or other not in uneven[1] or terms.share_a_name(term, other):
            continue
        words = [set(map(stem, _WORD.findall(name))) for name in (term, other)]
        # "Triggered ability" for "ability" explains which one is meant, and the other way it is short for it.
        if words[0] <= words[1] or words[1] <= words[0]:
            continue
        one, instead = terms.of(term), terms.of(other)
        one_sided = (term in missing) + (other in added)
        if one_sided == 0 and not (one.even and instead.even):
            continue
        if _uneven(one.used, one.lower) * _uneven(instead.own, instead.higher) < _SWAPPED[one_sided, alone]:
            yield from (_missing(one), _added(instead, added.get(other, instead.names[0])))


def _missing(one: TermCount) -> TermDifference:
    return TermDifference(one.term, one.names[0], added=False)


def _added(one: TermCount, name: str) -> TermDifference:
    return TermDifference(one.term, name, added=True)


def _is_reliable(uses: int, unmatched: int, assumed: tuple[float, int]) -> bool:
    """Return whether few uses of a term have no counterpart in the other text, in number and in share."""
    return unmatched < _USUAL and _share(uses, unmatched, *assumed) < _RELIABLE


def _uneven(uses: int, uneven: int) -> float:
    """Return the share of the texts with a term that have it less, or more, often than the other language."""
    return _share(uses, uneven, *_ASSUMED_UNEVEN)


def _share(uses: int, unmatched: int, assumed_unmatched: float, assumed_matched: int) -> float:
    """Return the share of unmatched uses without the one in question, which is counted in both."""
    unmatched_others = max(unmatched - 1, 0) + assumed_unmatched
    matched_others = max(uses - max(unmatched, 1), 0) + assumed_matched
    return unmatched_others / (unmatched_others + matched_others)
