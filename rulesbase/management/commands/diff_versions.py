"""Show what changed between any two versions."""

import json
from argparse import ArgumentParser
from textwrap import shorten
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesbase.compare.export import places_of
from rulesbase.compare.queries import NotComparable, compare_pair, comparison_data, is_in, pair_of
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, parse_number
from rulesbase.management.output import print_table


def _part(asked: str) -> str:
    """A section, a chapter or the glossary. Raises CommandError."""
    place = parse_number(asked)
    if asked in ("", GLOSSARY) or (place and kind_of(asked) in (Kind.SECTION, Kind.CHAPTER)):
        return asked
    raise CommandError(f"“{asked}” is no section. Write 7, 702 or glossary.")


class Command(BaseCommand):
    """``diff_versions A B``"""

    help = "Show what changed between any two versions: rules, headings, glossary and examples, by kind and weight."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two versions, a part, a language."""
        parser.add_argument("a", metavar="A", help="a date, any day, a year, or latest")
        parser.add_argument("b", metavar="B", help="the version to compare it with")
        parser.add_argument("--section", default="", metavar="S", help="only this section, chapter, or glossary")
        parser.add_argument("--lang", default="", help="compare the editions in this language; default: English")
        parser.add_argument("--json", action="store_true", help="print JSON, with the texts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table, or JSON."""
        part = _part(options["section"])
        try:
            pair = pair_of(options["a"], options["b"], options["lang"])
        except NotComparable as error:
            raise CommandError(str(error)) from None
        data = comparison_data(pair, part)
        if options["json"]:
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
            return
        rows = [
            [change.item, change.kind, change.weight, shorten(places_of(change), 40), f"{change.similarity:.2f}"]
            for change in compare_pair(pair).comparison.changes
            if is_in(part, change)
        ]
        if rows:
            print_table(self.stdout, ["item", "kind", "weight", "number", "similarity"], rows)
            self.stdout.write("")
        for name in ("totals", "weights"):
            counts = data["totals"] if name == "totals" else data["weights"]
            self.stdout.write(f"{name}: " + ", ".join(f"{key} {count}" for key, count in counts.items() if count))
