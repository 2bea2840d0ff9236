"""`manage.py fetch_cards`: download the newest card data, check them, import them."""

import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from cards.imports import fetch
from cards.imports.import_file import is_imported
from cards.management.commands.import_cards import Command as ImportCommand
from rulesbase.imports.http_client import Client, FetchError, origin
from rulesbase.management.fetch_options import add_limits, limits_of, print_wait


class Command(ImportCommand):
    """Download and import the newest card data of Scryfall (bulk files) or MTGJSON (AllPrintings).

    A file that is already imported is not downloaded again. Offline, nothing changes.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare source, files and limits."""
        parser.add_argument("--source", choices=("scryfall", "mtgjson"), default="scryfall", help="default: scryfall")
        parser.add_argument(
            "--type", action="append", metavar="TYPE", help="a bulk file of Scryfall (default: default_cards, rulings)"
        )
        parser.add_argument("--address", help="another address of Scryfall's list, or of MTGJSON's file")
        add_limits(parser, fetch.LIMITS)
        self.add_output(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Fetch and import; print a table. Raise CommandError if anything failed."""
        if options["type"] and options["source"] != "scryfall":
            raise CommandError("--type is for Scryfall's bulk files.")
        address: str | None = options["address"]
        trusted = fetch.ORIGINS | ({origin(address)} if address else frozenset())
        # Both sources offer these files to programs.
        client = Client(
            f"Rulesbase/{settings.VERSION}", limits_of(options, fetch.LIMITS), trusted, print_wait, heeds_robots=False
        )
        try:
            self._fetch(client, options)
        except (FetchError, OSError) as error:
            raise CommandError(f"Nothing was fetched and nothing has changed. {error}") from error

    def _fetch(self, client: Client, options: dict[str, Any]) -> None:
        if options["source"] == "scryfall":
            kinds = options["type"] or fetch.SCRYFALL_KINDS
            files = fetch.scryfall_files(client, kinds, options["address"] or fetch.SCRYFALL)
        else:
            files = fetch.mtgjson_files(client, options["address"] or fetch.MTGJSON)
        new = [file for file in files if not is_imported(file.name, file.sha256)]
        if not new:
            names = ", ".join(file.name for file in files)
            self.stdout.write("[]" if options["json"] else f"Already imported: {names}.")
            return
        with tempfile.TemporaryDirectory(prefix="cards-") as folder:
            paths = fetch.download(client, new, Path(folder))
            super().handle(**options | {"paths": paths})
