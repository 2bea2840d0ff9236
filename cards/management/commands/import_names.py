"""Import readings in kana and nicknames of cards."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.imports.errors import InvalidFile
from cards.imports.other_names import COLUMNS, import_other_names
from rulesbase.core.number_format import counted
from rulesbase.management.output import database_error_message

_MOST_SHOWN = 10


class Command(BaseCommand):
    """``import_names FILE``"""

    help = (
        f"Import readings in kana and nicknames by which cards are found: a CSV file with the columns "
        f"{', '.join(COLUMNS)}. The kind is reading or nickname. Known rows stay."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("path", type=Path, metavar="FILE", help="a CSV file in UTF-8")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import; print how many rows are new, and which cards are unknown."""
        path: Path = options["path"]
        try:
            with database_error_message():
                result = import_other_names(path)
        except (InvalidFile, OSError) as error:
            reason = f"{error.strerror}." if isinstance(error, OSError) else error
            raise CommandError(f"{path}: {reason} Nothing was imported.") from error
        self.stdout.write(f"{result.new} of {counted(result.rows, 'name is', 'names are')} new.")
        if result.unknown:
            shown = "; ".join(result.unknown[:_MOST_SHOWN])
            unknown = counted(len(result.unknown), "card is", "cards are")
            self.stdout.write(f"{unknown} not in the card data yet: {shown}")
