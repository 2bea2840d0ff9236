"""What freshness is reckoned from: rows of a version, of a language, and of the archive, kept until they change."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.models import Binding, Change, Edition, Entry, Example, TranslatedPlace, Translation

# In the place of a chapter: all headings of sections and chapters.
HEADINGS = -1
# So many keys go into one query.
_MANY = 1500


class English(NamedTuple):
    """An English text of the version: of an entry, or of one of its examples."""

    entry: int
    number: str
    kind: int
    rule: int | None
    wording: int
    fold: int


class Made(NamedTuple):
    """An approved translation at a place for which it was made."""

    rule: int
    original: int
    fold: int
    translation: int
    wording: int
    source: int | None
    date: datetime.date
    is_example: bool
    with_examples: bool


# ---- What was translated ----


def made_for(rules: set[int], language: str, english: str) -> Mapping[int, Sequence[Made]]:
    """What was made for some Rules. One query."""
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
    # Few dates for many rows: cheaper looked up than joined.
    dates = _dates(english)
    found: defaultdict[int, list[Made]] = defaultdict(list)
    for *made, edition, is_example, with_examples in places.values_list(*fields):
        found[made[0]].append(Made._make((*made, dates[edition], is_example, with_examples)))
    return found


@lru_cache(maxsize=6)
def _texts_in(stamp: str, english: str, language: str) -> Sequence[tuple[int, int, int, int, int | None]]:
    """The approved translations of a language: key, English wording and its fold, own wording, source. One query."""
    del stamp, english  # only the key
    fields = ("pk", "original_id", "original__fold", "wording_id", "source_id")
    return list(Translation.objects.approved_in(language).values_list(*fields))


@lru_cache(maxsize=6)
def approved_in(stamp: str, english: str, language: str) -> Mapping[int, tuple[int, int, int | None]]:
    """English wording -> (translation, its wording, source), of a whole language. One query, or none."""
    texts = _texts_in(stamp, english, language)
    return {original: (pk, wording, source) for pk, original, _, wording, source in texts}


@lru_cache(maxsize=6)
def made_in(stamp: str, english: str, language: str) -> Mapping[int, Sequence[Made]]:
    """What was made for each Rule, of a whole language. Four queries, or none: whichever version is read next.

    Plain queries by key: joined, PostgreSQL goes through every entry of the archive for them.
    """
    texts = {one[0]: one for one in _texts_in(stamp, english, language)}
    rows = TranslatedPlace.objects.filter(translation__language=language)
    fields = ("translation_id", "entry_id", "source_id", "is_example", "with_examples")
    places = [place for place in rows.values_list(*fields) if place[0] in texts]
    entries, dates = _entries(english, {place[1] for place in places}, language), _dates(english)
    found: defaultdict[int, list[Made]] = defaultdict(list)
    for translation, entry, source, *of_examples in places:
        rule, edition = entries.get(entry, (None, None))
        if rule and edition:
            pk, original, fold, wording, _ = texts[translation]
            found[rule].append(Made(rule, original, fold, pk, wording, source, dates[edition], *of_examples))
    return dict(found)


def _entries(english: str, keys: set[int], language: str) -> dict[int, tuple[int | None, int | None]]:
    """Entry -> (Rule, edition): most stand in the few editions that imported texts are bound to."""
    found: dict[int, tuple[int | None, int | None]] = {}
    if len(keys) >= _MANY:
        bound = Binding.objects.filter(source__language=language, english__isnull=False)
        found.update(_entries_in(english, frozenset(bound.values_list("english", flat=True).distinct())))
    left = sorted(keys - found.keys())
    for at in range(0, len(left), _MANY):
        some = Entry.objects.filter(pk__in=left[at : at + _MANY]).order_by()
        found.update((pk, (rule, edition)) for pk, rule, edition in some.values_list("pk", "rule_id", "edition_id"))
    return found


@lru_cache(maxsize=6)
def _entries_in(english: str, editions: frozenset[int | None]) -> Mapping[int, tuple[int | None, int | None]]:
    """Entry -> (Rule, edition) of some English editions. One query, or none."""
    del english  # only part of the key
    rows = Entry.objects.filter(edition__in=editions).order_by()
    return {pk: (rule, edition) for pk, rule, edition in rows.values_list("pk", "rule_id", "edition_id")}


# ---- What translations have no part in: kept until something else changes ----


@lru_cache(maxsize=24)
def english_of(key: str, edition: int, chapter: int | None) -> tuple[list[English], dict[int, list[English]]]:
    """The entries of a version and the examples of each. Two queries, or none."""
    del key  # only part of the key
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
def _dates(key: str) -> Mapping[int, datetime.date]:
    """The date of every edition's version. One query, or none."""
    del key  # only the key
    return dict(Edition.objects.order_by().values_list("pk", "version__date"))


@lru_cache(maxsize=2)
def substance(key: str) -> Mapping[int, Sequence[datetime.date]]:
    """When each Rule was changed in substance, in order. One query, or none."""
    del key  # only the key
    changes = Change.objects.filter(weight=Change.Weight.SUBSTANCE, rule__isnull=False).order_by("version__date")
    found: defaultdict[int, list[datetime.date]] = defaultdict(list)
    for rule, date in changes.values_list("rule_id", "version__date"):
        found[rule].append(date)
    return dict(found)


def forget() -> None:
    """Read everything anew when it is next asked for."""
    for kept in (english_of, _dates, substance, _texts_in, approved_in, made_in, _entries_in):
        kept.cache_clear()
