"""`manage.py fetch_rules`: download official rules files, check them, import them."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from rulesbase.archive.bulletins import update_bulletins
from rulesbase.archive.official_files import ADDRESS_LIST, InvalidList, read_list
from rulesbase.core.card_interface import cards
from rulesbase.core.database.planner_statistics import update_planner_statistics
from rulesbase.imports import fetch
from rulesbase.imports.failure_log import note_imports
from rulesbase.imports.fetch import FetchResult
from rulesbase.imports.http_client import Client, Limits, origin
from rulesbase.imports.import_file import ImportStatus
from rulesbase.management.fetch_options import add_limits, limits_of, print_wait
from rulesbase.management.output import ReportCommand, bar, database_error_message, file_errors, print_table
from rulesbase.management.study_progress import update_study_if_changed
from rulesbase.models import Source
from rulesbase.study.update import newest_texts

_CHANGES = (ImportStatus.IMPORTED, ImportStatus.CORRECTED, ImportStatus.WITNESS)


class Command(ReportCommand):
    """Download and import the newest official rules file, linked from the official rules page.

    With --all also every listed official file that the archive lacks. Each file is checked and imported alone.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("--all", action="store_true", help="also every listed file that the archive lacks")
        parser.add_argument("--page", help=f"rules page to look for the newest file on ({fetch.RULES_PAGE})")
        parser.add_argument("--list", type=Path, help="another list of addresses: CSV, upload_date and address")
        add_limits(parser, Limits())

    @database_error_message()
    def handle(self, *args: Any, **options: Any) -> None:
        """Fetch, and print a table or JSON. Raises CommandError if anything failed."""
        files, trusted = _files(options["page"], options["list"], every=options["all"])
        client = Client(f"Rulesbase/{settings.VERSION}", limits_of(options, Limits()), trusted, report=print_wait)
        newest = newest_texts()
        results: list[FetchResult] = []
        with bar("Fetching", self.stderr) as advance:
            for result in fetch.fetch(options["page"] or fetch.RULES_PAGE, files, client):
                results.append(result)
                advance(len(results), len(files) + 1)
        offline = all(result.outcome == fetch.UNREACHABLE for result in results)
        if options["json"]:
            self.print_json([_as_json(result) for result in results])
        elif not offline:
            rows = [[one.address, one.outcome, str(one.version or ""), one.sentence] for one in results]
            print_table(self.stdout, ["address", "result", "version", "what happened"], rows)
        reached = (result for result in results if result.outcome != fetch.UNREACHABLE)
        note_imports((result.address, result.sentence if result.failed else "") for result in reached)
        if offline:
            causes = " ".join(dict.fromkeys(result.sentence for result in results))
            raise CommandError(f"Nothing was fetched and nothing has changed. {causes}")
        # Also without new files: this completes a run that was interrupted after its last file.
        update_bulletins()
        if any(result.outcome in _CHANGES for result in results):
            update_planner_statistics()
        update_study_if_changed(newest, self.stderr)
        with bar("Linking", self.stderr) as advance:
            cards().link_rules(advance)
        if failed := [result for result in results if result.failed]:
            raise CommandError(f"{len(failed)} of {len(results)} could not be fetched; the table says why.")


def _files(page: str | None, listed: Path | None, *, every: bool) -> tuple[list[str], frozenset[str]]:
    """Return the files to fetch besides the newest, and the origins that the command line names.

    Raises CommandError.
    """
    try:
        with file_errors(listed or ADDRESS_LIST):
            addresses = read_list(listed or ADDRESS_LIST)
        named = [*(addresses if listed else []), *([page] if page else [])]
        trusted = frozenset(origin(address) for address in named)
    except InvalidList as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"{listed or page}: {error}") from error
    if not every:
        return [], trusted
    known = set(Source.objects.exclude(address="").values_list("address", flat=True))
    return fetch.missing_files(addresses, known), trusted


def _as_json(result: FetchResult) -> dict[str, str | float | None]:
    return {
        "address": result.address,
        "result": result.outcome,
        "version": result.version.isoformat() if result.version else None,
        "sentence": result.sentence,
        "seconds": round(result.seconds, 3),
    }
