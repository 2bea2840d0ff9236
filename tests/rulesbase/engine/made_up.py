"""Made-up books of rules with a known history, for testing lineage."""

import random
from dataclasses import dataclass, replace

from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import LETTERS

_SYLLABLES = "ba be bi bo da de di do fa fe fi fo ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no".split()
_COMMON = "a the of to if it is may that each other when this from with player card spell turn object cost".split()


@dataclass(frozen=True)
class Made:
    """A rule of a made-up book: who it is, its chapter, its words; ``level`` 0 is a rule, 1 a subrule."""

    who: int
    chapter: int
    level: int
    words: tuple[str, ...]


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(2, 4)))


class Author:
    """Writes a book and revises it, remembering who became whom."""

    def __init__(self, seed: int, rules: int) -> None:
        self.chance = random.Random(seed)
        self.lexicon = [_word(self.chance) for _ in range(900)]
        self.next = 0
        self.book = [self._new(100 + at * 12 // rules, int(at % 4 != 0)) for at in range(rules)]

    def _words(self, count: int) -> tuple[str, ...]:
        chance = self.chance
        return tuple(
            chance.choice(_COMMON) if chance.random() < 0.5 else chance.choice(self.lexicon) for _ in range(count)
        )

    def _new(self, chapter: int, level: int) -> Made:
        self.next += 1
        return Made(self.next, chapter, level, self._words(self.chance.randint(9, 45)))

    def edit(self, made: Made, share: float) -> Made:
        """Replace a share of the words by others."""
        words = list(made.words)
        for at in self.chance.sample(range(len(words)), max(1, int(len(words) * share))):
            words[at] = self.chance.choice(self.lexicon)
        return replace(made, words=tuple(words))

    def revise(
        self, *, edits: float = 0.08, inserts: float = 0.02, removals: float = 0.02, moves: float = 0.02
    ) -> None:
        """One new version: some rules edited, inserted, removed, moved to another chapter; all numbers follow."""
        chance = self.chance
        stored = [made for made in self.book if made.level == 0 or chance.random() > removals]
        book = [self.edit(made, chance.uniform(0.05, 0.3)) if chance.random() < edits else made for made in stored]
        for _ in range(int(len(book) * moves)):
            made = book.pop(chance.randrange(len(book)))
            to = chance.randrange(1, len(book))
            book.insert(to, replace(made, chapter=book[to - 1].chapter))
        for _ in range(int(len(book) * inserts)):
            to = chance.randrange(1, len(book))
            book.insert(to, self._new(book[to - 1].chapter, chance.randint(0, 1)))
        self.book = book

    def items(self) -> list[FoldedEntry]:
        """The book as the engine sees it, numbered from the start of each chapter."""
        found: list[FoldedEntry] = []
        chapter = rule = letter = 0
        for made in self.book:
            if made.chapter != chapter:
                chapter, rule, letter = made.chapter, 0, 0
                found.append(FoldedEntry.made(str(chapter), Kind.CHAPTER, f"Chapter {self.lexicon[chapter]}", "", ()))
            if made.level == 0 or rule == 0 or letter == len(LETTERS):
                rule, letter = rule + 1, 0
                number, kind = f"{chapter}.{rule}", Kind.RULE
            else:
                number, kind = f"{chapter}.{rule}{LETTERS[letter]}", Kind.SUBRULE
                letter += 1
            found.append(FoldedEntry.made(number, kind, "", " ".join(made.words).capitalize() + ".", ()))
        return found

    def people(self) -> list[int]:
        """Who stands at each item; 0 for a heading."""
        found: list[int] = []
        chapter = 0
        for made in self.book:
            if made.chapter != chapter:
                chapter = made.chapter
                found.append(0)
            found.append(made.who)
        return found
