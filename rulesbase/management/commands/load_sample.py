"""Load the sample into an empty database."""

from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.sample_corpus import load_sample


class Command(BaseCommand):
    """``load_sample``"""

    help = "Load the sample (a small text of our own, not the rules) if the database holds no rules at all."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, or say why not."""
        loaded = load_sample()
        self.stdout.write(
            f"Sample loaded: {loaded} editions." if loaded else "The database has texts; no sample loaded."
        )
