"""Bind all translations to their English anew."""

from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.core.write_lock import writing
from rulesbase.translations.alignment import align_all


class Command(BaseCommand):
    """``bind_translations``"""

    help = "Bind the editions of other languages to the English anew: for a database from before translations carried."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bind, and say how many sources there are."""
        with writing():
            count = align_all()
        self.stdout.write(f"{count} sources bound.")
