"""The texts to search: those of a version in a language, including fallback texts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.db.models.functions import Length

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.content_version import ContentStamp
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.database.stored_index import Columns, stamp_of, stored_columns
from rulesbase.engine.documents import active_document
from rulesbase.engine.search import analyzer, bm25_index
from rulesbase.engine.search.analyzer import plain
from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.engine.search.spelling import vocabulary_of
from rulesbase.engine.text.numbers import parent_of
from rulesbase.models import Entry, Example, Wording
from rulesbase.translations.freshness import freshness

# A rule up to this length is its own title: "Trample".
TITLE = 60
_PLACE = ("number", "kind", "rule_id")


class Candidate(NamedTuple):
    """A text to rate: an entry or one of its examples."""

    language: str
    number: str
    kind: int
    rule: int | None
    heading: str
    text: str
    is_example: bool
    is_fallback: bool

    @property
    def is_term(self) -> bool:
        """Return whether it belongs to a glossary term."""
        return self.kind == Entry.Kind.TERM


@dataclass(frozen=True, eq=False)
class SearchedTexts:
    """All texts of a version in a language, in order, with their index.

    ``examples`` maps a document to its examples.
    """

    index: BM25Index
    places: Sequence[Candidate]
    examples: Mapping[int, Sequence[str]]

    @cached_property
    def titles(self) -> list[tuple[str, Candidate]]:
        """The folded titles of chapters, rules and terms, with their entries."""
        named = [place for place in self.places if title_of(place)]
        return [(plain(title_of(place)), place) for place in named]


def title_of(place: Candidate) -> str:
    """Return the title of an entry; a short rule is its own title. Empty if it has none."""
    is_short = place.kind != Entry.Kind.SUBRULE and len(place.text) <= TITLE
    return place.heading or (place.text.rstrip(".") if is_short else "")


def searched_texts(versions: Catalogue, version: CatalogueVersion, language: str) -> SearchedTexts:
    """Return the texts of a version in a language with their index. Two queries, more with fallbacks; then cached."""
    stamp = versions.english if language == DEFAULT_LANGUAGE else versions.stamp_in(language)
    return _searched_texts(stamp, version, language)


# An index takes about 25 MB.
@lru_cache(maxsize=6)
def _searched_texts(_stamp: ContentStamp | str, version: CatalogueVersion, language: str) -> SearchedTexts:
    versions = catalogue()
    edition = version.text_in(language)
    places: list[Candidate] = []
    examples: dict[int, list[str]] = {}
    if edition:
        entries = Entry.objects.filter(edition=edition.pk).order_by("position")
        of_entry = Example.objects.filter(entry__edition=edition.pk).texts_by_entry()
        for at, (pk, *row) in enumerate(entries.values_list("pk", *_PLACE, "wording__heading", "wording__text")):
            places.append(Candidate(language, *row, False, False))  # type: ignore[call-arg]
            if pk in of_entry:
                examples[at] = of_entry[pk]
    if language != DEFAULT_LANGUAGE:
        own = {key: at for at, place in enumerate(places) for key in (place.rule, place.number)}
        for place, texts in _translated_texts(versions, version, language):
            known = own.get(place.rule or place.number)
            if known is not None and not place.is_fallback:
                # The desk corrected the text of the edition.
                places[known] = place._replace(number=places[known].number)
            elif known is None and not (edition and edition.complete):
                if texts:
                    examples[len(places)] = texts
                places.append(place)
    heads = titles(versions, version, language)
    documents = [*_documents(places, examples, heads)]
    if version != versions.latest:
        return SearchedTexts(BM25Index(documents), places, examples)
    return SearchedTexts(BM25Index(documents, _stored(documents, language)), places, examples)


def _stored(documents: Sequence[IndexedText], language: str) -> Columns:
    """Return the stored index of the latest version in a language."""
    parts = (part for one in documents for part in (one.number, one.title, one.text, one.above, *one.examples))
    stamp = stamp_of(parts, (bm25_index.__file__, analyzer.__file__))
    return stored_columns(f"texts {active_document()} {language}", stamp, lambda: BM25Index(documents).columns)


def _documents(
    places: Sequence[Candidate], examples: Mapping[int, Sequence[str]], heads: Mapping[str, str]
) -> Iterator[IndexedText]:
    for at, place in enumerate(places):
        title = title_of(place)
        text = "" if title == place.text.rstrip(".") else place.text
        above = "" if place.is_term else " ".join(_above(place.number, heads))
        yield IndexedText(place.number, title, text, above, tuple(examples.get(at, ())), place.is_term)


def _above(number: str, heads: Mapping[str, str]) -> Iterator[str]:
    """Yield a number, and the numbers and titles of the rule and the chapter above it."""
    yield number
    number = parent_of(number)
    while len(number) > 1:
        yield f"{heads.get(number, '')} {number}"
        number = parent_of(number)


def _translated_texts(
    versions: Catalogue, version: CatalogueVersion, language: str
) -> Iterator[tuple[Candidate, list[str]]]:
    """Yield texts of the translation desk and fallback texts from other versions, with their examples."""
    cells = freshness(versions, version, language).values()
    chosen = [one.wording for cell in cells for one in (cell.text, *cell.examples) if one.wording]
    wordings = Wording.objects.filter(pk__in=keys_subquery(chosen)).values_list("pk", "heading", "text")
    texts = {pk: (heading, text) for pk, heading, text in wordings}
    for cell in cells:
        if cell.text.wording in texts:
            heading, text = texts[cell.text.wording]
            is_fallback = not cell.text.is_from_desk
            candidate = Candidate(language, cell.number, cell.kind, cell.rule, heading, text, False, is_fallback)
            yield candidate, [texts[one.wording][1] for one in cell.examples if one.wording in texts]


def titles(versions: Catalogue, version: CatalogueVersion, language: str) -> dict[str, str]:
    """Map numbers to the titles of sections, chapters, rules and terms. One query, then cached.

    A language without an edition uses those of the main edition.
    """
    return _titles(versions.english, (version.text_in(language) or version.main).pk)


@lru_cache(maxsize=16)
def _titles(_english: str, edition: int) -> dict[str, str]:
    rows = Entry.objects.filter(edition=edition).annotate(length=Length("wording__text"))
    short = rows.exclude(kind=Entry.Kind.SUBRULE).exclude(wording__heading="", length__gt=TITLE)
    fields = ("number", "wording__heading", "wording__text")
    return {number: heading or text.rstrip(".") for number, heading, text in short.values_list(*fields)}


def whole_vocabulary(versions: Catalogue, language: str) -> dict[str, int]:
    """Count each word of all versions in a language. One query, then cached."""
    # Translations do not change the English texts.
    return _vocabulary(versions.english if language == DEFAULT_LANGUAGE else versions.stamp_in(language), language)


@lru_cache(maxsize=8)
def _vocabulary(_stamp: ContentStamp | str, language: str) -> dict[str, int]:
    texts = Wording.objects.filter(language=language).values_list("heading", "text")
    return vocabulary_of(part for row in texts.iterator() for part in row)
