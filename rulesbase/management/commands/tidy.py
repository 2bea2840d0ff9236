"""Delete expired rows."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.operations.cleanup import tidy


class Command(BaseCommand):
    """``tidy``"""

    help = (
        "Delete what is kept for a while only: sessions two weeks after they were used last, with what was noted of "
        "them, uploads that nobody touched for a day, the counts of mails that were asked for after an hour, the "
        "answers kept for requests with an Idempotency-Key after a day. Run it every day."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Only --json."""
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print how many of each kind."""
        found = tidy()
        result = json.dumps(found) if options["json"] else ", ".join(f"{name} {count}" for name, count in found.items())
        self.stdout.write(result)
