"""Delete expired rows."""

from typing import Any

from rulesbase.management.output import ReportCommand
from rulesbase.operations.cleanup import tidy


class Command(ReportCommand):
    """``tidy``"""

    help = (
        "Delete expired rows: sessions not used for two weeks, uploads not changed for a day, counts of requested "
        "mails after an hour, stored answers to requests with an Idempotency-Key after a day. Run it every day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print how many of each kind."""
        found = tidy()
        if options["json"]:
            self.print_json(found)
        else:
            self.stdout.write(", ".join(f"{name} {count}" for name, count in found.items()))
