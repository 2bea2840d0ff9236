"""Show what changed between any two versions."""

from textwrap import shorten
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rulesbase.compare.export import numbers_label
from rulesbase.compare.queries import compare_pair, comparison_data, is_in, pair_of
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, parse_number
from rulesbase.management.output import DocumentCommand, print_table

# The most frequent patterns of wording to print.
_PATTERNS = 12


class Command(DocumentCommand):
    """Show what changed between any two versions: rules, headings, glossary and examples, by kind and weight."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("a", metavar="A", help="a date, any day, a year, or latest")
        parser.add_argument("b", metavar="B", help="the version to compare it with")
        parser.add_argument("--section", default="", metavar="S", help="only this section, chapter, or glossary")
        parser.add_argument("--lang", default="", help="compare the editions in this language; default: English")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table, or JSON."""
        part = options["section"]
        is_known = parse_number(part) is not None and kind_of(part) in (Kind.SECTION, Kind.CHAPTER)
        if part not in ("", GLOSSARY) and not is_known:
            raise CommandError(f"“{part}” is not a section. Write 7, 702 or glossary.")
        pair = pair_of(options["a"], options["b"], options["lang"])
        changes = [change for change in compare_pair(pair).comparison.changes if is_in(part, change)]
        data = comparison_data(pair, part, changes)
        if options["json"]:
            self.print_json(data)
            return
        rows = [
            [change.item, change.kind, change.weight, shorten(numbers_label(change), 40), f"{change.similarity:.2f}"]
            for change in changes
        ]
        if rows:
            print_table(self.stdout, ["item", "kind", "weight", "number", "similarity"], rows)
            self.stdout.write("")
        for name, counts in (("totals", data["totals"]), ("weights", data["weights"])):
            self.stdout.write(f"{name}: " + ", ".join(f"{key} {count}" for key, count in counts.items() if count))
        if data["wordings"]:
            patterns = (f"{one['old']} → {one['new']} {one['count']}" for one in data["wordings"][:_PATTERNS])
            self.stdout.write("wording: " + ", ".join(patterns))
