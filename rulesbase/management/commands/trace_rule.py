"""Follow one rule through all versions."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.api.serializers import LineageSerializer
from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.lookup import edition_of, entry_at
from rulesbase.history.queries import History, history_of
from rulesbase.management.output import DocumentCommand, print_table
from rulesbase.models import Change


class Command(DocumentCommand):
    """Follow a rule through all versions: its numbers and texts, every change, splits and merges."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("number", metavar="NUMBER", help="for example 201.3a")
        parser.add_argument(
            "--version", dest="at", default="latest", metavar="D", help="a day on which it has this number (latest)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the history of the rule; fail with the versions that have the number."""
        entry = entry_at(edition_of(catalogue().find(options["at"]), "en"), options["number"])
        history = history_of(catalogue(), entry.rule) if entry.rule else None
        if history is None:
            raise CommandError(f"{entry.number} is only in a partial text. Partial texts have no history.")
        if options["json"]:
            self.print_json(LineageSerializer(history).data)
        else:
            self._print(history)

    def _print(self, history: History) -> None:
        until, newest = history.last.last, catalogue().complete[-1].date
        where = f"now {history.last.number}" if until == newest else f"last {history.last.number} in {until}"
        self.stdout.write(f"Rule {history.rule.public_id}, {where}\n")
        spans = [
            [str(span.first), str(span.last), span.number, span.wording.words.replace("\n", " ")[:90]]
            for span in history.spans
        ]
        print_table(self.stdout, ["first", "last", "number", "begins"], spans)
        if history.events:
            self.stdout.write("")
            heads = ["version", "place", "words", "from", "to", "confidence", "evidence"]
            print_table(self.stdout, heads, [_cells(event) for event in history.events])
        for one in history.relatives:
            description = {
                "part": "{} was cut out of it",
                "whole": "it was cut out of {}",
                "taken": "{} was merged into it",
                "taker": "it was merged into {}",
            }[one.relation].format(f"{one.number} (rule {one.rule})")
            self.stdout.write(f"{one.version}  {description}, confidence {one.confidence:.2f}")


def _cells(event: Change) -> list[str]:
    numbers = (event.old_number or "-", event.new_number or "-")
    return [str(event.version.date), event.kind, event.weight, *numbers, f"{event.confidence:.2f}", event.evidence]
