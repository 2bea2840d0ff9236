"""Questions made from whole versions, each answered again by plain code from the file: right, unique, none twice."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.questions.draft_question import DraftQuestion
from rulesbase.engine.questions.generate import drafts
from tests.score.plain_reading import Plain, flat, read_plain
from tests.support.nodes import nodes_of, version_entry

# Newest first; together they give more than ten thousand questions of which no two ask the same.
VERSIONS = """
2026-06-19 2018-10-05 2011-09-30 2022-04-29 2014-07-18 2024-04-12 2020-04-17 2016-04-08 2010-07-16""".split()
WANTED = 10_000
GAP = "¤"


class Asked(NamedTuple):
    """A question as a person has it: the words that are shown (without the lead), and the answer."""

    kind: str
    number: str
    ask: str
    answer: str
    parts: tuple[str, ...] = ()


class Fault(NamedTuple):
    """What is wrong with a question."""

    asked: Asked
    why: str


def with_gaps(text: str, spans: Iterable[Sequence[int]], gaps: Iterable[Sequence[int]]) -> str:
    """Parts of a text with gaps in them."""
    holes = sorted((start, end) for start, end in gaps)
    parts = []
    for start, end in spans:
        at, result = start, ""
        for first, last in holes:
            if start <= first and last <= end:
                result += text[at:first] + GAP
                at = last
        parts.append(result + text[at:end])
    return " ".join(parts)


def asked(draft: DraftQuestion, entries: Sequence[VersionEntry]) -> Asked:
    """What a draft shows and what it wants."""
    entry = entries[draft.position]
    data: dict[str, Any] = dict(draft.data)
    kind: str = draft.kind
    if kind == "cloze":
        return Asked(kind, entry.number, with_gaps(entry.text, [data["shown"]], [data["gap"]]), data["answer"])
    if kind == "which":
        return Asked(kind, entry.number, entry.text[slice(*data["quote"])], entry.number)
    if kind == "heading":
        both = (entry.number, entry.heading)
        return Asked(kind, entry.number, *(both if data["ask"] == "number" else both[::-1]))
    if kind == "term":
        return Asked(kind, entry.number, entry.heading, entry.text)
    if kind == "definition":
        return Asked(kind, entry.number, with_gaps(entry.text, data["said"], data["gaps"]), entry.heading)
    if kind == "keyword":
        title, parts = entries[data["title"]], [draft.position, *data["parts"]]
        return Asked(kind, title.number, title.text, "", tuple(entries[at].number for at in parts))
    return Asked(kind, entry.number, entry.number, " ".join(data["numbers"]), tuple(data["numbers"]))


# ---- Answering again, from the file alone ----


def faults(questions: Sequence[Asked], plain: Plain) -> list[Fault]:
    """What plain code finds wrong with questions."""
    found = []
    every = {number: flat(text) for number, text in plain.rules.items()}
    for one in questions:
        if why := _CHECKS[one.kind](one, plain, every):
            found.append(Fault(one, why))
    twice = Counter((one.kind, flat(one.ask)) for one in questions)
    found += [Fault(one, "asked twice") for one in questions if twice[one.kind, flat(one.ask)] > 1]
    return found


def _cloze(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    before, _, after = flat(one.ask).partition(GAP)
    answer = flat(one.answer)
    if f"{before}{answer}{after}" not in every[one.number]:
        return "the rule does not say this"
    shown = re.findall(r"[a-z0-9'+/-]+", f"{before} {after}")
    if len(answer.split()) == 1 and answer in shown:
        return "the answer stands in what is shown"
    # From the last full stop before the gap to the first behind it.
    left = re.split(r"[.!?]['\")]* ", before)[-1]
    right = re.split(r"(?<=[.!?])['\")]* ", after + " ")[0].rstrip()
    fillings = _fillings(plain.everything, left, right)
    return "" if fillings == {answer} else f"fits as well: {sorted(fillings - {answer})[:3]}"


def _fillings(text: str, left: str, right: str) -> set[str]:
    """What stands between two stretches of words, within a hundred letters and one sentence."""
    found = set()
    near, far = (left, right) if len(left) >= len(right) else (right, left)
    at = text.find(near)
    while at >= 0:
        if near is left:
            start = at + len(left)
            end = text.find(right, start, start + 100 + len(right)) if far else -1
        else:
            end = at
            start = text.rfind(left, max(0, end - 100 - len(left)), end) + len(left) if left else _sentence(text, end)
            start = start if not left or text[start - len(left) : start] == left else -1
        if 0 <= start <= end and ". " not in text[start:end] and _begins(text, start - len(left)):
            found.add(text[start:end].strip(' "'))
        at = text.find(near, at + 1)
    return found


def _sentence(text: str, end: int) -> int:
    """Where the sentence begins that ends at ``end``, behind the number of a rule if it has one."""
    start = max(text.rfind(stop, 0, end) + len(stop) for stop in (". ", '." ', ".) "))
    numbers = list(re.finditer(r"(?<!\S)\d{3}\.\d+[a-z]{0,2}\.? ", text[start:end]))
    return start + (numbers[-1].end() if numbers else 0)


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins at ``start``: behind the end of another, a number or an opening sign."""
    before = text[max(0, start - 12) : start].rstrip()
    return before[-1:] in '.!?")(:—-' or bool(re.search(r"(?<!\S)\d{3}\.\d+[a-z]{0,2}\.?$", before))


def _which(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    quote = flat(one.ask)
    saying = [number for number, text in every.items() if quote in text]
    return "" if saying == [one.answer] else f"stated by {saying}"


def _heading(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    if one.ask in plain.headings:
        return "" if flat(plain.headings[one.ask]) == flat(one.answer) else "another title"
    having = [number for number, title in plain.headings.items() if flat(title) == flat(one.ask)]
    return "" if having == [one.answer] else f"the title of {having}"


def _term(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    having = [text for name, text in plain.terms.items() if flat(name) == flat(one.ask)]
    return "" if [flat(text) for text in having] == [flat(one.answer)] else "the glossary says otherwise"


def _definition(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    pieces = [piece.strip() for piece in re.split(rf"{GAP}|(?<=\.) |\n", one.ask)]
    pieces = [flat(piece) for piece in pieces if piece]
    fitting = [name for name, text in plain.terms.items() if _in_order(pieces, flat(text))]
    named = re.search(rf"(?<!\w){re.escape(flat(one.answer))}(?!\w)", flat(one.ask))
    if named:
        return "names the term"
    return "" if [flat(name) for name in fitting] == [flat(one.answer)] else f"fits {fitting[:3]}"


def _in_order(pieces: Iterable[str], text: str) -> bool:
    """Whether a text has all pieces, one behind the other."""
    at = 0
    for piece in pieces:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def _keyword(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    chapters = {number for number, title in plain.headings.items() if flat(title).startswith("keyword a")}
    named = [n for n, text in every.items() if n[:3] in chapters and text == flat(one.ask) and not n[-1].isalpha()]
    if named != [one.number]:
        return f"the name of {named}"
    return "" if all(part.startswith(one.number) and part in every for part in one.parts) else "not its subrules"


def _rests(one: Asked, plain: Plain, every: dict[str, str]) -> str:
    text = every[one.number]
    named = set(re.findall(r"(?<![\w.$])[1-9]\d\d\.\d{1,3}[a-z]{0,2}(?!\w)", text))
    for listed in re.findall(r"\b(?:rules?|sections?|chapters?) ((?:[1-9][\d.a-z]*[,;]? ?(?:and |or )?)+)", text):
        named |= set(re.findall(r"(?<![\w.])(?:[1-9]\d\d|(?<!\d)[1-9])(?![\w.]\w|\w)", listed))
    named -= {one.number}
    return "" if named == set(one.parts) else f"names {sorted(named)}"


_CHECKS = {
    "cloze": _cloze,
    "which": _which,
    "heading": _heading,
    "term": _term,
    "definition": _definition,
    "keyword": _keyword,
    "rests": _rests,
}


# The kinds that are answered again; the others quote examples, errors and earlier versions.
ASKED_OF_FILES = frozenset(_CHECKS)


# ---- Whole versions ----


def questions_of(path: Path) -> list[Asked]:
    """All questions of a version."""
    entries = [version_entry(node, at) for at, node in enumerate(nodes_of(path), 1)]
    return [asked(draft, entries) for draft in drafts(entries) if draft.kind in ASKED_OF_FILES]


def sample(questions: Sequence[Asked], count: int, seed: int) -> list[Asked]:
    """Some of them, always the same for a seed."""
    return random.Random(seed).sample(list(questions), count)


def print_study(corpus: Path) -> None:
    """Make versions' questions until enough of them ask different things, check every one, and print the faults."""
    seen: set[tuple[str, str]] = set()
    count = wrong = 0
    for date in VERSIONS:
        if len(seen) >= WANTED:
            break
        path = corpus / "cr" / "en" / f"{date}.txt"
        every = questions_of(path)
        for one, why in faults(every, read_plain(path)):
            wrong += 1
            print(f"question {date} {one.kind} {one.number} {one.ask[:60]!r} wants {one.answer[:40]!r}: {why}")
        count += len(every)
        seen |= {(one.kind, flat(f"{one.ask} {one.answer}")) for one in every}
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(Counter(kind for kind, _ in seen).items()))
    print(f"questions {count}, {len(seen)} different ({kinds}), {wrong} faults, target 0")
