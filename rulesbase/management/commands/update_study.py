"""Update the study questions to the newest version in force."""

from typing import Any

from rulesbase.management.output import ReportCommand, bar
from rulesbase.management.study_progress import update_summary
from rulesbase.study.update import update_study


class Command(ReportCommand):
    """Make the study questions and the public decks from the newest version in force.

    Questions follow their rules to new numbers. Questions about changed rules are asked again; those about removed
    rules are retired. Imports do this too. Run it every day, as a version that was imported early comes into force by
    its date. Example: manage.py update_study --json
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Update in one transaction; people study with the old questions until it is done."""
        with bar("Making questions", self.stderr) as advance:
            updated = update_study(progress=advance)
        if options["json"]:
            self.print_json(updated.counts if updated else None)
        else:
            self.stdout.write(update_summary(updated))
