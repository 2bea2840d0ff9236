"""Replace the content of the database by a backup."""

import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.management.output import bar, command_errors
from rulesbase.operations.backup.archive import BackupRefused
from rulesbase.operations.backup.restore import RestoreResult, restore


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
        with command_errors(BackupRefused, before="Nothing was restored and nothing has changed. "):
            done = self._restore(options["file"], force=options["force"])
        seconds = time.perf_counter() - started
        later = " Its tables were migrated." if done.migrated else ""
        self.stdout.write(
            f"{done.manifest.rows} rows of {len(done.manifest.tables)} tables are restored and compared, {done.texts} "
            f"texts indexed, in {seconds:.1f} s. The backup is of {done.manifest.made_at}, made by Rulesbase "
            f"{done.manifest.program} on {done.manifest.engine}.{later}"
        )

    def _restore(self, file: Path, *, force: bool) -> RestoreResult:
        with ExitStack() as bars:
            advance: dict[str, Callable[[int, int], None]] = {}

            def progress(step: str, done: int, total: int) -> None:
                # rich draws one bar at a time, so each starts with its step.
                if step not in advance:
                    bars.close()
                    advance[step] = bars.enter_context(bar(step, self.stderr))
                advance[step](done, total)

            return restore(file, force=force, progress=progress)
