"""Resolve citations of any version in another version, with each step and the confidence."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.grouping import grouped
from rulesbase.core.version_runs import runs
from rulesbase.engine.text.citations import RuleCitation, read_citation
from rulesbase.engine.text.dates import Period
from rulesbase.engine.text.numbers import sort_key
from rulesbase.lineage.follow_rule import Hop, RuleEntry, RuleTraversal, TraversalEnd, TraversalStart, entries_at
from rulesbase.models import Change, Entry, Source


class Status(StrEnum):
    """The result of resolving a citation.

    Merged: it is one rule with others now. Absorbed: a larger rule has its content. Ambiguous: undated, and several
    rules had the number in turn.
    """

    FOUND = "found"
    SPLIT = "split"
    MERGED = "merged"
    ABSORBED = "absorbed"
    REMOVED = "removed"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"


class NearPlace(NamedTuple):
    """An entry near a removed rule, in the version without it: number or term, confidence (0 to 1), shared words."""

    version: datetime.date
    number: str
    confidence: float
    shared: tuple[str, ...]


class Resolution(NamedTuple):
    """The number of a rule of one version in another version.

    ``numbers`` and ``successors`` begin with the main successor. ``cited`` is None if the version lacks the number; for
    a misprint it has the correct one. ``last`` is the last version and number of a removed Rule; when resolving
    backwards, its first.
    """

    status: Status
    numbers: tuple[str, ...] = ()
    confidence: float = 0.0
    hops: tuple[Hop, ...] = ()
    cited: RuleEntry | None = None
    successors: tuple[RuleEntry, ...] = ()
    last: tuple[datetime.date, str] | None = None
    nearest: tuple[NearPlace, ...] = ()


class Tenure(NamedTuple):
    """Consecutive versions in which a number belonged to one Rule."""

    first: datetime.date
    last: datetime.date
    rule: int


class Meaning(NamedTuple):
    """A possible meaning of a citation; ``tenure`` is None if the citation has a day."""

    number: str
    then: datetime.date | None
    tenure: Tenure | None
    resolution: Resolution


UNKNOWN = Resolution(Status.UNKNOWN)
NumberAtDate = tuple[str, datetime.date]


def resolve_all(
    versions: Catalogue, asked: Collection[NumberAtDate], to: CatalogueVersion
) -> dict[NumberAtDate, Resolution]:
    """Resolve numbers, each of the version of its date, in one version. Five queries in all."""
    found = resolve_entries(versions, _cited_entries(versions, asked), to)
    return _with_nearest({one: found.get(one, UNKNOWN) for one in asked})


def resolve_entries(
    versions: Catalogue, entries: Mapping[NumberAtDate, RuleEntry], to: CatalogueVersion
) -> dict[NumberAtDate, Resolution]:
    """Resolve entries, rules or terms, in one version. Three queries in all."""
    descent = RuleTraversal(versions, [TraversalStart(entry, to.date) for entry in entries.values()])
    return {
        one: _resolution(entry, descent.ends(TraversalStart(entry, to.date)), to, versions)
        for one, entry in entries.items()
    }


def _with_nearest(resolved: dict[NumberAtDate, Resolution]) -> dict[NumberAtDate, Resolution]:
    """Return the resolutions with what is nearest to each removed rule. One query, or none."""
    removals = {
        one: result.hops[-1]
        for one, result in resolved.items()
        if result.status is Status.REMOVED and result.hops and result.hops[-1].kind == "removed"
    }
    if not removals:
        return resolved
    rows = Change.objects.filter(
        kind=Change.Kind.REMOVED,
        version__date__in={hop.version for hop in removals.values()},
        old_number__in={hop.number for hop in removals.values()},
    )
    known = {
        (date, number): nearest for date, number, nearest in rows.values_list("version__date", "old_number", "nearest")
    }
    for one, hop in removals.items():
        nearest = [
            NearPlace(hop.version, near["number"], near["probability"], tuple(near["words"]))
            for near in known.get((hop.version, hop.number)) or ()
        ]
        resolved[one] = resolved[one]._replace(nearest=tuple(nearest))
    return resolved


def _cited_entries(versions: Catalogue, asked: Collection[NumberAtDate]) -> dict[NumberAtDate, RuleEntry]:
    """Return the cited entries, including those of misprinted numbers."""
    found = entries_at(versions, "number", asked)
    lost = [one for one in asked if one not in found]
    if lost:
        right = _misprints(versions, lost)
        repaired = entries_at(versions, "number", set(right.values()))
        found |= {one: repaired[meant] for one, meant in right.items() if meant in repaired}
    return found


def _misprints(versions: Catalogue, asked: Iterable[NumberAtDate]) -> dict[NumberAtDate, NumberAtDate]:
    """Map known misprints to the correct numbers."""
    by_date = {version.date: version for version in versions.complete}
    sources = {date: by_date[date].main.source for _, date in asked if date in by_date}
    known = Source.objects.only("issues").in_bulk([source for source in sources.values() if source])
    misprints = {date: known[source].misprints for date, source in sources.items() if source in known}
    return {
        (number, date): (misprints[date][number], date) for number, date in asked if number in misprints.get(date, ())
    }


def _resolution(
    cited: RuleEntry, ends: Sequence[TraversalEnd], to: CatalogueVersion, versions: Catalogue
) -> Resolution:
    main, *parts = ends
    found = ([main] if main.entry else []) + sorted(parts, key=lambda end: sort_key(_number(end)))
    once = list({_number(end): end for end in reversed(found)}.values())[::-1]
    if not once:
        return Resolution(
            Status.REMOVED, (), round(main.confidence, 3), main.hops, cited, (), _last(cited, main, to, versions)
        )
    status = _status(main, bool(parts))
    hops = tuple(sorted({hop for end in once for hop in end.hops}, reverse=cited.version > to.date))
    return Resolution(
        status,
        tuple(_number(end) for end in once),
        round(min(end.confidence for end in once), 3),
        hops,
        cited,
        tuple(end.entry for end in once if end.entry),
    )


def _status(main: TraversalEnd, is_split: bool) -> Status:
    if is_split:
        return Status.SPLIT
    if main.absorbed:
        return Status.ABSORBED
    return Status.MERGED if main.merged else Status.FOUND


def _number(end: TraversalEnd) -> str:
    return end.entry.number if end.entry else ""


def _last(cited: RuleEntry, end: TraversalEnd, to: CatalogueVersion, versions: Catalogue) -> tuple[datetime.date, str]:
    """Return the last version and number of a removed Rule; when resolving backwards, the first."""
    hop = next((hop for hop in reversed(end.hops) if hop.kind in ("removed", "added")), None)
    if hop is None:
        return cited.version, cited.number
    if cited.version > to.date:
        return hop.version, hop.number
    before = [date for date in versions.complete_dates if date < hop.version]
    return before[-1] if before else cited.version, hop.number


# ---- Citations as people write them ----


def read_meanings(
    versions: Catalogue, texts: Sequence[str], to: CatalogueVersion
) -> dict[str, list[tuple[RuleCitation, Meaning]]]:
    """Return the meanings of each text, of a range those of every number within; none of one that is no citation."""
    cited = [(text, number) for text in dict.fromkeys(texts) for number in _numbers_of(read_citation(text))]
    found = meanings(versions, [number for _text, number in cited], to) if cited else []
    of_text: dict[str, list[tuple[RuleCitation, Meaning]]] = {text: [] for text in texts}
    for (text, number), some in zip(cited, found, strict=True):
        of_text[text] += [(number, meaning) for meaning in some]
    return of_text


def _numbers_of(ends: Sequence[RuleCitation]) -> list[RuleCitation]:
    """Return every number of a citation; of a range also those between its ends."""
    return [one._replace(number=number, between=()) for one in ends for number in (one.number, *one.between)]


def meanings(versions: Catalogue, cited: Sequence[RuleCitation], to: CatalogueVersion) -> list[list[Meaning]]:
    """Return the possible meanings of each citation, newest last; none is empty. Six queries in all.

    A citation with a day means the version in force then. One without, or with a year or month in which the number
    changed to another rule, means each rule with the number and has the status ambiguous.
    """
    spans = tenures(versions, {one.number for one in cited if _is_open(one.period)})
    days = versions.complete_dates
    asked = [(one.number, _versions_to_check(days, one.period, spans.get(one.number, ()))) for one in cited]
    found = resolve_all(versions, {(number, then) for number, options in asked for then, _ in options}, to)
    result = []
    for number, options in asked:
        of_one = [Meaning(number, then, tenure, found[number, then]) for then, tenure in options]
        if len(of_one) > 1:
            of_one = [
                meaning._replace(resolution=meaning.resolution._replace(status=Status.AMBIGUOUS)) for meaning in of_one
            ]
        result.append(of_one or [Meaning(number, None, None, UNKNOWN)])
    return result


def _is_open(period: Period | None) -> bool:
    return period is None or period.first != period.last


def _versions_to_check(
    days: Sequence[datetime.date], period: Period | None, tenures_of_number: Sequence[Tenure]
) -> list[tuple[datetime.date, Tenure | None]]:
    """Return the version in force on the day, else the last version of each tenure within the period."""
    first = period.first if period else datetime.date.min
    last = period.last if period else datetime.date.max
    dates = [day for day in days if day <= last]
    if not dates:
        return []
    if not _is_open(period):
        return [(dates[-1], None)]
    in_force = max((date for date in dates if date <= first), default=dates[0])
    within = [tenure for tenure in tenures_of_number if tenure.last >= in_force and tenure.first <= last]
    if not within:
        # It may be a misprint of that version.
        return [(dates[-1], None)]
    return [(min(tenure.last, dates[-1]), tenure) for tenure in within]


def tenures(versions: Catalogue, numbers: Collection[str]) -> dict[str, list[Tenure]]:
    """Return which Rules had these numbers in English, and when, oldest first. One query, or none."""
    if not numbers:
        return {}
    dates, order = versions.complete_dates, versions.complete_order
    rows = Entry.objects.filter(
        number__in=numbers, edition__in=order, kind__lt=Entry.Kind.TERM, rule__isnull=False
    ).values_list("number", "edition", "rule")
    rules_at = grouped((number, (order[edition or 0], rule or 0)) for number, edition, rule in rows)
    return {
        number: [Tenure(dates[run[0][0]], dates[run[-1][0]], run[0][1]) for run in runs(sorted(rules), itemgetter(1))]
        for number, rules in rules_at.items()
    }
