"""Delete expired rows."""

from typing import Any

from rulesbase.accounts.mail import forget_old_mails
from rulesbase.accounts.sessions import forget_old_sessions
from rulesbase.core.idempotency import delete_expired_answers
from rulesbase.imports.uploads import delete_old_uploads
from rulesbase.management.output import ReportCommand


class Command(ReportCommand):
    """Delete expired rows: sessions not used for two weeks, uploads not changed for a day, counts of requested mails
    after an hour, stored answers to requests with an Idempotency-Key after a day. Run it every day.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print how many of each kind."""
        found = {"sessions": forget_old_sessions(), "uploads": delete_old_uploads(), "mails": forget_old_mails()}
        found["answers"] = 0
        while some := delete_expired_answers():
            found["answers"] += some
        if options["json"]:
            self.print_json(found)
        else:
            self.stdout.write(", ".join(f"{name} {count}" for name, count in found.items()))
