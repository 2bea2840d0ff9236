"""Make the corrections of a file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.lineage.correction_files import import_corrections
from rulesbase.management.output import print_table


class Command(BaseCommand):
    """``import_corrections FILE``"""

    help = (
        "Make the corrections of a file that export_corrections wrote. What stands already is known; what this "
        "database cannot hold (a version is missing, its words are others, a correction says otherwise) is refused, "
        "the rest is made. Example: manage.py import_corrections corrections.json"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and --json."""
        parser.add_argument("file", metavar="FILE", help="a file of export_corrections")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a table, and fail if a row was refused."""
        try:
            rows = json.loads(Path(options["file"]).read_text(encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}") from error
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{options['file']} is no JSON: {error}") from error
        if not isinstance(rows, list):
            raise CommandError(f"{options['file']} holds no list of corrections.")
        taken = import_corrections(rows)
        if options["json"]:
            self.stdout.write(json.dumps([one._asdict() for one in taken], ensure_ascii=False, indent=1))
        else:
            print_table(self.stdout, ["places", "result", "why"], [list(one) for one in taken])
        refused = sum(one.status == "refused" for one in taken)
        if refused:
            raise CommandError(f"{refused} of {len(taken)} corrections were refused.")
