"""Questions on numbers and titles of chapters, and on cross-references."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import VersionIndex, words_of
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import parent_of
from rulesbase.engine.text.references import Ref, find_references
from rulesbase.engine.text.sentences import is_see, sentences

_MOST_REFERENCES = 5
# Between two references: a range, which includes all between them.
_RANGE = re.compile(r"\s*(?:-|–|—|through|to)\s*", re.I)
_DASH = re.compile(r"\s?[-–—]\s?\w")
# A title behind a reference: rule 903, "Commander."
TITLE_BEHIND = re.compile(r",?\s*[“\"][^”\"]{1,60}[”\"]")


def headings(index: VersionIndex) -> Iterable[DraftQuestion]:
    """Yield chapter to title, and title to chapter where only one has it, without General chapters."""
    places = [
        at for kind in (Kind.SECTION, Kind.CHAPTER) for at, entry in enumerate(index.entries) if entry.kind is kind
    ]
    names = Counter(fold(index.entries[at].heading).lower() for at in places)
    for at in places:
        entry = index.entries[at]
        name = fold(entry.heading).lower()
        if not name or name == "general" or names[name] > 1:
            continue
        level = level_of("heading", cited=index.cited[entry.number], number=entry.number)
        yield DraftQuestion("heading", at, ("number",), {"ask": "number"}, level, 1.0, entry.number)
        yield DraftQuestion("heading", at, ("title",), {"ask": "title"}, level + 1, 1.0, name)


def rests(index: VersionIndex, at: int) -> Iterable[DraftQuestion]:
    """Yield the cross-references of a rule: all rules that it names, unless it does little else."""
    entry = index.entries[at]
    refs = find_references(entry.text)
    numbers = {ref.number for ref in refs} - {entry.number}
    known = all(number in index.by_number for number in numbers)
    if not 1 <= len(numbers) <= _MOST_REFERENCES or not known or _has_range(entry.text, refs):
        return
    # A rule that names only its neighbours gives the answer away by its number.
    near = all(parent_of(number) == parent_of(entry.number) or "." not in number for number in numbers)
    own = (entry.text[one.start : one.end] for one in sentences(entry.text))
    if near or sum(len(words_of(sentence)) for sentence in own if not is_see(sentence)) < 12:
        return
    cited = index.cited[entry.number]
    level = level_of("rests", words=len(entry.text.split()) // 2, cited=cited, number=entry.number)
    words = " ".join(word.key for word in words_of(entry.text))
    yield DraftQuestion("rests", at, (), {"numbers": sorted(numbers)}, level, 0.8, words)


def _has_range(text: str, refs: list[Ref]) -> bool:
    if any(_DASH.match(text, ref.end) for ref in refs):
        return True
    return any(_RANGE.fullmatch(text, left.end, right.start) for left, right in pairwise(refs))
