"""Learn the terms of a language from translated glossaries, type lines of cards and aligned texts."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import F

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.core.write_lock import writing
from rulesbase.engine.text.terms import names_of
from rulesbase.engine.translation.card_types import learn_types
from rulesbase.engine.translation.learn_terms import learn_terms
from rulesbase.engine.translation.sentence_pairs import sentence_pairs
from rulesbase.models import Entry, TermEntry, TranslatedPlace, Translation, User

_Status, _Origin = TermEntry.Status, TermEntry.Origin


class ExtractResult(NamedTuple):
    """The counts of new agreed terms, new suggested terms and known terms."""

    agreed: int
    suggested: int
    known: int


class _TermPair(NamedTuple):
    term: str
    translation: str
    variants: tuple[str, ...]
    origin: str
    evidence: int
    sure: bool


def extract_terms(language: str, by: User | None = None) -> ExtractResult:
    """Add terms from the glossary, the type lines and the texts. Existing rows stay; declined ones stay declined.

    The first translation of a term is agreed if its source is sure; any other is suggested. Texts are no sure source,
    and suggest nothing for a term that has an agreed translation.
    """
    # Counting takes seconds, so before the lock.
    of_texts = _of_texts(language)
    with writing():
        known: dict[str, list[TermEntry]] = {}
        for row in TermEntry.objects.filter(language=language):
            known.setdefault(row.term.lower(), []).append(row)
        made: list[TermEntry] = []
        met = 0
        for word in (*_of_glossary(language), *_of_types(language), *of_texts):
            rows = known.setdefault(word.term.lower(), [])
            if word.origin == _Origin.TEXTS and any(row.status == _Status.AGREED for row in rows):
                continue
            if any(word.translation.lower() in map(str.lower, row.names) for row in rows):
                met += 1
                continue
            agreed = word.sure and all(row.status in (_Status.SUGGESTED, _Status.DECLINED) for row in rows)
            row = _row(language, word, rows, agreed=agreed, by=by)
            rows.append(row)
            made.append(row)
        TermEntry.objects.bulk_create(made)
    new = sum(row.status == _Status.AGREED for row in made)
    return ExtractResult(new, len(made) - new, met)


def _row(language: str, word: _TermPair, rows: list[TermEntry], *, agreed: bool, by: User | None) -> TermEntry:
    return TermEntry(
        language=language,
        # Known terms use their stored spelling.
        term=rows[0].term if rows else word.term[:200],
        translation=word.translation[:200],
        variants="\n".join(word.variants),
        status=_Status.AGREED if agreed else _Status.SUGGESTED,
        origin=word.origin,
        evidence=word.evidence,
        revision=max((row.revision for row in rows), default=0) + 1,
        author=by,
    )


def _of_glossary(language: str) -> Iterator[_TermPair]:
    """Yield the headings of translated glossary entries, newest version first."""
    places = TranslatedPlace.objects.filter(
        translation__language=language,
        translation__status=Translation.Status.APPROVED,
        entry__kind=Entry.Kind.TERM,
        is_example=False,
    ).order_by(F("entry__edition__version__date").desc(nulls_last=True), "entry__position")
    seen: set[str] = set()
    rows = places.values_list("translation__original__heading", "translation__wording__heading")
    for english, own in rows:
        names = names_of(own, language)
        # An obsolete term has no names: it must not be used.
        if names and english not in seen and names_of(english, "en") and len(names[0]) <= 200:
            seen.add(english)
            yield _TermPair(english, names[0], tuple(names[1:]), _Origin.GLOSSARY, 1, sure=True)


def _of_types(language: str) -> Iterator[_TermPair]:
    """Yield the translated types and subtypes of type lines; for Chinese the simplified ones."""
    for one in learn_types(cards().type_lines(language), language):
        yield _TermPair(one.term, one.translation, (), _Origin.TYPES, one.evidence, one.sure)


def _of_texts(language: str) -> list[_TermPair]:
    """Return terms and keywords with the words that occur with them in aligned sentences. Two queries."""
    version = catalogue().latest
    english = version.text_in(DEFAULT_LANGUAGE) if version else None
    named = Entry.objects.filter(edition=english.pk if english else 0, kind__in=(Entry.Kind.TERM, Entry.Kind.RULE))
    headings = named.exclude(wording__heading="").order_by("position").values_list("wording__heading", flat=True)
    # Sentences of the glossary explain a term and seldom use it.
    texts = Translation.objects.approved_in(language).exclude(original__entries__kind=Entry.Kind.TERM)
    pairs = [
        pair
        for original, own in texts.values_list("original__text", "wording__text").distinct()
        for pair in sentence_pairs(original, own, language)
    ]
    learned = learn_terms(pairs, dict.fromkeys(headings), language)
    return [_TermPair(one.term, one.translation, (), _Origin.TEXTS, one.together, sure=False) for one in learned]
