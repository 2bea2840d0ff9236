"""Import files and folders of rules."""

import datetime
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.engine.languages import TEXTS
from rulesbase.imports.batch import FileReport, import_paths
from rulesbase.imports.failure_log import note_imports
from rulesbase.management.database_errors import database_error_message
from rulesbase.management.output import bar, print_table
from rulesbase.management.study_progress import follow_newest
from rulesbase.study.update import newest_text


class Command(BaseCommand):
    """``import_rules PATH...``"""

    help = (
        "Import rules: .txt in any encoding of the archive, .docx, web pages, wiki and site extracts; folders are "
        "read through. Articles about changes of the rules are filed as notes on their version. What "
        "is known already is recognised by its SHA-256; each file is imported whole or not at all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths, and what the caller knows better than the text."""
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder")
        parser.add_argument("--lang", choices=list(TEXTS), help="the language, if the text must not decide")
        parser.add_argument("--date", type=datetime.date.fromisoformat, help="the effective date, YYYY-MM-DD")
        parser.add_argument("--json", action="store_true", help="print the table as JSON")
        parser.add_argument(
            "--without-study", action="store_true", help="leave the questions and decks to the command update_study"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a table, and fail if a file that was named could not be imported."""
        with database_error_message():
            self._import(options)

    def _import(self, options: dict[str, Any]) -> None:
        newest = newest_text()
        with bar("Importing", self.stderr) as advance:
            reports = import_paths(options["paths"], language=options["lang"], date=options["date"], progress=advance)
        if options["json"]:
            self.stdout.write(json.dumps([report.as_dict() for report in reports], ensure_ascii=False, indent=1))
        else:
            self._table(reports)
        failed = [report for report in reports if report.failed]
        note_imports(
            (report.name for report in reports if not report.failed),
            ((report.name, report.sentence) for report in failed),
        )
        if not options["without_study"]:
            # The texts are already imported and visible.
            self.stdout.flush()
            follow_newest(newest, self.stderr)
        if failed:
            raise CommandError(f"{len(failed)} of {len(reports)} files could not be imported.")

    def _table(self, reports: list[FileReport]) -> None:
        heads = ["file", "result", "version", "language", "rules", "examples", "terms", "issues", "seconds"]
        print_table(self.stdout, heads, [report.row() for report in reports])
        for report in reports:
            if report.sentence:
                self.stdout.write(f"{report.name}: {report.sentence}")
        imported = sum(report.status in ("imported", "corrected") for report in reports)
        known = sum(report.status == "known" for report in reports)
        witnesses = sum(report.status == "witness" for report in reports)
        notes = sum(report.status == "note" for report in reports)
        filed = f"{notes} notes filed, " if notes else ""
        seconds = sum(report.seconds for report in reports)
        self.stdout.write(
            f"{imported} editions imported, {witnesses} witnesses filed, {filed}{known} files known already, "
            f"{sum(bool(r.sentence) for r in reports)} refused, in {seconds:.1f} s."
        )
