"""Fit the schedule of each learner to their reviews."""

from typing import Any

from django.utils import timezone

from rulesbase.core.number_format import counted
from rulesbase.management.output import ReportCommand
from rulesbase.study.reviews.fit_parameters import fit_learner, learners_to_fit


class Command(ReportCommand):
    """Fit the parameters of FSRS to each learner with at least 400 reviews, and again when they have a fifth more.

    Fitted parameters are taken if they predict the newest fifth of the reviews better than the default ones. Run it
    every night. Example: manage.py fit_study --json
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Fit one learner after the other, each in a transaction."""
        fits = [fit_learner(user, now=timezone.now()) for user in learners_to_fit()]
        counts = {"tried": len(fits), "taken": sum(one.parameters is not None for one in fits)}
        if options["json"]:
            self.print_json(counts)
        else:
            tried = counted(counts["tried"], "learner", "learners")
            taken = counted(counts["taken"], "has", "have")
            self.stdout.write(f"{tried} tried, {taken} fitted parameters now.")
