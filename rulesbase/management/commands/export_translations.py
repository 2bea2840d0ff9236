"""Export the translations of a language to an exchange file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.number_format import counted
from rulesbase.exchange.export_file import export_file
from rulesbase.exchange.formats import KINDS
from rulesbase.management.output import TRANSLATED, ReportCommand, file_errors

_BY_NAME = {".tmx": "tmx", ".xliff": "xliff", ".xlf": "xliff", ".po": "po", ".csv": "csv"}


class Command(ReportCommand):
    """Write all translations of a language to FILE: XLIFF 1.2 with all texts of the newest version, translated or not,
    TMX 1.4, PO or CSV where the name ends in .tmx, .po or .csv, XLIFF 2.0 with --format xliff2. Example: manage.py
    export_translations fr french.xliff
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("language", choices=TRANSLATED, help="the language of the translations")
        parser.add_argument("file", metavar="FILE", help="where to write: .xliff, .xlf, .tmx, .po or .csv")
        parser.add_argument("--version", dest="at", metavar="D", help="only the texts of the version in force that day")
        parser.add_argument("--format", choices=[*KINDS], help="where the name of the file does not tell")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, replacing an old one when the new one is complete."""
        path = Path(options["file"])
        kind = options["format"] or _BY_NAME.get(path.suffix.lower())
        if kind is None:
            raise CommandError(f"{path}: the name ends in none of .xliff, .xlf, .tmx, .po, .csv; say --format.")
        version = catalogue().find(options["at"]) if options["at"] else None
        if version and version.text_in(DEFAULT_LANGUAGE) is None:
            raise CommandError(f"The version of {version} has no English text that could be translated.")
        written, count = export_file(kind, options["language"], version)
        if not count and kind == "tmx":
            raise CommandError(f"There are no translations into {options['language']}.")
        with file_errors(path):
            path.write_bytes(written)
        self.stdout.write(f"{counted(count, 'translation', 'translations')} written to {path}.")
