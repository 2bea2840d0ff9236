"""Questions "Spot the error": a sentence of a rule with one decisive word replaced by its opposite."""

import re
from collections.abc import Iterator

from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import IndexedSentence, VersionIndex, is_quoted
from rulesbase.engine.questions.which_rule import stands_alone

# The right words (a pattern), the wrong ones that replace them, and the worth of the question. The first match counts.
_OPPOSITES: tuple[tuple[str, str, float], ...] = (
    (r"doesn[’']t use the stack", "uses the stack", 3.0),
    (r"uses the stack", "doesn’t use the stack", 3.0),
    (r"(?<!, )even if", "only if", 2.8),
    (r"unless", "even if", 2.8),
    (r"its owner", "its controller", 2.6),
    (r"their owner[’']s", "their controller’s", 2.6),
    (r"its controller", "its owner", 2.4),
    (r"can[’']t", "can", 2.6),
    (r"in timestamp order", "in any order", 2.6),
    (r"simultaneously", "one at a time", 2.4),
    (r"at the same time(?=[.,])", "one after another", 2.2),
    (r"immediately before", "immediately after", 2.2),
    (r"immediately after", "immediately before", 2.2),
    (r"won[’']t", "will", 2.2),
    (r"isn[’']t", "is", 1.9),
    (r"aren[’']t", "are", 1.9),
    (r"is not", "is", 1.9),
)
# What would contradict the wrong word within the sentence, so that it could be found without the rule.
_TELLTALE = re.compile(
    r"\b(?:except|only|otherwise|so|but|although|though|however|instead|no|none|nothing|neither|either|both|any|other"
    r"|another|specif\w+|says?|states?|mentions?|multiple|more|greater|two or more|simply|impossible|because|fully"
    r"|prohibit\w*|options?|thus)\b|[—;]",
    re.I,
)
# Wrong words that are the right ones without "not". At the end of a sentence nothing would follow them.
_WITHOUT_NOT = frozenset(("can", "will", "is", "are"))
# With a second condition the wrong statement would contradict itself.
_SECOND_CASE = re.compile(r"\beven (?:if|though)\b")
# Of spells and abilities the controller decides, so that "owner" would be wrong at first sight.
_OF_THE_STACK = re.compile(r"\b(?:spell|ability|abilities|cost)\b(?! resolves)")
_CASE = re.compile(r"\b(?:if|unless)\b", re.I)
_COMPILED = [(re.compile(rf"(?<![\w’-]){right}\b"), wrong, worth) for right, wrong, worth in _OPPOSITES]


def errors(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield the questions of a rule, the one of most worth first."""
    found = [draft for indexed in index.of_rule.get(at, ()) if (draft := _draft(index, at, indexed))]
    yield from sorted(found, key=lambda draft: -draft.worth)


def _draft(index: VersionIndex, at: int, indexed: IndexedSentence) -> DraftQuestion | None:
    entry = index.entries[at]
    begin, end = indexed.sentence
    sentence = entry.text[begin:end]
    if not stands_alone(sentence, indexed):
        return None
    for right, wrong, worth in _COMPILED:
        places = list(right.finditer(sentence))
        if len(places) != 1 or is_quoted(sentence, places[0].start()):
            continue
        first, last = places[0].span()
        ends = not any(map(str.isalnum, sentence[last:])) and wrong in _WITHOUT_NOT
        if ends or _gives_away(sentence[:first] + sentence[last:], wrong) or _is_repeated(sentence, last):
            continue
        data = {"quote": [begin, end], "error": [begin + first, begin + last], "wrong": wrong}
        level = level_of("error", words=len(indexed.words), cited=index.cited[entry.number], number=entry.number)
        return DraftQuestion("error", at, (indexed.line,), data, level, worth, indexed.line)
    return None


def _is_repeated(sentence: str, at: int) -> bool:
    """Return whether the next three words stand in the sentence twice: it would contradict itself."""
    words = " ".join(sentence[at:].split()[:3]).rstrip(".,;")
    return bool(words) and sentence.count(words) > 1


def _gives_away(rest: str, wrong: str) -> bool:
    """Return whether the rest of a sentence shows that the replaced words are wrong."""
    if wrong == "its owner":
        return bool(re.search(r"\bown", rest) or _OF_THE_STACK.search(rest))
    if "controller" in wrong:
        return "control" in rest
    has_two_cases = _SECOND_CASE.search(rest) or (wrong in ("can", "will") and _CASE.search(rest))
    return bool(_TELLTALE.search(rest) or has_two_cases)
