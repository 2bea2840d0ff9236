"""Align all translations with their English texts again."""

from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.core.database.write_lock import writing
from rulesbase.core.number_format import counted
from rulesbase.translations.alignment import align_all


class Command(BaseCommand):
    """Align the editions of other languages with the English ones again, in a database of an early release."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Align, and print how many sources there are."""
        with writing():
            count = align_all()
        self.stdout.write(f"{counted(count, 'source', 'sources')} bound.")
