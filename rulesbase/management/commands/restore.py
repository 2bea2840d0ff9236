"""Replace the content of the database by a backup."""

import time
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.management.output import bar
from rulesbase.operations.backup.archive import Refused
from rulesbase.operations.backup.restore import RestoreResult, Steps, restore


class Command(BaseCommand):
    """``restore FILE [--force]``"""

    help = (
        "Put a backup, of SQLite or PostgreSQL, in place of all that the database holds. The file is checked whole "
        "first; then one transaction does it, so that stopped at any moment it has changed nothing. Every row is read "
        "back and compared. Example: manage.py restore rulesbase.backup"
    )

    # A restore must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="replace what the database holds")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup. Raises CommandError."""
        started = time.perf_counter()
        try:
            done = self._restore(options["file"], force=options["force"])
        except Refused as error:
            raise CommandError(f"Nothing was restored and nothing has changed. {error}") from error
        seconds = time.perf_counter() - started
        later = " Its tables were brought to the form of today." if done.brought_up else ""
        self.stdout.write(
            f"{done.manifest.rows} rows of {len(done.manifest.tables)} tables are restored and compared, {done.texts} "
            f"texts indexed, in {seconds:.1f} s. The backup is of {done.manifest.made_at}, made by Rulesbase "
            f"{done.manifest.program} on {done.manifest.engine}.{later}"
        )

    def _restore(self, file: Path, *, force: bool) -> RestoreResult:
        with ExitStack() as bars:
            # rich draws one bar at a time, so each starts with its step.
            labels = ("Checking", "Filling", "Comparing", "Indexing")
            steps = Steps(*(_Step(label, self.stderr, bars) for label in labels))
            return restore(file, force=force, steps=steps)


class _Step:
    """Draw the progress bar of a step in place of the one before."""

    def __init__(self, label: str, stderr: Any, bars: ExitStack) -> None:
        self.label, self.stderr, self.bars = label, stderr, bars
        self.advance: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Advance the bar."""
        if self.advance is None:
            self.bars.close()
            self.advance = self.bars.enter_context(bar(self.label, self.stderr))
        self.advance(done, total)
