"""Extract the terms of a language."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.desk.terminology.extract import extract_terms


class Command(BaseCommand):
    """``grow_terms LANG``"""

    help = (
        "Extract the terms of a language from its translated glossary and the type lines of cards. Agreed and declined "
        "terms stay. Example: manage.py grow_terms fr"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("language", metavar="LANG", help="a code such as fr or ja")

    def handle(self, *args: Any, **options: Any) -> None:
        """Extract, and print the counts."""
        if options["language"] == "en":
            raise CommandError("English terms need no translation; name another language.")
        grown = extract_terms(options["language"])
        self.stdout.write(f"agreed {grown.agreed}, suggested {grown.suggested}, known before {grown.known}")
