"""Resolve citations of any age."""

import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.api.plain_data import meaning_data
from rulesbase.archive.catalogue import catalogue
from rulesbase.citations.resolve import Status, read_meanings
from rulesbase.management.output import DocumentCommand, print_table


class Command(DocumentCommand):
    """Show which rules old citations mean in another version, with every change of number on the way."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument(
            "citations", nargs="*", metavar="NUMBER@DATE", help="202.3@2006-05-01; without any, one a line is read"
        )
        parser.add_argument("--to", default="latest", metavar="DATE", help="a date or any day; default: latest")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what each citation means; fail if one is invalid, after the others were printed."""
        asked = options["citations"] or [line.strip() for line in sys.stdin if line.strip()]
        versions = catalogue()
        day = versions.find(options["to"]).date
        to = versions.complete_until(day)
        if to is None:
            raise CommandError(f"There is no complete English text of {day} or before.")
        read = read_meanings(versions, asked, to)
        items = []
        for text in asked:
            is_range = len({cited.number for cited, _meaning in read[text]}) > 1
            for cited, meaning in read[text]:
                short = f"{cited.number}@{meaning.then}" if meaning.then else cited.number
                items.append(meaning_data(short if is_range else text, meaning, to))
        if options["json"]:
            self.print_json(items)
        else:
            self._print(items)
        bad = [text for text in asked if not read[text]]
        if bad:
            raise CommandError("\n".join(f"“{text[:60]}” is not a citation. Write 202.3@2006-05-01." for text in bad))

    @staticmethod
    def _nearest(item: dict[str, Any]) -> str:
        """Return the entries nearest to a removed rule with the words they share."""
        near = [f"{one['number']} ({', '.join(one['shared'])})" for one in item.get("nearest", ())]
        return f"no certain successor; nearest in {item['nearest'][0]['version']}: {', '.join(near)}" if near else ""

    def _print(self, items: list[dict[str, Any]]) -> None:
        rows = [
            [
                f"{item['number']}@{item['version']}" if item["version"] else item["citation"],
                " ".join(item["numbers"]) or self._nearest(item) or "-",
                item["status"],
                f"{item['confidence']:.2f}" if item["status"] != Status.UNKNOWN else "-",
                ", ".join(f"{hop['version']} {hop['kind']} {hop['number']}" for hop in item["hops"]),
            ]
            for item in items
        ]
        if rows:
            print_table(self.stdout, ["citation", f"in {items[0]['to']}", "status", "confidence", "by way of"], rows)
