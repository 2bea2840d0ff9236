"""Compare partial sources with editions, to find the versions that their text can be from."""

import datetime
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet

from rulesbase.core.grouping import grouped
from rulesbase.engine.parsing.number_repair import is_cut
from rulesbase.engine.text.normalize import skeleton
from rulesbase.models import Agreement, Edition, Entry, Source, Wording

_RULES = (Entry.Kind.RULE, Entry.Kind.SUBRULE)


class Range(NamedTuple):
    """The first and last version of an unbroken run that a source agrees with."""

    first: datetime.date
    last: datetime.date


def _texts(source: Source) -> dict[str, str]:
    """Return number -> skeleton of the text, without headings and truncated texts."""
    rows = source.entries.filter(kind__in=_RULES).values_list("number", "wording__text")
    return {number: skeleton(text) for number, text in rows if text and not is_cut(text)}


def _store(source: Source, texts: dict[str, str], editions: list[Edition]) -> None:
    """Count and store the agreements of a source with some editions. Two queries to read."""
    rows = Entry.objects.filter(edition__in=editions, number__in=texts, kind__in=_RULES)
    fields = rows.values_list("edition_id", "number", "wording_id")
    places = grouped((pk, (number, wording)) for pk, number, wording in fields)
    wordings = Wording.objects.filter(pk__in={wording for place in places.values() for _, wording in place})
    known = {pk: skeleton(text) for pk, text in wordings.values_list("pk", "text")}
    Agreement.objects.filter(source=source, edition__in=editions).delete()
    found: list[Agreement] = []
    for edition in editions:
        here = {number: known[wording] for number, wording in places[edition.pk]}
        agree = sum(here.get(number) == text for number, text in texts.items())
        absent = sum(number not in here for number in texts)
        differ = [number for number, text in texts.items() if number in here and here[number] != text]
        begins = sum(here[number].startswith(texts[number]) for number in differ)
        found.append(
            Agreement(source=source, edition=edition, agree=agree, absent=absent, differ=len(differ), begins=begins)
        )
    Agreement.objects.bulk_create(found)


def compare_source(source: Source) -> None:
    """Compare a new partial source with every complete edition of its language."""
    editions = list(Edition.objects.filter(language=source.language, complete=True))
    texts = _texts(source)
    if editions and texts:
        _store(source, texts, editions)


def compare_source_with(source: Source, edition: Edition) -> None:
    """Compare a whole source with the edition of its version only."""
    _store(source, _texts(source), [edition])


def compare_with_sources(edition: Edition) -> None:
    """Compare a new complete edition with every partial source of its language."""
    for source in Source.objects.filter(language=edition.language, whole=False):
        if texts := _texts(source):
            _store(source, texts, [edition])


class AgreementRow(NamedTuple):
    """The counts of an Agreement, with the date of the version."""

    date: datetime.date
    agree: int
    differ: int
    absent: int
    begins: int


def agreement_rows(agreements: QuerySet[Agreement]) -> Iterator[tuple[int, AgreementRow]]:
    """Yield (source id, row) of agreements by date. One query."""
    fields = ("source_id", "edition__version__date", "agree", "differ", "absent", "begins")
    for source, *row in agreements.order_by("edition__version__date").values_list(*fields):
        yield source, AgreementRow(*row)


def range_among(
    rows: Iterable[AgreementRow], stated: datetime.date | None, *, as_far_as_it_goes: bool = False
) -> Range | None:
    """Return the unbroken run of versions that agree with all texts of a source, or None; rows are sorted by date.

    With ``as_far_as_it_goes`` the beginning of a longer text agrees too, as later versions may append sentences. Of
    several runs return the one with the stated date, else the longest, of equal ones the newest.
    """

    def agrees(row: AgreementRow) -> bool:
        return bool(row.agree) and not row.absent and row.differ == (row.begins if as_far_as_it_goes else 0)

    runs = [[row.date for row in run] for agreed, run in groupby(rows, agrees) if agreed]
    dated = [run for run in runs if stated and run[0] <= stated <= run[-1]]
    best = max(dated or runs, key=lambda run: (len(run), run[0]), default=None)
    return Range(best[0], best[-1]) if best else None
