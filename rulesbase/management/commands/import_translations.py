"""Take in an exchange file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.exchange.formats import InvalidFile, read_file
from rulesbase.exchange.import_file import CONFLICT, REFUSED, ImportReport, import_parcel, language_of
from rulesbase.management.output import print_table


class Command(BaseCommand):
    """``import_translations FILE``"""

    help = (
        "Take in XLIFF (1.2 or 2.0) or TMX that export_translations or the desk wrote, whatever happened to the rules "
        "since. "
        "New texts wait for review; those whose English has changed are drafts for the old one; what was changed here "
        "meanwhile is told and not overwritten. All in one transaction. Example: manage.py import_translations fr.xliff"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what to do with it."""
        parser.add_argument("file", metavar="FILE", help="an exchange file")
        parser.add_argument("--approve", action="store_true", help="texts that the file says are approved, are")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would happen")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print what there is to say, and fail if a text was refused or in conflict."""
        path = Path(options["file"])
        try:
            parcel = read_file(path.read_bytes())
            language = language_of(parcel.language)
            taken = import_parcel(parcel, language, path.name, approve=options["approve"], dry=options["dry_run"])
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from error
        except InvalidFile as error:
            raise CommandError(f"{path}: {error}") from error
        self._tell(taken, as_json=options["json"])
        left = taken.counts[CONFLICT] + taken.counts[REFUSED]
        if left:
            raise CommandError(f"{left} texts were left out.")

    def _tell(self, taken: ImportReport, *, as_json: bool) -> None:
        if as_json:
            result = {"language": taken.language, **taken.counts, "rows": [row._asdict() for row in taken.rows]}
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
            return
        if taken.rows:
            print_table(
                self.stdout, ["place", "result", "why"], [[row.place, row.result, row.why] for row in taken.rows]
            )
        self.stdout.write(", ".join(f"{name} {count}" for name, count in taken.counts.items()))
