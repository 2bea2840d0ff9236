"""What citations of any age mean in another version, with every step of the way and how sure it is."""

import datetime
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.engine.text.citations import Cited, Period
from rulesbase.engine.text.numbers import sort_key
from rulesbase.lineage.traversal import Descent, End, Hop, Standing, Start, english
from rulesbase.models import Entry, Source

_MISPRINT = re.compile(r"printed as (\S+), read as (\S+)")


class Status(StrEnum):
    """How a citation ended. Ambiguous: it names no day, and the number was that of several rules in turn."""

    FOUND = "found"
    SPLIT = "split"
    MERGED = "merged"
    REMOVED = "removed"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"


class Resolution(NamedTuple):
    """What a number of one version is in another.

    ``numbers`` and ``heirs`` have the main heir first. ``cited`` is None where the version has no such number; a
    misprinted number has the right one there. ``last`` tells where a removed Rule stood last, seen from the cited
    version: where the way was to an earlier one, where it stood first.
    """

    status: Status
    numbers: tuple[str, ...] = ()
    confidence: float = 0.0
    hops: tuple[Hop, ...] = ()
    cited: Standing | None = None
    heirs: tuple[Standing, ...] = ()
    last: tuple[datetime.date, str] | None = None


class Tenure(NamedTuple):
    """The versions in a row in which a number was that of one Rule."""

    first: datetime.date
    last: datetime.date
    rule: int


class Meaning(NamedTuple):
    """One of the things that a citation may mean. ``tenure`` is None where it names the day."""

    number: str
    then: datetime.date | None
    tenure: Tenure | None
    resolution: Resolution


UNKNOWN = Resolution(Status.UNKNOWN)
Asked = tuple[str, datetime.date]


def resolve(number: str, version: CatalogueVersion, to: CatalogueVersion) -> Resolution:
    """What the number of one version is in another. Both have a complete English text."""
    return resolve_all(catalogue(), [(number, version.date)], to)[number, version.date]


def resolve_all(versions: Catalogue, asked: Collection[Asked], to: CatalogueVersion) -> dict[Asked, Resolution]:
    """What numbers, each of the version of its date, are in one version. Four queries whatever their number."""
    found = _standings(versions, asked)
    descent = Descent(versions, [Start(standing, to.date) for standing in found.values()])
    return {
        one: _resolution(found[one], descent.ends(Start(found[one], to.date)), to, versions)
        if one in found
        else UNKNOWN
        for one in asked
    }


def _standings(versions: Catalogue, asked: Collection[Asked]) -> dict[Asked, Standing]:
    """The entries that are cited; those of misprinted numbers too."""
    found = _standings_at(versions, asked)
    lost = [one for one in asked if one not in found]
    if lost:
        right = _misprints(versions, lost)
        repaired = _standings_at(versions, set(right.values()))
        found |= {one: repaired[meant] for one, meant in right.items() if meant in repaired}
    return found


def _standings_at(versions: Catalogue, asked: Collection[Asked]) -> dict[Asked, Standing]:
    editions = {version.date: version.main.pk for version in english(versions)}
    dates = {editions[date]: date for _, date in asked if date in editions}
    rows = Entry.objects.filter(
        number__in={number for number, _ in asked}, edition__in=dates, kind__lt=Entry.Kind.TERM, rule__isnull=False
    ).order_by("position")
    fields = ("edition", "number", "rule", "wording__heading", "wording__text", "wording__fold")
    found: dict[Asked, Standing] = {}
    for edition, number, rule, heading, text, fold in rows.values_list(*fields):
        date = dates[edition or 0]
        found.setdefault((number, date), Standing(date, number, rule or 0, heading, text, fold))
    return {one: found[one] for one in asked if one in found}


def _misprints(versions: Catalogue, asked: Iterable[Asked]) -> dict[Asked, Asked]:
    """The numbers that are known to have been printed in place of others, with the right ones."""
    by_date = {version.date: version for version in english(versions)}
    sources = {date: by_date[date].main.source for _, date in asked if date in by_date}
    known = Source.objects.filter(pk__in={source for source in sources.values() if source})
    issues = dict(known.values_list("pk", "issues"))
    right: dict[Asked, Asked] = {}
    for number, date in asked:
        for _, _, problem in issues.get(sources.get(date) or 0, ()):
            misprint = _MISPRINT.fullmatch(problem)
            if misprint and misprint[1] == number:
                right[number, date] = misprint[2], date
    return right


def _resolution(cited: Standing, ends: Sequence[End], to: CatalogueVersion, versions: Catalogue) -> Resolution:
    main, parts = ends[0], [end for end in ends[1:] if end.standing]
    alive = ([main] if main.standing else []) + sorted(parts, key=lambda end: sort_key(_number(end)))
    once = list({_number(end): end for end in reversed(alive)}.values())[::-1]
    if not once:
        return Resolution(
            Status.REMOVED, (), _rounded(main.confidence), main.hops, cited, (), _last(cited, main, to, versions)
        )
    status = Status.SPLIT if parts else Status.MERGED if main.taken_in else Status.FOUND
    hops = tuple(sorted({hop for end in once for hop in end.hops}, reverse=cited.version > to.date))
    return Resolution(
        status,
        tuple(_number(end) for end in once),
        _rounded(min(end.confidence for end in once)),
        hops,
        cited,
        tuple(end.standing for end in once if end.standing),
    )


def _number(end: End) -> str:
    return end.standing.number if end.standing else ""


def _rounded(confidence: float) -> float:
    return round(confidence, 3)


def _last(cited: Standing, end: End, to: CatalogueVersion, versions: Catalogue) -> tuple[datetime.date, str]:
    """Where a Rule stood last before it was removed; on the way back, where it stood first."""
    hop = next((hop for hop in reversed(end.hops) if hop.kind in ("removed", "added")), None)
    if hop is None:
        return cited.version, cited.number
    if cited.version > to.date:
        return hop.version, hop.number
    before = [version.date for version in english(versions) if version.date < hop.version]
    return before[-1] if before else cited.version, hop.number


# ---- Citations as people write them ----


def meanings(versions: Catalogue, cited: Sequence[Cited], to: CatalogueVersion) -> list[list[Meaning]]:
    """What each citation may mean, newest last; none is empty. Five queries whatever their number.

    One that names a day means the version in force then. One without a day, or with a year or a month in which
    the number changed hands, means each rule that had the number, with the status ambiguous.
    """
    spans = tenures(versions, {one.number for one in cited if _is_open(one.period)})
    days = [version.date for version in english(versions)]
    asked = [_asked(days, one.number, one.period, spans) for one in cited]
    found = resolve_all(versions, {(number, then) for some in asked for number, then, _ in some if then}, to)
    result = []
    for one, some in zip(cited, asked, strict=True):
        of_one = [Meaning(number, then, tenure, found[number, then]) for number, then, tenure in some if then]
        if len(of_one) > 1:
            of_one = [
                meaning._replace(resolution=meaning.resolution._replace(status=Status.AMBIGUOUS)) for meaning in of_one
            ]
        result.append(of_one or [Meaning(one.number, None, None, UNKNOWN)])
    return result


def _is_open(period: Period | None) -> bool:
    return period is None or period.first != period.last


def _asked(
    days: Sequence[datetime.date], number: str, period: Period | None, spans: dict[str, list[Tenure]]
) -> list[tuple[str, datetime.date | None, Tenure | None]]:
    """The versions to look in: that of the day, else the last one of each tenure within the time."""
    first = period.first if period else datetime.date.min
    last = period.last if period else datetime.date.max
    dates = [day for day in days if day <= last]
    if not dates:
        return []
    if not _is_open(period):
        return [(number, dates[-1], None)]
    in_force = max((date for date in dates if date <= first), default=dates[0])
    within = [tenure for tenure in spans.get(number, ()) if tenure.last >= in_force and tenure.first <= last]
    if not within:
        # Perhaps a misprint of that time.
        return [(number, dates[-1], None)]
    return [(number, min(tenure.last, dates[-1]), tenure) for tenure in within]


def tenures(versions: Catalogue, numbers: Collection[str]) -> dict[str, list[Tenure]]:
    """Which Rules had these numbers in English, and when, oldest first. One query, or none."""
    if not numbers:
        return {}
    all_versions = english(versions)
    order = {version.main.pk: at for at, version in enumerate(all_versions)}
    rows = Entry.objects.filter(
        number__in=numbers, edition__in=order, kind__lt=Entry.Kind.TERM, rule__isnull=False
    ).values_list("number", "edition", "rule")
    held: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for number, edition, rule in rows:
        held[number].setdefault(order[edition or 0], rule or 0)
    found: dict[str, list[Tenure]] = {}
    for number, rules in held.items():
        places = sorted(rules.items())
        runs = groupby(enumerate(places), lambda item: (item[1][0] - item[0], item[1][1]))
        found[number] = []
        for (_, rule), run in runs:
            at = [place for _, (place, _) in run]
            found[number].append(Tenure(all_versions[at[0]].date, all_versions[at[-1]].date, rule))
    return found
