"""Begin and end maintenance, in which the site is read-only."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from rulesbase.core import maintenance
from rulesbase.management.output import ReportCommand


class Command(ReportCommand):
    """Make the site read-only: pages can be read, writes get a 503 with the time to try again.

    Works at once in all processes of this machine. Commands can still write. Example: manage.py maintenance on
    --retry-after 600
    """

    help = __doc__
    # It must work while something is broken.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("what", choices=("on", "off", "status"))
        parser.add_argument(
            "--retry-after",
            type=int,
            default=maintenance.RETRY_AFTER,
            help="seconds to ask people to wait (%(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Change the mode and print the current one."""
        if not 1 <= options["retry_after"] <= 7 * 24 * 3600:
            raise CommandError("--retry-after takes seconds, from 1 to a week.")
        try:
            if options["what"] == "on":
                maintenance.begin(options["retry_after"])
            elif options["what"] == "off":
                maintenance.end()
        except OSError as error:
            raise CommandError(f"{settings.OPERATIONS_DIR} cannot be written to: {error.strerror}.") from error
        now = maintenance.maintenance()
        if options["json"]:
            self.print_json({"on": now is not None, **(now._asdict() if now else {})})
        elif now is None:
            self.stdout.write("Maintenance is off: the site accepts writes.")
        else:
            since = f" since {now.since}" if now.since else " by MAINTENANCE" if settings.MAINTENANCE else ""
            self.stdout.write(f"Maintenance is on{since}. Writes get a 503 with Retry-After: {now.retry_after} s.")
        if now and options["what"] == "off":
            raise CommandError("MAINTENANCE is set in the environment. Remove it and restart the site.")
