"""Show one entry, with other languages."""

from typing import Any

from django.core.management.base import CommandParser

from rulesbase.api.plain_data import entry_data
from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.lookup import edition_of, entry_at
from rulesbase.core.document_urls import document_mark
from rulesbase.management.output import DocumentCommand


class Command(DocumentCommand):
    """Show the entry at a number in a version, with its examples and the same place in other languages."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("number", metavar="NUMBER", help="for example 201.3a")
        parser.add_argument(
            "--version", dest="at", default="latest", metavar="D", help="a date or any day; default: latest"
        )
        parser.add_argument("--lang", default="en", help="languages, separated by commas; the first is the main one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the entry; fail with the versions that have the number."""
        languages = [code for code in options["lang"].split(",") if code]
        edition = edition_of(catalogue().find(options["at"]), languages[0] if languages else "en")
        entry = entry_at(edition, options["number"])
        shown = entry_data(edition.version, entry, languages[1:])
        if options["json"]:
            self.print_json(shown)
            return
        self.stdout.write(f"{document_mark()} {shown['number']} ({shown['version']}) {shown['heading']}".rstrip())
        for text in [shown["text"], *shown["examples"]]:
            if text:
                self.stdout.write(text)
        for code, other in shown["translations"].items():
            state = other["freshness"]
            note = {"exact": "", "behind": f" (behind by {other['behind']})"}.get(state, f" ({state})")
            note += f" (possible error: {'; '.join(other['doubts'])})" if other["doubts"] else ""
            words = other["text"] or other.get("heading") or ""
            self.stdout.write(f"\n[{code}]{note} {words}".rstrip())
            for text in other.get("examples", []):
                self.stdout.write(text)
