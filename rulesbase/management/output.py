"""What commands share: errors as messages, JSON, tables, and progress bars on stderr if that is a terminal."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DatabaseError

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, NotFound
from rulesbase.core.database.database_errors import command_message, first_line
from rulesbase.engine.documents import COMPREHENSIVE_RULES, DOCUMENTS, document_active
from rulesbase.engine.languages import TEXTS

# The languages into which the English texts are translated.
TRANSLATED = [code for code in TEXTS if code != DEFAULT_LANGUAGE]
# Rule numbers look like numbers but are aligned left.
_PLACES = frozenset({"number", "from", "to", "citation"})


class ReportCommand(BaseCommand):
    """A command that prints a report, with ``--json`` as JSON. NotFound ends it with the message."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser; ``--version`` may be that of the rules instead of Django's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare ``--json``."""
        parser.add_argument("--json", action="store_true", help="print JSON")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command."""
        with command_errors(NotFound):
            return super().execute(*args, **options)

    def print_json(self, data: object) -> None:
        """Print data as JSON, days as YYYY-MM-DD."""
        self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1, default=str))


class DocumentCommand(ReportCommand):
    """A command about one document: the Comprehensive Rules unless ``--document`` names another."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare ``--document`` and ``--json``."""
        super().add_arguments(parser)
        self.add_document(parser)

    def add_document(self, parser: CommandParser) -> None:
        """Declare ``--document``."""
        parser.add_argument(
            "--document", choices=DOCUMENTS, default=COMPREHENSIVE_RULES, help="the document (default: cr)"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command while the document is active."""
        with document_active(options["document"]):
            return super().execute(*args, **options)


@contextmanager
def command_errors(*kinds: type[Exception], before: str = "", returncode: int = 1) -> Iterator[None]:
    """Turn errors of these kinds into a CommandError with their message, and the words ``before`` it."""
    try:
        yield
    except kinds as error:
        raise CommandError(f"{before}{error}", returncode=returncode) from error


@contextmanager
def file_errors(path: str | Path) -> Iterator[None]:
    """Turn an OSError at a file into a CommandError."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error


@contextmanager
def database_error_message() -> Iterator[None]:
    """Turn a DatabaseError during an import into a CommandError."""
    try:
        yield
    except DatabaseError as error:
        stopped = (
            f"The database stopped the import: {first_line(error)}. Files imported before are complete; run it again."
        )
        raise CommandError(command_message(error) or stopped) from error


@contextmanager
def bar(label: str, stderr: OutputWrapper | TextIO) -> Iterator[Callable[[int, int], None]]:
    """Yield a function ``advance(done, total)`` that draws a progress bar."""
    if not stderr.isatty():
        yield lambda done, total: None
        return
    # Imported late, as it adds a twentieth to the start time of a command without a terminal.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_table(out: OutputWrapper, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table padded with spaces; counts and seconds are aligned right."""
    columns = list(zip(heads, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    to_right = [
        head not in _PLACES and all(cell.replace(".", "", 1).isdigit() or not cell for cell in cells)
        for head, *cells in columns
    ]
    for row in [heads, *rows]:
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, to_right, strict=True)
        )
        out.write("  ".join(cells).rstrip())
