"""Changes of wording alone: pronouns, relative words, punctuation, and terms that a whole version renamed."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from rulesbase.engine.diff.moves import Edit
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.references import without_references

# Words, symbols, numbers and signs that are no punctuation.
_TOKEN = re.compile(
    # This alternative matches most words, in half the time.
    r"[a-z]+(?=[ ,.])"
    r"|\{[^}]*\}|#|\d[\w.]*|[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s\w,;:()\[\]\-\"'.?!]"
)
_IN_WORDS = frozenset("_'{}-")
# A reference to another rule or to a previous one, which is no change of substance. Numbers are "#" here, and all
# letters lower case. Each alternative begins with a fixed character, so that the search skips quickly.
_POINTER = re.compile(
    r"\(\s*see (?:also )?(?:rules?|section|chapter) [^()]*\)"
    r"|(?:\(t|t(?<!\wt))his (?:rule )?is a (?:change|reversal) (?:from|of) (?:the )?previous rules?\b\.?\)?"
    r"|s(?:(?<=^s)|(?<=[.)\"'] s))ee (?:also )?(?:rules? |section |chapter )?#[^.]*(?:\.\"|\.|$)",
    re.M,
)
_POINTING = ("see ", "previous rule")


# English words with the same meaning: strings that each matching text contains (checked first, as that is faster),
# pattern, replacement, and the name shown to readers.
_SAME = tuple(
    (parts, re.compile(rf"\b(?:{pattern})\b"), same, name)
    for parts, pattern, same, name in (
        (("mself",), "him(?:self)? or herself|themself", "themselves", "himself or herself"),
        (("him or her",), "him or her", "them", "him or her"),
        (("his or her",), "his or hers?", "their", "his or her"),
        (("he or ", "he/"), "s?he or s?he|s?he/s?he", "they", "he or she"),
        (("they ",), r"they (?!does|has|is|was)(\w+[^\Ws])s", r"they \1", ""),
        (("which",), "which", "that", "which"),
        (("cannot", "can not"), "cannot|can not", "can't", "cannot"),
        ((" not",), "(is|are|does|do|was|were|has|have|would|could|should) not", r"\1n't", ""),
        (("'re", "they's", "it's", "you's", "that's", "there's"), "(they|it|you|that|there)'(?:re|s)", r"\1 is", ""),
        (("upon",), "upon", "on", "upon"),
        (("wards",), "(toward|afterward|backward|forward)s", r"\1", ""),
        (("in order to",), "in order to", "to", "in order to"),
        (("prior to",), "prior to", "before", "prior to"),
    )
)
# Forms of one word: with a new pronoun or term its verb or article changes too.
_FORMS = {
    "are": "is", "were": "was", "have": "has", "do": "does", "an": "a",
    "aren't": "isn't", "weren't": "wasn't", "haven't": "hasn't", "don't": "doesn't",
}  # fmt: skip
_ENDING = re.compile(r"(?<=\w\w\w)(?:ing|ed|es|[es])$")
_SUBJECTS = frozenset(("they", "it", "you"))
_PRONOUN = re.compile(r"\b(?:s?he|his|him|they|their|them)\b")
# Words that decide what a rule does: a change of one is never a change of wording alone.
_OPERATIVE = frozenset(
    "not no never cannot can't isn't doesn't don't won't nor without neither may might must can could should would"
    " each all any every some both either only one two three four five six seven eight nine ten first second third last"
    " next if unless until when whenever while after before during and or instead except least most more less fewer up"
    " same other another".split()
)
_DETERMINERS = frozenset("this that these those their them they with from which".split())
_EMPTY = frozenset("that the phrase term then also".split())
# A term counts as renamed if this many rules replace it, and if no more than this share of it remains.
_FEWEST_RULES = 5
_REMAINS = 0.2
# Where many rules replace a term, one of the two names may have other uses as well.
_MANY_RULES, _REMAINS_OF_MANY = 10, 0.6
# Most words of a renamed term.
_LONGEST = 6


class Renaming(NamedTuple):
    """Words of the older version that the newer one replaces by others in ``changes`` texts."""

    old: str
    new: str
    changes: int


class _Pair:
    """The words of an older and a newer text, and where they differ."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = plain_words(old), plain_words(new)
        # Aligned in one direction only, so that a comparison backwards finds the same.
        if (len(self.old), self.old) <= (len(self.new), self.new):
            self.spans = [*_spans(self.old, self.new)]
        else:
            self.spans = [Edit(*span[2:], *span[:2]) for span in _spans(self.new, self.old)]
        self._texts = old, new

    @cached_property
    def pronouns(self) -> bool:
        """Whether a pronoun changed."""
        old, new = (_PRONOUN.findall(text.lower()) for text in self._texts)
        return old != new

    def phrases(self, span: Edit) -> tuple[str, str]:
        """Return the older and the newer words of a span; empty where it is too long for a term."""
        if span.old_end - span.old > _LONGEST or span.new_end - span.new > _LONGEST:
            return "", ""
        return " ".join(self.old[span.old : span.old_end]), " ".join(self.new[span.new : span.new_end])

    def candidates(self, at: int) -> Iterator[tuple[int, Edit]]:
        """Yield the spans that may be a renamed term from span ``at`` on, and the number of spans each covers.

        The longest come first: with the next span, if one or two words are between them; with the word before or
        behind; the span itself.
        """
        span = self.spans[at]
        for count in (3, 2):
            if at + count <= len(self.spans) and all(
                b.old - a.old_end <= 2 for a, b in pairwise(self.spans[at : at + count])
            ):
                last = self.spans[at + count - 1]
                yield count, Edit(span.old, last.old_end, span.new, last.new_end)
        if span.old and span.new:
            yield 1, span._replace(old=span.old - 1, new=span.new - 1)
        if span.old_end < len(self.old) and span.new_end < len(self.new):
            yield 1, span._replace(old_end=span.old_end + 1, new_end=span.new_end + 1)
        if span.old < span.old_end and span.new < span.new_end:
            yield 1, span

    def is_same(self, span: Edit) -> bool:
        """Return whether a span differs in spelling, in the form of a word, or in words without a meaning alone."""
        old, new = self.old[span.old : span.old_end], self.new[span.new : span.new_end]
        if not old or not new:
            return _EMPTY.issuperset(old or new)
        if "".join(old).replace("-", "") == "".join(new).replace("-", ""):
            return True
        if len(old) != len(new):
            return _is_gerund(old, new) or _is_gerund(new, old)
        # Two letters of a word may have changed places by mistake.
        return all(
            sorted(a) == sorted(b) or (_stem(a) == _stem(b) and self.pronouns) for a, b in zip(old, new, strict=True)
        )


@lru_cache(maxsize=8192)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without punctuation, pointers to rules, and differences of language alone."""
    text = without_references(fold(text)).lower()
    if _has_any(text, _POINTING):
        text = _POINTER.sub(" ", text)
    for hints, pattern, same, _ in _SAME:
        if _has_any(text, hints):
            text = pattern.sub(same, text)
    found = _TOKEN.findall(text)
    return tuple(map(_FORMS.get, found, found))


def _has_any(text: str, parts: Iterable[str]) -> bool:
    """Return whether a text has one of some strings: this is faster than a search for a pattern."""
    return any(map(text.__contains__, parts))


@cache
def _stem(word: str) -> str:
    """Return a word without the ending of its form: "activates", "activated" and "activating" are one."""
    return _ENDING.sub("", f"{word[:-3]}y" if word.endswith("ies") else word)


def _is_gerund(clause: Sequence[str], gerund: Sequence[str]) -> bool:
    """Return whether a pronoun and a verb became the verb's form with "ing": "when they put" and "when putting"."""
    if len(clause) != 2 or clause[0] not in _SUBJECTS or len(gerund) != 1:
        return False
    verb = clause[1]
    return gerund[0] in (f"{verb}ing", f"{verb[:-1]}ing", f"{verb}{verb[-1]}ing")


def _stems(names: tuple[str, str]) -> tuple[str, str]:
    old, new = (" ".join(map(_stem, name.split())) for name in names)
    return old, new


def _spans(old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    """Yield where two texts differ; neighbouring operations are one span."""
    span: Edit | None = None
    for op in Levenshtein.opcodes(old, new):
        if op.tag == "equal":
            if span:
                yield span
            span = None
        elif span:
            span = span._replace(old_end=op.src_end, new_end=op.dest_end)
        else:
            span = Edit(op.src_start, op.src_end, op.dest_start, op.dest_end)
    if span:
        yield span


def _renamings(pairs: Iterable[_Pair], old: Iterable[str], new: Iterable[str]) -> list[Renaming]:
    """Return the terms that a version renamed.

    Each has nearly vanished from the newer version, and its new name is nearly absent from the older one.
    """
    found: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        changed = [at for at, span in enumerate(pair.spans) if not pair.is_same(span)]
        found.update({pair.phrases(span) for at in changed for _, span in pair.candidates(at)})
    likely = [names for names, count in found.items() if count >= _FEWEST_RULES and all(names) and _may_rename(*names)]
    if not likely:
        return []
    texts = _joined(old), _joined(new)
    accepted: list[tuple[str, str]] = []
    # The shortest first: a longer phrase that contains a renamed term needs no entry of its own.
    for names in sorted(likely, key=lambda names: (len(names[0]) + len(names[1]), names)):
        if not any(_follows(names, one) for one in accepted) and _is_renamed(*names, *texts, found[names]):
            accepted.append(names)
    return [Renaming(*names, found[names]) for names in accepted]


def _may_rename(old: str, new: str) -> bool:
    """Return whether two phrases differ in content words, and in no word that decides what a rule does."""
    before, after = old.split(), new.split()
    apart = set(before) ^ set(after)
    return any(len(word) > 3 and word not in _DETERMINERS for word in apart) and not any(
        word in _OPERATIVE or not word[0].isalpha() for word in (*before, *after)
    )


def _follows(names: tuple[str, str], inner: tuple[str, str]) -> bool:
    """Return whether a longer phrase differs in a renamed term alone."""
    (old, new), (before, after) = ([f" {name} " for name in pair] for pair in (names, inner))
    return old.replace(before, after) == new or new.replace(after, before) == old


def _joined(texts: Iterable[str]) -> str:
    """Return the words of all texts between single spaces."""
    joined = " ".join(texts).replace("’", "'").lower()
    # A version has a few dozen different signs: replacing each takes a third of the time of a pattern.
    for sign in set(joined):
        if not sign.isalnum() and sign not in _IN_WORDS:
            joined = joined.replace(sign, " ")
    return f" {' '.join(joined.split())} "


def _is_renamed(old: str, new: str, before: str, after: str, rules: int) -> bool:
    """Return whether one phrase nearly vanished and the other is nearly new; the same for both directions."""
    most = _REMAINS_OF_MANY if rules >= _MANY_RULES else _REMAINS
    late = _share_elsewhere(f" {old} ", f" {new} ", before, after)
    if late > most:
        return False
    early = _share_elsewhere(f" {new} ", f" {old} ", after, before)
    return early <= most and min(late, early) <= _REMAINS


def _share_elsewhere(name: str, other_name: str, own: str, other: str) -> float:
    """Return how often the other version has the name, divided by how often this version has it."""
    found = other.count(name)
    # One may be a part of the other: "enters the battlefield" became "enters".
    if inside := other_name.count(name):
        found -= inside * other.count(other_name)
    return found / max(own.count(name), 1)


def wording_changes(
    pairs: Mapping[int, tuple[str, str]], old: Iterable[str] = (), new: Iterable[str] = ()
) -> tuple[list[int], list[Renaming]]:
    """Return the keys of the changed texts that differ in wording alone, and the patterns in them with their counts.

    ``old`` and ``new`` are all texts of the two versions; without them no term counts as renamed.
    """
    found = {key: _Pair(*texts) for key, texts in pairs.items()}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for one in sorted(_renamings(found.values(), old, new), key=lambda one: -one.changes):
        names.setdefault(_stems((one.old, one.new)), (one.old, one.new))
    counts: Counter[tuple[str, str]] = Counter()
    alone: list[int] = []
    for key, pair in found.items():
        used = _patterns(pair, names)
        if used is not None:
            alone.append(key)
            # Sorted, so that patterns of equal count have the same order in every process.
            counts.update(sorted({*used, *_language_patterns(*pairs[key])}))
    return alone, [Renaming(*names, count) for names, count in counts.most_common()]


def is_same_name(old: str, new: str) -> bool:
    """Return whether two headings differ only in a plural s; any other new name is a change of substance."""
    return fold(old).removesuffix("s") == fold(new).removesuffix("s")


def _patterns(pair: _Pair, names: Mapping[tuple[str, str], tuple[str, str]]) -> list[tuple[str, str]] | None:
    """Return the renamed terms in a change if it is of wording alone, else None."""
    used: list[tuple[str, str]] = []
    at = 0
    while at < len(pair.spans):
        if pair.is_same(pair.spans[at]):
            at += 1
            continue
        found = ((count, _stems(pair.phrases(span))) for count, span in pair.candidates(at))
        count, stems = next((one for one in found if one[1] in names), (0, ("", "")))
        if not count:
            return None
        used.append(names[stems])
        at += count
    return used


def _language_patterns(old: str, new: str) -> list[tuple[str, str]]:
    """Return the words of the language that one text has for those of the other: ("he or she", "they")."""
    before, after = fold(old).lower(), fold(new).lower()
    found = []
    for parts, pattern, same, name in _SAME:
        if not name or not (_has_any(before, parts) or _has_any(after, parts)):
            continue
        counts = len(pattern.findall(before)), len(pattern.findall(after))
        if counts[0] != counts[1]:
            found.append((name, same) if counts[0] > counts[1] else (same, name))
    return found
