"""Import an exchange file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.core.number_format import counted
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.formats import read_file
from rulesbase.exchange.import_file import CONFLICT, REFUSED, import_parsed, language_of
from rulesbase.management.output import ReportCommand, command_errors, file_errors, print_table


class Command(ReportCommand):
    """Import translations in XLIFF (1.2 or 2.0), TMX or PO that export_translations or the desk wrote.

    New texts wait for review. Texts whose English has changed become drafts for the old English. Texts that were
    changed here meanwhile are reported and not overwritten. All in one transaction. Example: manage.py
    import_translations fr.xliff
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", help="an exchange file")
        parser.add_argument("--approve", action="store_true", help="approve the texts that are approved in the file")
        parser.add_argument("--dry-run", action="store_true", help="only report what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a report, and fail if a text was refused or in conflict."""
        path = Path(options["file"])
        with command_errors(InvalidFile, before=f"{path}: "):
            with file_errors(path):
                parsed = read_file(path.read_bytes())
            language = language_of(parsed.language)
            if not language:
                raise CommandError(
                    f"{path}: the file does not state its language, like CSV files and some files of converters. "
                    "Import it at the desk, on the page “Import and export” of its language."
                )
            taken = import_parsed(parsed, language, path.name, approve=options["approve"], dry=options["dry_run"])
        if options["json"]:
            rows = [row._asdict() for row in taken.rows]
            self.print_json({"language": language, **taken.counts, "rows": rows})
        else:
            if taken.rows:
                print_table(self.stdout, ["place", "result", "why"], [row[:3] for row in taken.rows])
            self.stdout.write(", ".join(f"{name} {count}" for name, count in taken.counts.items()))
        left = taken.counts[CONFLICT] + taken.counts[REFUSED]
        if left:
            raise CommandError(f"{counted(left, 'text was', 'texts were')} left out.")
