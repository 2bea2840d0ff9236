"""Glossary terms in texts, as offsets.

Finds whole words, the longest term first, in any case, with regular plurals, in the meaning of the game. Japanese and
Chinese have no spaces: there a term may begin anywhere, but does not cut a run of katakana.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from rulesbase.engine.languages import TEXTS, either, text_language
from rulesbase.engine.text.common_words import in_game_meaning

_WORD = re.compile(r"[^\W_]+")
_CHARACTER = re.compile(".")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]")
_KANJI = re.compile(r"[\u3400-\u9fff々]")
# Obsolete terms are not linked: "during" in a text is not the obsolete term.
_OBSOLETE = re.compile(rf"[(（](?:{either(*(one.obsolete for one in TEXTS.values()))})[^)）]*[)）]", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*[(（\[][^)）\]]*[)）\]]")
_NAMES = re.compile(r"[,，]\s*|、|\s*/\s*")
_QUOTES = re.compile(r"[“”\"«»「」『』]|\s*!$")


class Use(NamedTuple):
    """A use of a term: text[start:end] is a name of the term with this slug."""

    start: int
    end: int
    slug: str


def names_of(heading: str, language: str) -> list[str]:
    """Return the names of a heading's term, in lower case, the first one first.

    Empty for an obsolete term. A heading may hold several names (``Champion, Championed``) or the English one behind a
    slash or in brackets.
    """
    if _OBSOLETE.search(heading):
        return []
    plain = _QUOTES.sub("", _BRACKETS.sub("", heading)).replace("’", "'")
    whole = plain.strip().lower()
    names = [part.strip().lower() for part in _NAMES.split(plain)]
    everyday = text_language(language).everyday
    # With commas the whole may be one name (Active Player, Nonactive Player Order); with a slash never.
    candidates = dict.fromkeys([whole, *names] if "," in plain and "/" not in plain else names)
    return [
        name
        for name in candidates
        if name not in everyday and _WORD.search(name) and not (_CJK.search(whole) and not _CJK.search(name))
    ]


# Neighbouring versions have nearly all headings in common.
@lru_cache(maxsize=8192)
def _forms_of(heading: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Return the forms of each of a heading's names."""
    forms = text_language(language).forms
    return tuple(tuple(forms(name)) for name in names_of(heading, language))


class Matcher:
    """Find the terms of one glossary. Construction takes milliseconds for some 800 terms."""

    def __init__(self, terms: Iterable[tuple[str, str]], language: str, *, any_meaning: bool = False) -> None:
        """Index the terms, pairs of slug and heading. With ``any_meaning`` uses outside the game count too."""
        self._language = language
        self._cjk = not text_language(language).is_spaced
        self._any_meaning = any_meaning or self._cjk
        slugs: dict[str, str] = {}
        named = [(slug, _forms_of(heading, language)) for slug, heading in terms]
        headings = ((form, slug) for slug, names in named for form in chain(*names[:1]))
        further = ((form, slug) for slug, names in named for form in chain(*names[1:]))
        # A term's further names yield to a term with that heading.
        for form, slug in chain(headings, further):
            slugs.setdefault(form, slug)
        unit = _CHARACTER if self._cjk else _WORD
        # The term of each form, and whether the form is a single word; in Japanese and Chinese a single character.
        self._forms = [(slug, bool(unit.fullmatch(form))) for form, slug in slugs.items()]
        self._search = AhoCorasick(slugs)

    def find(self, text: str, seen: set[str] | None = None, *, repeated: bool = False) -> list[Use]:
        """Return the first use of each term not in ``seen``, in order, without overlaps; adds them to ``seen``.

        With ``repeated`` return all uses.
        """
        low = text.lower()
        if len(low) != len(text):
            # Lower-casing changed the length, so offsets would be wrong.
            low = text
        low = low.replace("’", "'")
        seen = set() if seen is None else seen
        uses: list[Use] = []
        last = 0
        for start, minus_end, form in self._occurrences(low):
            if start < last:
                continue
            slug, is_word = self._forms[form]
            is_seen = slug in seen and not repeated
            # A word that is not shown covers nothing else, so its meaning does not matter.
            if is_seen and is_word:
                continue
            end = -minus_end
            if self._any_meaning or in_game_meaning(text, start, end, self._language):
                # A use that is not shown still covers its words: "split card" is no use of "card".
                last = end
                if not is_seen:
                    seen.add(slug)
                    uses.append(Use(start, end, slug))
        return uses

    def _occurrences(self, low: str) -> list[tuple[int, int, int]]:
        """Return the places where a form stands alone: start, end with a minus sign, and position of the form.

        They are in order, the longest form first where several begin.
        """
        found = self._search.find_matches_as_indexes(low, overlapping=True)
        if self._cjk:
            return sorted((start, -end, form) for form, start, end in found if _stands_alone(low, start, end))
        return sorted(
            (start, -end, form)
            for form, start, end in found
            if not (low[start - 1 : start].isalnum() or low[end : end + 1].isalnum())
        )


# Versions with the same headings share one.
@lru_cache(maxsize=128)
def matcher_of(terms: tuple[tuple[str, str], ...], language: str) -> Matcher:
    """Return the matcher of a glossary, pairs of slug and heading."""
    return Matcher(terms, language)


def _stands_alone(low: str, start: int, end: int) -> bool:
    """Return whether low[start:end] is a word of its own: no katakana continues it, no kanji joins a lone one."""
    before, after = low[start - 1 : start] if start else "", low[end : end + 1]
    first, last = low[start], low[end - 1]
    if (_KATAKANA.match(first) and _KATAKANA.match(before)) or (_KATAKANA.match(last) and _KATAKANA.match(after)):
        return False
    lone = end - start == 1 and _KANJI.match(first)
    return not (lone and (_KANJI.match(before) or _KANJI.match(after)))
