"""Export the curators' corrections to a file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.core.number_format import counted
from rulesbase.lineage.correction_files import export_corrections
from rulesbase.management.output import file_errors


class Command(BaseCommand):
    """Write all corrections in force to a JSON file that import_corrections reads: verbs, dates, numbers, reasons and
    digests of the texts, no text. Example: manage.py export_corrections corrections.json
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", metavar="FILE", help="where to write; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, replacing an old one."""
        rows = export_corrections()
        written = json.dumps(rows, ensure_ascii=False, indent=1)
        if options["file"] == "-":
            self.stdout.write(written)
            return
        with file_errors(options["file"]):
            Path(options["file"]).write_text(f"{written}\n", encoding="utf-8")
        self.stdout.write(f"{counted(len(rows), 'correction', 'corrections')} written to {options['file']}.")
