"""Extract the terms of a language."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.desk.terminology.extract import extract_terms
from rulesbase.management.output import TRANSLATED


class Command(BaseCommand):
    """Extract the terms of a language from its translated glossary and the type lines of cards.

    Agreed and declined terms stay. Example: manage.py grow_terms fr
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("language", choices=TRANSLATED, help="the language of the terms")

    def handle(self, *args: Any, **options: Any) -> None:
        """Extract, and print the counts."""
        grown = extract_terms(options["language"])
        self.stdout.write("agreed {agreed}, suggested {suggested}, known before {known}".format(**grown))
