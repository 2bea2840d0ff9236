"""Back up the whole database to one file."""

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from rulesbase.management.output import bar
from rulesbase.operations.backup.archive import Refused
from rulesbase.operations.backup.create import back_up


class Command(BaseCommand):
    """``backup FILE [--json]``"""

    help = (
        "Write the whole database, accounts too, to a file that restores on SQLite and on PostgreSQL. It is of one "
        "moment, nobody who writes waits, and it is read again before it takes the place of FILE. "
        "Example: manage.py backup rulesbase.backup"
    )

    # A backup must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", metavar="FILE", type=Path, help="an old one stays until the new one is whole")
        parser.add_argument("--json", action="store_true", help="print what was made as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the backup. Raises CommandError."""
        started = time.perf_counter()
        try:
            with bar("Backing up", self.stderr) as advance:
                done = back_up(options["file"], advance)
        except Refused as error:
            raise CommandError(f"No backup was made. {error}") from error
        seconds = time.perf_counter() - started
        if options["json"]:
            self.stdout.write(json.dumps(asdict(done) | {"seconds": round(seconds, 1)}, indent=2))
            return
        size = filesizeformat(done.size).replace("\xa0", " ")
        self.stdout.write(
            f"{done.rows} rows of {done.tables} tables are in {done.file} ({size}), read again and found whole, "
            f"in {seconds:.1f} s. SHA-256 {done.sha256}"
        )
