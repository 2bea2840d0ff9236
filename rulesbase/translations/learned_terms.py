"""Learn the terms of a language from translated glossaries, type lines of cards and aligned texts."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import F

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.engine.text.terms import names_of
from rulesbase.engine.translation.card_types import learn_types
from rulesbase.engine.translation.learn_terms import learn_terms
from rulesbase.engine.translation.sentence_pairs import sentence_pairs
from rulesbase.models import Entry, TermEntry, TranslatedPlace, Translation

_Origin = TermEntry.Origin


class TermPair(NamedTuple):
    """A term, its translation and further names; ``sure`` if the source leaves no doubt."""

    term: str
    translation: str
    variants: tuple[str, ...]
    origin: str
    evidence: int
    sure: bool


def known_terms(language: str) -> Iterator[TermPair]:
    """Yield the headings of the translated glossary, newest version first, then the types of cards. Two queries."""
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
            yield TermPair(english, names[0], tuple(names[1:]), _Origin.GLOSSARY, 1, sure=True)
    # Types and subtypes of type lines; for Chinese the simplified ones.
    for one in learn_types(cards().type_lines(language), language):
        yield TermPair(one.term, one.translation, (), _Origin.TYPES, one.evidence, one.sure)


def terms_of_texts(language: str) -> list[TermPair]:
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
    return [TermPair(one.term, one.translation, (), _Origin.TEXTS, one.together, sure=False) for one in learned]
