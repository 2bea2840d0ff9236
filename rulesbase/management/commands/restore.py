"""Replace the content of the database by a backup."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.management.output import bar, command_errors
from rulesbase.operations.backup.archive import BackupRefused
from rulesbase.operations.backup.restore import restore


class Command(BaseCommand):
    """Replace the whole content of the database by a backup of SQLite or PostgreSQL.

    The file is checked first. Everything happens in one transaction: an interrupted restore changes nothing. Every row
    is read back and compared. Example: manage.py restore rulesbase.backup
    """

    help = __doc__

    # A restore must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="replace the content of the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup. Raises CommandError."""
        started = time.perf_counter()
        unchanged = command_errors(BackupRefused, before="Nothing was restored and nothing has changed. ")
        with unchanged, bar("Restoring", self.stderr) as advance:
            done = restore(options["file"], force=options["force"], progress=advance)
        seconds = time.perf_counter() - started
        later = " Its tables were migrated." if done.migrated else ""
        self.stdout.write(
            f"{done.manifest.rows} rows of {len(done.manifest.tables)} tables are restored and compared, {done.texts} "
            f"texts indexed, in {seconds:.1f} s. The backup is of {done.manifest.made_at}, made by Rulesbase "
            f"{done.manifest.program} on {done.manifest.engine}.{later}"
        )
