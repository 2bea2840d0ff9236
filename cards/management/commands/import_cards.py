"""Import files of cards."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards.imports.batch import CardsReport, import_paths
from cards.imports.shipped_facts import load_shipped
from cards.relevance.links import link_all
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.number_format import counted
from rulesbase.imports.failure_log import note_imports
from rulesbase.management.output import ReportCommand, bar, database_error_message, print_table
from rulesbase.search.warm_up import read_indexes
from rulesbase.translations.term_counts import count_terms


class Command(ReportCommand):
    """Import cards, rulings and printed names: Scryfall's bulk files (oracle cards, default cards, all cards, rulings,
    migrations) and MTGJSON (set files, AtomicCards, AllPrintings, AllSets of version 3), plain or gzipped, in any
    order. Known files are recognised by their SHA-256; each file is imported whole or not at all. A record that cannot
    be used is reported with its number.
    """

    help = __doc__
    # System checks load all views, which an import does not need.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add files, folders and output options."""
        parser.add_argument("paths", nargs="+", metavar="FILE", help="a file, or a folder of files")
        self.add_output(parser)

    def add_output(self, parser: CommandParser) -> None:
        """Add the options of what is printed."""
        super().add_arguments(parser)
        parser.add_argument(
            "--without-links", action="store_true", help="leave links to rules to the command link_rules"
        )
        parser.add_argument("--problems", type=int, default=5, metavar="N", help="problems shown of a file (5)")

    @database_error_message()
    def handle(self, *args: Any, **options: Any) -> None:
        """Import, print a table, and fail if any named file could not be imported."""
        load_shipped()
        with bar("Importing", self.stderr) as advance:
            reports = import_paths(options["paths"], progress=advance)
        if options["json"]:
            self.print_json([report.as_dict() for report in reports])
        else:
            self._table(reports, options["problems"])
        if not options["without_links"]:
            # The cards are already imported and visible.
            self.stdout.flush()
            with bar("Linking", self.stderr) as advance:
                link_all(catalogue(), advance)
        count_terms()
        read_indexes()
        failed = [report for report in reports if report.failed]
        note_imports((report.name, report.sentence if report.failed else "") for report in reports)
        if failed:
            raise CommandError(f"{len(failed)} of {counted(len(reports), 'file', 'files')} could not be imported.")

    def _table(self, reports: list[CardsReport], most: int) -> None:
        heads = ["file", "result", "source", "cards", "names", "rulings", "waiting", "problems", "seconds"]
        print_table(self.stdout, heads, [report.row() for report in reports])
        for report in reports:
            if report.sentence:
                self.stdout.write(f"{report.name}: {report.sentence}")
            problems = report.result.file.problems if report.result else ()
            for problem in problems[:most]:
                self.stdout.write(f"{report.name}: {problem}")
            if len(problems) > most:
                self.stdout.write(f"{report.name}: and {len(problems) - most} more; the admin lists them.")
