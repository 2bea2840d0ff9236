"""Bind all translations to their English anew."""

from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.binding import bind_all
from rulesbase.turns import writing


class Command(BaseCommand):
    """``bind_translations``"""

    help = "Bind the editions of other languages to the English anew: for a database from before translations carried."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bind, and say how many sources there are."""
        with writing():
            count = bind_all()
        self.stdout.write(f"{count} sources bound.")
