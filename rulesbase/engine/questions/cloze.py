"""Cloze questions: a rule with a gap in place of a key word.

The gap provably has one answer. No sentence of the version (rules, examples, glossary) has the same words around other
words. The answer occurs nowhere else in the shown text or the titles of its chapter and rule.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rulesbase.engine.questions.decisive_words import GUESSED, decisive
from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import (
    IndexedSentence,
    IndexedWord,
    VersionIndex,
    is_quoted,
    is_title,
    parts_of,
    stems_in,
)
from rulesbase.engine.text.sentences import is_see, sentences
from rulesbase.engine.text.stems import stem
from rulesbase.engine.text.tokens import LITTLE

# Shorter sentences give too little context; longer ones take too long to read.
_FEWEST, _MOST = 8, 60
# Maximum characters shown of a long rule.
_SHOWN = 420
# A word of more rules than this share is no key word.
_EVERYDAY, _FEW = 0.09, 8
COUNTS = "three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty sixty hundred"
_NUMBERS = frozenset((*COUNTS.split(), "twice", "double", "simultaneously"))
_FIGURES = re.compile(r"\d{1,2}")
# A figure beside these words is a name, or counts parts of a text.
_NUMBERED = frozenset(
    "layer layers sublayer level section rule rules chapter step part abilities methods ways types parts kinds".split()
)
# What precedes a part of one number: 1:30, 2.5, 2–4, #7, 10 000, twenty five.
_MORE = "two|half|third|fourth|fifth|" + COUNTS.replace(" ", "|") + "|thousand|million"
_PIECE_ENDS = re.compile(rf"""[^\s(\[“‘"'—]$|[\d¼-¾⅐-⅞]\s?[—–:/×+=−-]?\s?$|\b(?:one|{_MORE})\s$""", re.I)
# What is beside a member of a list: another member would fit as well.
_LISTED = re.compile(r"(?:/|\b(?:and|or|and/or|nor)(?:\s(?:an?|the|that|another|any|each|one|its|their))?)\s*$", re.I)
_COMMA_NEAR = re.compile(r"[^,;:]{0,40},|[^,;:]{0,40}\b(?:and|or)\b")
_LISTED_ON = re.compile(
    r"-|\s*(?:/|(?:,\s*)?(?:and|or|and/or|nor)\b|,(?=\s[\w’']+(?:\s[\w’']+)?,|\s(?:and|or)\b))", re.I
)
# Terms that are everyday words unless a rule is about them.
_ORDINARY = frozenset(
    "case class room match option adventur play number mode doubl level name pass add move place enter modifi variant"
    " step creat deal as though lock text type oracl".split()
)
# What a number must count to be asked: other numbers count seats, symbols or sheets.
_COUNTED = frozenset("life damage poison cards card mana counters toughness power minutes".split())
_SYMBOLS = frozenset(("symbol", "symbols"))
_FEW_WORDS = 3
# A gap that its neighbours fill in more than this share of the places where they stand is no question.
_GIVEN_AWAY = 0.4
# Two neighbours give it away if they stand together so often, nearly always with it.
_OFTEN, _NEARLY_ALWAYS = 5, 0.7
# An instance of something could be another one.
_INSTANCE = re.compile(r"\b(?:similarly\b|such as\b|for example\b|for instance\b|e\.g\.|including\b)", re.I)


class ClozeGap(NamedTuple):
    """words[first:last] of a sentence are left out; ``sort`` is term or number.

    Function words (only, except, unless, before) and negations are never asked: synonyms would fit, or the rest of the
    sentence gives them away. Questions "Spot the error" ask about negations.
    """

    indexed: IndexedSentence
    first: int
    last: int
    sort: str

    @property
    def words(self) -> tuple[IndexedWord, ...]:
        """Return the words left out."""
        return self.indexed.words[self.first : self.last]

    @property
    def start(self) -> int:
        """Return where the gap begins in the text of the rule."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Return where it ends."""
        return self.words[-1].end


_NUMBER, _TERM, _SUBJECT = 2.6, 2.0, -2.0


def clozes(index: VersionIndex, at: int) -> Iterable[DraftQuestion]:
    """Yield all gaps of a rule that have one answer, the best first."""
    entry = index.entries[at]
    if is_title(entry):
        return
    # Chapter and title are shown before the text.
    chapter = index.chapter(at)
    named = stems_in(f"{chapter.heading if chapter else ''} {index.title(at)}")
    for indexed in index.of_rule.get(at, ()):
        sentence = entry.text[indexed.sentence.start : indexed.sentence.end]
        if not _FEWEST <= len(indexed.words) <= _MOST or is_see(sentence) or ". . ." in entry.text:
            continue
        shown = window(entry.text, indexed)
        words = [word for one in index.of_rule[at] if shown[0] <= one.sentence.start < shown[1] for word in one.words]
        seen = _stems_of_parts(words)
        for gap in _gaps(index, entry.text, indexed):
            if _is_hidden(gap, seen, named) and is_proved(index, gap):
                yield _draft(index, at, gap, shown)


def _draft(index: VersionIndex, at: int, gap: ClozeGap, shown: tuple[int, int]) -> DraftQuestion:
    entry = index.entries[at]
    answer = entry.text[gap.start : gap.end]
    rarity = index.rarity([word.key for word in gap.words])
    words = len(entry.text[slice(*shown)].split())
    level = level_of("cloze", words=words, rarity=rarity, cited=index.cited[entry.number], number=entry.number)
    # Best is a word that is neither in every rule nor in this one alone, and not at its beginning.
    middling = 1.0 if 4 <= rarity <= 120 else 0.5
    preferred = _preference(index, entry.text, gap)
    worth = preferred + middling + (0.4 if gap.first > 2 else 0.0) + min(len(answer), 24) / 60
    data = {"gap": [gap.start, gap.end], "shown": list(shown), "sentence": [*gap.indexed.sentence], "answer": answer}
    around = " ".join(word.key for word in gap.indexed.words[: gap.first]) + " _ "
    around += " ".join(word.key for word in gap.indexed.words[gap.last :])
    asked = (" ".join(stem(word.key) for word in gap.words),)
    return DraftQuestion("cloze", at, asked, data, level, worth, around)


def _preference(index: VersionIndex, text: str, gap: ClozeGap) -> float:
    """Return how much the answer of a gap decides in a game: a counted number or a decisive word most."""
    if gap.sort == "number":
        begin, end = gap.indexed.sentence
        behind = {word.key for word in gap.indexed.words[gap.last : gap.last + _FEW_WORDS]}
        counted = behind & _COUNTED and not behind & _SYMBOLS
        return _NUMBER if counted and not is_quoted(text[begin:end], gap.start - begin) else _SUBJECT
    decides = decisive(word.key for word in gap.words) - GUESSED and not is_given_away(index, gap)
    return _TERM if decides else _SUBJECT


# ---- Which gaps there are ----


def _gaps(index: VersionIndex, text: str, indexed: IndexedSentence) -> Iterable[ClozeGap]:
    start, end = indexed.sentence
    places = {word.start: number for number, word in enumerate(indexed.words)}
    ends = {word.end: number + 1 for number, word in enumerate(indexed.words)}
    found: list[ClozeGap] = []
    for use in index.matcher.find(text[start:end]):
        first, last = places.get(start + use.start), ends.get(start + use.end)
        ordinary = stem(text[start + use.start : start + use.end]) in _ORDINARY
        if first is not None and last is not None and not ordinary:
            found.append(ClozeGap(indexed, first, last, "term"))
    for number, word in enumerate(indexed.words):
        is_number = word.key in _NUMBERS or bool(_FIGURES.fullmatch(word.key))
        near = {one.key for one in indexed.words[max(number - 1, 0) : number + 2]}
        if is_number and not near & _NUMBERED:
            found.append(ClozeGap(indexed, number, number + 1, "number"))
    for gap in found:
        if not _is_listed(text, indexed, gap) and not _in_brackets(text, indexed, gap):
            yield gap


def _is_listed(text: str, indexed: IndexedSentence, gap: ClozeGap) -> bool:
    """Return whether the gap is one of several items in a row, or part of a number."""
    before, after = text[indexed.sentence.start : gap.start], text[gap.end : indexed.sentence.end]
    if _INSTANCE.search(before) or (gap.sort == "number" and _PIECE_ENDS.search(before)):
        return True
    if _LISTED.search(before) or (before.rstrip().endswith(",") and _COMMA_NEAR.match(after)):
        return True
    return bool(_LISTED_ON.match(after)) or after[1:2].isdigit()


def _in_brackets(text: str, indexed: IndexedSentence, gap: ClozeGap) -> bool:
    """Return whether the gap is in brackets or in a quoted title, which repeat other text."""
    before = text[indexed.sentence.start : gap.start]
    if before.count("(") > before.count(")") or before.count("[") > before.count("]"):
        return True
    return before.count("“") > before.count("”") and text[gap.start].isupper()


# ---- The proof ----


def window(text: str, indexed: IndexedSentence) -> tuple[int, int]:
    """Return the span shown of a rule: all of it, or the sentence with as many neighbours as fit."""
    if len(text) <= _SHOWN:
        return 0, len(text)
    every = sentences(text)
    first = last = every.index(indexed.sentence)
    while True:
        if first and every[last].end - every[first - 1].start <= _SHOWN:
            first -= 1
        elif last + 1 < len(every) and every[last + 1].end - every[first].start <= _SHOWN:
            last += 1
        else:
            return every[first].start, every[last].end


def _stems_of_parts(words: Iterable[IndexedWord]) -> Counter[str]:
    """Count the stems of words; of a compound also those of its parts, see `parts_of`."""
    return Counter(stem(part) for word in words for part in parts_of(word.key))


def _is_hidden(gap: ClozeGap, seen: Counter[str], named: set[str]) -> bool:
    """Return whether the answer occurs nowhere else in the shown text or its titles.

    Of several words no content word may occur, so that nothing can be copied.
    """
    words = [word for word in gap.words if word.key not in LITTLE] or list(gap.words)
    if gap.sort == "term" and any(stem(word.key) in named for word in words):
        return False
    own = _stems_of_parts(gap.words)
    return all(seen[part] == own[part] for word in words for part in map(stem, parts_of(word.key)))


def is_proved(index: VersionIndex, gap: ClozeGap) -> bool:
    """Return whether nothing else fills the gap in the version, and the word is not too common."""
    keys = [word.key for word in gap.words]
    if gap.sort == "term" and index.rarity(keys) > max(_FEW, _EVERYDAY * len(index.of_rule)):
        return False
    before = " ".join(word.key for word in gap.indexed.words[: gap.first])
    after = " ".join(word.key for word in gap.indexed.words[gap.last :])
    return index.fillings(before, after) == {" ".join(keys)}


def is_given_away(index: VersionIndex, gap: ClozeGap) -> bool:
    """Return whether the words before or behind the gap nearly always go with it: a "+1/+1" is a counter.

    One neighbour gives it away, or two that stand together often: cards are drawn "from a" library.
    """
    own = " ".join(word.key for word in gap.words)
    for length, least, share in ((1, 1, _GIVEN_AWAY), (2, _OFTEN, _NEARLY_ALWAYS)):
        before = " ".join(word.key for word in gap.indexed.words[: gap.first][-length:])
        after = " ".join(word.key for word in gap.indexed.words[gap.last :][:length])
        for beside, together in ((before, f"{before} {own}"), (after, f"{own} {after}")):
            if index.counts[beside] >= least and index.counts[together] > share * index.counts[beside]:
                return True
    return False
