"""The sample's cards: invented, so that a machine without any cards shows every feature."""

from pathlib import Path

from cards.imports.import_file import import_cards
from cards.models import Card, CardFile
from rulesbase.core.write_lock import content_lock
from rulesbase.imports.sample import FOLDER

FILE: Path = FOLDER / "cards.json"


def load_sample_cards() -> int:
    """Import the sample's cards into tables that hold no card and no file at all; how many were loaded."""
    # Nobody imports cards between the look and the load.
    with content_lock():
        if Card.objects.exists() or CardFile.objects.exists():
            return 0
        import_cards(FILE, sample=True)
    return Card.objects.count()
