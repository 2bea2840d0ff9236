"""Import corrections from a file."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.core.number_format import counted
from rulesbase.lineage.correction_files import import_corrections
from rulesbase.management.output import ReportCommand, command_errors, file_errors, print_table


class Command(ReportCommand):
    """Make the corrections of a file that export_corrections wrote.

    Known ones are skipped. Those that do not fit this database (a version is missing, a text or another correction
    differs) are refused. Example: manage.py import_corrections corrections.json
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", help="a file of export_corrections")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a table, and fail if a row was refused."""
        not_json = command_errors(ValueError, RecursionError, before=f"{options['file']} is not JSON: ")
        with file_errors(options["file"]), not_json:
            rows = json.loads(Path(options["file"]).read_text(encoding="utf-8"))
        if not isinstance(rows, list):
            raise CommandError(f"{options['file']} holds no list of corrections.")
        taken = import_corrections(rows)
        if options["json"]:
            self.print_json([one._asdict() for one in taken])
        else:
            print_table(self.stdout, ["places", "result", "why"], [list(one) for one in taken])
        refused = sum(one.status == "refused" for one in taken)
        if refused:
            raise CommandError(f"{refused} of {counted(len(taken), 'correction was', 'corrections were')} refused.")
