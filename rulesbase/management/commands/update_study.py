"""Bring the questions of study to the newest version in force."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.management.output import bar
from rulesbase.management.study_progress import sentence
from rulesbase.study.update import update


class Command(BaseCommand):
    """``update_study``"""

    help = (
        "Make the questions of study and the program's decks from the newest version in force. Questions follow their "
        "rules to new numbers; those whose rule says something else come back to whoever learnt them; those of rules "
        "that are gone are retired. Imports do this by themselves. Run it every day as well: a version that was "
        "imported beforehand comes into force by its date. Example: manage.py update_study --json"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Only --json."""
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Update in one transaction; people study with the old questions until it is done."""
        with bar("Making questions", self.stderr) as advance:
            updated = update(progress=advance)
        if options["json"]:
            self.stdout.write(json.dumps(updated.counts if updated else None, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(sentence(updated))
