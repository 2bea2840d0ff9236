"""Write the translations of a language to an exchange file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.exchange_files import KINDS
from rulesbase.exchange_out import export_file


class Command(BaseCommand):
    """``export_translations LANG FILE``"""

    help = (
        "Write all translations of a language to FILE: XLIFF 1.2 with all texts of the newest version, translated or "
        "not, TMX 1.4 where the name ends in .tmx, XLIFF 2.0 with --format xliff2. "
        "Example: manage.py export_translations fr french.xliff"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The language and the file."""
        parser.add_argument("language", metavar="LANG", help="a code such as fr or ja")
        parser.add_argument("file", metavar="FILE", help="where to write: .xliff, .xlf or .tmx")
        parser.add_argument("--format", choices=[*KINDS], help="where the name of the file does not tell")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file; one that is there is replaced when all of the new one is ready."""
        path = Path(options["file"])
        kind = options["format"] or {".tmx": "tmx", ".xliff": "xliff", ".xlf": "xliff"}.get(path.suffix.lower())
        if kind is None:
            raise CommandError(f"{path}: the name ends neither in .xliff nor in .tmx; say --format.")
        if options["language"] == "en":
            raise CommandError("English is what is translated; name another language.")
        written, count = export_file(kind, options["language"])
        if not count and kind == "tmx":
            raise CommandError(f"There are no translations into {options['language']}.")
        try:
            path.write_bytes(written)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from error
        self.stdout.write(f"{count} translations written to {path}.")
