"""Rulebooks of before 1999: parts with Roman numbers, titles above their texts, and a glossary."""

import datetime

import pytest

from rulesbase.engine.nodes import Kind, NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.rulebooks import is_rulebook_text, read_rulebook

BOOK = """Welcome to Owls!
// Copied by hand.
Aim
Feed the owls before they feed on you.

 Section I: Learning Owls
First Owls
Every owl asks a cost,
which is explained in
Section II: More Owls of this book, as the owls of the first barn would never have let anybody

Feeding
An owl eats mice.

EXAMPLE

A mouse is fed.

(see Mice)
It ends.

lower case
It goes on.
Not after a text
It goes on.

Section II: More Owls
Mice
None likes them.

The end

Glossary of Terms
Hoot
What an owl says.
Mouse
What an owl eats.
"""


def test_parts_titles_and_terms() -> None:
    read = read_source(BOOK.encode(), "1994-05-06.txt")
    assert (read.document, read.title, read.date, read.language, read.whole) == (
        "rulebook",
        "Welcome to Owls!",
        datetime.date(1994, 5, 6),
        "en",
        True,
    )
    assert [(node.number, node.kind, node.heading, node.text, node.line) for node in read.entries] == [
        ("introduction", Kind.CHAPTER, "Introduction", "Aim\nFeed the owls before they feed on you.", 3),
        ("1", Kind.CHAPTER, "Learning Owls", "", 6),
        ("1.1", Kind.RULE, "First Owls", "\n".join(BOOK.split("\n")[7:10]), 7),
        (
            "1.2",
            Kind.RULE,
            "Feeding",
            "An owl eats mice.\nEXAMPLE\nA mouse is fed.\n(see Mice)\nIt ends.\nlower case\nIt goes on.\n"
            "Not after a text\nIt goes on.",
            12,
        ),
        ("2", Kind.CHAPTER, "More Owls", "", 27),
        ("2.1", Kind.RULE, "Mice", "None likes them.\nThe end", 28),
    ]
    assert [(term.heading, term.text) for term in read.glossary] == [
        ("Hoot", "What an owl says."),
        ("Mouse", "What an owl eats."),
    ]


def test_the_date_is_stated_or_in_the_name_of_the_file() -> None:
    stated = BOOK.replace("Aim", "These rules are effective as of May 4, 2015.")
    assert str(read_rulebook(stated, "1994-05-06.txt").date) == "2015-05-04"
    assert read_rulebook(BOOK).date is None


def test_what_is_no_rulebook() -> None:
    assert is_rulebook_text(BOOK)
    assert not is_rulebook_text("Section I: Learning Owls\nSee Section II: More Owls\n")
    assert not is_rulebook_text("Section I: Owls\nSection II: " + "x" * 60)
    with pytest.raises(NotRules, match="it has no parts with titles"):
        read_rulebook("Owls\nAn owl.\nSection I: Learning Owls\nFirst Owls\nAn owl eats mice.")
    with pytest.raises(NotRules):
        read_rulebook("")
    romans = "I II III IV V VI VII VIII IX X".split()
    parts = read_rulebook("\n".join(["Owls", *(f"Section {roman}: Owls" for roman in romans)])).entries
    assert [node.number for node in parts] == [str(at) for at in range(1, 11)]
