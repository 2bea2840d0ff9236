"""Import files and folders of rules."""

import datetime
from argparse import ArgumentTypeError
from collections import Counter
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.core.card_interface import cards
from rulesbase.core.number_format import counted
from rulesbase.engine.documents import RULEBOOK, TOURNAMENT_DOCUMENTS
from rulesbase.engine.languages import TEXTS
from rulesbase.imports.batch import FileReport, import_paths
from rulesbase.imports.failure_log import note_imports
from rulesbase.management.output import ReportCommand, bar, database_error_message, print_table
from rulesbase.management.study_progress import update_study_if_changed
from rulesbase.search.warm_up import read_indexes
from rulesbase.study.update import newest_texts


class Command(ReportCommand):
    """Import rules from files and folders: .txt in any known encoding, .docx, web pages, wiki and site extracts.

    Import the Magic Tournament Rules and the Infraction Procedure Guide from .pdf. Articles about changes of the rules
    become notes on their version. Known files are recognised by their SHA-256. Each file is imported whole or not at
    all.
    """

    help = __doc__
    # System checks load all views, which an import does not need.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder")
        parser.add_argument("--lang", choices=list(TEXTS), help="the language, instead of the detected one")
        parser.add_argument("--date", type=_date, help="the effective date, YYYY-MM-DD")
        parser.add_argument(
            "--document",
            choices=(*TOURNAMENT_DOCUMENTS, RULEBOOK),
            default="",
            help="the document, if the title should not decide",
        )
        parser.add_argument(
            "--without-links", action="store_true", help="leave links to rules to the command link_rules"
        )
        parser.add_argument(
            "--without-study", action="store_true", help="leave the questions and decks to the command update_study"
        )

    @database_error_message()
    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a table, and fail if a file that was named could not be imported."""
        newest = newest_texts()
        with bar("Importing", self.stderr) as advance:
            reports = import_paths(
                options["paths"],
                language=options["lang"],
                date=options["date"],
                document=options["document"],
                progress=advance,
            )
        if options["json"]:
            self.print_json([report.as_dict() for report in reports])
        else:
            self._table(reports)
        failed = [report for report in reports if report.failed]
        note_imports((report.name, report.sentence if report.failed else "") for report in reports)
        if not options["without_study"]:
            # The texts are already imported and visible.
            self.stdout.flush()
            update_study_if_changed(newest, self.stderr)
        if not options["without_links"]:
            self.stdout.flush()
            with bar("Linking", self.stderr) as advance:
                cards().link_rules(advance)
        read_indexes()
        if failed:
            raise CommandError(f"{len(failed)} of {counted(len(reports), 'file', 'files')} could not be imported.")

    def _table(self, reports: list[FileReport]) -> None:
        heads = ["file", "result", "version", "language", "rules", "examples", "terms", "issues", "seconds"]
        print_table(self.stdout, heads, [report.row() for report in reports])
        for report in reports:
            if report.sentence:
                self.stdout.write(f"{report.name}: {report.sentence}")
        counts = Counter(report.status for report in reports)
        notes = f"notes: {counts['note']}, " if counts["note"] else ""
        self.stdout.write(
            f"Editions imported: {counts['imported'] + counts['corrected']}, "
            f"partial sources stored: {counts['witness']}, {notes}files already known: {counts['known']}, "
            f"refused: {sum(bool(one.sentence) for one in reports)}, in {sum(one.seconds for one in reports):.1f} s."
        )


def _date(value: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        raise ArgumentTypeError(f"“{value}” is not a date. Write it as 2011-09-30.") from None
