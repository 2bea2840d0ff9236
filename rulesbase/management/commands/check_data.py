"""Check the integrity of the database."""

import sys
import time
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connection

from rulesbase.core.database.database_errors import first_line
from rulesbase.management.output import ReportCommand, bar, command_errors, print_table
from rulesbase.operations.backup.archive import BackupRefused
from rulesbase.operations.backup.schema import check_target
from rulesbase.operations.integrity.runner import IntegrityResult, check_data, left_out


class Command(ReportCommand):
    """Check the database: digests of all texts and files, both ends of every link, counts, states, the search index,
    translations, study. Changes nothing; the exit code is 1 if something is wrong. Example: manage.py check_data --json
    """

    help = __doc__
    # The check must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("--quick", action="store_true", help="skip files and indexes, which take longest")
        parser.add_argument("--deep", action="store_true", help="also parse the source of every English edition again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and exit with 1 if there is a finding."""
        started = time.perf_counter()
        try:
            with command_errors(BackupRefused), bar("Checking", self.stderr) as advance:
                check_target(connection)
                done = check_data(advance, quick=options["quick"], deep=options["deep"])
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {first_line(error)}") from error
        found = sum(check.found for check in done)
        without = left_out(quick=options["quick"], deep=options["deep"])
        if options["json"]:
            checks = [
                {
                    "check": check.name,
                    "about": check.about,
                    "found": check.found,
                    "findings": [finding._asdict() for finding in check.findings],
                }
                for check in done
            ]
            self.print_json({"ok": not found, "left_out": without, "checks": checks})
        else:
            self._print(done, found, time.perf_counter() - started)
            if without:
                self.stdout.write(f"Left out: {', '.join(without)}.")
        if found:
            sys.exit(1)

    def _print(self, done: list[IntegrityResult], found: int, seconds: float) -> None:
        rows = [[check.name, check.about, str(check.found), f"{check.seconds:.1f}"] for check in done]
        print_table(self.stdout, ["check", "makes sure that", "wrong", "seconds"], rows)
        for check in done:
            for finding in check.findings:
                self.stdout.write(": ".join(part for part in finding if part))
            if check.found > len(check.findings):
                self.stdout.write(f"... and {check.found - len(check.findings)} more that {check.name} found")
        summary = f"Problems found: {found}" if found else "No problems found"
        self.stdout.write(f"{summary}, by {len(done)} checks in {seconds:.1f} s.")
