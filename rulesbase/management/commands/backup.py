"""Back up the whole database to one file."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.template.defaultfilters import filesizeformat

from rulesbase.management.output import ReportCommand, bar, command_errors
from rulesbase.operations.backup.archive import BackupRefused
from rulesbase.operations.backup.create import back_up


class Command(ReportCommand):
    """Write the whole database, with accounts, to one file that can be restored on SQLite and on PostgreSQL.

    Users can go on writing during a backup. The file is verified before it replaces FILE. Example: manage.py backup
    rulesbase.backup
    """

    help = __doc__

    # A backup must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="an old one stays until the new one is complete")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the backup. Raises CommandError."""
        started = time.perf_counter()
        with command_errors(BackupRefused, before="No backup was made. "), bar("Backing up", self.stderr) as advance:
            done = back_up(options["file"], advance)
        seconds = time.perf_counter() - started
        if options["json"]:
            self.print_json(done._asdict() | {"seconds": round(seconds, 1)})
            return
        size = filesizeformat(done.size).replace("\xa0", " ")
        self.stdout.write(
            f"{done.rows} rows of {done.tables} tables are in {done.file} ({size}), read again and found whole, "
            f"in {seconds:.1f} s. SHA-256 {done.sha256}"
        )
