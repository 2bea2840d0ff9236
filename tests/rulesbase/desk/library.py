"""A small library for the desk: an English book, its French, and a year later an English book that differs."""

import datetime

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.new_revision import store_typed
from rulesbase.desk.targets import TranslationTarget, find_target
from rulesbase.engine.nodes import Passage
from rulesbase.models import Entry, Example, TranslatedPlace, User
from tests.support.make import make_translation, make_user
from tests.support.texts import Book, Place

PLAIN = tuple(Place(f"plain-{at}") for at in range(4))
OLD = (
    Place("typo", 'Say "lamp" twice.'),
    Place("refs", "See rule 100.2."),
    Place("same"),
    Place("word", "The guard of both gates counts every coin twice before sunset."),
    Place("example", examples=("A sailor has two lamps and no oil at all.", "A baker has nothing but flour and salt.")),
)
NEW = (
    Place("typo", "Say “lamp” twice."),
    Place("refs", "See rule 100.3."),
    Place("same"),
    Place("word", "The guard of both gates counts every coin only once, and no guest may object to it."),
    Place("example", examples=("A sailor has two lamps and no oil at all.", "A baker has nothing but flour.")),
    Place("added", "No text was like this before."),
)
OLD_BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(100, *PLAIN).with_chapter(101, *OLD)
NEW_BOOK = Book(datetime.date(2021, 3, 1)).with_chapter(100, Place("first"), *PLAIN).with_chapter(101, *NEW)
# Rules by what is to be done with their French.
TYPO, REFS, SAME, WORD, EXAMPLE, ADDED = "101.1 101.2 101.3 101.4 101.5 101.6".split()


def french(text: str) -> str:
    """A translation, as far as programs can tell: other words, the same figures and signs."""
    return f"En français, {text}" if text else ""


def translate_all(date: str) -> None:
    """Approve a French text for everything that an English version says."""
    entries = Entry.objects.filter(edition__version__date=date, edition__language="en").select_related("wording")
    examples = Example.objects.filter(entry__in=entries).select_related("wording", "entry")
    counts = {example.entry_id for example in examples}
    rows = [(entry, entry.wording, False) for entry in entries]
    for entry, wording, is_example in [*rows, *((one.entry, one.wording, True) for one in examples)]:
        words = store_typed("fr", french(wording.heading), Passage(french(wording.text)))
        made = make_translation(wording.pk, words)
        TranslatedPlace.objects.create(
            translation=made, entry=entry, is_example=is_example, with_examples=entry.pk in counts and not is_example
        )


def spot(number: str, part: int = 0) -> TranslationTarget:
    """A text of the newest version."""
    entry = Entry.objects.select_related("rule").get(edition__version__date="2021-03-01", number=number)
    assert entry.rule is not None
    found = find_target("fr", entry.rule.public_id, part, catalogue().latest)
    assert found is not None
    return found


def address(number: str, part: int = 0, more: str = "") -> str:
    """The editor of a text."""
    return f"/curate/fr/{spot(number).public_id}/{more}" + (f"?part={part}" if part else "")


def people() -> dict[str, User]:
    """One person for each role at the desk, and two who have none."""
    return {
        "translator": make_user("tess", "translators-fr"),
        "reviewer": make_user("rene", "reviewers-fr"),
        "editor": make_user("edie", "editors-fr"),
        "curator": make_user("cora", "curators"),
        "other": make_user("jun", "editors-ja"),
        "reader": make_user("rita", "readers"),
    }
