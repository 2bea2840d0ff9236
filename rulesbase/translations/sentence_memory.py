"""Translation memory by sentence: translations of similar sentences, and the sentences of the translation so far."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.diff.words import Op, diff
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.translation.memory import TranslationMemory, comparable
from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs, sentence_texts
from rulesbase.models import Translation, Wording
from rulesbase.translations.memory import index_of, shown_translations

# Longer texts are lists, whose lines repeat each other.
_MOST_SENTENCES = 15
_LEAST = 70
# Texts that are stored for the same sentence, and sentences that are asked for their translation.
_SAME, _ASKED = 6, 4


class SentenceMatch(NamedTuple):
    """A translation of a sentence like ``sentence``, of the English ``english``; ``difference`` leads to ``sentence``.

    ``number`` is that of the rule, empty for the translation so far of this text. ``score`` is 0 to 100.
    """

    sentence: str
    score: int
    english: str
    text: str
    difference: list[Op]
    number: str


class _SentenceIndex:
    """The English sentences of all translated texts of a language, each once, with the texts that have it."""

    def __init__(self) -> None:
        self.memory = TranslationMemory()
        self.sentences: list[str] = []
        self.originals: list[list[int]] = []
        self.at: dict[str, int] = {}

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add the sentences of English texts."""
        for original, text in rows:
            for sentence in sentence_texts(text):
                key = self.at.setdefault(sentence, len(self.sentences))
                if key == len(self.sentences):
                    self.sentences.append(sentence)
                    self.originals.append([])
                    self.memory.add([(key, sentence)])
                texts = self.originals[key]
                if len(texts) < _SAME and original not in texts:
                    texts.append(original)


def sentence_matches(
    language: str, english: str, so_far: tuple[Wording, Wording] | None = None, *, without: int | None = None
) -> list[SentenceMatch]:
    """Return translations for the sentences of an English text in order: that so far, then a better one of the memory.

    ``so_far`` is the older English text with its translation. Leave out the English wording ``without``. Three queries.
    """
    sentences = sentence_texts(english)[:_MOST_SENTENCES]
    index = index_of(_SentenceIndex, language)
    near = {one: index.memory.find(one, _ASKED, _LEAST) for one in sentences}
    wanted = {key for found in near.values() for one in found for key in index.originals[one.key]} - {without}
    shown = shown_translations(language, wanted)
    older = sentence_pairs(so_far[0].text, so_far[1].text, language) if so_far else []
    matches: list[SentenceMatch] = []
    for sentence in sentences:
        own = _best_of(sentence, older)
        if own is not None:
            matches.append(own)
        for one in near[sentence]:
            texts = (shown[key] for key in index.originals[one.key] if key in shown)
            found = _from_memory(sentence, index.sentences[one.key], one.score, texts)
            if found is not None:
                if own is None or (found.score > own.score and found.text != own.text):
                    matches.append(found)
                break
    return matches


def _from_memory(sentence: str, english: str, score: int, texts: Iterable[Translation]) -> SentenceMatch | None:
    """Return the translation of a sentence in the first text that aligns it alone."""
    for row in texts:
        for pair in sentence_pairs(row.original.text, row.wording.text, row.language):
            if pair.english == english:
                number = vars(row)["number"] or ""
                return SentenceMatch(sentence, score, english, pair.own, diff(english, sentence, "en"), number)
    return None


def _best_of(sentence: str, pairs: Sequence[SentencePair]) -> SentenceMatch | None:
    """Return the pair whose English is most like a sentence; None if none is like it."""
    plain = comparable(sentence)
    scored = [(fuzz.ratio(plain, comparable(pair.english)), pair) for pair in pairs]
    score, pair = max(scored, key=lambda one: one[0], default=(0.0, None))
    if pair is None or score < _LEAST:
        return None
    exact = fold(pair.english) == fold(sentence)
    shown = 100 if exact else min(99, int(score))
    return SentenceMatch(sentence, shown, pair.english, pair.own, diff(pair.english, sentence, "en"), "")
