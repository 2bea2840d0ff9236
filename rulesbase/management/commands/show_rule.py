"""Show one entry, with other languages beside it."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.api.data import entry_data
from rulesbase.archive.lookup import NotFound, edition_of, entry_at, version_named


class Command(BaseCommand):
    """``show_rule NUMBER``"""

    help = "Show the entry at a number in a version, with its examples and the same place in other languages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Number, version, languages."""
        parser.add_argument("number", metavar="NUMBER", help="for example 201.3a")
        parser.add_argument(
            "--version", dest="at", default="latest", metavar="D", help="a date or any day; default: latest"
        )
        parser.add_argument(
            "--lang",
            default="en",
            help="languages, separated by commas; the first is shown, others beside it",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """As every command's, but --version is the rules' and not Django's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the entry, or say where else the number stands."""
        languages = [code for code in options["lang"].split(",") if code]
        try:
            version = version_named(options["at"])
            edition = edition_of(version, languages[0] if languages else "en")
            entry = entry_at(edition, options["number"])
        except NotFound as error:
            raise CommandError(str(error)) from None
        shown = entry_data(version, entry, languages[1:])
        if options["json"]:
            self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=1))
        else:
            self._print(shown)

    def _print(self, shown: dict[str, Any]) -> None:
        self.stdout.write(f"CR {shown['number']} ({shown['version']}) {shown['heading']}".rstrip())
        for text in [shown["text"], *shown["examples"]]:
            if text:
                self.stdout.write(text)
        for code, other in shown["translations"].items():
            state = other["freshness"]
            note = {"exact": "", "behind": f" (behind by {other['behind']})"}.get(state, f" ({state})")
            words = other["text"] or other.get("heading") or ""
            self.stdout.write(f"\n[{code}]{note} {words}".rstrip())
            for text in other.get("examples", []):
                self.stdout.write(text)
