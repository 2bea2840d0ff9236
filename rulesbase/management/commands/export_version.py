"""Export a whole edition."""

from typing import Any

from django.core.management.base import CommandParser

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.lookup import edition_of
from rulesbase.downloads.build import FORMATS
from rulesbase.management.output import DocumentCommand

# The formats of downloads that this command offers; a new format of downloads is not offered by itself.
_TEXT_FORMATS = ("json", "txt", "markdown", "akn")


class Command(DocumentCommand):
    """Write a whole edition as parsed to stdout: sections, chapters, rules with examples, glossary, credits."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("date", metavar="DATE", help="2011-09-30, any day, or latest")
        self.add_document(parser)
        parser.add_argument("--lang", default="en", help="language of the edition (default: en)")
        parser.add_argument("--format", choices=_TEXT_FORMATS, default="json", help="default: json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the edition; fail with the list of editions if it is missing."""
        edition = edition_of(catalogue().find(options["date"]), options["lang"])
        self.stdout.write(FORMATS[options["format"]].write(edition).decode())
