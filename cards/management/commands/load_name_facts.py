"""Load the facts on names that ship with the software."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.imports.shipped_facts import load_shipped
from rulesbase.core.number_format import counted


class Command(BaseCommand):
    """Reset the facts that come with the software: pairs of interchangeable names, and misprints, corrections and
    renamings of printed names. Rows of curators are left alone.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and print how many rows changed."""
        changed = load_shipped()
        if changed or options["verbosity"] > 1:
            self.stdout.write(f"Facts on names: {counted(changed, 'row', 'rows')} updated.")
