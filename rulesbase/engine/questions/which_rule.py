"""Questions "Which rule says this?": a sentence of one rule that is unlike all others."""

import re
from collections.abc import Iterator

from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import IndexedSentence, VersionIndex, stems_in
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.sentences import is_see
from rulesbase.engine.text.stems import stem

_FEWEST, _MOST = 10, 48
# A sentence with more runs of four words in common with another is a variant of it.
_ALIKE = 0.5
# Beginnings that need the sentence before.
NEEDS_CONTEXT = re.compile(
    r"[\s(“\"]*(?:it|its|this|that|they|their|these|those|such|he|she|otherwise|then|similarly|however|likewise|also|"
    r"for example|in (?:that|this|these|those|either|any) (?:case|cases|event|situation)|if (?:so|not|they|it|that|"
    r"this|those|these|any of (?:these|those))|doing so|the same|both|neither|each of (?:these|those)|for these|"
    r"once (?:it|that|they)|after (?:this|that)|because of this|instead|second|third|finally|next|note|see|"
    r"as (?:this|that)|rather|notably|when (?:this|that|it|they)|"
    r"the (?:following|first|second|third|other|latter|former|rest|exception|exceptions))\b",
    re.I,
)
# References to text that is not quoted. Cards write "this creature" of themselves.
_POINTING = re.compile(
    r"\b(?:(?:do|does|did|doing|done) (?:so|this|that)|that to occur|that (?:way|rule|process|information)|"
    r"this (?!turn|game|permanent|creature|card|spell|object|artifact|land|enchantment|class|saga|equipment|aura)\w+|"
    r"also|even if (?:they|it|that)|the following|as follows|such (?:an? )?\w+|"
    r"(?:described|listed|mentioned|outlined) (?:above|below)|"
    r"(?:these|those) \w+(?: and \w+)? (?:are|aren|may|can))\b",
    re.I,
)


def quotes(index: VersionIndex, at: int) -> Iterator[DraftQuestion]:
    """Yield the unique sentences of a rule, the most distinctive first."""
    entry = index.entries[at]
    named = stems_in(index.title(at))
    fit: list[tuple[DraftQuestion, IndexedSentence]] = []
    for indexed in index.of_rule.get(at, ()):
        sentence = entry.text[indexed.sentence.start : indexed.sentence.end]
        if stands_alone(sentence, indexed) and not any(stem(word.key) in named for word in indexed.words):
            fit.append((_draft(index, at, indexed), indexed))
    # The proof is slow, so it runs lazily.
    yield from (
        draft for draft, indexed in sorted(fit, key=lambda one: -one[0].worth) if index.nearest(indexed) <= _ALIKE
    )


def stands_alone(sentence: str, indexed: IndexedSentence) -> bool:
    """Return whether a sentence can be understood without those around it, and is neither short nor long."""
    return (
        _FEWEST <= len(indexed.words) <= _MOST
        and not is_see(sentence)
        and not find_references(sentence)
        and not NEEDS_CONTEXT.match(sentence)
        and not _POINTING.search(sentence)
        and sentence[-1] in ".!?”)"
        and sentence.count("(") == sentence.count(")")
        and sentence.count("“") == sentence.count("”")
    )


def _draft(index: VersionIndex, at: int, indexed: IndexedSentence) -> DraftQuestion:
    entry = index.entries[at]
    rare = sorted(index.stems[stem(word.key)] for word in indexed.words)
    words = len(indexed.words)
    # The five rarest words show how distinctive the sentence is.
    worth = 1.0 + sum(count <= 60 for count in rare[:5]) / 5 - abs(words - 22) / 60
    level = level_of("which", words=words, rarity=rare[0], cited=index.cited[entry.number], number=entry.number)
    return DraftQuestion("which", at, (), {"quote": list(indexed.sentence)}, level, worth, indexed.line)
