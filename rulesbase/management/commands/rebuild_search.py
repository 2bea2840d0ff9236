"""Rebuild the search index, or check it."""

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.archive import text_index
from rulesbase.core.number_format import counted
from rulesbase.management.output import bar
from rulesbase.search.warm_up import read_indexes


class Command(BaseCommand):
    """Rebuild the search index from all texts.

    Imports update it, so run this only if the database was changed by other means, or a language got a stemmer.
    Searches work meanwhile. Example: manage.py rebuild_search --check
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--check", action="store_true", help="change nothing, print whether a text is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild in one transaction, or print how many texts are missing and exit with 1."""
        if options["check"]:
            missing = len(text_index.lacking())
            lacking = f"{counted(missing, 'text is', 'texts are')} missing in the index."
            self.stdout.write(lacking if missing else "The index is correct.")
            if missing:
                sys.exit(1)
            return
        started = time.perf_counter()
        with bar("Indexing", self.stderr) as advance:
            texts = text_index.rebuild(advance)
        read_indexes()
        self.stdout.write(f"{counted(texts, 'text', 'texts')} indexed in {time.perf_counter() - started:.1f} s.")
