"""Write the curators' corrections to a file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.lineage.correction_files import export_corrections


class Command(BaseCommand):
    """``export_corrections FILE``"""

    help = (
        "Write all corrections in force to a JSON file that import_corrections reads: verbs, dates, numbers, reasons "
        "and digests of the texts, no text. Example: manage.py export_corrections corrections.json"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", metavar="FILE", help="where to write; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file; one that is there is replaced."""
        rows = export_corrections()
        written = json.dumps(rows, ensure_ascii=False, indent=1)
        if options["file"] == "-":
            self.stdout.write(written)
            return
        try:
            Path(options["file"]).write_text(f"{written}\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}") from error
        self.stdout.write(f"{len(rows)} corrections written to {options['file']}.")
