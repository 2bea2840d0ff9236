"""Answer a question with the name checker."""

from argparse import RawDescriptionHelpFormatter
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser, DjangoHelpFormatter

from cards.engine.input.object import parse_object
from cards.engine.types import Answer, BadQuestion, QuestionKind
from cards.lookup.resolve_objects import ResolvedObject
from cards.name_checker.answer_json import answer_data, candidate_data
from cards.name_checker.answers_by_card import FirstSet, first_sets, set_of
from cards.name_checker.check import NameCheck, UnknownCard, check, options_of
from cards.name_checker.options import FLAGS, HELP, TEXTS
from rulesbase.management.output import ReportCommand

EXAMPLES = """questions:
  same A B ...           do they have the same name
  different A B ...      do they have different names; of two objects: does the name of A differ from that of B
  choose NAME            may this name be chosen (--with "artifact nonland", --legal or --not-legal)
  english NAME           the English name for a printed name
  refers CARD            which object the card's name means in its own text
  token SUBTYPE ...      the name of the token
  deck A B               do they count together for the limit of four copies
  named "a card named X" which objects “a card named X” or “creatures named X” means
  play NAME              may this printing be played (--format modern, or --legal)

An object is NAME[@state,...]: hand, graveyard, library, exile, command, stack, battlefield, flipped, back, facedown,
token (default or named), copy, melded, left, right, fused, locked-left, locked-right, emblem, nameless, chosen (a
name that was chosen, not an object), also=NAME (also=Spy Kit: all that it adds), set=NAME, sticker=WORD, flavor=NAME.
Objects without a name or card can be described in words: "face-down creature", "Goblin Scout token", "emblem".
A card that the data lack: {"name": "A // B", "layout": "split", "faces": ["A", "B"], "types": "Enchantment"}; give a
half's name as "name" to mean that half.
"""


class _Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Django's order of options, and the examples unformatted."""


class Command(ReportCommand):
    """``check_name QUESTION OBJECT...``"""

    help = "Answer a question about names as of any version, with the rules that decide."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the kind of question, its objects and its details."""
        super().add_arguments(parser)
        parser.add_argument("question", choices=[str(kind) for kind in QuestionKind], help="kind of question")
        parser.add_argument("things", nargs="*", metavar="OBJECT", help="NAME[@state,...] or a card as JSON")
        parser.add_argument(
            "--version", dest="at", default="latest", metavar="D", help="a day or a year; default: latest"
        )
        parser.add_argument("--with", action="append", default=[], metavar="WORDS", help=HELP["with"])
        legal = parser.add_mutually_exclusive_group()
        legal.add_argument("--legal", action="store_true", default=None, help="the card is legal in the format")
        legal.add_argument("--not-legal", dest="legal", action="store_false", help="the card is not legal there")
        for name in FLAGS:
            parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=HELP[name])
        for name in TEXTS:
            parser.add_argument(f"--{name.replace('_', '-')}", help=HELP[name])
        parser.add_argument("--changed", action="append", metavar="A=B", help=HELP["changed"])
        parser.add_argument("--set", dest="set_code", default="", metavar="CODE", help="the card printed in this set")
        parser.add_argument(
            "--nonlegendary",
            dest="legendary",
            action="store_false",
            help="refers: the card is not legendary (where the data do not show it)",
        )
        parser.set_defaults(legendary=None)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Return Django's parser with examples; --version is the version of the rules here."""
        parser: Any = super().create_parser(prog_name, subcommand, formatter_class=_Help, **kwargs)
        parser.epilog = EXAMPLES
        # Allow flags between the objects.
        parser.parse_args = parser.parse_intermixed_args
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the answer, or fail with the reason why there is none."""
        try:
            kind, typed, extra = parse_options(options)
            checked = check(kind, typed, options["at"], set_code=options["set_code"], options=extra)
        except BadQuestion as error:
            if options["json"] and isinstance(error, UnknownCard):
                self.print_json({"error": str(error.message), "candidates": [*map(candidate_data, error.candidates)]})
            raise CommandError(str(error.message)) from None
        if options["json"]:
            self.print_json(answer_data(checked))
        else:
            self._print(checked)

    def _print(self, checked: NameCheck) -> None:
        answer = checked.answer
        self.stdout.write(f"{checked.version}: {answer.answer}")
        sets = first_sets(checked.readings)
        for reading in checked.readings:
            cards = "; ".join(reading_text(one, sets) for one in reading.objects.values())
            for condition, found in reading.cases:
                also = f" and {condition}" if condition else ""
                self.stdout.write(f"  {found.answer} if {cards}{also}{_numbers(found)}")
        for branch in answer.branches:
            self.stdout.write(f"  {branch.answer.answer} if {branch.condition}{_numbers(branch.answer)}")
        for step in checked.steps:
            self.stdout.write(f"  {step.number or '-':9} {step.message}")
        for note in checked.notes:
            self.stdout.write(f"  note      {note}")
        if answer.by_analogy:
            self.stdout.write("  note      By analogy: no rule covers exactly this case.")
        if answer.rests_on_tournament_rules:
            self.stdout.write(
                "  note      This follows from the tournament rules. The Comprehensive Rules alone do not decide it."
            )
        if checked.today:
            self.stdout.write(f"  today     {checked.today.answer} (since {checked.since})")


def reading_text(one: ResolvedObject, sets: Mapping[tuple[str, str], FirstSet]) -> str:
    """Return a card of a reading with its first set, such as `Exhaustion (Urza's Saga, usg, 1998-10-12)`."""
    first = set_of(one, sets)
    if first is None:
        return one.thing.name
    return f"{one.thing.name} ({', '.join(str(part) for part in first if part)})"


def _numbers(answer: Answer) -> str:
    return f" ({', '.join(answer.numbers)})" if answer.numbers else ""


def parse_options(options: Mapping[str, Any]) -> tuple[QuestionKind, list[str], dict[str, Any]]:
    """Return the kind of question, its objects and its details from the options of the command. Raise BadQuestion.

    The objects of a question about a token are its subtypes; their states are details.
    """
    kind = QuestionKind(options["question"])
    extra = options_of(options)
    if kind is not QuestionKind.TOKEN:
        return kind, options["things"], extra
    written = [parse_object(text) for text in options["things"]]
    states = frozenset().union(*(one.states for one in written))
    if "back" in states:
        extra["back"] = True
    if "battlefield" in states:
        extra["existing"] = True
    return kind, [], extra | {"subtypes": tuple(one.name for one in written)}
