"""Cached rows for freshness: of a version, of a language, and of the archive."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet

from rulesbase.core.content_version import ContentStamp
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.grouping import grouped
from rulesbase.models import ActionLog, Change, Edition, Entry, Example, TranslatedPlace, Translation

# Instead of a chapter: all headings of sections and chapters.
HEADINGS = -1


class English(NamedTuple):
    """An English text of the version: of an entry, or of one of its examples."""

    entry: int
    number: str
    kind: int
    rule: int | None
    wording: int
    fold: int


class PlacedTranslation(NamedTuple):
    """An approved translation at an entry that it was made for."""

    rule: int
    original: int
    fold: int
    translation: int
    wording: int
    source: int | None
    date: datetime.date
    is_example: bool
    with_examples: bool


# ---- Translations ----


def single_approvals() -> QuerySet[ActionLog]:
    """Return the log rows in which a person approved one translation: no bulk action, no import of a file."""
    rows = ActionLog.objects.filter(new_status=Translation.Status.APPROVED, translation__isnull=False, batch="")
    return rows.exclude(author=None, former=None)


def translations_of_rules(rules: set[int], language: str, english: str) -> Mapping[int, Sequence[PlacedTranslation]]:
    """Return the translations of some Rules. One query."""
    places = TranslatedPlace.objects.filter(
        translation__language=language,
        translation__status=Translation.Status.APPROVED,
        entry__edition__isnull=False,
        entry__rule__in=rules,
    )
    fields = (
        "entry__rule_id",
        "translation__original_id",
        "translation__original__fold",
        "translation_id",
        "translation__wording_id",
        "source_id",
        "entry__edition_id",
        "is_example",
        "with_examples",
    )
    # A lookup is faster than a join: few dates for many rows.
    dates = _dates(english)
    return grouped(
        (made[0], PlacedTranslation._make((*made, dates[edition], is_example, with_examples)))
        for *made, edition, is_example, with_examples in places.values_list(*fields)
    )


@lru_cache(maxsize=6)
def approved_in(_stamp: ContentStamp, language: str) -> Sequence[tuple[int, int, int, int, int | None]]:
    """Return the approved translations of a language: id, English wording, its fold, wording, source."""
    fields = ("pk", "original_id", "original__fold", "wording_id", "source_id")
    return list(Translation.objects.approved_in(language).values_list(*fields))


@lru_cache(maxsize=6)
def translations_by_rule(stamp: ContentStamp, english: str, language: str) -> Mapping[int, Sequence[PlacedTranslation]]:
    """Return Rule -> translations of a language. Four queries, or none.

    Plain queries by id: for a join PostgreSQL scans every entry of the archive.
    """
    texts = {one[0]: one for one in approved_in(stamp, language)}
    rows = TranslatedPlace.objects.filter(translation__language=language)
    fields = ("translation_id", "entry_id", "source_id", "is_example", "with_examples")
    places = [place for place in rows.values_list(*fields) if place[0] in texts]
    rows_of_entries = Entry.objects.filter(pk__in=keys_subquery({place[1] for place in places})).order_by()
    entries = {pk: (rule, edition) for pk, rule, edition in rows_of_entries.values_list("pk", "rule_id", "edition_id")}
    dates = _dates(english)
    found: defaultdict[int, list[PlacedTranslation]] = defaultdict(list)
    for translation, entry, source, *of_examples in places:
        rule, edition = entries.get(entry, (None, None))
        # Translations of other documents have no date here.
        if rule and edition and edition in dates:
            pk, original, fold, wording, _ = texts[translation]
            found[rule].append(
                PlacedTranslation(rule, original, fold, pk, wording, source, dates[edition], *of_examples)
            )
    return dict(found)


# ---- English, cached until more than translations changes ----


@lru_cache(maxsize=24)
def english_of(_key: str, edition: int, chapter: int | None) -> tuple[list[English], dict[int, list[English]]]:
    """Return the entries of an edition and the examples of each. Two queries, or none."""
    rows = Entry.objects.filter(edition=edition).order_by("position")
    if chapter == HEADINGS:
        rows = rows.filter(kind__in=(Entry.Kind.SECTION, Entry.Kind.CHAPTER))
    elif chapter is not None:
        rows = rows.filter(chapter=chapter)
    fields = ("pk", "number", "kind", "rule_id", "wording_id", "wording__fold")
    entries = [English(*row) for row in rows.values_list(*fields)]
    by_pk = {one.entry: one for one in entries}
    examples: defaultdict[int, list[English]] = defaultdict(list)
    if chapter == HEADINGS:
        return entries, examples
    of = Example.objects.filter(entry__edition=edition).order_by("position")
    if chapter is not None:
        of = of.filter(entry__chapter=chapter)
    for entry, wording, fold_number in of.values_list("entry_id", "wording_id", "wording__fold"):
        examples[entry].append(by_pk[entry]._replace(wording=wording, fold=fold_number))
    return entries, examples


@lru_cache(maxsize=2)
def _dates(_key: str) -> Mapping[int, datetime.date]:
    """Return edition -> date of its version. One query, or none."""
    return dict(Edition.objects.order_by().values_list("pk", "version__date"))


@lru_cache(maxsize=2)
def change_dates(_key: str) -> Mapping[tuple[int, str], Sequence[datetime.date]]:
    """Return (Rule, weight) -> dates of its changes of substance and of wording, in order. One query, or none."""
    weights = (Change.Weight.SUBSTANCE, Change.Weight.WORDING)
    changes = Change.objects.filter(weight__in=weights, rule__isnull=False).order_by("version__date")
    rows = changes.values_list("rule_id", "weight", "version__date")
    return dict(grouped(((rule, weight), date) for rule, weight, date in rows))
