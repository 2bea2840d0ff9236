"""Searching one edition: a number to jump to, else words in its rules, examples and glossary.

The edition is read once and kept folded in this process until content changes. What is inside may give way to
the database's own full text search; the questions and answers stay.
"""

import calendar
import datetime
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.needles import (
    Needle,
    Piece,
    marked,
    nearest_word,
    needle_of,
    needles_of,
    plain,
    score,
    words_of,
)
from rulesbase.engine.numbering import canonical
from rulesbase.models import Edition, Entry, Example

LONGEST_QUESTION = 200
_SNIPPET, _SNIPPET_CJK = 320, 140
_DATED = re.compile(
    r"(.+?)(?:\s*@\s*|\s+(?:of|de|du)\s+|\s*\(\s*|\s+(?=\d{4}-\d\d-\d\d))"
    r"((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?\s*\)?\s*",
    re.IGNORECASE,
)


class Citation(NamedTuple):
    """A place asked for by number, and the day whose text is meant; None is the version at hand."""

    number: str
    day: datetime.date | None


class Line(NamedTuple):
    """A text in which words are looked for: an entry, or one of its examples."""

    number: str
    kind: int
    chapter: int
    heading: str
    text: str
    is_example: bool
    folded_heading: str
    folded: str


class Book(NamedTuple):
    """An edition, ready to be searched."""

    lines: tuple[Line, ...]
    chapters: dict[int, str]

    @property
    def vocabulary(self) -> dict[str, int]:
        """Each word and how often it occurs; counted anew, for few questions need it."""
        return Counter(word for line in self.lines for word in words_of(f"{line.folded_heading} {line.folded}"))


class Hit(NamedTuple):
    """A text that has all that was asked for."""

    line: Line
    score: float


class Group(NamedTuple):
    """The hits of one chapter (1000: the glossary; 0: sections), best first."""

    chapter: int
    heading: str
    hits: tuple[Hit, ...]

    @property
    def key(self) -> str:
        """What an address says to see this group alone."""
        return str(self.chapter)

    @property
    def is_glossary(self) -> bool:
        """Whether these are terms."""
        return self.chapter == Entry.TERMS


class Answer(NamedTuple):
    """What an edition has on a question: places of that very name, and groups, best first."""

    direct: tuple[Line, ...]
    groups: tuple[Group, ...]

    @property
    def total(self) -> int:
        """Number of all hits."""
        return len(self.direct) + sum(len(group.hits) for group in self.groups)


def citation_of(question: str) -> Citation | None:
    """Read a question as a number, perhaps with a day: `704.5k`, `rule 201`, `CR 201.3a@2012`.

    Also as people write: `202.3 (2006-05-01)`, `202.3 of 2005`. A year or month
    means its last day. None where the question is no number.
    """
    if number := canonical(question):
        return Citation(number, None)
    match = _DATED.fullmatch(question.strip())
    number = canonical(match[1]) if match else None
    if not match or not number:
        return None
    year, month = int(match[2]), int(match[3] or 12)
    try:
        day = int(match[4]) if match[4] else calendar.monthrange(year, month)[1]
        return Citation(number, datetime.date(year, month, day))
    except ValueError:
        return None


def book_of(edition: Edition, stamp: str) -> Book:
    """Return an edition ready to be searched; ``stamp`` changes when content does. Two queries, or none."""
    return _book(edition.pk, stamp)


@lru_cache(maxsize=6)
def _book(edition: int, stamp: str) -> Book:
    examples: dict[int, list[str]] = {}
    of_edition = Example.objects.filter(entry__edition=edition).order_by("position")
    for entry, text in of_edition.values_list("entry_id", "wording__text"):
        examples.setdefault(entry, []).append(text)
    lines: list[Line] = []
    chapters: dict[int, str] = {}
    rows = Entry.objects.filter(edition=edition).order_by("position")
    fields = ("pk", "number", "kind", "chapter", "wording__heading", "wording__text")
    for pk, number, kind, chapter, heading, text in rows.values_list(*fields):
        lines.append(Line(number, kind, chapter, heading, text, False, plain(heading), plain(text)))
        if kind == Entry.Kind.CHAPTER:
            chapters[chapter] = heading
        for example in examples.get(pk, ()):
            lines.append(Line(number, kind, chapter, heading, example, True, "", plain(example)))
    return Book(tuple(lines), chapters)


def search(book: Book, question: str) -> Answer:
    """Find the texts of a book that have all words and phrases of a question."""
    needles = needles_of(question)
    if not needles:
        return Answer((), ())
    direct = _named(book, question)
    groups: dict[int, list[Hit]] = {}
    for line in book.lines:
        found = score(needles, line.folded_heading, line.folded)
        if found is not None and line not in direct:
            groups.setdefault(line.chapter, []).append(Hit(line, found))
    ordered = [
        Group(chapter, book.chapters.get(chapter, ""), tuple(sorted(hits, key=lambda hit: -hit.score)))
        for chapter, hits in groups.items()
    ]
    ordered.sort(key=lambda group: -group.hits[0].score)
    return Answer(direct, tuple(ordered))


def _named(book: Book, question: str) -> tuple[Line, ...]:
    """Chapters and terms whose name the question is. A term may have several names, with commas between."""
    needle = needle_of(question)
    if needle is None:
        return ()
    wanted = needle.folded
    return tuple(
        line
        for line in book.lines
        if wanted in line.folded_heading
        and (line.folded_heading == wanted or wanted in line.folded_heading.split(", "))
    )


def snippet(line: Line, needles: Sequence[Needle], language: str) -> list[Piece]:
    """Return the text of a hit in pieces, what was asked for marked; of a long one what stands around it."""
    return marked(line.text, needles, _SNIPPET_CJK if language in ("ja", "zh") else _SNIPPET)


class Count(NamedTuple):
    """A word of a question and how many texts have it."""

    word: str
    texts: int


def counts(book: Book, question: str) -> list[Count]:
    """Count the texts of each word alone, for a question that found nothing."""
    found: list[Count] = []
    for needle in needles_of(question):
        scores = (score([needle], line.folded_heading, line.folded) for line in book.lines)
        found.append(Count(needle.typed, sum(one is not None for one in scores)))
    return found


def did_you_mean(book: Book, question: str) -> str | None:
    """Return the question with what the book does not know replaced by the word most like it, or None."""
    vocabulary = book.vocabulary
    changed = False
    words: list[str] = []
    for word in question.replace('"', " ").split():
        folded = plain(word)
        nearest = None
        if not any(known.startswith(folded) for known in vocabulary):
            nearest = nearest_word(folded, vocabulary)
        changed = changed or nearest is not None
        words.append(nearest or word)
    return " ".join(words) if changed else None
