"""Check the integrity of the database."""

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from rulesbase.imports.batch import first_line
from rulesbase.management.output import bar, print_table
from rulesbase.operations.backup.archive import Refused
from rulesbase.operations.backup.schema import check_target
from rulesbase.operations.integrity.runner import CheckResult, check_data, left_out


class Command(BaseCommand):
    """``check_data [--quick] [--deep] [--json]``"""

    help = (
        "Check that the database is whole: digests of all texts and files, both ends of every link, counts, states, "
        "the index of words, translations, study. Changes nothing; the exit is 1 where something is wrong. "
        "Example: manage.py check_data --json"
    )
    # The check must work even if system checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--quick", action="store_true", help="leave out files and indexes, which take longest")
        parser.add_argument("--deep", action="store_true", help="read the source of every English edition again, too")
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and exit with 1 if there is a finding."""
        started = time.perf_counter()
        try:
            check_target(connection)
            with bar("Checking", self.stderr) as advance:
                done = check_data(advance, quick=options["quick"], deep=options["deep"])
        except Refused as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {first_line(error)}") from error
        found = sum(check.found for check in done)
        without = left_out(quick=options["quick"], deep=options["deep"])
        if options["json"]:
            result = {"ok": not found, "left_out": without, "checks": [_as_json(check) for check in done]}
            self.stdout.write(json.dumps(result, indent=2))
        else:
            self._print(done, found, time.perf_counter() - started)
            if without:
                self.stdout.write(f"Left out: {', '.join(without)}.")
        if found:
            sys.exit(1)

    def _print(self, done: list[CheckResult], found: int, seconds: float) -> None:
        rows = [[check.name, check.about, str(check.found), f"{check.seconds:.1f}"] for check in done]
        print_table(self.stdout, ["check", "makes sure that", "wrong", "seconds"], rows)
        for check in done:
            for finding in check.findings:
                self.stdout.write(": ".join(part for part in finding if part))
            if check.found > len(check.findings):
                self.stdout.write(f"... and {check.found - len(check.findings)} more that {check.name} found")
        summary = f"{found} findings" if found else "Nothing is wrong"
        self.stdout.write(f"{summary}, by {len(done)} checks in {seconds:.1f} s.")


def _as_json(check: CheckResult) -> dict[str, Any]:
    findings = [finding._asdict() for finding in check.findings]
    return {"check": check.name, "about": check.about, "found": check.found, "findings": findings}
