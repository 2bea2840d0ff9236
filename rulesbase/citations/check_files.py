"""Check citations in files: numbers that are dead, have moved since, or may mean several rules."""

from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.citations.resolve import Meaning, meanings
from rulesbase.citations.source_files import FileCitation
from rulesbase.engine.text.citations import RuleCitation
from rulesbase.engine.text.dates import Period
from rulesbase.models import Entry


class Finding(NamedTuple):
    """A citation that needs a look.

    Status is ``dead`` (no rule has the number, or its rule is gone), ``moved`` (the rule has another number now) or
    ``ambiguous`` (no rule has the number on the day, and several had it before). ``meanings`` are what it meant, the
    newest last.
    """

    where: FileCitation
    status: str
    meanings: tuple[Meaning, ...]


def check(
    versions: Catalogue, cited: Sequence[FileCitation], day: CatalogueVersion, now: CatalogueVersion
) -> list[Finding]:
    """Return the findings among citations; those without a date are read with the rules of ``day``.

    ``now`` is the version in which they are looked up. Eight queries in all.
    """
    undated = {one.cited.number for one in cited if one.cited.period is None}
    rows = Entry.objects.filter(edition=day.main.pk, number__in=undated, kind__lt=Entry.Kind.TERM)
    existing = set(rows.values_list("number", flat=True))
    asked = {one.cited: _dated(one.cited, existing, day) for one in cited}
    # Most files cite a rule often: each number and date is looked up once.
    distinct = {(one.number, one.period): one for one in asked.values()}
    found = dict(zip(distinct, meanings(versions, list(distinct.values()), now), strict=True))
    findings = []
    for one in cited:
        question = asked[one.cited]
        some = [meaning for meaning in found[question.number, question.period] if meaning.resolution.cited]
        if status := _status(one.cited, some, existing):
            findings.append(Finding(one, status, tuple(some)))
    return findings


def _dated(cited: RuleCitation, existing: set[str], day: CatalogueVersion) -> RuleCitation:
    """Return a citation without a date as of ``day``, if that version has the number."""
    cited = cited._replace(start=0, end=0, between=())
    return cited._replace(period=Period(day.date, day.date)) if cited.number in existing and not cited.period else cited


def _status(cited: RuleCitation, some: Sequence[Meaning], existing: set[str]) -> str:
    """Return the status of a citation; empty if it is right. One with a date stays right when the rule moves."""
    if cited.period is not None:
        return "" if some else "dead"
    if cited.number not in existing:
        return "ambiguous" if len(some) > 1 else "dead"
    numbers = {meaning.resolution.numbers for meaning in some}
    return "dead" if numbers == {()} else "" if numbers == {(cited.number,)} else "moved"
