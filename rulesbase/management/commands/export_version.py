"""Export a whole edition."""

from typing import Any

from django.core.management.base import CommandParser

from rulesbase.archive.export import text_of_edition
from rulesbase.archive.lookup import edition_of, version_named
from rulesbase.engine.parsing.serialize import to_dict, to_markdown, to_text
from rulesbase.management.output import ReportCommand, lookup_errors


class Command(ReportCommand):
    """``export_version DATE``"""

    help = "Write a whole edition as parsed to stdout: sections, chapters, rules with examples, glossary, credits."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("date", metavar="DATE", help="2011-09-30, any day, or latest")
        parser.add_argument("--lang", default="en", help="language of the edition (default: en)")
        parser.add_argument("--format", choices=["json", "txt", "markdown"], default="json", help="default: json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the edition; fail with the list of editions if it is missing."""
        with lookup_errors():
            edition = edition_of(version_named(options["date"]), options["lang"])
        text = text_of_edition(edition)
        if options["format"] == "json":
            self.print_json(to_dict(text))
        else:
            self.stdout.write(to_text(text) if options["format"] == "txt" else to_markdown(text))
