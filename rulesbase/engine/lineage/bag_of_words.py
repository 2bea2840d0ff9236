"""A text as linking compares it: in today's vocabulary, with its words, stems and opening."""

import re
from functools import cached_property, lru_cache
from typing import NamedTuple

from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.stems import stem

# All white space of a folded text is single spaces and line ends. The patterns begin with few characters, so letters
# are skipped at once.
NEXT_SENTENCE = re.compile(r"[ \n](?:(?<=[.:;][ \n])|(?=\())")
_END_OF_OPENING = re.compile(r"[.:;, ](?:(?<=[.:;])(?=\s|$)|(?<=,) unless |(?<= )\()")
_FEWEST_WORDS = 6
# Words that do not show what a title is about, and that are in so many texts that they show little.
COMMON_WORDS = frozenset(
    "a all an and any are as at be been both but by can can't each for from has have if in is isn't it it's its may"
    " more no not of on one only or other other's out than that the their them then there these they this those to two"
    " up was what when which while who will with".split()
)


class Opening(NamedTuple):
    """The words of the first sentence, or those before a condition or parenthesis; empty if too few.

    ``single``: nothing follows.
    """

    words: frozenset[str]
    single: bool


@lru_cache(maxsize=16384)
def opening_of(text: str) -> Opening:
    """Return the opening of a text in today's vocabulary."""
    opening = _END_OF_OPENING.split(text, maxsplit=1)[0]
    first = frozenset(words(opening))
    return Opening(first if len(first) >= _FEWEST_WORDS else frozenset(), opening == text)


class Bag:
    """A text in today's vocabulary, with its words in order and its different words."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text = text
        self.tokens = tokens
        self.words = frozenset(tokens)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stems of the words, in order."""
        return tuple(map(stem, self.tokens))


@lru_cache(maxsize=16384)
def bag_of(folded: str) -> Bag:
    """Return the bag of a folded text."""
    text = modern(folded)
    return Bag(text, list(words(text)))


@lru_cache(maxsize=4096)
def bag_with_examples(folded: str, examples: str) -> Bag:
    """Return the bag of a folded text and its folded examples."""
    text, more = bag_of(folded), bag_of(examples)
    return Bag(f"{text.text}\n{more.text}", text.tokens + more.tokens)
