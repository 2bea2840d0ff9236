"""Import a file of cards in one transaction; known files are recognised by their SHA-256.

The sample is such a file too: it is loaded and removed here.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cards.imports.finish import finish
from cards.imports.read_file import read_card_file
from cards.imports.store import store
from cards.imports.store_dated import store_dated
from cards.models import Card, CardFile, CardSet, PrintedName, Printing, RelatedPart, Waiting
from cards.rulings.actions import update_ruling_citations
from rulesbase.core.database.write_lock import content_lock
from rulesbase.core.files import sha256_of
from rulesbase.engine.text.dates import day_in_name
from rulesbase.imports.sample import FOLDER

# Raise it when the same file would give other rows: known files are then read again.
IMPORTER_VERSION = 4
_SAMPLE = FOLDER / "cards.json"


class CardsResult(NamedTuple):
    """The outcome of one file, and its row: ``status`` is *imported*, *read anew* or *known*."""

    status: str
    file: CardFile


def import_cards(
    path: Path, *, progress: Callable[[int, int], None] = lambda done, total: None, sample: bool = False
) -> CardsResult:
    """Import a file of cards, or recognise it as known.

    It is read to its end before anything is written. Raise InvalidFile if it holds no cards, OSError if it cannot be
    read; then nothing is stored.
    """
    sha256 = sha256_of(path)
    known = CardFile.objects.filter(sha256=sha256, importer_version=IMPORTER_VERSION).first()
    if known:
        return _known(known)
    with read_card_file(path, progress) as contents, content_lock() as state:
        known = CardFile.objects.filter(sha256=sha256).first()
        if known and known.importer_version == IMPORTER_VERSION:
            return _known(known)
        if not sample and Card.objects.filter(is_sample=True).exists():
            remove_sample()
        stored = store(contents, sample=sample)
        finish(stored)
        if not sample:
            stored.counts["dated_facts"] = store_dated(contents)
        counts = {**{f"{what}_read": number for what, number in contents.counts.items()}, **stored.counts}
        file, _made = CardFile.objects.update_or_create(
            sha256=sha256,
            defaults={
                "name": path.name[-255:],
                "layout": contents.source,
                "importer_version": IMPORTER_VERSION,
                "counts": counts,
                "problems": contents.problems,
                "day": contents.day or None,
            },
        )
        state.content_changed()
    return CardsResult("read anew" if known else "imported", file)


def _known(file: CardFile) -> CardsResult:
    """Return the outcome of a known file. After an upgrade its rulings may have to be read again."""
    with content_lock() as state:
        if update_ruling_citations():
            state.content_changed()
    return CardsResult("known", file)


def is_imported(name: str, sha256: str = "") -> bool:
    """Return whether a file is imported as today's importer reads it: by its SHA-256, or by a name with its day."""
    imported = CardFile.objects.filter(importer_version=IMPORTER_VERSION)
    if sha256:
        return imported.filter(sha256=sha256).exists()
    return day_in_name(name, more_digits=True) is not None and imported.filter(name=name).exists()


def remove_sample() -> None:
    """Delete the sample's cards. It is only loaded into empty tables, so all rows are the sample's."""
    for model in (Waiting, RelatedPart, PrintedName, Printing, Card, CardFile, CardSet):
        model.objects.all().delete()


def load_sample_cards() -> int:
    """Import the invented cards of the sample if there are no cards and files; return how many were loaded."""
    # The lock prevents an import between the check and the load.
    with content_lock():
        if Card.objects.exists() or CardFile.objects.exists():
            return 0
        import_cards(_SAMPLE, sample=True)
    return Card.objects.count()
