"""Translation memory of the desk: find translations of similar English texts and sentences."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from threading import Lock
from typing import NamedTuple

from django.db import connection
from django.db.models import OuterRef, Subquery
from rapidfuzz import fuzz

from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs, sentence_texts
from rulesbase.engine.translation.similar_texts import TranslationMemory, comparable, shown_score
from rulesbase.models import TranslatedPlace, Translation, Wording

_READ = (Translation.Status.APPROVED, Translation.Status.REVIEW)
# Search for more, as some texts no longer have a translation to show.
_SPARE = 3
# Longer texts are lists, whose lines repeat each other.
_MOST_SENTENCES = 15
# The least similarity (of 100) of a text, and of a sentence.
_LEAST_TEXT, _LEAST = 60, 70
# Texts that are stored for the same sentence, and sentences that are asked for their translation.
_SAME, _ASKED = 6, 4


class Match(NamedTuple):
    """A translation of an ``english`` text that is similar to the searched ``sentence`` or text.

    ``score`` is 0 to 100. ``number`` is that of the translated entry, empty for the translation so far of this text.
    """

    score: int
    english: str
    text: str
    number: str
    sentence: str = ""


class _Index:
    """The English texts that are translated into a language, and their sentences, each once with its texts."""

    def __init__(self) -> None:
        self.texts, self.sentences = TranslationMemory(), TranslationMemory()
        self.originals: dict[str, list[int]] = {}

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add texts by key."""
        for original, text in rows:
            self.texts.add([(original, text)])
            for sentence in sentence_texts(text):
                if sentence not in self.originals:
                    self.sentences.add([(len(self.originals), sentence)])
                texts = self.originals.setdefault(sentence, [])
                if len(texts) < _SAME and original not in texts:
                    texts.append(original)


# Database and language -> an index, and the newest translation in it.
_indexes: dict[tuple[str, str], tuple[_Index, tuple[int, datetime.datetime | None]]] = {}
_filling = Lock()


def matches(language: str, english_text: str, limit: int = 5, *, without: int | None = None) -> list[Match]:
    """Return the most similar texts, best first: at most ``limit``.

    Leave out the English wording ``without``. Two queries.
    """
    if not english_text.strip():
        return []
    found = _index_of(language).texts.find(english_text, limit * _SPARE, _LEAST_TEXT)
    near = [one for one in found if one.key != without]
    rows = shown_translations(language, [one.key for one in near])
    scored = [(one.score, rows[one.key]) for one in near if one.key in rows]
    return [
        Match(
            score,
            row.original.text or row.original.heading,
            row.wording.text or row.wording.heading,
            vars(row)["number"] or "",
        )
        for score, row in scored[:limit]
    ]


def shown_translations(language: str, originals: Collection[int]) -> dict[int, Translation]:
    """Return English wording -> translation: the approved one, else the newest in review. One query.

    Each has the ``number`` of its newest place.
    """
    rows = Translation.objects.filter(language=language, original__in=originals, status__in=_READ)
    newest = TranslatedPlace.objects.filter(translation=OuterRef("pk")).order_by(
        "-entry__edition__version__date", "-pk"
    )
    placed = rows.select_related("original", "wording").annotate(number=Subquery(newest.values("entry__number")[:1]))
    found: dict[int, Translation] = {}
    for row in placed.order_by("revision"):
        before = found.get(row.original_id)
        if before is None or before.status != Translation.Status.APPROVED:
            found[row.original_id] = row
    return found


def _index_of(language: str) -> _Index:
    """Return the index of a language; add new texts. One query."""
    place = str(connection.settings_dict["NAME"]), language
    rows = Translation.objects.filter(language=language)
    # The time distinguishes it from a rolled-back row with the same id.
    newest = rows.order_by("-pk").values_list("pk", "made_at").first() or (0, None)
    with _filling:
        index, seen = _indexes.get(place, (_Index(), (0, None)))
        if seen != newest:
            if newest[0] <= seen[0]:
                index, seen = _Index(), (0, None)
            new = rows.filter(pk__gt=seen[0], pk__lte=newest[0]).order_by("-pk")
            texts = new.values_list("original_id", "original__heading", "original__text").distinct()
            index.add((original, text or heading) for original, heading, text in texts.iterator())
            _indexes[place] = index, newest
        return index


def sentence_matches(
    language: str, english: str, so_far: tuple[Wording, Wording] | None = None, *, without: int | None = None
) -> list[Match]:
    """Return translations for the sentences of an English text in order: that so far, then a better one of the memory.

    ``so_far`` is the older English text with its translation. Leave out the English wording ``without``. Three queries.
    """
    sentences = sentence_texts(english)[:_MOST_SENTENCES]
    index = _index_of(language)
    # Each sentence -> the similar ones with their similarity.
    near = {
        one: [(index.sentences.texts[key], score) for key, score in index.sentences.find(one, _ASKED, _LEAST)]
        for one in sentences
    }
    wanted = {key for found in near.values() for similar, _ in found for key in index.originals[similar]} - {without}
    shown = shown_translations(language, wanted)
    older = sentence_pairs(so_far[0].text, so_far[1].text, language) if so_far else []
    matches: list[Match] = []
    for sentence in sentences:
        own = _best_of(sentence, older)
        if own is not None:
            matches.append(own)
        for similar, score in near[sentence]:
            texts = (shown[key] for key in index.originals[similar] if key in shown)
            found = _from_memory(sentence, similar, score, texts)
            if found is not None:
                if own is None or (found.score > own.score and found.text != own.text):
                    matches.append(found)
                break
    return matches


def _from_memory(sentence: str, english: str, score: int, texts: Iterable[Translation]) -> Match | None:
    """Return the translation of a sentence in the first text that aligns it alone."""
    for row in texts:
        for pair in sentence_pairs(row.original.text, row.wording.text, row.language):
            if pair.english == english:
                return Match(score, english, pair.own, vars(row)["number"] or "", sentence)
    return None


def _best_of(sentence: str, pairs: Sequence[SentencePair]) -> Match | None:
    """Return the pair whose English is most like a sentence; None if none is like it."""
    plain = comparable(sentence)
    scored = [(fuzz.ratio(plain, comparable(pair.english)), pair) for pair in pairs]
    score, pair = max(scored, key=lambda one: one[0], default=(0.0, None))
    if pair is None or score < _LEAST:
        return None
    return Match(shown_score(pair.english, sentence, score), pair.english, pair.own, "", sentence)
