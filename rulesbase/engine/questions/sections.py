"""Questions on sections of the tournament documents: infractions with their penalties, procedures and lists."""

import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from rulesbase.engine.documents import PENALTY_GUIDE, active_document
from rulesbase.engine.questions.draft_question import Data, DraftQuestion, level_of
from rulesbase.engine.questions.spot_the_error import errors
from rulesbase.engine.questions.tables import YEAR, Span, is_pair, is_row, lines_of, table_questions
from rulesbase.engine.questions.version_index import RULES, VersionIndex

_PENALTIES = ("No Penalty", "Caution", "Warning", "Game Loss", "Match Loss", "Disqualification")
# The titles of the parts of an infraction, and what a question calls them.
_PARTS = {"definition": "definition", "examples": "examples", "philosophy": "philosophy", "additional remedy": "remedy"}
# Paragraphs that change the penalty, at the end of any part.
_DEVIATION = re.compile(r"(Upgrade|Downgrade): ")
_EXAMPLE = re.compile(r"[A-Z]\. +")
_ITEM = re.compile(r"(?:•|\d{1,2}\.) +")
_NUMBERED = re.compile(r"\d{1,2}\.")
# Lists that are looked up, not learnt, and those that give examples only.
_NOT_LEARNT = re.compile(r"\b(?:banned|restricted|card sets|not limited to)\b")
_HISTORY = re.compile(r"\bchanges\b", re.I)
# Longer answers cannot be remembered as one.
_LONGEST_ANSWER = 120
# In a few words a philosophy says only that something is forbidden.
_SHORTEST = {"definition": 1, "philosophy": 20, "remedy": 1, "upgrade": 1, "downgrade": 1}
_LEAST_OF_ERRORS = 2.3
# Steps follow from each other; the items of other lists must be remembered one by one.
_FEWEST_ITEMS, _MOST_ITEMS, _MOST_STEPS = 3, 5, 8


class Infraction(NamedTuple):
    """The penalty of an infraction and the spans of its parts; `upgrade` and `downgrade` may have several."""

    penalty: Span
    parts: dict[str, list[Span]]

    @property
    def deviations(self) -> list[Span]:
        """Return the paragraphs that change the penalty, in order."""
        return sorted([*self.parts.get("upgrade", ()), *self.parts.get("downgrade", ())])

    @property
    def deciding(self) -> list[Span]:
        """Return all that decides the penalty."""
        return [self.penalty, *self.deviations]


def section_drafts(index: VersionIndex) -> Iterator[DraftQuestion]:
    """Yield the questions of a version of a tournament document."""
    infractions = {at: found for at in index.rules if (found := infraction_of(index.entries[at].text))}
    names = {index.entries[at].heading for at in infractions}
    for at, entry in enumerate(index.entries):
        if not entry.text or _HISTORY.search(entry.heading):
            continue
        if at in infractions:
            yield from _infraction_questions(index, at, infractions[at])
            continue
        yield from penalty_meanings(index, at)
        yield from lists(index, at)
        yield from table_questions(index, at, leave_out=names)
        if entry.kind in RULES and active_document() != PENALTY_GUIDE:
            yield from islice(_statements(index, at), 1)


def _statements(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield statements with an error. Items of lists are none, and "must" for "may" is wrong at first sight here."""
    for draft in errors(index, at):
        start, end = draft.data["quote"]
        if draft.worth >= _LEAST_OF_ERRORS and not _ITEM.match(index.entries[at].text, start, end):
            yield draft


# ---- Infractions ----


def infraction_of(text: str) -> Infraction | None:
    """Return the parts of an infraction: its first line is the penalty, its second the title of a part."""
    (first, *rest) = lines_of(text)
    if not rest or text[slice(*first)] not in _PENALTIES or text[slice(*rest[0])].lower() not in _PARTS:
        return None
    parts: dict[str, list[Span]] = {}
    part = ""
    for start, end in rest:
        line = text[start:end]
        if deviation := _DEVIATION.match(line):
            part = deviation[1].lower()
        if line.lower() in _PARTS:
            part = _PARTS[line.lower()]
        else:
            parts.setdefault(part, []).append((start, end))
    return Infraction(first, parts)


def _infraction_questions(index: VersionIndex, at: int, found: Infraction) -> Iterator[DraftQuestion]:
    text = index.entries[at].text
    yield _draft(index, at, "penalty", (), {"answer": found.deciding})
    for ask in ("definition", "philosophy", "remedy", "upgrade", "downgrade"):
        spans = found.parts.get(ask, [])
        if _SHORTEST[ask] <= _words(text, spans) <= _LONGEST_ANSWER:
            yield _draft(index, at, "section", (ask,), {"ask": ask, "answer": spans})
    for start, end in found.parts.get("examples", ()):
        if letter := _EXAMPLE.match(text, start, end):
            answer = [found.penalty, *found.parts.get("definition", ())[:1], *found.deviations]
            data = {"shown": [letter.end(), end], "answer": answer}
            yield _draft(index, at, "infraction", (text[letter.end() : end],), data)


def penalty_meanings(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield what each penalty means, from a section with each as the title of a part."""
    text = index.entries[at].text
    parts: dict[str, list[Span]] = {}
    name = ""
    for start, end in lines_of(text):
        if text[start:end] in _PENALTIES:
            name = text[start:end]
        elif name:
            parts.setdefault(name, []).append((start, end))
    if len(parts) > 1:
        for name, spans in parts.items():
            # The first paragraphs say what it is, the others when it applies.
            yield _draft(index, at, "section", ("meaning", name), {"ask": "meaning", "name": name, "answer": spans[:2]})


# ---- Lists ----


def lists(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield the lists and procedures of a section: a line that ends with a colon, then its items.

    Long ones, and those of a season, are left out.
    """
    text = index.entries[at].text
    lines = list(lines_of(text))
    for place, (start, end) in enumerate(lines):
        if not text[start:end].endswith(":") or _ITEM.match(text, start) or is_row(text[start:end]):
            continue
        items = list(takewhile(lambda line: _ITEM.match(text, *line), lines[place + 1 :]))
        if len(items) < _FEWEST_ITEMS or _words(text, items) > _LONGEST_ANSWER:
            continue
        if YEAR.search(text[start : items[-1][1]]) or _NOT_LEARNT.search(text[start:end]) or is_pair(text, items[0]):
            continue
        ask, most = ("steps", _MOST_STEPS) if _NUMBERED.match(text, items[0][0]) else ("list", _MOST_ITEMS)
        if len(items) > most:
            continue
        # The sentence that introduces the list.
        stop = text.rfind(". ", start, end)
        data = {"ask": ask, "shown": [start if stop < 0 else stop + 2, end], "answer": items}
        yield _draft(index, at, "section", (ask, text[start:end]), data)


def _words(text: str, spans: list[Span]) -> int:
    return sum(len(text[start:end].split()) for start, end in spans)


_HARDER = {"philosophy": 1, "remedy": 1, "steps": 1}


def _draft(index: VersionIndex, at: int, kind: str, asked: tuple[str, ...], data: Data) -> DraftQuestion:
    entry = index.entries[at]
    # As JSON gives them back, so that an unchanged question is seen as such.
    data = {**data, "answer": [list(span) for span in data["answer"]]}
    level = level_of(kind, cited=index.cited[entry.number]) + _HARDER.get(str(data.get("ask")), 0)
    return DraftQuestion(kind, at, asked, data, level, 1.0, " ".join((entry.number, *asked)))
