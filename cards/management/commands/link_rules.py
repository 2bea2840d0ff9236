"""Link cards and rulings to the rules that they rest on."""

import time
from typing import Any

from django.core.management.base import BaseCommand

from cards.relevance.links import link_all
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.number_format import counted
from rulesbase.management.output import bar, database_error_message


class Command(BaseCommand):
    """Link cards and rulings to the rules that they rest on.

    Imports of cards and rules do it at their end; this goes on where an interrupted one stopped. Decisions of curators
    stay.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Link what is not linked yet, and print the counts."""
        started = time.perf_counter()
        with database_error_message(), bar("Linking", self.stderr) as advance:
            counts = link_all(catalogue(), advance)
        self.stdout.write(
            f"{counted(counts.cards, 'card has', 'cards have')} {counted(counts.card_links, 'link', 'links')}, "
            f"{counted(counts.rulings, 'ruling', 'rulings')} {counts.ruling_links}, "
            f"in {time.perf_counter() - started:.1f} s."
        )
