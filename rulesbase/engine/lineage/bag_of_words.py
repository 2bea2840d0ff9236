"""A text as linking compares it: in today's vocabulary, with its words, stems and opening."""

import re
from functools import cached_property, lru_cache

from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.stems import stem

# All white space of a folded text is single spaces and line ends. The pattern begins with them, so letters are skipped
# at once.
NEXT_SENTENCE = re.compile(r"[ \n](?:(?<=[.:;][ \n])|(?=\())")
# Words that do not show what a sentence is about.
COMMON_WORDS = frozenset(
    "a all an and any are as at be been both but by can can't each for from has have if in is isn't it it's its may"
    " more no not of on one only or other other's out than that the their them then there these they this those to two"
    " up was what when which while who will with".split()
)


class Bag:
    """A text in today's vocabulary, with its words in order and its different words.

    Its stems and its opening are made when they are first asked for, and stored.
    """

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text = text
        self.tokens = tokens
        self.words = frozenset(tokens)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stems of the words in order."""
        return tuple(map(stem, self.tokens))

    @cached_property
    def opening(self) -> frozenset[str]:
        """The stems of the first sentence behind the heading, without common words."""
        first = NEXT_SENTENCE.split(self.text.partition("\n")[2] or self.text, maxsplit=1)[0]
        return frozenset(map(stem, frozenset(words(first)) - COMMON_WORDS))


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
