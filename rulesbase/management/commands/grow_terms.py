"""Learn the terms of a language."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.desk.terminology.extract import extract_terms


class Command(BaseCommand):
    """``grow_terms LANG``"""

    help = (
        "Learn what terms are called in a language from its translated glossary and the type lines of cards. What is "
        "agreed, or was declined, stays. Example: manage.py grow_terms fr"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The language."""
        parser.add_argument("language", metavar="LANG", help="a code such as fr or ja")

    def handle(self, *args: Any, **options: Any) -> None:
        """Learn, and say how many."""
        if options["language"] == "en":
            raise CommandError("English terms need no translation; name another language.")
        grown = extract_terms(options["language"])
        self.stdout.write(f"agreed {grown.agreed}, suggested {grown.suggested}, known before {grown.known}")
