"""Rules of well-known cards as judges name them, compared with the first eight that the program finds.

The table is `card_rules.csv`: English names, and numbers of the rules of ``DATE``. Rows in turn were used to fit the
patterns, and held out.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cards.engine.relevance.card_text import CardText
from cards.engine.relevance.mechanics import MOST_RULES, rules_for
from cards.engine.relevance.rule_finder import RuleFinder, RuleText
from cards.engine.types import Side
from rulesbase.engine.nodes import Kind
from rulesbase.engine.parsing.parse import read_source
from tests.score.card_rows import FOLDER, read_records
from tests.score.inputs import rows_of

TABLE = Path(__file__).with_name("card_rules.csv")
DATE = "2026-06-19"
WANTED = 85


class JudgedCard(NamedTuple):
    """A card and the numbers that a judge names."""

    name: str
    numbers: tuple[str, ...]


class Recall(NamedTuple):
    """How many of the judged rules were found, and those that were not."""

    found: int
    wanted: int
    missed: tuple[str, ...]


def read_judged() -> list[JudgedCard]:
    """Return the table."""
    return [JudgedCard(row["card"], tuple(row["rules"].split())) for row in rows_of(TABLE)]


@cache
def finder_of(corpus: Path) -> RuleFinder:
    """Return the rules of ``DATE``."""
    path = corpus / "cr" / "en" / f"{DATE}.txt"
    kinds = (Kind.CHAPTER, Kind.RULE, Kind.SUBRULE)
    entries = (node for node in read_source(path.read_bytes(), path.name).entries if node.kind in kinds)
    return RuleFinder(RuleText(node.number, node.heading, node.text) for node in entries)


@cache
def card_texts(corpus: Path) -> dict[str, CardText]:
    """Return the cards of the corpus by name, without tokens and pictures."""
    records = read_records(corpus / FOLDER / "oracle-cards.json.gz")
    real = (record for record in records if record["layout"] not in ("token", "double_faced_token", "art_series"))
    return {record["name"]: _card_text(record) for record in real}


def _card_text(record: dict[str, Any]) -> CardText:
    fields = {"oracle_text": "text"} | {name: name for name in ("name", "type_line", "mana_cost", "power", "toughness")}
    faces = record.get("card_faces") or [record]
    read: list[dict[str, Any]] = [{name: face.get(field) or "" for field, name in fields.items()} for face in faces]
    return CardText(record["layout"], [Side(**face) for face in read], record["keywords"])


def first_rules(card: CardText, finder: RuleFinder) -> list[str]:
    """Return the numbers that are shown for a card."""
    numbers = (finder.find(one.rule) for one in rules_for(card, finder))
    return [number for number in dict.fromkeys(numbers) if number][:MOST_RULES]


def recall(judged: Iterable[JudgedCard], cards: dict[str, CardText], finder: RuleFinder) -> Recall:
    """Return how many of the judged rules are among the first eight."""
    found = wanted = 0
    missed: list[str] = []
    for one in judged:
        first = first_rules(cards[one.name], finder)
        lost = [number for number in one.numbers if number not in first]
        wanted += len(one.numbers)
        found += len(one.numbers) - len(lost)
        if lost:
            missed.append(f"{one.name}: wanted {' '.join(lost)}, found {' '.join(first)}")
    return Recall(found, wanted, tuple(missed))


def print_relevance(corpus: Path) -> None:
    """Print the rules that were missed, and the figures."""
    cards, finder = card_texts(corpus), finder_of(corpus)
    judged = read_judged()
    for name, rows in (("fitted", judged[::2]), ("held out", judged[1::2])):
        result = recall(rows, cards, finder)
        for line in result.missed if name == "fitted" else ():
            print(line)
        share = 100 * result.found / result.wanted
        figures = f"{result.found} of {result.wanted} in {len(rows)} cards = {share:.1f} %"
        print(f"rules of cards, {name}: {figures}, target {WANTED} %")
