"""Export the translations of a language: texts of the newest version in order, then older ones."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db.models import F
from rapidfuzz import fuzz

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueVersion, catalogue
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.grouping import grouped
from rulesbase.engine.nodes import Passage
from rulesbase.exchange.formats import write_file
from rulesbase.exchange.translation_units import HEADING, TEXT, Hint, Unit
from rulesbase.models import Entry, Example, TranslatedPlace, Translation, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import TranslatedText

# Newer versions first, texts of no version last, on both databases.
_ORDER = (
    F("entry__edition__version__date").desc(nulls_last=True),
    "entry__position",
    "is_example",
    "translation__original__digest",
)
_READ = (Translation.Status.APPROVED, Translation.Status.REVIEW)


class _Place(NamedTuple):
    """An English wording with the public id of its Rule, number and version."""

    wording: int
    rule: str
    number: str
    version: str


def export_file(
    kind: str, language: str, version: CatalogueVersion | None = None, chapter: int | None = None
) -> tuple[bytes, int]:
    """Return a file with all texts of a language (those of ``units_of``), and its number of translations."""
    units = list(units_of(language, version, chapter))
    return write_file(kind, language, units), len({unit.digest for unit in units if unit.target is not None})


def units_of(language: str, version: CatalogueVersion | None = None, chapter: int | None = None) -> Iterator[Unit]:
    """Yield the English texts of the newest version, translated or not, then older translated ones.

    Use the newer of the approved translation and the one in review. With ``version`` yield only its texts, with
    ``chapter`` (``Entry.TERMS`` for the glossary) only those of a chapter.
    """
    versions = catalogue()
    chosen_version = version or versions.latest
    current = current_places(chosen_version, chapter)
    old = [] if version or chapter is not None else _translated_elsewhere(language, current)
    # The translations of other texts that are shown for these.
    cells = freshness(versions, chosen_version, language) if chosen_version else {}
    shown = [one for cell in cells.values() for one in (cell.text, *cell.examples)]
    fallback = {one.english: one for one in shown if one.original is not None and one.original != one.english}
    places = [*current.values(), *old]
    here = [place.wording for place in places]
    rows = Translation.objects.filter(language=language, original__in=keys_subquery(here), status__in=_READ)
    chosen = {row.original_id: row for row in rows.select_related("wording").order_by("revision")}
    earlier = {key for english in here if english in fallback for key in fallback[english].wordings}
    texts = Wording.objects.in_bulk(earlier.union(here))
    for place in places:
        yield from _units(place, texts, chosen.get(place.wording), fallback.get(place.wording))


def _units(
    place: _Place, texts: dict[int, Wording], translation: Translation | None, fallback: TranslatedText | None
) -> Iterator[Unit]:
    english = texts[place.wording]
    own = translation.wording if translation else None
    for field in (HEADING, TEXT):
        source = _passage(english, field)
        if not source.text:
            continue
        yield Unit(
            place.rule,
            english.digest,
            field,
            source,
            _passage(own, field) if own and _passage(own, field).text else None,
            place.number,
            place.version,
            translation.revision if translation else 0,
            translation.status if translation else "",
            None if own or fallback is None else _hint(fallback, texts, field, source.text),
        )


def _hint(fallback: TranslatedText, texts: dict[int, Wording], field: str, source: str) -> Hint | None:
    """Return the translation of an earlier text of the Rule."""
    before, own = (_passage(texts[key or 0], field).text for key in (fallback.original, fallback.wording))
    return Hint(before, own, min(99, int(fuzz.ratio(before, source)))) if before and own else None


def _passage(wording: Wording, field: str) -> Passage:
    return Passage(wording.heading) if field == HEADING else Passage(wording.text, wording.emphasis_spans)


def current_places(version: CatalogueVersion | None, chapter: int | None = None) -> dict[int, _Place]:
    """Return English wording -> first place in a version or its chapter, examples after their entry. Two queries."""
    text = version.text_in(DEFAULT_LANGUAGE) if version else None
    if version is None or text is None:
        return {}
    date = version.date.isoformat()
    rows = Example.objects.filter(entry__edition=text.pk).order_by("entry", "position")
    examples = grouped(rows.values_list("entry", "wording"))
    found: dict[int, _Place] = {}
    entries = Entry.objects.filter(edition=text.pk).order_by("position")
    if chapter is not None:
        entries = entries.filter(chapter=chapter)
    for pk, wording, number, rule in entries.values_list("pk", "wording", "number", "rule__public_id"):
        for one in (wording, *examples.get(pk, ())):
            found.setdefault(one, _Place(one, rule or "", number, date))
    return found


def _translated_elsewhere(language: str, current: Collection[int]) -> list[_Place]:
    """Return translated texts of other versions, newer versions first."""
    rows = TranslatedPlace.objects.filter(translation__language=language, translation__status__in=_READ)
    fields = ("translation__original", "entry__rule__public_id", "entry__number", "entry__edition__version__date")
    found: dict[int, _Place] = {}
    for original, rule, number, date in rows.order_by(*_ORDER).values_list(*fields):
        if original not in current:
            found.setdefault(original, _Place(original, rule or "", number, date.isoformat() if date else ""))
    return list(found.values())
