"""Export a whole edition."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser

from rulesbase.archive.export import text_of_edition
from rulesbase.archive.lookup import NotFound, edition_of, version_named
from rulesbase.downloads.akoma_ntoso import akoma_ntoso
from rulesbase.engine.nodes import RulesText
from rulesbase.engine.parsing.serialize import to_dict, to_markdown, to_text
from rulesbase.management.output import DocumentCommand, command_errors

_WRITERS: dict[str, Callable[[RulesText, str], str]] = {
    "txt": lambda text, name: to_text(text),
    "markdown": lambda text, name: to_markdown(text),
    "akn": lambda text, name: akoma_ntoso(text, name).decode(),
}


class Command(DocumentCommand):
    """``export_version DATE``"""

    help = "Write a whole edition as parsed to stdout: sections, chapters, rules with examples, glossary, credits."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("date", metavar="DATE", help="2011-09-30, any day, or latest")
        self.add_document(parser)
        parser.add_argument("--lang", default="en", help="language of the edition (default: en)")
        parser.add_argument("--format", choices=["json", *_WRITERS], default="json", help="default: json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the edition; fail with the list of editions if it is missing."""
        with command_errors(NotFound):
            edition = edition_of(version_named(options["date"]), options["lang"])
        text = text_of_edition(edition)
        if options["format"] == "json":
            self.print_json(to_dict(text))
        else:
            self.stdout.write(_WRITERS[options["format"]](text, edition.version.name))
