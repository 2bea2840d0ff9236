"""Searching all versions: since when and until when each rule had some words, and what had them before a version."""

import datetime
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import Count, Max, Min

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.archive.text_index import among, matching
from rulesbase.engine.search.analyzer import plain
from rulesbase.engine.search.query import Question, apart, read_question
from rulesbase.engine.search.ranking import Asked, accepts, asked, rate
from rulesbase.engine.search.spelling import put_right
from rulesbase.models import Entry, Example, Rule, Wording
from rulesbase.search.candidates import whole_vocabulary
from rulesbase.search.queries import Answer

# So many texts have a common word; what had it once says nothing then.
_COMMON = 1500


class Spell(NamedTuple):
    """A Rule had the words from one version to another, not always in between. In other languages: a number had them.

    ``versions`` counts them. The numbers are those of both ends; ``text`` is the last one with the words. ``today`` is
    the number that the Rule has in the newest version, whatever it says there; empty where it is gone.
    """

    public_id: str
    first: datetime.date
    last: datetime.date
    versions: int
    first_number: str
    last_number: str
    is_term: bool
    heading: str
    text: str
    today: str
    score: float


class _Run(NamedTuple):
    key: int | str
    first: datetime.date
    last: datetime.date
    versions: int


class Through(NamedTuple):
    """What all versions in a language have on a question. ``counts`` are the texts of each version with an edition.

    ``runs`` are in the order of their first version; ``spells`` tells more of some of them.
    """

    ready: Asked
    language: str
    counts: tuple[tuple[datetime.date, int], ...]
    runs: tuple[_Run, ...]
    keys: frozenset[int]
    meant: str | None

    @property
    def first(self) -> datetime.date | None:
        """The first version with the words."""
        return next((date for date, count in self.counts if count), None)

    @property
    def last(self) -> datetime.date | None:
        """The last version with the words."""
        return next((date for date, count in reversed(self.counts) if count), None)

    @property
    def is_standing(self) -> bool:
        """Whether the newest version has them."""
        return bool(self.counts and self.counts[-1][1])


def through_versions(versions: Catalogue, language: str, typed: str) -> Through | None:
    """Look for the words in all versions; None where nothing was asked. Five queries at most."""
    question = read_question(typed, language)
    if not question.asks:
        return None
    meant: str | None = None
    keys = _keys(question)
    if not keys and (cut := apart(question)) != question:
        question, keys = cut, _keys(cut)
    if not keys and (meant := put_right(question, whole_vocabulary(versions, language))):
        question = read_question(meant, language)
        keys = _keys(question)
    return Through(
        asked(question),
        language,
        _counts(versions, language, keys),
        _runs(language, keys),
        keys,
        meant if keys else None,
    )


def _keys(question: Question) -> frozenset[int]:
    """The texts in a language that answer. What phrases and unspaced letters need is looked for in the texts."""
    rows = Wording.objects.filter(language=question.language, pk__in=matching(question.required))
    exact = question.phrases or question.without or any(word.kind == "unspaced" for word in question.words)
    if not exact:
        return frozenset(rows.values_list("pk", flat=True))
    fields = rows.values_list("pk", "heading", "text")
    return frozenset(pk for pk, heading, text in fields if accepts(question, plain(f"{heading} {text}")))


def _counts(versions: Catalogue, language: str, keys: Collection[int]) -> tuple[tuple[datetime.date, int], ...]:
    editions = versions.days_in(language)
    found = dict.fromkeys(editions, 0)
    entries = Entry.objects.filter(edition__in=among(list(editions)), wording__in=among(keys))
    examples = Example.objects.filter(entry__edition__in=among(list(editions)), wording__in=among(keys))
    for edition, count in entries.order_by().values_list("edition").annotate(Count("pk")):
        found[edition] += count
    for edition, count in examples.order_by().values_list("entry__edition").annotate(Count("pk")):
        found[edition] += count
    return tuple((date, found[pk]) for pk, date in editions.items())


def _identity(language: str) -> str:
    """What tells which entries are one: only English ones have a Rule."""
    return "rule_id" if language == DEFAULT_LANGUAGE else "number"


def _runs(language: str, keys: Collection[int]) -> tuple[_Run, ...]:
    """First and last version of each Rule with these texts. One query; examples go with their entry."""
    name = _identity(language)
    with_examples = Example.objects.filter(wording__in=among(keys)).order_by().values("entry")
    # Both are found by an index; asked for in one breath, PostgreSQL reads all entries of all versions.
    having = Entry.objects.filter(wording__in=among(keys)).order_by().values("pk").union(with_examples)
    rows = Entry.objects.filter(edition__language=language, pk__in=having)
    rows = rows.exclude(**{name.removesuffix("_id"): None})
    told = (
        rows.order_by()
        .values_list(name)
        .annotate(Min("edition__version__date"), Max("edition__version__date"), Count("edition", distinct=True))
    )
    found = [_Run(*row) for row in told]
    return tuple(sorted(found, key=lambda run: (run.first, run.last, str(run.key))))


def spells(versions: Catalogue, through: Through, runs: Sequence[_Run]) -> list[Spell]:
    """Tell more of some runs, in their order. Four queries."""
    return _told(versions, through.ready, through.language, through.keys, runs)


def _told(versions: Catalogue, ready: Asked, language: str, keys: Collection[int], runs: Sequence[_Run]) -> list[Spell]:
    name = _identity(language)
    wanted = {f"{name.removesuffix('_id')}__in": [run.key for run in runs]}
    dates = {run.first for run in runs} | {run.last for run in runs}
    rows = Entry.objects.filter(edition__language=language, edition__version__date__in=dates, **wanted)
    rows = rows.select_related("wording", "edition__version").prefetch_related("examples__wording")
    at = {(getattr(row, name), row.edition.version.date): row for row in rows if row.edition}
    here = Entry.objects.filter(edition=_newest(versions, language), **wanted).values_list(name, "number")
    today: dict[int | str, str] = dict(here)
    ids: dict[int | str, str] = {}
    if language == DEFAULT_LANGUAGE:
        ids = dict(Rule.objects.filter(pk__in=[run.key for run in runs]).values_list("pk", "public_id"))
    found: list[Spell] = []
    for run in runs:
        first, last = at.get((run.key, run.first)), at.get((run.key, run.last))
        if first and last:
            heading, text = _words(last, keys)
            score = rate(ready, plain(heading), plain(text)).score
            ends = (first.number, last.number, last.kind == Entry.Kind.TERM)
            known = ids.get(run.key, ""), run.first, run.last, run.versions
            found.append(Spell(*known, *ends, heading, text, today.get(run.key, ""), score))
    return found


def _newest(versions: Catalogue, language: str) -> int | None:
    """The edition of the newest version that has one in a language."""
    editions = (version.text_in(language) for version in reversed(versions.all))
    return next((edition.pk for edition in editions if edition), None)


def _words(entry: Entry, keys: Collection[int]) -> tuple[str, str]:
    """Heading and text of an entry, or the example of it that has the words."""
    if entry.wording_id not in keys:
        for example in entry.examples.all():
            if example.wording_id in keys:
                return "", example.wording.text
    return entry.wording.heading, entry.wording.text


def once_so(versions: Catalogue, version: CatalogueVersion, answer: Answer, most: int = 5) -> list[Spell]:
    """What had the words before a version and has them no longer, best first. Four queries; one for common words.

    Only texts of the rules and terms themselves count, not their examples.
    """
    ready = answer.ready.get(DEFAULT_LANGUAGE)
    if ready is None or answer.loose:
        return []
    rows = Wording.objects.filter(language=DEFAULT_LANGUAGE, pk__in=matching(ready.question.required))
    texts = {pk: (heading, text) for pk, heading, text in rows.values_list("pk", "heading", "text")[: _COMMON + 1]}
    if len(texts) > _COMMON:
        return []
    standing = {hit.place.rule for hit in answer.hits if hit.place.rule and hit.place.language == DEFAULT_LANGUAGE}
    dates = versions.days_in(DEFAULT_LANGUAGE)
    before = [pk for pk, date in dates.items() if date < version.date]
    entries = Entry.objects.filter(edition__in=among(before), wording__in=among(texts), rule__isnull=False)
    held: dict[int, list[_Held]] = {}
    rows_of_rules = entries.exclude(rule__in=among(standing)).values_list(
        "rule_id", "edition_id", "number", "kind", "wording_id"
    )
    for rule, edition, number, kind, wording in rows_of_rules:
        if rule and edition:
            held.setdefault(rule, []).append(_Held(dates[edition], number, kind, wording))
    return _best_held(versions, ready, texts, held, most)


class _Held(NamedTuple):
    date: datetime.date
    number: str
    kind: int
    wording: int


def _best_held(
    versions: Catalogue, ready: Asked, texts: dict[int, tuple[str, str]], held: dict[int, list[_Held]], most: int
) -> list[Spell]:
    rated: list[tuple[float, int, list[_Held]]] = []
    for rule, rows in held.items():
        rows.sort()
        heading, text = (plain(part) for part in texts[rows[-1].wording])
        if accepts(ready.question, f"{heading} {text}"):
            rated.append((rate(ready, heading, text).score, rule, rows))
    # Of equals what ended last, which a reader may remember.
    rated.sort(key=lambda one: (-one[0], -one[2][-1].date.toordinal(), one[1]))
    best = rated[:most]
    rules = [rule for _, rule, _ in best]
    if not best:
        return []
    here = Entry.objects.filter(edition=_newest(versions, DEFAULT_LANGUAGE), rule__in=rules)
    today: dict[int | None, str] = dict(here.values_list("rule_id", "number"))
    ids = dict(Rule.objects.filter(pk__in=rules).values_list("pk", "public_id"))
    return [
        Spell(
            ids[rule], rows[0].date, rows[-1].date, len(rows), rows[0].number, rows[-1].number,
            rows[-1].kind == Entry.Kind.TERM, *texts[rows[-1].wording], today.get(rule, ""), score,
        )
        for score, rule, rows in best
    ]  # fmt: skip
