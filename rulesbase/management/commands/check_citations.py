"""Check the rule numbers that files cite."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.api.plain_data import meaning_data
from rulesbase.archive.catalogue import NotFound, catalogue
from rulesbase.citations.check_files import Finding, check
from rulesbase.citations.source_files import citations_in, files_below
from rulesbase.core.number_format import counted
from rulesbase.management.output import ReportCommand, command_errors

# Characters of the text of a rule that a report shows.
_SHOWN = 90


class Command(ReportCommand):
    """Report rule numbers in files (text, Markdown, comments and strings of code) that no rule has, that moved, or that
    may mean several rules. Exit code 1 if there are any, 2 if a file cannot be read. Example: manage.py check_citations
    docs src --as-of 2024-08-02
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path, help="files, or folders with all in them")
        parser.add_argument("--document", choices=["cr"], default="cr", help="cr: the Comprehensive Rules (default)")
        parser.add_argument(
            "--as-of", default="latest", metavar="DATE", help="the day that numbers without a date were written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the findings by file and line."""
        versions = catalogue()
        with command_errors(NotFound, returncode=2):
            day, newest = versions.find(options["as_of"]).date, versions.find("latest").date
        now = versions.complete_until(newest)
        then = versions.complete_until(min(day, newest))
        if now is None or then is None:
            raise CommandError(f"There is no complete English text of {day} or before.", returncode=2)
        try:
            files = list(files_below(options["paths"]))
            cited = [one for path in files for one in citations_in(path)]
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}.", returncode=2) from error
        found = check(versions, cited, then, now)
        if options["json"]:
            self.print_json([self._data(one, now) for one in found])
        else:
            for one in found:
                self.stdout.write(_line(one))
        summary = (
            f"{counted(len(cited), 'citation', 'citations')} in {counted(len(files), 'file', 'files')}, "
            f"read with the rules of {then}: {f'{len(found)} to look at' if found else 'all of them stand'}."
        )
        if found:
            raise CommandError(summary, returncode=1)
        self.stderr.write(summary, lambda text: text)

    @staticmethod
    def _data(one: Finding, now: Any) -> dict[str, Any]:
        """Return a finding as JSON data."""
        return {
            "file": str(one.where.path),
            "line": one.where.line,
            "column": one.where.column,
            "number": one.where.cited.number,
            "status": one.status,
            "meanings": [
                meaning_data(f"{meaning.number}@{meaning.then}", meaning, now) | {"text": _words(meaning, 300)}
                for meaning in one.meanings
            ],
        }


def _words(meaning: Any, most: int = _SHOWN) -> str:
    """Return the beginning of what a number meant."""
    words = meaning.resolution.cited.words.replace("\n", " ") if meaning.resolution.cited else ""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _line(one: Finding) -> str:
    """Return a finding as lines of text: where, what, and what each meaning is now."""
    where = f"{one.where.path}:{one.where.line}:{one.where.column}: {one.where.cited.number} {one.status}"
    without = "the rules of its date have no such number" if one.where.cited.period else "no version has this number"
    lines = [where if one.meanings else f"{where}: {without}"]
    for meaning in one.meanings:
        result = meaning.resolution
        if result.numbers:
            place = f"now {' '.join(result.numbers)} ({result.confidence:.2f})"
        else:
            near = ", ".join(near.number for near in result.nearest)
            place = f"gone{f', nearest {near}' if near else ''}"
        lines.append(f"  of {meaning.then}: {place}: {_words(meaning)}")
    return "\n".join(lines)
