"""Send digests of watches."""

from collections import Counter
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.core.number_format import counted
from rulesbase.management.output import ReportCommand, print_table
from rulesbase.watches.send import NoServer, SendResult, send_digests


class Command(ReportCommand):
    """Send each user one mail about changes of what they watch, as often as they chose.

    Run it once a day. An interrupted run can be repeated: no mail is sent twice. Without EMAIL_URL the mails are
    printed.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument(
            "--dry-run", action="store_true", help="print the mails without sending or storing anything"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Send, and print the result for each user. Exit with 1 if a mail was refused or is unsure."""
        outcomes: list[SendResult] = []
        problem = ""
        try:
            for outcome in send_digests(dry_run=options["dry_run"]):
                outcomes.append(outcome)
        except NoServer as error:
            problem = f"The mail server does not answer ({error}). What was not sent goes with the next run."
        counts = Counter(outcome.status for outcome in outcomes)
        if options["json"]:
            people = [outcome._asdict() for outcome in outcomes]
            self.print_json({"counts": dict(counts), "people": people, "error": problem})
        else:
            rows = [[one.user, one.status, str(one.items), one.subject] for one in outcomes if one.items]
            if rows:
                print_table(self.stdout, ["user", "status", "items", "subject"], rows)
            self.stdout.write(", ".join(f"{status} {count}" for status, count in sorted(counts.items())) or "no mails")
        failed = counts["refused"] + counts["unsure"]
        if problem or failed:
            unsent = counted(failed, "mail was refused or is unsure.", "mails were refused or are unsure.")
            raise CommandError(problem or unsent)
