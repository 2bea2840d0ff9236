"""The name checker against questions that people answered by hand: the cases beside the corpus, asked as a command."""

import datetime
import io
import json
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management import call_command

from tests.score.card_rows import FOLDER, read_records
from tests.score.inputs import Row, own_database, rows_of

ASKED = Path(__file__).with_name("names.csv")
MORE = Path(__file__).with_name("more_names.csv")
CASES = "name-check-cases.csv"
_WORD = re.compile(r"[\w'’-]+")


class Case(NamedTuple):
    """A question as of a day, the words of the command that ask it, and what is right."""

    name: str
    day: str
    asked: str
    wanted: str
    numbers: frozenset[str]


class Miss(NamedTuple):
    """A case that was answered otherwise, or without one of its rules."""

    case: Case
    found: str
    numbers: frozenset[str]


def read_cases(folder: Path) -> list[Case]:
    """The cases with their commands. A case without a command is an error."""
    asked = {row["id"]: row["asked"] for row in rows_of(ASKED)}
    return [_case(row, row["id"], row["as_of_version_date"], asked[row["id"]]) for row in rows_of(folder / CASES)]


def _case(row: Row, name: str, day: str, asked: str) -> Case:
    return Case(name, day, asked, row["expected_answer"], frozenset(row["rules_cited"].split()))


def misses(cases: Iterable[Case]) -> Iterator[Miss]:
    """The cases that the checker answers otherwise. Their cards are in the database."""
    from cards.engine.name_rules.answer import answer
    from cards.engine.types import BadQuestion
    from cards.management.commands.check_name import Command, parse_options
    from cards.name_checker.check import parse_question

    parser = Command().create_parser("manage.py", "check_name")
    for case in cases:
        options = vars(parser.parse_args(shlex.split(case.asked)))
        kind, typed, extra = parse_options(options)
        day = datetime.date.fromisoformat(case.day)
        try:
            question, _parsed = parse_question(kind, typed, day, options=extra)
            found = answer(question)
        except BadQuestion as refusal:
            yield Miss(case, f"refused: {refusal}", frozenset())
            continue
        numbers = frozenset(found.numbers)
        if not (_is_right(case.wanted, str(found.verdict), str(found.answer)) and case.numbers <= numbers):
            yield Miss(case, f"{found.verdict}: {found.answer}", numbers)


def _is_right(wanted: str, verdict: str, message: str) -> bool:
    if wanted in ("yes", "no"):
        return verdict == wanted
    if wanted == "uncertain":
        # It depends where only a fact is missing that the asker may know.
        return verdict in ("unclear", "depends")
    # Every word of a name or an object is written, perhaps with an epithet.
    return verdict == "yes" and set(_WORD.findall(wanted.lower())) <= set(_WORD.findall(message.lower()))


def cards_of(cases: Iterable[Case], corpus: Path, folder: Path) -> list[Path]:
    """Files of only the cards that the cases name, made in a folder from those of the corpus."""
    text = " ".join(f'{case.asked} "{case.wanted}"' for case in cases)
    cards: set[str] = set()
    files = []
    # Oracle cards last: those too whose printed or flavor name is asked.
    for name in ("flavor-name-printings.json", "printed-fr-ja.json.gz", "oracle-cards.json.gz"):
        every = read_records(corpus / FOLDER / name)
        records = [one for one in every if one.get("oracle_id") in cards or any(name in text for name in _names(one))]
        cards |= {record.get("oracle_id", "") for record in records}
        files.append(folder / name.removesuffix(".gz"))
        files[-1].write_text(json.dumps(records), encoding="utf-8")
    return files[::-1]


def print_names(corpus: Path) -> None:
    """Ask all cases in a database of its own, and print misses and the figure."""
    with own_database() as folder:
        cases = read_cases(corpus.parent / "domain")
        # Questions of our own, answered from the texts before they were asked.
        more = [_case(row, f"M{at}", row["day"], row["asked"]) for at, row in enumerate(rows_of(MORE), 2)]
        call_command("import_cards", *map(str, cards_of([*cases, *more], corpus, folder)), stdout=io.StringIO())
        missed, missed_more = list(misses(cases)), list(misses(more))
    for case, found, numbers in [*missed, *missed_more]:
        print(f"name {case.name} {case.day} {case.asked}: wanted {case.wanted} {sorted(case.numbers)}")
        print(f"     found {found} {sorted(numbers)}")
    right = len(cases) - len(missed)
    print(f"names {right} of {len(cases)} = {100 * right / len(cases):.1f} %, target all but those the texts refute")
    right = len(more) - len(missed_more)
    print(f"names of our own {right} of {len(more)} = {100 * right / len(more):.1f} %, target all")


def _names(record: dict[str, Any]) -> Iterator[str]:
    """The names of a record, in the quotation marks in which a case has them."""
    for part in (record, *record.get("card_faces", ())):
        for name in (part.get("name"), part.get("flavor_name"), part.get("printed_name")):
            if name:
                yield from (f'"{name}"', f'"{name}@', f"={name}", f'"{name} //')
