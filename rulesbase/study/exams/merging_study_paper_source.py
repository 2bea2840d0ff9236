"""A version of the rules as tests are drawn from it."""

import re
from collections import defaultdict
from functools import cached_property, lru_cache

from rulesbase.archive.catalogue import Volume, shelf
from rulesbase.engine.questions.definitions import definitions
from rulesbase.engine.questions.draft import Draft
from rulesbase.engine.questions.headings import headings
from rulesbase.engine.questions.version_index import Book
from rulesbase.engine.text.normalize import fold
from rulesbase.study.questions.version_texts import Texts

_WORD_BEFORE = re.compile(r"([\w’'-]+)[\s“\"(]*$")


class Source:
    """A version as tests are drawn from it. Kept, as reading it takes a second."""

    def __init__(self, volume: Volume) -> None:
        self.texts = Texts(shelf(), volume)
        self.book = Book(self.texts.leaves)
        self.folded = [fold(leaf.text) for leaf in self.texts.leaves]

    @cached_property
    def definitions(self) -> list[Draft]:
        """Meanings that fit one term."""
        return list(definitions(self.book))

    @cached_property
    def headings(self) -> list[Draft]:
        """Numbers and titles."""
        return list(headings(self.book))

    @cached_property
    def terms_behind(self) -> dict[str, dict[str, list[int]]]:
        """Word -> the terms that rules have directly behind it -> the positions of those rules."""
        found: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        for at in self.book.rules:
            text = self.texts.leaves[at].text
            for use in self.book.matcher.find(text):
                if word := last_word(text[: use.start]):
                    found[word].setdefault(text[use.start : use.end], []).append(at)
        return dict(found)

    def says(self, words: str) -> bool:
        """Whether any entry says this, in these words."""
        wanted = fold(words)
        return any(wanted in text for text in self.folded)


@lru_cache(maxsize=3)
def source_of(stamp: str, volume: Volume) -> Source:
    """The version as it stands; ``stamp`` is that of the content."""
    del stamp
    return Source(volume)


def last_word(text: str) -> str:
    """The word right before the end of a text, in small letters; empty where there is another sign."""
    found = _WORD_BEFORE.search(text)
    return found[1].lower() if found else ""
