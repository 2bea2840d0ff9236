"""An index of a version for generated questions: sentences, words, rarity and citations."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.sentences import Sentence, sentences
from rulesbase.engine.text.stems import stem
from rulesbase.engine.text.terms import Matcher
from rulesbase.engine.text.tokens import LITTLE, level, read_words, script_of

RULES = (Kind.RULE, Kind.SUBRULE)
# The length of the word runs that identify similar sentences.
_RUN = 4


_WORD = re.compile(r"[\w’'-]+")
# A short line that does not end like a sentence.
_TITLE = re.compile(r"[^\n]{0,59}[^\n.:;!?”)]")
# Opposites give each other away, as "tapped" and "untapped".
_OPPOSITE = re.compile(r"(?:un|il|in|non-?)(?=(?:tap|legal|active|creature|land|token|basic)[a-z]*$)")


def parts_of(word: str) -> set[str]:
    """Return a word with the parts of a compound, and without the prefix of an opposite."""
    return {word, *word.split("-"), _OPPOSITE.sub("", word)}


class IndexedWord(NamedTuple):
    """text[start:end] is a word; ``key`` is its lower case, ``#`` for a rule number."""

    key: str
    start: int
    end: int


def words_of(text: str, start: int = 0, end: int | None = None) -> list[IndexedWord]:
    """Return the words of a span of text, without punctuation."""
    found = read_words(level(text), "en", start, len(text) if end is None else end)
    return [
        IndexedWord(key.lower(), at, stop)
        for key, at, stop in zip(found.masked, found.starts, found.ends, strict=True)
        if key == "#" or script_of(key) == "word"
    ]


class IndexedSentence(NamedTuple):
    """A sentence of the version: its span and words (``line`` has them with spaces between).

    ``position`` is that of its entry in the version. ``in_example``: it is in an example of the entry.
    """

    position: int
    in_example: bool
    sentence: Sentence
    words: tuple[IndexedWord, ...]
    line: str


class VersionIndex:
    """All entries of a version, with derived data computed once."""

    def __init__(self, entries: Sequence[VersionEntry]) -> None:
        self.entries = entries
        self.by_number = {entry.number: at for at, entry in enumerate(entries) if entry.kind is not Kind.TERM}
        self.rules = [at for at, entry in enumerate(entries) if entry.kind in RULES and entry.text]
        self.terms = [at for at, entry in enumerate(entries) if entry.kind is Kind.TERM]
        self.matcher = Matcher(((entries[at].number, entries[at].heading) for at in self.terms), "en")

    # ---- Places ----

    def chapter(self, at: int) -> VersionEntry | None:
        """Return the chapter of an entry."""
        found = self.by_number.get(chapter_of(self.entries[at].number))
        return self.entries[found] if found is not None else None

    def title(self, at: int) -> str:
        """Return the title above a subrule, such as that of a keyword; empty where there is none."""
        parent = self.by_number.get(parent_of(self.entries[at].number))
        return self.entries[parent].text if parent is not None and is_title(self.entries[parent]) else ""

    # ---- Sentences ----

    @cached_property
    def indexed_sentences(self) -> list[IndexedSentence]:
        """Return every sentence of the version: rules, examples and glossary."""
        found: list[IndexedSentence] = []
        for at, entry in enumerate(self.entries):
            for text, in_example in ((entry.text, False), *((example, True) for example in entry.examples)):
                for one in sentences(text):
                    words = tuple(words_of(text, *one))
                    line = " ".join(word.key for word in words)
                    found.append(IndexedSentence(at, in_example, one, words, line))
        return found

    @cached_property
    def of_rule(self) -> dict[int, list[IndexedSentence]]:
        """Return the sentences of each rule's own text."""
        found: defaultdict[int, list[IndexedSentence]] = defaultdict(list)
        for indexed in self.indexed_sentences:
            if not indexed.in_example and self.entries[indexed.position].kind in RULES:
                found[indexed.position].append(indexed)
        return found

    @cached_property
    def _forwards(self) -> list[str]:
        return sorted(f"{indexed.line} " for indexed in self.indexed_sentences)

    @cached_property
    def _backwards(self) -> list[str]:
        return sorted(f" {indexed.line}"[::-1] for indexed in self.indexed_sentences)

    def fillings(self, before: str, after: str) -> set[str]:
        """Return what is between these words in any sentence that begins and ends with them."""
        reverse = len(before) < len(after)
        if reverse:
            lines, head, tail = self._backwards, f" {after}"[::-1], f" {before} "[::-1] if before else " "
        else:
            lines, head, tail = self._forwards, f"{before} " if before else "", f" {after} " if after else " "
        found: set[str] = set()
        for at in range(bisect_left(lines, head), len(lines)):
            line = lines[at]
            if not line.startswith(head):
                break
            if line.endswith(tail) and len(line) > len(head) + len(tail):
                between = line[len(head) : len(line) - len(tail)]
                found.add(between[::-1] if reverse else between)
        return found

    @cached_property
    def _runs(self) -> dict[str, list[tuple[int, Sentence]]]:
        """Return every run of four words, with the rules and spans of the sentences that have it."""
        found: defaultdict[str, list[tuple[int, Sentence]]] = defaultdict(list)
        for at, indexed_sentences in self.of_rule.items():
            for indexed in indexed_sentences:
                for run in runs_of([word.key for word in indexed.words]):
                    found[run].append((at, indexed.sentence))
        return found

    def nearest(self, indexed: IndexedSentence) -> float:
        """Return the largest share (0 to 1) of a sentence's runs of words (four at least) in another of the rules."""
        runs = runs_of([word.key for word in indexed.words])
        own = indexed.position, indexed.sentence
        counts = Counter(other for run in runs for other in self._runs[run] if other != own)
        return max(counts.values(), default=0) / len(runs)

    # ---- How rare, how often cited ----

    @cached_property
    def stems(self) -> Counter[str]:
        """Count the rules in which each stem occurs."""
        counts: Counter[str] = Counter()
        for indexed_sentences in self.of_rule.values():
            counts.update({stem(word.key) for indexed in indexed_sentences for word in indexed.words})
        return counts

    def rarity(self, words: Sequence[str]) -> int:
        """Return the number of rules with the rarest of some words."""
        content = [stem(word) for word in words if word not in LITTLE] or [stem(word) for word in words]
        return min((self.stems[one] for one in content), default=0)

    @cached_property
    def counts(self) -> Counter[str]:
        """Count the words of the rules, and all runs of two to four of them."""
        counts: Counter[str] = Counter()
        for indexed_sentences in self.of_rule.values():
            for indexed in indexed_sentences:
                keys = [word.key for word in indexed.words]
                for length in range(1, _RUN + 1):
                    counts.update(" ".join(keys[at : at + length]) for at in range(len(keys) - length + 1))
        return counts

    @cached_property
    def uses(self) -> Counter[str]:
        """Count the rules in which each term occurs, by slug."""
        counts: Counter[str] = Counter()
        for at in self.rules:
            counts.update({use.slug for use in self.matcher.find(self.entries[at].text)})
        return counts

    @cached_property
    def cited(self) -> Counter[str]:
        """Count the entries that cite each number, or one below it."""
        counts: Counter[str] = Counter()
        for entry in self.entries:
            named = {ref.number for text in (entry.text, *entry.examples) for ref in find_references(text)}
            counts.update(named - {entry.number})
        return counts


def stems_in(text: str) -> set[str]:
    """Return the stems of the words of a text."""
    return {stem(word) for word in _WORD.findall(text)}


def runs_of(words: Sequence[str]) -> set[str]:
    """Return all runs of four words."""
    return {" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}


def is_title(entry: VersionEntry) -> bool:
    """Return whether a rule's text is only a name for its subrules, such as a keyword."""
    return entry.kind is Kind.RULE and bool(_TITLE.fullmatch(entry.text))


def is_quoted(sentence: str, at: int) -> bool:
    """Return whether a place is within quotation marks or brackets, which give words and not rules."""
    before = sentence[:at]
    return before.count("“") > before.count("”") or before.count("(") > before.count(")") or before.count('"') % 2 == 1
