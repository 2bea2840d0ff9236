"""Search in all versions: the first and last version of each rule with the words, and former matches."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Max, Min

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.archive.text_index import matching
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.grouping import grouped
from rulesbase.engine.search.analyzer import plain
from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.engine.search.query import SearchQuery, apart, read_query
from rulesbase.engine.search.query_matches import PreparedQuery, accepts, prepare_query
from rulesbase.engine.search.relevance import ranked, read_for
from rulesbase.engine.search.spelling import put_right
from rulesbase.engine.search.synonyms import NO_SYNONYMS
from rulesbase.models import Entry, Example, Rule, Wording
from rulesbase.search.candidates import whole_vocabulary
from rulesbase.search.queries import SearchResult
from rulesbase.search.synonyms import synonyms

# Words in more texts than this are too common for former matches.
_COMMON = 1500
_MOST_FORMER = 5


class MatchPeriod(NamedTuple):
    """A Rule with its first and last version that match, perhaps with gaps; in other languages, a number.

    ``versions`` counts the matching ones. The numbers are those of both ends, and ``text`` is the last match. ``today``
    is the number in the newest version, even if its text does not match, and ``name_today`` that of a term or the
    number again; both are empty if removed.
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
    name_today: str


class MatchRun(NamedTuple):
    """A Rule (its key; in other languages a number) with its first and last version that match, and their number."""

    key: int | str
    first: datetime.date
    last: datetime.date
    versions: int


class AllVersionsResult(NamedTuple):
    """The matches of all versions in a language; ``counts`` are the texts per version.

    ``runs`` are ordered by first version; ``match_periods`` returns their details.
    """

    ready: PreparedQuery
    language: str
    counts: tuple[tuple[datetime.date, int], ...]
    runs: tuple[MatchRun, ...]
    keys: frozenset[int]
    meant: str | None

    @property
    def first(self) -> datetime.date | None:
        """Return the first version that matches."""
        return next((date for date, count in self.counts if count), None)

    @property
    def last(self) -> datetime.date | None:
        """Return the last version that matches."""
        return next((date for date, count in reversed(self.counts) if count), None)

    @property
    def is_standing(self) -> bool:
        """Return whether the newest version matches."""
        return bool(self.counts and self.counts[-1][1])


def search_all_versions(versions: Catalogue, language: str, typed: str) -> AllVersionsResult | None:
    """Search all versions; None for an empty query. Five queries at most."""
    question = read_query(typed, language)
    if not question.asks:
        return None
    meant: str | None = None
    keys = _keys(question)
    if not keys and (meaning := synonyms(versions, language).replaced(typed)) != typed:
        question = read_query(meaning, language)
        keys = _keys(question)
    if not keys and (cut := apart(question)) != question:
        question, keys = cut, _keys(cut)
    if not keys and (meant := put_right(question, whole_vocabulary(versions, language))):
        question = read_query(meant, language)
        keys = _keys(question)
    return AllVersionsResult(
        prepare_query(question),
        language,
        _counts(versions, language, keys),
        _runs(language, keys),
        keys,
        meant if keys else None,
    )


def _keys(question: SearchQuery) -> frozenset[int]:
    """Return the keys of matching texts. Phrases and unspaced letters are checked in the texts."""
    rows = Wording.objects.filter(language=question.language, pk__in=matching(question.required))
    exact = question.phrases or question.without or any(word.kind == "unspaced" for word in question.words)
    if not exact:
        return frozenset(rows.values_list("pk", flat=True))
    fields = rows.values_list("pk", "heading", "text")
    return frozenset(pk for pk, heading, text in fields if accepts(question, plain(f"{heading} {text}")))


def _counts(versions: Catalogue, language: str, keys: Collection[int]) -> tuple[tuple[datetime.date, int], ...]:
    editions = versions.days_in(language)
    found = dict.fromkeys(editions, 0)
    entries = Entry.objects.filter(edition__in=keys_subquery(list(editions)), wording__in=keys_subquery(keys))
    examples = Example.objects.filter(entry__edition__in=keys_subquery(list(editions)), wording__in=keys_subquery(keys))
    for edition, count in entries.order_by().values_list("edition").annotate(Count("pk")):
        found[edition] += count
    for edition, count in examples.order_by().values_list("entry__edition").annotate(Count("pk")):
        found[edition] += count
    return tuple((date, found[pk]) for pk, date in editions.items())


def _identity(language: str) -> str:
    """Return the field that identifies an entry across versions: only English ones have a Rule."""
    return "rule_id" if language == DEFAULT_LANGUAGE else "number"


def _runs(language: str, keys: Collection[int]) -> tuple[MatchRun, ...]:
    """Return the first and last version of each Rule with these texts. One query.

    Examples count with their entry.
    """
    name = _identity(language)
    with_examples = Example.objects.filter(wording__in=keys_subquery(keys)).order_by().values("entry")
    # A union uses both indexes; with OR, PostgreSQL reads all entries of all versions.
    having = Entry.objects.filter(wording__in=keys_subquery(keys)).order_by().values("pk").union(with_examples)
    rows = Entry.objects.in_active_document().filter(edition__language=language, pk__in=having)
    values = rows.exclude(**{name.removesuffix("_id"): None}).order_by().values_list(name)
    day = "edition__version__date"
    found = [MatchRun(*row) for row in values.annotate(Min(day), Max(day), Count("edition", distinct=True))]
    return tuple(sorted(found, key=lambda run: (run.first, run.last, str(run.key))))


def match_periods(
    versions: Catalogue, language: str, keys: Collection[int], runs: Sequence[MatchRun]
) -> dict[MatchRun, MatchPeriod]:
    """Return the details of some runs, in order; ``keys`` are the matching texts. Four queries."""
    name = _identity(language)
    wanted = {f"{name.removesuffix('_id')}__in": [run.key for run in runs]}
    dates = {run.first for run in runs} | {run.last for run in runs}
    entries = Entry.objects.in_active_document()
    rows = entries.filter(edition__language=language, edition__version__date__in=dates, **wanted)
    rows = rows.select_related("wording", "edition__version").prefetch_related("examples__wording")
    at = {(getattr(row, name), row.edition.version.date): row for row in rows if row.edition}
    newest = next(reversed([*versions.days_in(language)]), None)
    here = Entry.objects.filter(edition=newest, **wanted)
    today: dict[int | str, tuple[str, str]] = {
        key: (number, heading if kind == Entry.Kind.TERM and heading else number)
        for key, number, kind, heading in here.values_list(name, "number", "kind", "wording__heading")
    }
    ids: dict[int | str, str] = {}
    if language == DEFAULT_LANGUAGE:
        ids = dict(Rule.objects.filter(pk__in=[run.key for run in runs]).values_list("pk", "public_id"))
    found: dict[MatchRun, MatchPeriod] = {}
    for run in runs:
        first, last = at.get((run.key, run.first)), at.get((run.key, run.last))
        if first and last:
            ends = (first.number, last.number, last.kind == Entry.Kind.TERM)
            words = _words(last, keys)
            found[run] = MatchPeriod(ids.get(run.key, ""), *run[1:], *ends, *words, *today.get(run.key, ("", "")))
    return found


def _words(entry: Entry, keys: Collection[int]) -> tuple[str, str]:
    """Return heading and text of an entry, or its example that matches."""
    if entry.wording_id not in keys:
        for example in entry.examples.all():
            if example.wording_id in keys:
                return "", example.wording.text
    return entry.wording.heading, entry.wording.text


def former_matches(versions: Catalogue, version: CatalogueVersion, answer: SearchResult) -> list[MatchPeriod]:
    """Return Rules that matched before a version and no longer do, best first. Six queries.

    Only texts of rules and terms count, not their examples. Common words need one query and return nothing.
    """
    ready = answer.ready.get(DEFAULT_LANGUAGE)
    if ready is None or answer.loose:
        return []
    found = Wording.objects.filter(language=DEFAULT_LANGUAGE, pk__in=matching(ready.question.required))
    texts = {pk: (heading, text) for pk, heading, text in found.values_list("pk", "heading", "text")[: _COMMON + 1]}
    if len(texts) > _COMMON:
        return []
    standing = {hit.place.rule for hit in answer.hits if hit.place.rule and hit.place.language == DEFAULT_LANGUAGE}
    dates = versions.days_in(DEFAULT_LANGUAGE)
    before = [pk for pk, date in dates.items() if date < version.date]
    entries = Entry.objects.filter(
        edition__in=keys_subquery(before), wording__in=keys_subquery(texts), rule__isnull=False
    )
    rows = entries.exclude(rule__in=keys_subquery(standing)).values_list("rule_id", "edition_id", "wording_id")
    former = grouped((rule or 0, (dates[edition or 0], wording)) for rule, edition, wording in rows)
    best = _best_former(ready, texts, former)[:_MOST_FORMER]
    return list(match_periods(versions, DEFAULT_LANGUAGE, texts, best).values())


def _best_former(
    ready: PreparedQuery,
    texts: Mapping[int, tuple[str, str]],
    former: Mapping[int, Sequence[tuple[datetime.date, int]]],
) -> list[MatchRun]:
    """Return the Rules whose last text (date, wording) is accepted, best first."""
    accepted: list[tuple[MatchRun, tuple[str, str]]] = []
    for rule, rows in former.items():
        (first, _wording), (last, wording) = min(rows), max(rows)
        if accepts(ready.question, plain(" ".join(texts[wording]))):
            accepted.append((MatchRun(rule, first, last, len(rows)), texts[wording]))
    index = BM25Index([IndexedText("", *words, "", (), is_term=True) for _run, words in accepted])
    query = read_for(index, ready.question, NO_SYNONYMS)
    scores = {one.document: one.score for one in ranked(index, query, DEFAULT_LANGUAGE)}
    # Among equals, the most recent first.
    rated = sorted(
        (-round(scores.get(at, 0.0), 6), -run.last.toordinal(), run.key, run) for at, (run, _) in enumerate(accepted)
    )
    return [run for *_, run in rated]
