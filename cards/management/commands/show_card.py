"""Show a card as of a version: Oracle text, types, legality, and their history."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards.catalogue.oracle_history import oracle_text
from cards.engine.types import nearest
from cards.lookup.find_cards import card_meant, find_cards
from rulesbase.archive.catalogue import catalogue
from rulesbase.management.output import ReportCommand


class Command(ReportCommand):
    """Show a card as of any version: Oracle text and types with the day of the data, legality, changes."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the card, the version, and the output."""
        super().add_arguments(parser)
        parser.add_argument("name", metavar="NAME", help="a name in any language, a slug or an Oracle id")
        parser.add_argument("--version", dest="at", default="latest", metavar="D", help="a date; default: latest")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the card. Raise CommandError for an unknown card or version."""
        card = card_meant(options["name"])
        if card is None:
            near = ", ".join(one.card.name for one in find_cards(options["name"], limit=3))
            hint = f" Near names: {near}." if near else ""
            raise CommandError(f"There is no card named “{options['name']}”.{hint}")
        day = catalogue().find(options["at"]).date
        found = oracle_text(card, day)
        legal = nearest(found.facts.history.legalities, day) if found.facts.history else None
        faces = ("name", "mana_cost", "type_line", "text", "power", "toughness")
        states = ("face", "first", "last", "type_line", "text")
        data = {
            "name": card.name,
            "card": card.slug,
            "as_of": found.as_of,
            "not_known_before": found.as_of if found.is_later else None,
            "first_printed": found.facts.released,
            "faces": [{name: getattr(side, name) for name in faces} for side in found.sides],
            "history": [{name: getattr(state, name) for name in states} for state in found.states],
            "version": day,
            "legalities": {"as_of": legal[0], **legal[1]} if legal else {},
        }
        if options["json"]:
            self.print_json(data)
        else:
            self._print(data)

    def _print(self, data: dict[str, Any]) -> None:
        note = ", the earliest known" if data["not_known_before"] else ""
        self.stdout.write(f"{data['name']} · Oracle text as of {data['as_of'] or 'an unknown day'}{note}")
        for face in data["faces"]:
            self.stdout.write(f"  {face['name']} {face['mana_cost']} · {face['type_line']}")
            self._print_text(face["text"])
        if data["first_printed"]:
            self.stdout.write(f"  First printed on {data['first_printed']}.")
        for state in data["history"]:
            self.stdout.write(f"  {state['first']} to {state['last']}  {state['face']} · {state['type_line']}")
            self._print_text(state["text"])

    def _print_text(self, text: str) -> None:
        for line in filter(None, text.split("\n")):
            self.stdout.write(f"    {line}")
