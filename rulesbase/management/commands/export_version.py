"""Write a whole edition out."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.archive.export import text_of_edition
from rulesbase.archive.lookup import NotFound, edition_of, version_named
from rulesbase.engine.parsing.serialize import to_dict, to_markdown, to_text


class Command(BaseCommand):
    """``export_version DATE``"""

    help = "Write a whole edition as parsed to stdout: sections, chapters, rules with examples, glossary, credits."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which edition, in which format."""
        parser.add_argument("date", metavar="DATE", help="2011-09-30, any day, or latest")
        parser.add_argument("--lang", default="en", help="language of the edition (default: en)")
        parser.add_argument("--format", choices=["json", "txt", "markdown"], default="json", help="default: json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, or say which editions there are."""
        try:
            edition = edition_of(version_named(options["date"]), options["lang"])
        except NotFound as error:
            raise CommandError(str(error)) from None
        text = text_of_edition(edition)
        if options["format"] == "json":
            self.stdout.write(json.dumps(to_dict(text), ensure_ascii=False, indent=1))
        else:
            self.stdout.write(to_text(text) if options["format"] == "txt" else to_markdown(text))
