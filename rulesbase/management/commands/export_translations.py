"""Write the translations of a language to an exchange file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueVersion, VersionNotFound, catalogue, no_version_words
from rulesbase.exchange.export_file import export_file
from rulesbase.exchange.formats import KINDS


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
        says = "the texts of the version in force that day, and no others"
        parser.add_argument("--version", dest="at", metavar="D", help=says)
        parser.add_argument("--format", choices=[*KINDS], help="where the name of the file does not tell")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """As every command's, but --version is the rules' and not Django's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file; one that is there is replaced when all of the new one is ready."""
        path = Path(options["file"])
        kind = options["format"] or {".tmx": "tmx", ".xliff": "xliff", ".xlf": "xliff"}.get(path.suffix.lower())
        if kind is None:
            raise CommandError(f"{path}: the name ends neither in .xliff nor in .tmx; say --format.")
        if options["language"] == "en":
            raise CommandError("English is what is translated; name another language.")
        version = self._version(options["at"]) if options["at"] else None
        written, count = export_file(kind, options["language"], version)
        if not count and kind == "tmx":
            raise CommandError(f"There are no translations into {options['language']}.")
        try:
            path.write_bytes(written)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from error
        self.stdout.write(f"{count} translations written to {path}.")

    def _version(self, day: str) -> CatalogueVersion:
        """The version of a day, with English text. Raises CommandError."""
        try:
            version = catalogue().find(day)
        except VersionNotFound as error:
            raise CommandError(no_version_words(error)) from None
        if version.text_in(DEFAULT_LANGUAGE) is None:
            raise CommandError(f"The version of {version} has no English text that could be translated.")
        return version
