"""Compare partial sources with editions, to find the versions that their text can be from."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
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


def compare(source: Source, editions: Sequence[Edition]) -> None:
    """Count and store the agreements of a source with some editions. Three queries to read."""
    rules = source.entries.filter(kind__in=_RULES).values_list("number", "wording__text")
    # Neither headings nor truncated texts are compared.
    texts = {number: skeleton(text) for number, text in rules if text and not is_cut(text)}
    if not texts:
        return
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
