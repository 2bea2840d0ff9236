"""Rules texts of our own, as large and as often renumbered as a test wants."""

import datetime
import random
from dataclasses import dataclass, field, replace

_WORDS = """anchor barrel candle harbour lantern ledger market mirror needle orchard paddle pebble quarry ribbon
saddle tailor velvet willow basket copper drawer feather garden hammer island jacket kettle ladder meadow
napkin oyster pencil raven silver timber umbrella violin window bakery clover donkey ember fiddle goblet heron
ivory jungle keeper lemon marble nettle otter parrot""".split()
_VERBS = "carries follows guards hides lifts mends paints reaches sells tests visits weighs".split()


def sentence(key: str) -> str:
    """Return a sentence that is always the same for a key and unlike those of other keys."""
    chance = random.Random(key)
    parts = [
        f"the {chance.choice(_WORDS)} {chance.choice(_VERBS)} a {chance.choice(_WORDS)} {chance.choice(_WORDS)}"
        for _ in range(chance.randint(2, 4))
    ]
    return (" while ".join(parts) + ".").capitalize()


@dataclass(frozen=True)
class Place:
    """A rule of a made-up book: `key` decides its words, `tail` follows them."""

    key: str
    tail: str = ""
    examples: tuple[str, ...] = ()
    children: tuple["Place", ...] = ()

    @property
    def text(self) -> str:
        """The words without the number."""
        return f"{sentence(self.key)} {self.tail}".strip()


@dataclass(frozen=True)
class Book:
    """A made-up edition: chapters in order, numbers follow from the order of places."""

    date: datetime.date
    chapters: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    terms: tuple[str, ...] = ("Harbour", "Lantern")

    def dated(self, year: int, month: int = 3) -> "Book":
        """Return the same book of the first day of another month."""
        return replace(self, date=datetime.date(year, month, 1))

    def with_chapter(self, chapter: int, *places: Place) -> "Book":
        """Return the book with these places as the chapter's rules."""
        return replace(self, chapters={**self.chapters, chapter: places})

    def write(self) -> str:
        """Return the text in the form of the published one."""
        contents: list[str] = []
        body: list[str] = []
        for chapter, places in sorted(self.chapters.items()):
            heading = f"{chapter}. Chapter of {_WORDS[chapter % len(_WORDS)]}"
            if not any(line.startswith(str(chapter)[0]) for line in contents):
                body += [f"{chapter // 100}. Part {chapter // 100}", ""]
            contents.append(heading)
            body += [heading, ""]
            for at, place in enumerate(places, 1):
                body += [f"{chapter}.{at}. {place.text}", *map("Example: {}".format, place.examples), ""]
                for letter, child in zip("abcdefghijkmnpqrstuvwxyz", place.children, strict=False):
                    body += [f"{chapter}.{at}{letter} {child.text}"]
                    body += [*map("Example: {}".format, child.examples), ""]
        sections = sorted({chapter // 100 for chapter in self.chapters})
        listed = [f"{s}. Part {s}\n" + "\n".join(c for c in contents if c[0] == str(s)) + "\n" for s in sections]
        glossary = [f"{term}\n{sentence(term)}\n" for term in self.terms]
        stated = f"These rules are effective as of {self.date:%B} {self.date.day}, {self.date.year}."
        lines = ["Made-up Comprehensive Rules", "", stated, "", "Introduction", "", "A text for tests.", ""]
        lines += ["Contents", "", *listed, "Glossary", "Credits", "", *body, "Glossary", "", *glossary]
        return "\n".join([*lines, "Credits", "", "Written for tests of this software.", ""])

    def bytes(self) -> bytes:
        """Return the text in UTF-8."""
        return self.write().encode()


def large(year: int, rules: int = 400, changed: int = 20) -> Book:
    """Return a book of many rules with subrules and examples; those of neighbouring years differ a little."""
    chapters: dict[int, tuple[Place, ...]] = {}
    for chapter in range(100, 100 + rules // 40):
        places = []
        for at in range(10):
            key = f"{chapter}-{at}" if (chapter * 10 + at + year) % changed else f"{chapter}-{at}-{year}"
            children = tuple(Place(f"{key}-{letter}") for letter in "abc")
            places.append(Place(key, f"See rule {chapter}.{at + 1}a.", (sentence(f"{key}-example"),), children))
        chapters[chapter] = tuple(places)
    return Book(datetime.date(year, 3, 1), chapters)
