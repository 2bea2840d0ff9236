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
from rulesbase.engine.diff.versions import Comparison, compare
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.nodes import RuleNode, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.serialize import to_text
from rulesbase.engine.questions.generate import drafts
from tests.cards.engine.names import CARDS, thing
from tests.support.compared import kinds_of, weights_of
from tests.support.diffs import apply
from tests.support.nodes import version_entry

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
    older = [version_entry(node, at) for at, node in enumerate(before, 1)]
    newer = [version_entry(node, rules.get(at, 100_000 + at) + 1) for at, node in enumerate(after)]
    return compare(older, newer, {}, {})


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
# What is different in substance.
NUMBERS = {
    "2003-10-01 2003-12-01": """
102.7 103.1 103.4 104.2 202.2a 202.2b 205.3c 212.1e 212.6e 404.5 408.1i 408.2h 408.2i 408.2j 409.1e
409.1g 409.1h 411.1 418.5c 418.5h 420.5g 420.5j 502.23c 502.26e 502.30a 502.31a 502.32a 502.34a""",
    "2024-04-12 2025-02-07": """
107.1b 107.4 107.4e 107.4g 110.5c 111.4 111.12 113.6k 113.6m 113.7a 116.2 118.12 122.1b 200.1 201.5a
201.5b 205.1b 205.2a 205.3h 205.3j 205.3m 205.3n 207.2c 208.2a 208.3a 300.1 302.3 308 308.2 400.6
400.7e 500.10 508.4a 508.4b 509.2 509.2a 509.4 510.1c 510.1d 603.12 607.3 607.4 607.5 607.5a 608.2i
608.2k 608.3e 611.2b 613.6 614.12 614.13a 614.13c 616.1f 616.1g 700.9 701.16a 701.19f 701.20d
701.20g 702.1b 702.11f 702.15e 702.16g 702.16h 702.26k 702.81a 702.89 702.89a 702.95a 702.100a
702.119c 702.149c 702.160a 704.4 707.2 707.3 707.4 707.5 707.6 707.9a 707.9b 707.9d 707.9e 707.9f
707.11 720.5""",
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


@pytest.mark.parametrize(
    ("pair", "kind", "wholes", "parts"),
    [
        # Two of its sentences became letters, while it took in the rule before it.
        ("2025-09-19 2025-11-14", "same", "500.5", "500.5"),
        ("2025-09-19 2025-11-14", "split", "500.5", "500.5 500.5a 500.5b"),
        ("2025-09-19 2025-11-14", "merge", "500.5 500.4", "500.5"),
        # Counters are no layer of their own any more.
        ("2020-01-24 2020-04-17", "same", "613.3c", "613.4c"),
        ("2020-01-24 2020-04-17", "same", "613.3e", "613.4d"),
        ("2020-01-24 2020-04-17", "merge", "613.3c 613.3d", "613.4c"),
    ],
)
def test_lineages_that_were_read_by_hand(corpus: Path, pair: str, kind: str, wholes: str, parts: str) -> None:
    """Many more are in the table that `make score` reads."""
    old, new = pair.split()
    before, after = ([node.number for node in nodes_of(corpus, date)] for date in (old, new))
    found = linked(corpus, old, new)
    same = [((one.old,), (one.new,)) for one in found.links]
    branches = [(one.old, one.new) for one in found.relations if one.kind == kind]
    reported = [
        (" ".join(before[at] for at in olds), " ".join(after[at] for at in news))
        for olds, news in (same if kind == "same" else branches)
    ]
    assert [found for whole, found in reported if whole == wholes] == [parts]


@pytest.mark.parametrize("pair", NUMBERS)
def test_changed_numbers(corpus: Path, pair: str) -> None:
    found = [one for one in compared(corpus, *pair.split()).changes if one.weight == "substance"]
    numbers = dict.fromkeys((*one.new_numbers, *one.old_numbers)[0] for one in found)
    assert [number for number in numbers if number[0].isdigit()] == NUMBERS[pair].split()


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
    entries = [version_entry(node, at) for at, node in enumerate(nodes_of(corpus, "1999-04-23"), 1)]
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
