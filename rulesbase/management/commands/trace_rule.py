"""Follow one rule through all versions."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.lookup import NotFound, edition_of, entry_at, version_named
from rulesbase.history.queries import History, as_json, history_of
from rulesbase.management.output import print_table


class Command(BaseCommand):
    """``trace_rule NUMBER``"""

    help = "Follow a rule through all versions: its numbers and wordings, every change, what it was cut from."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Number and the version in which the rule has it."""
        parser.add_argument("number", metavar="NUMBER", help="for example 201.3a")
        parser.add_argument(
            "--version",
            dest="at",
            default="latest",
            metavar="D",
            help="where it has this number: a day; default: latest",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """As every command's, but --version is the rules' and not Django's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the life of the rule, or say where else the number stands."""
        try:
            entry = entry_at(edition_of(version_named(options["at"]), "en"), options["number"])
        except NotFound as error:
            raise CommandError(str(error)) from None
        history = history_of(catalogue(), entry.rule) if entry.rule else None
        if history is None:
            raise CommandError(f"{entry.number} stands in a partial text only; those are not followed.")
        if options["json"]:
            self.stdout.write(json.dumps(as_json(history), ensure_ascii=False, indent=1))
        else:
            self._print(history)

    def _print(self, history: History) -> None:
        self.stdout.write(f"Rule {history.rule.public_id}, now {history.last.number}\n")
        spans = [
            [str(span.first), str(span.last), span.number, span.said.words.replace("\n", " ")[:90]]
            for span in history.spans
        ]
        print_table(self.stdout, ["first", "last", "number", "begins"], spans)
        if history.events:
            self.stdout.write("")
            rows = [
                [
                    str(e.version),
                    e.kind,
                    e.weight,
                    e.old_number or "-",
                    e.new_number or "-",
                    f"{e.confidence:.2f}",
                    e.evidence,
                ]
                for e in history.events
            ]
            heads = ["version", "place", "words", "from", "to", "confidence", "evidence"]
            print_table(self.stdout, heads, rows)
        for one in history.relatives:
            said = {
                "part": "{} was cut out of it",
                "whole": "it was cut out of {}",
                "taken": "{} was merged into it",
                "taker": "it was merged into {}",
            }[one.bond].format(f"{one.number} (rule {one.rule})")
            self.stdout.write(f"{one.version}  {said}, confidence {one.confidence:.2f}")
