"""Real texts and cards: how much is read, linked, compared, asked and found. Each figure can be checked by hand.

A change of an engine that changes a figure on purpose changes it here too, after a look at what is different.
"""

import csv
import datetime
import html
import io
import textwrap
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cards.engine.name_rules.answer import answer
from cards.engine.types import BadQuestion, Question, QuestionKind
from rulesbase.engine.checks import run
from rulesbase.engine.checks.types import Case
from rulesbase.engine.diff.texts import diff
from rulesbase.engine.diff.versions import Comparison, VersionEntry, compare
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.nodes import RuleNode, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.serialize import to_text
from rulesbase.engine.questions.generate import drafts
from rulesbase.engine.text.normalize import fold_number
from tests.cards.engine.names import CARDS, thing
from tests.support.compared import kinds_of, weights_of
from tests.support.diffs import apply

pytestmark = pytest.mark.slow


@cache
def text_of(corpus: Path, name: str) -> RulesText:
    path = corpus / "cr" / "en" / f"{name}.txt" if name[:2] in ("19", "20") else corpus / name
    return read_source(path.read_bytes(), path.name)


def listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


def nodes_of(corpus: Path, date: str) -> list[RuleNode]:
    read = text_of(corpus, date)
    return [*read.entries, *read.glossary]


# ---- The same rules in the forms that people have them in ----


def wrapped(read: RulesText) -> str:
    return "\n".join(part for line in to_text(read).split("\n") for part in textwrap.wrap(line, 72) or [""])


def page(read: RulesText) -> str:
    lines = "".join(f"<p>{html.escape(line)}</p>\n" for line in to_text(read).split("\n") if line)
    return f"<!DOCTYPE html><html><head><title>{html.escape(read.title)}</title></head><body>\n{lines}</body></html>"


def table(read: RulesText) -> str:
    file = io.StringIO()
    rows = csv.writer(file, delimiter=";", lineterminator="\n")
    rows.writerow(("number", "text"))
    rows.writerows((node.number, node.text or node.heading) for node in read.entries)
    return file.getvalue()


def printed(read: RulesText) -> str:
    lines = wrapped(read).split("\n")
    pages = [lines[at : at + 46] for at in range(0, len(lines), 46)]
    return "\n".join(f"{read.title}\n\n" + "\n".join(one) + f"\n\nPage {at}\n\f" for at, one in enumerate(pages, 1))


# Form -> rules and subrules, terms, and entries whose text is not that of the original.
FORMS: dict[Callable[[RulesText], str], tuple[int, int, int]] = {
    wrapped: (686, 299, 0),
    page: (686, 299, 1),
    table: (686, 0, 0),
    printed: (683, 306, 6),
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_forms_of_a_version(corpus: Path, form: Callable[[RulesText], str]) -> None:
    original = text_of(corpus, "2003-10-01")
    read = read_source(form(original).encode(), "rules.txt")
    texts = {node.number: node.text for node in original.entries if node.text}
    other = [node.number for node in read.entries if node.text and texts.get(node.number or "") != node.text]
    assert (read.rule_count, len(read.glossary), len(other)) == FORMS[form]


# ---- Versions linked and compared ----


@cache
def linked(corpus: Path, old: str, new: str) -> Lineage:
    return lineage(
        [FoldedEntry.of(node) for node in nodes_of(corpus, old)],
        [FoldedEntry.of(node) for node in nodes_of(corpus, new)],
    )


@cache
def compared(corpus: Path, old: str, new: str) -> Comparison:
    """Two versions compared, as if nothing had been split or merged."""
    before, after = nodes_of(corpus, old), nodes_of(corpus, new)
    rules = {link.new: link.old for link in linked(corpus, old, new).links}

    def entry(rule: int, node: RuleNode) -> VersionEntry:
        examples = tuple(one.text for one in node.examples)
        folded = fold_number(node.heading, node.text)
        return VersionEntry(rule, node.number or f"t{rule}", node.kind, node.heading, node.text, examples, folded)

    return compare(
        [entry(at, node) for at, node in enumerate(before, 1)],
        [entry(rules.get(at, 100_000 + at) + 1, node) for at, node in enumerate(after)],
        {},
        {},
    )


# Entries that go on, end and begin; splits and merges; changes by what happened to the place, and to the words.
PAIRS = {
    "1999-04-23 2001-07-23": [
        "582 linked, 8 ended, 168 begun",
        "0 splits, 3 merges",
        "201 added, 10 removed, 4 renumbered, 612 unchanged",
        "13 example, 398 none, 2 references, 371 substance, 8 typography, 35 wording",
    ],
    "2009-05-01 2009-07-11": [
        "1547 linked, 136 ended, 445 begun",
        "55 splits, 76 merges",
        "487 added, 1087 moved, 163 removed, 76 renumbered, 531 unchanged",
        "35 example, 1214 none, 82 references, 797 substance, 17 typography, 199 wording",
    ],
    "2020-04-17 2022-04-29": [
        "3145 linked, 2 ended, 274 begun",
        "4 splits, 2 merges",
        "289 added, 265 moved, 2 removed, 699 renumbered, 2431 unchanged",
        "7 example, 3156 none, 304 references, 185 substance, 34 wording",
    ],
    "2003-10-01 2003-12-01": [
        "1058 linked, 1 ended, 5 begun",
        "0 splits, 1 merges",
        "12 added, 3 removed, 1157 unchanged",
        "7 example, 1091 none, 64 substance, 3 typography, 7 wording",
    ],
    "2024-04-12 2025-02-07": [
        "3787 linked, 9 ended, 91 begun",
        "0 splits, 0 merges",
        "95 added, 1 moved, 16 removed, 31 renumbered, 4025 unchanged",
        "50 example, 3952 none, 7 references, 101 substance, 58 wording",
    ],
}


@pytest.mark.parametrize("pair", PAIRS)
def test_entries_are_linked_and_compared(corpus: Path, pair: str) -> None:
    old, new = pair.split()
    links = linked(corpus, old, new)
    ended, begun = (len(nodes_of(corpus, date)) - len(links.links) for date in (old, new))
    branches = Counter(branch.kind for branch in links.relations)
    changes = compared(corpus, old, new)
    found = [
        f"{len(links.links)} linked, {ended} ended, {begun} begun",
        f"{branches['split']} splits, {branches['merge']} merges",
        listed(kinds_of(changes)),
        listed(weights_of(changes)),
    ]
    assert found == PAIRS[pair]


@pytest.mark.parametrize("pair", PAIRS)
def test_marked_differences_lead_from_one_text_to_the_other(corpus: Path, pair: str) -> None:
    changes = compared(corpus, *pair.split()).changes
    texts = [(one.old_text, one.new_text) for one in changes if one.old_text and one.new_text]
    wrong = [(old, new) for old, new in texts[::9] if apply(old, new, diff(old, new)) != new]
    assert wrong == []


# ---- Questions, checks of translations, answers about names ----

# By kind and level.
QUESTIONS = (
    "27 cloze 2, 25 cloze 3, 1 cloze 4, 1 definition 2, 30 error 2, 31 find 3, 1 find 4, 11 happens 2, 3 heading 1, 64"
    " heading 2, 61 heading 3, 5 keyword 2, 2 keyword 3, 1 keyword 4, 14 rests 4, 16 term 1, 18 term 2, 53 which 3, 122"
    " which 4, 1 which 5"
)


def test_study_questions_by_kind(corpus: Path) -> None:
    entries = [
        VersionEntry(
            at, node.number or f"t{at}", node.kind, node.heading, node.text, tuple(one.text for one in node.examples)
        )
        for at, node in enumerate(nodes_of(corpus, "1999-04-23"), 1)
    ]
    assert listed(Counter(f"{draft.kind} {draft.level}" for draft in drafts(entries))) == QUESTIONS


# What is done to every tenth entry of a translation -> findings by check.
TAMPERED: dict[str, Callable[[str, str], str]] = {
    "nothing": lambda text, english: text,
    "left in English": lambda text, english: english,
    "another number": lambda text, english: text.replace("1", "2", 1).replace(".3", ".4", 1),
    "another symbol": lambda text, english: text + " {R}{R}",
    "half a bracket": lambda text, english: text.replace(")", "", 1).replace("）", "」", 1),
    "cut short": lambda text, english: text[: len(text) // 4],
    "hidden characters": lambda text, english: f"{text[:9]}\u200b\u202e{text[9:]}",
}
FINDINGS = {
    "nothing": "1 digits, 3 ending, 2 references, 2 sentences",
    "left in English": "261 length, 268 untranslated",
    "another number": "10 digits, 3 ending, 56 references, 2 sentences",
    "another symbol": "1 digits, 268 ending, 2 references, 2 sentences, 236 spaces, 290 symbols",
    "half a bracket": "69 brackets, 1 digits, 3 ending, 2 references, 3 sentences",
    "cut short": "26 brackets, 22 digits, 259 ending, 279 length, 83 references, 157 sentences, 4 symbols",
    "hidden characters": "580 controls, 1 digits, 4 ending, 2 references, 2 sentences, 1 symbols",
}


@pytest.mark.parametrize("how", TAMPERED)
def test_checks_find_what_was_done_to_a_translation(corpus: Path, how: str) -> None:
    own = text_of(corpus, "cr/zh/plain_text/20231117_Zh.txt")
    english = {node.number: node.text for node in text_of(corpus, "2023-11-17").entries if node.text}
    pairs = [(node.text, english[node.number]) for node in own.entries if node.text and node.number in english]
    found = Counter(
        str(one.check) for text, other in pairs[::10] for one in run(Case("zh", other, TAMPERED[how](text, other)))
    )
    assert listed(found) == FINDINGS[how]


ANSWERS = {
    "same": ["25 no, 3 unclear", "27 no, 1 yes", "26 no, 2 yes"],
    "deck": ["27 no, 1 yes", "27 no, 1 yes", "26 no, 2 yes"],
    "choose": ["14 unclear, 14 yes", "19 depends, 2 no, 7 unclear", "12 no, 1 unclear, 15 yes"],
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_answers_about_names_by_day(kind: str) -> None:
    """On each day how often the answer is which verdict, over all cards of the tests beside the next one."""
    things = [thing(card.name) for card in CARDS]
    found = []
    for day in (datetime.date(1999, 4, 23), datetime.date(2010, 7, 16), datetime.date(2026, 6, 19)):
        counts: Counter[str] = Counter()
        for at, one in enumerate(things):
            asked = (one, things[at - 1]) if kind in ("same", "deck") else (one,)
            try:
                counts[str(answer(Question(QuestionKind(kind), day, asked)).verdict)] += 1
            except BadQuestion:
                counts["refused"] += 1
        found.append(listed(counts))
    assert found == ANSWERS[kind]
